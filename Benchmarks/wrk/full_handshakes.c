// Loaded before wrk (LD_PRELOAD). Gives each of its TLS connections a handshake of its own: wrk calls SSL_clear between
// two connections, which keeps the session "for reuse in another connection" (SSL_clear(3)). All but the first would
// then resume it, which is far cheaper.
#include <dlfcn.h>
#include <openssl/ssl.h>

int SSL_clear(SSL *ssl) {
  int (*next)(SSL *) = (int (*)(SSL *))dlsym(RTLD_NEXT, "SSL_clear");
  SSL_set_session(ssl, NULL);
  return next(ssl);
}
