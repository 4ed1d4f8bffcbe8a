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

/* Creates a P-256 key. EVP_EC_gen is a macro that calls a variadic function. Swift can import neither. */
static inline EVP_PKEY *sb_make_p256_key(void) { return EVP_EC_gen("P-256"); }

/* Sets data to the content of a memory BIO, and returns its size. Replaces the macro BIO_get_mem_data. */
static inline long sb_bio_data(BIO *bio, char **data) { return BIO_ctrl(bio, BIO_CTRL_INFO, 0, data); }

/* Writes the subject in the format of RFC 2253, but does not escape UTF-8. The flags are macros with casts, which Swift
   cannot import. */
static inline int sb_print_subject(BIO *bio, X509 *certificate) {
  return X509_NAME_print_ex(bio, X509_get_subject_name(certificate), 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB);
}

/* The only protocol for ALPN (RFC 7301). */
static const unsigned char sb_http11[] = "\x08http/1.1";

/* Sets up a context for connections in either direction. Swift cannot import the macros that this needs. Renegotiation
   is disabled, because HTTP does not need it, and a peer could request it endlessly. Most connections are idle, so the
   mode SSL_MODE_RELEASE_BUFFERS frees the buffers of idle connections. */
static inline void sb_tls_set_up(SSL_CTX *context, uint64_t options) {
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | options);
  SSL_CTX_set_mode(context,
                   SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_read_ahead(context, 1);
}

/* Sets up a context for connections to other servers. Unlike with sb_tls_set_up_server, the end of a connection without
   close_notify is an error: a response that ends with its connection may be incomplete (RFC 9112, section 9.8). */
static inline void sb_tls_set_up_client(SSL_CTX *context) {
  sb_tls_set_up(context, 0);
  SSL_CTX_set_alpn_protos(context, sb_http11, sizeof sb_http11 - 1);
}

/* Sends the server's name (SNI), by which a server selects one of its certificates. Replaces a macro. */
static inline long sb_ssl_set_server_name(SSL *ssl, const char *name) { return SSL_set_tlsext_host_name(ssl, name); }

/* Sets up a context for connections from clients. */
static inline void sb_tls_set_up_server(SSL_CTX *context) {
  /* SSL_OP_IGNORE_UNEXPECTED_EOF: a peer that ends its side without close_notify still receives pending bytes. */
  sb_tls_set_up(context, SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA | SSL_OP_IGNORE_UNEXPECTED_EOF);
  static const unsigned char name[] = "snippetbridge";
  SSL_CTX_set_session_id_context(context, name, sizeof name - 1);
}

/* Disables the resumption of TLS sessions by later connections. */
static inline void sb_tls_resume_nothing(SSL_CTX *context) {
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_options(context, SSL_OP_NO_TICKET);
  SSL_CTX_set_num_tickets(context, 0);
}

/* Selects the protocol by ALPN (RFC 7301): http/1.1 if the client offers it, otherwise none. */
static inline int sb_tls_choose_http11(const unsigned char **chosen, unsigned char *length, const unsigned char *offered,
                                       unsigned int count) {
  int result =
      SSL_select_next_proto((unsigned char **)chosen, length, sb_http11, sizeof sb_http11 - 1, offered, count);
  return result == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
}

/* Whether the last error is that the peer has ended the connection without close_notify. */
static inline int sb_tls_error_is_unexpected_end(void) {
  return ERR_GET_REASON(ERR_peek_last_error()) == SSL_R_UNEXPECTED_EOF_WHILE_READING;
}

#endif
