#ifndef SNIPPETBRIDGE_COPENSSL_H
#define SNIPPETBRIDGE_COPENSSL_H

#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

/* EVP_EC_gen is a macro over a variadic function, which Swift cannot import. */
static inline EVP_PKEY *sb_make_p256_key(void) { return EVP_EC_gen("P-256"); }

/* What a memory BIO holds; BIO_get_mem_data is a macro. */
static inline long sb_bio_data(BIO *bio, char **data) { return BIO_ctrl(bio, BIO_CTRL_INFO, 0, data); }

/* RFC 2253's way to write a name, but UTF-8 as it is; the flags are macros with casts. */
static inline int sb_print_subject(BIO *bio, X509 *certificate) {
  return X509_NAME_print_ex(bio, X509_get_subject_name(certificate), 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB);
}

/* The client's side, towards an upstream server. Unlike the server's it takes no end without close_notify for an end:
   a response that ends with its connection may have been cut (RFC 9112, section 9.8). */
static inline void sb_tls_set_up_client(SSL_CTX *context) {
  static const unsigned char http11[] = "\x08http/1.1";
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
  SSL_CTX_set_mode(context,
                   SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_read_ahead(context, 1);
  SSL_CTX_set_alpn_protos(context, http11, sizeof http11 - 1);
}

/* For the server that has more than one certificate; a macro. */
static inline long sb_ssl_set_server_name(SSL *ssl, const char *name) { return SSL_set_tlsext_host_name(ssl, name); }

/* Options and modes are set by macros. No renegotiation: HTTP has no use for it, and a peer could ask for it without
   end. Buffers are given back while nothing is on its way: most connections idle. */
static inline void sb_tls_set_up_server(SSL_CTX *context) {
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  /* A peer that ends without a close_notify has ended its own half: what is on its way to it goes on. */
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE |
                                   SSL_OP_PRIORITIZE_CHACHA | SSL_OP_IGNORE_UNEXPECTED_EOF);
  SSL_CTX_set_mode(context,
                   SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_read_ahead(context, 1);
  static const unsigned char name[] = "snippetbridge";
  SSL_CTX_set_session_id_context(context, name, sizeof name - 1);
}

/* No session outlives its connection. */
static inline void sb_tls_resume_nothing(SSL_CTX *context) {
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_options(context, SSL_OP_NO_TICKET);
  SSL_CTX_set_num_tickets(context, 0);
}

/* ALPN (RFC 7301): http/1.1 where the client offers it, and nothing where it does not. */
static inline int sb_tls_choose_http11(const unsigned char **chosen, unsigned char *length, const unsigned char *offered,
                                       unsigned int count) {
  static const unsigned char ours[] = "\x08http/1.1";
  int result = SSL_select_next_proto((unsigned char **)chosen, length, ours, sizeof ours - 1, offered, count);
  return result == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
}

/* The peer's end came without a close_notify. */
static inline int sb_tls_error_is_unexpected_end(void) {
  return ERR_GET_REASON(ERR_peek_last_error()) == SSL_R_UNEXPECTED_EOF_WHILE_READING;
}

#endif
