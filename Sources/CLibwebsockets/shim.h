#ifndef SNIPPETBRIDGE_CLIBWEBSOCKETS_H
#define SNIPPETBRIDGE_CLIBWEBSOCKETS_H

#include <ev.h>
#include <libwebsockets.h>
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Swift does not import function-like macros, nor constants whose macro is an expression: hence these. */

/* Room that lws_write wants in front of the payload, in bytes. */
static inline size_t sb_lws_pre(void) { return LWS_PRE; }

static inline uint64_t sb_context_options(void) {
  return LWS_SERVER_OPTION_LIBEV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME |
         LWS_SERVER_OPTION_NO_LWS_SYSTEM_STATES;
}

static inline uint64_t sb_tls_context_options(void) {
  return LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
}

/* Plain HTTP on the TLS port is answered with a redirect to https. */
static inline uint64_t sb_tls_vhost_options(void) {
  return LWS_SERVER_OPTION_ALLOW_NON_SSL_ON_SSL_PORT | LWS_SERVER_OPTION_REDIRECT_HTTP_TO_HTTPS;
}

/* The handshake fails without a certificate of an authority that the vhost knows. */
static inline uint64_t sb_tls_client_certificate_options(void) {
  return LWS_SERVER_OPTION_REQUIRE_VALID_OPENSSL_CLIENT_CERT;
}

/* A resumed session shows no certificate again, and lives on when the first one's time is over. `context` is an SSL_CTX. */
static inline void sb_tls_resume_no_clients(void *context) {
  SSL_CTX *ssl = (SSL_CTX *)context;
  if (!(SSL_CTX_get_verify_mode(ssl) & SSL_VERIFY_PEER)) return;
  SSL_CTX_set_session_cache_mode(ssl, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_options(ssl, SSL_OP_NO_TICKET);
  SSL_CTX_set_num_tickets(ssl, 0);
}

static inline long sb_tls_1_2_and_up(void) {
  return SSL_OP_NO_SSLv3 | SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1 | SSL_OP_NO_RENEGOTIATION;
}

static inline int sb_port_no_listen_server(void) { return CONTEXT_PORT_NO_LISTEN_SERVER; }

/* Closes the connection before it returns; not allowed inside one of the connection's own callbacks. */
static inline void sb_lws_close_now(struct lws *wsi) {
  lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_SYNC);
}

static inline struct lws *sb_lws_adopt(struct lws_vhost *vhost, int fd, int tls, void *opaque) {
  lws_adopt_desc_t description;
  memset(&description, 0, sizeof(description));
  description.vh = vhost;
  description.type = (lws_adoption_type)(LWS_ADOPT_SOCKET | LWS_ADOPT_HTTP | (tls ? LWS_ADOPT_ALLOW_SSL : 0));
  description.fd.sockfd = fd;
  description.opaque = opaque;
  return lws_adopt_descriptor_vhost_via_info(&description);
}

/* Always, where there is no TLS. */
static inline int sb_lws_is_handshake_over(struct lws *wsi) {
  SSL *ssl = lws_get_ssl(wsi);
  return !ssl || SSL_is_init_finished(ssl);
}

/* struct ev_loop stays opaque in Swift, and the init functions are macros. */
typedef void (*sb_ev_io_callback)(struct ev_loop *, struct ev_io *, int);
typedef void (*sb_ev_async_callback)(struct ev_loop *, struct ev_async *, int);
typedef void (*sb_ev_timer_callback)(struct ev_loop *, struct ev_timer *, int);

static inline void sb_ev_io_init(struct ev_io *watcher, sb_ev_io_callback callback, int fd, int events) {
  ev_io_init(watcher, callback, fd, events);
}

static inline void sb_ev_async_init(struct ev_async *watcher, sb_ev_async_callback callback) {
  ev_async_init(watcher, callback);
}

static inline void sb_ev_timer_init(struct ev_timer *watcher, sb_ev_timer_callback callback, double after) {
  ev_timer_init(watcher, callback, after, 0.);
}

static inline void sb_ev_run(struct ev_loop *loop, int wait) { ev_run(loop, wait ? EVRUN_ONCE : EVRUN_NOWAIT); }

/* EPOLL first: libev 4.33 would also take the younger, less proven kernel interfaces when asked for them. */
static inline struct ev_loop *sb_ev_loop_new(void) { return ev_loop_new(EVBACKEND_EPOLL | EVFLAG_NOENV); }

static inline int sb_epoll_cloexec(void) { return EPOLL_CLOEXEC; }

static inline void sb_name_this_thread(const char *name) { prctl(PR_SET_NAME, name); }

/* accept4, which glibc declares only with _GNU_SOURCE; that in turn changes types other modules share. */
static inline int sb_accept(int listener, struct sockaddr *address, socklen_t *length) {
  return (int)syscall(SYS_accept4, listener, address, length, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

/* Blocks of this size and more are returned to the system when they are freed. No effect where the C library has no such setting. */
static inline void sb_return_blocks_of(int bytes) {
#ifdef M_MMAP_THRESHOLD
  mallopt(M_MMAP_THRESHOLD, bytes);
#else
  (void)bytes;
#endif
}

/* Gives back whole pages of memory that nothing uses, of all heaps. No effect where the C library has no such function. */
static inline void sb_return_free_pages(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

/* How many heaps threads share. No effect where the C library has no such setting. */
static inline void sb_limit_heaps(int count) {
#ifdef M_ARENA_MAX
  mallopt(M_ARENA_MAX, count);
#else
  (void)count;
#endif
}

static inline int sb_ev_read(void) { return EV_READ; }
static inline int sb_ev_write(void) { return EV_WRITE; }

#endif
