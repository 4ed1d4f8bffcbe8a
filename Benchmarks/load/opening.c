// Opens a page: says hello, which returns a cookie and a ticket, and opens the socket. Other servers need no hello.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "load.h"

int opened;
static struct page *first;
static int begun, wanted;

static void begin_next(void) {
  if (begun == wanted) return;
  struct page *page = first + begun++;
  page->next = 1;
  page->port = options.ports[begun % options.port_count];
  page->state = options.is_bridge ? HELLO : UPGRADE;
  connect_page(page, begun);
}

void open_pages(struct page *pages, int count) {
  first = pages;
  begun = opened = 0;
  wanted = count;
  for (int i = 0; i < options.openings; i++) begin_next();
  int64_t end = now() + 120 * 1000000000ll;
  while (opened < count) {
    poll_pages(end);
    if (now() > end) fail("only %d of %d connections opened in 120 s", opened, count);
  }
}

void welcomed(struct page *page) {
  page->state = OPEN;
  opened++;
  begin_next();
}

static const char *scheme(void) { return options.is_tls ? "https" : "http"; }

static void say_hello(struct page *page) {
  char body[512], head[1024];
  snprintf(page->document, sizeof page->document, "%016lx%08x%08x", now(), (unsigned)random(), (unsigned)random());
  int size = snprintf(
      body, sizeof body,
      "{\"protocol\":1,\"document\":\"%s\",\"key\":\"%s\",\"webView\":null,\"first\":1,\"received\":0,"
      "\"url\":\"%s://127.0.0.1:%d/\"}",
      page->document, page->document, scheme(), page->port);
  int all = snprintf(
      head, sizeof head,
      "POST /_bridge/hello HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: %s://127.0.0.1:%d\r\nBridge-Document: %s\r\n"
      "Content-Type: text/plain;charset=UTF-8\r\nContent-Length: %d\r\n\r\n%s",
      page->port, scheme(), page->port, page->document, size, body);
  send_bytes(page, head, (size_t)all);
}

static void upgrade(struct page *page) {
  char head[1024];
  int size = snprintf(
      head, sizeof head,
      "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: %s://127.0.0.1:%d\r\nConnection: Upgrade\r\n"
      "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n%s%s%s\r\n",
      options.is_bridge ? "/_bridge/socket" : "/", page->port, scheme(), page->port,
      options.is_bridge ? "Sec-WebSocket-Protocol: snippetbridge.1\r\nCookie: " : "", page->cookie,
      options.is_bridge ? "\r\n" : "");
  send_bytes(page, head, (size_t)size);
}

void connected(struct page *page) {
  if (page->state == HELLO) say_hello(page);
  else upgrade(page);
}

static void copy(char *to, size_t room, const char *text, const char *after, const char *until) {
  const char *start = strstr(text, after);
  if (!start) fail("no %s in \"%s\"", after, text);
  start += strlen(after);
  size_t size = strcspn(start, until);
  if (size >= room) fail("%s is too long in \"%s\"", after, text);
  memcpy(to, start, size);
  to[size] = 0;
}

size_t opening_read(struct page *page, const uint8_t *bytes, size_t size) {
  char text[8192];
  if (size >= sizeof text) fail("an answer is longer than %zu bytes", sizeof text);
  memcpy(text, bytes, size);
  text[size] = 0;
  char *end = strstr(text, "\r\n\r\n");
  if (!end) return 0;
  if (page->state == HELLO) {
    char *length = strcasestr(text, "\r\ncontent-length:");
    if (strncmp(text, "HTTP/1.1 200", 12) || !length) fail("hello was answered \"%s\"", text);
    if (size < (size_t)(end + 4 - text) + strtoul(length + 17, NULL, 10)) return 0;
    char *cookie = strcasestr(text, "\r\nset-cookie:");
    if (!cookie) fail("no cookie in \"%s\"", text);
    copy(page->cookie, sizeof page->cookie, cookie, ": ", ";\r");
    copy(page->ticket, sizeof page->ticket, end, "\"ticket\":\"", "\"");
    disconnect(page);
    page->state = UPGRADE;
    connect_page(page, (int)(page - first) + 1);
    return size;
  }
  if (strncmp(text, "HTTP/1.1 101", 12) || !strstr(text, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
    fail("the upgrade was answered \"%s\"", text);
  page->state = GREETING;
  if (options.is_bridge) {
    uint8_t *start = begin_frame();
    int written = snprintf(
        (char *)start, 512, "hello {\"document\":\"%s\",\"ticket\":\"%s\",\"received\":0}", page->document, page->ticket);
    end_frame(start + written, 1);
    flush_frames(page);
  } else {
    welcomed(page);
  }
  size_t head = (size_t)(end + 4 - text);
  return head + websocket_read(page, bytes + head, size - head);
}
