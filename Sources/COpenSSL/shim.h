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

/* For the server that has more than one certificate; a macro. */
static inline long sb_ssl_set_server_name(SSL *ssl, const char *name) { return SSL_set_tlsext_host_name(ssl, name); }

#endif
