// A server with the same functions in C, on one event loop, over WebSocket and by POST: the lower bound of our own
// transport. It has no JSON library, and finds the numbers in the text.
#include <ev.h>
#include <libwebsockets.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The answers that were not written yet. Each has its length, and room for libwebsockets' header in front.
struct session {
  unsigned char *out;
  size_t size, room;
};

static volatile sig_atomic_t is_over;
static void stop(int signal) { (void)signal, is_over = 1; }

static long number(const char *text, size_t size, const char *name) {
  const char *at = memmem(text, size, name, strlen(name)), *end = text + size;
  long value = 0;
  if (!at) return 0;
  for (at += strlen(name); at < end && *at >= '0' && *at <= '9'; at++) value = value * 10 + (*at - '0');
  return value;
}

// Appends an answer of at most 128 bytes.
static int write_object(char *to, const char *text, size_t size) {
  return snprintf(to, 128, "{\"id\":%ld,\"data\":%ld}", number(text, size, "\"id\":"), number(text, size, "\"data\":") + 1);
}

static void answer(struct session *session, const char *text, size_t size) {
  if (session->room - session->size < LWS_PRE + 128) {
    session->room = 2 * session->room + LWS_PRE + 128;
    session->out = realloc(session->out, session->room);
    if (!session->out) abort();
  }
  unsigned char *entry = session->out + session->size;
  int length = write_object((char *)entry + LWS_PRE, text, size);
  memcpy(entry, &length, sizeof length);
  session->size += LWS_PRE + (size_t)length;
}

// Writes the answers, with one write per answer, until the socket is full.
static int write_answers(struct lws *wsi, struct session *session) {
  size_t done = 0;
  while (done < session->size && !lws_send_pipe_choked(wsi)) {
    int length;
    memcpy(&length, session->out + done, sizeof length);
    if (lws_write(wsi, session->out + done + LWS_PRE, (size_t)length, LWS_WRITE_TEXT) < length) return -1;
    done += LWS_PRE + (size_t)length;
  }
  session->size -= done;
  memmove(session->out, session->out + done, session->size);
  if (session->size) lws_callback_on_writable(wsi);
  return 0;
}

// Answers a POST from a page of any origin. The body must arrive in one piece. All connections share this buffer, so
// only one request may be pending at a time.
static unsigned char response[LWS_PRE + 1024];
static int response_size;

static int write_response(struct lws *wsi) {
  unsigned char head[LWS_PRE + 512], *start = head + LWS_PRE, *at = start, *end = head + sizeof head;
  static const unsigned char any[] = "*";
  if (lws_add_http_common_headers(wsi, HTTP_STATUS_OK, "application/json", (lws_filepos_t)response_size, &at, end) ||
      lws_add_http_header_by_name(wsi, (const unsigned char *)"access-control-allow-origin:", any, 1, &at, end) ||
      lws_finalize_write_http_header(wsi, start, &at, end) ||
      lws_write(wsi, response + LWS_PRE, (size_t)response_size, LWS_WRITE_HTTP_FINAL) < response_size)
    return -1;
  return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int serve(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t size) {
  struct session *session = user;
  switch (reason) {
    case LWS_CALLBACK_RECEIVE:
      answer(session, in, size);
      lws_callback_on_writable(wsi);
      return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
      return write_answers(wsi, session);
    case LWS_CALLBACK_HTTP:
      return 0;
    case LWS_CALLBACK_HTTP_BODY:
      response_size = write_object((char *)response + LWS_PRE, in, size);
      return 0;
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
      return write_response(wsi);
    case LWS_CALLBACK_CLOSED:
      free(session->out);
      return 0;
    default:
      return lws_callback_http_dummy(wsi, reason, user, in, size);
  }
}

int main(void) {
  static const struct lws_protocols protocols[] = {{.name = "adding", .callback = serve, .per_session_data_size = sizeof(struct session)}, {0}};
  lws_set_log_level(LLL_ERR, NULL);
  signal(SIGTERM, stop);
  signal(SIGINT, stop);
  struct ev_loop *loop = ev_loop_new(EVFLAG_AUTO);
  void *loops[] = {loop};
  struct lws_context_creation_info info = {
      .port = 0, .protocols = protocols, .options = LWS_SERVER_OPTION_LIBEV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS, .foreign_loops = loops};
  struct lws_context *context = lws_create_context(&info);
  struct lws_vhost *host = context ? lws_create_vhost(context, &info) : NULL;
  if (!host) return 1;
  printf("Open http://127.0.0.1:%d/\n", lws_get_vhost_listen_port(host));
  fflush(stdout);
  while (!is_over) ev_run(loop, EVRUN_ONCE);
  lws_context_destroy(context);
  ev_loop_destroy(loop);
  return 0;
}
