#ifndef SNIPPETBRIDGE_CLIBWEBSOCKETS_H
#define SNIPPETBRIDGE_CLIBWEBSOCKETS_H

#include <ev.h>
#include <libwebsockets.h>

/* Swift imports neither function-like macros nor macros that are expressions. The functions below replace them. */

/* The number of bytes that lws_write requires in the buffer before the payload. */
static inline size_t sb_lws_pre(void) { return LWS_PRE; }

static inline uint64_t sb_context_options(void) {
  return LWS_SERVER_OPTION_LIBEV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME |
         LWS_SERVER_OPTION_NO_LWS_SYSTEM_STATES;
}

/* Closes the connection before the function returns. Must not be called inside a callback of this connection. */
static inline void sb_lws_close_now(struct lws *wsi) {
  lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_SYNC);
}

/* In Swift, struct ev_loop is an opaque type. libev's init functions are macros, which Swift does not import. */
typedef void (*sb_ev_io_callback)(struct ev_loop *, struct ev_io *, int);
typedef void (*sb_ev_async_callback)(struct ev_loop *, struct ev_async *, int);
typedef void (*sb_ev_timer_callback)(struct ev_loop *, struct ev_timer *, int);

static inline void sb_ev_io_init(struct ev_io *watcher, sb_ev_io_callback callback, int fd, int events) {
  ev_io_init(watcher, callback, fd, events);
}

/* The callback of this watcher is called before other callbacks of the same loop iteration. */
static inline void sb_ev_io_precede(struct ev_io *watcher) { ev_set_priority(watcher, EV_MAXPRI); }

static inline void sb_ev_async_init(struct ev_async *watcher, sb_ev_async_callback callback) {
  ev_async_init(watcher, callback);
}

static inline void sb_ev_timer_init(struct ev_timer *watcher, sb_ev_timer_callback callback, double after) {
  ev_timer_init(watcher, callback, after, 0.);
  /* The timer's callback is called after all other callbacks of the same loop iteration. */
  ev_set_priority(watcher, EV_MINPRI);
}

static inline void sb_ev_run(struct ev_loop *loop, int wait) { ev_run(loop, wait ? EVRUN_ONCE : EVRUN_NOWAIT); }

/* Uses only epoll. libev 4.33 also supports newer kernel interfaces, which are less proven. */
static inline struct ev_loop *sb_ev_loop_new(void) { return ev_loop_new(EVBACKEND_EPOLL | EVFLAG_NOENV); }

#endif
