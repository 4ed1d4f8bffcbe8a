// Preloaded into wrk (LD_PRELOAD), so that each TLS connection has a full handshake. Between two connections, wrk
// calls SSL_clear, which keeps the session "for reuse in another connection" (SSL_clear(3)). Without this library, all
// connections but the first would resume the session, which is much cheaper.
#include <dlfcn.h>
#include <openssl/ssl.h>

int SSL_clear(SSL *ssl) {
  int (*next)(SSL *) = (int (*)(SSL *))dlsym(RTLD_NEXT, "SSL_clear");
  SSL_set_session(ssl, NULL);
  return next(ssl);
}
