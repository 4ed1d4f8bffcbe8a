// TLS between a page and its socket, by OpenSSL, for https and wss. Each connection has a full handshake.
#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/epoll.h>
#include "load.h"

static SSL_CTX *make_context(void) {
  SSL_CTX *made = SSL_CTX_new(TLS_client_method());
  if (!made) fail("OpenSSL has no memory");
  SSL_CTX_set_min_proto_version(made, TLS1_2_VERSION);
  SSL_CTX_set_alpn_protos(made, (const unsigned char *)"\x08http/1.1", 9);
  // Needs one read(2) per record instead of two. Releases the buffers of idle pages, because there are thousands.
  SSL_CTX_set_read_ahead(made, 1);
  SSL_CTX_set_mode(made, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
  return made;
}

// Returns the error of an operation. SSL_get_error reads the thread's error queue, so each operation clears it first.
static int reason(struct page *page, int result) {
  int error = SSL_get_error(page->tls, result);
  if (error == SSL_ERROR_SSL) fail("TLS: %s", ERR_reason_error_string(ERR_get_error()));
  return error;
}

uint32_t tls_handshake(struct page *page) {
  static SSL_CTX *context;
  if (!context) context = make_context();
  if (!page->tls) {
    page->tls = SSL_new(context);
    if (!page->tls || !SSL_set_fd(page->tls, page->fd)) fail("OpenSSL has no memory");
  }
  ERR_clear_error();
  int result = SSL_connect(page->tls);
  if (result == 1) return 0;
  switch (reason(page, result)) {
    case SSL_ERROR_WANT_READ: return EPOLLIN;
    case SSL_ERROR_WANT_WRITE: return EPOLLOUT;
    default: fail("the server ended a TLS handshake");
  }
}

// Converts a result to that of read(2) or write(2).
static ssize_t outcome(struct page *page, int result) {
  if (result > 0) return result;
  switch (reason(page, result)) {
    case SSL_ERROR_WANT_READ:
    case SSL_ERROR_WANT_WRITE: return errno = EAGAIN, -1;
    case SSL_ERROR_ZERO_RETURN: return 0;
    default: return -1;
  }
}

ssize_t tls_read(struct page *page, void *to, size_t size) {
  ERR_clear_error();
  return outcome(page, SSL_read(page->tls, to, (int)size));
}

ssize_t tls_write(struct page *page, const void *bytes, size_t size) {
  ERR_clear_error();
  return outcome(page, SSL_write(page->tls, bytes, (int)size));
}

bool tls_has_more(struct page *page) { return page->tls && SSL_has_pending(page->tls); }

void tls_end(struct page *page) {
  SSL_shutdown(page->tls);
  SSL_free(page->tls);
  page->tls = NULL;
}
