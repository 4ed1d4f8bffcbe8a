// The sockets and epoll.
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include "load.h"

bool holds_back = false;

static int queue = -1;
static uint8_t scratch[1 << 22];

int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000ll + time.tv_nsec;
}

void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("load: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  exit(1);
}

void append(struct bytes *bytes, const void *more, size_t size) {
  if (bytes->size + size > bytes->room) {
    bytes->room = 2 * (bytes->size + size);
    bytes->start = realloc(bytes->start, bytes->room);
    if (!bytes->start) fail("no memory");
  }
  memcpy(bytes->start + bytes->size, more, size);
  bytes->size += size;
}

static void watch(struct page *page, int operation, uint32_t events) {
  struct epoll_event event = {.events = events, .data.ptr = page};
  if (epoll_ctl(queue, operation, page->fd, &event)) fail("epoll_ctl: %s", strerror(errno));
}

// Connects from 16 addresses of this machine. One address has too few ports for tens of thousands of connections.
void connect_page(struct page *page, int source) {
  if (queue < 0) queue = epoll_create1(0);
  struct sockaddr_in from = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK + (uint32_t)source % 16)};
  struct sockaddr_in to = {
      .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK), .sin_port = htons((uint16_t)page->port)};
  int one = 1;
  page->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  if (page->fd < 0) fail("socket: %s", strerror(errno));
  setsockopt(page->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  setsockopt(page->fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &one, sizeof one);
  if (bind(page->fd, (struct sockaddr *)&from, sizeof from)) fail("bind: %s", strerror(errno));
  if (connect(page->fd, (struct sockaddr *)&to, sizeof to) && errno != EINPROGRESS)
    fail("connect: %s", strerror(errno));
  page->in.size = page->out.size = 0;
  page->is_connecting = true;
  watch(page, EPOLL_CTL_ADD, EPOLLOUT);
}

void disconnect(struct page *page) {
  if (page->tls) tls_end(page);
  close(page->fd);
  page->fd = -1;
}

static ssize_t write_some(struct page *page, const void *bytes, size_t size) {
  return page->tls ? tls_write(page, bytes, size) : write(page->fd, bytes, size);
}

static void write_out(struct page *page) {
  ssize_t written = write_some(page, page->out.start, page->out.size);
  if (written < 0 && errno != EAGAIN) fail("write: %s", strerror(errno));
  if (written > 0) {
    page->out.size -= (size_t)written;
    memmove(page->out.start, page->out.start + written, page->out.size);
  }
}

void send_bytes(struct page *page, const void *bytes, size_t size) {
  ssize_t written = page->out.size || holds_back ? 0 : write_some(page, bytes, size);
  if (written < 0 && errno != EAGAIN) fail("write: %s", strerror(errno));
  if (written < 0) written = 0;
  if ((size_t)written == size) return;
  append(&page->out, (const uint8_t *)bytes + written, size - (size_t)written);
  if (!holds_back) watch(page, EPOLL_CTL_MOD, EPOLLIN | EPOLLOUT);
}

void release(struct page *page) {
  if (page->out.size) write_out(page);
  if (page->out.size) watch(page, EPOLL_CTL_MOD, EPOLLIN | EPOLLOUT);
}

// Reads from a socket. Returns whether data was available.
static bool read_once(struct page *page) {
  size_t size = page->in.size;
  memcpy(scratch, page->in.start, size);
  size_t room = sizeof scratch - size;
  ssize_t count = page->tls ? tls_read(page, scratch + size, room) : read(page->fd, scratch + size, room);
  if (count < 0 && errno == EAGAIN) return false;
  if (count <= 0) fail("the server closed a connection (%s)", count ? strerror(errno) : "end");
  size += (size_t)count;
  size_t used = page->state >= GREETING ? websocket_read(page, scratch, size) : opening_read(page, scratch, size);
  page->in.size = 0;
  if (used < size) append(&page->in, scratch + used, size - used);
  if (page->in.size == sizeof scratch) fail("a message is larger than %zu bytes", sizeof scratch);
  return true;
}

// Handles a socket's event. Reads until TLS has no more data, because epoll does not report data that TLS has already
// read from the socket.
static void read_in(struct page *page) {
  while (read_once(page) && tls_has_more(page)) continue;
}

static void go_on_connecting(struct page *page) {
  int error = 0;
  socklen_t size = sizeof error;
  getsockopt(page->fd, SOL_SOCKET, SO_ERROR, &error, &size);
  if (error) fail("connect: %s", strerror(error));
  uint32_t awaited = options.is_tls ? tls_handshake(page) : 0;
  watch(page, EPOLL_CTL_MOD, awaited ? awaited : EPOLLIN);
  if (awaited) return;
  page->is_connecting = false;
  connected(page);
}

static void ready(struct page *page, uint32_t events) {
  if (page->is_connecting) return go_on_connecting(page);
  if (events & EPOLLOUT) {
    if (page->out.size) write_out(page);
    if (!page->out.size) watch(page, EPOLL_CTL_MOD, EPOLLIN);
  }
  if (events & (EPOLLIN | EPOLLHUP | EPOLLERR)) read_in(page);
}

// Handles the available events once. Without one, waits until the given time.
void poll_pages(int64_t until) {
  struct epoll_event events[256];
  int64_t left = (until - now() + 999999) / 1000000;
  int count = epoll_wait(queue, events, 256, left < 0 ? 0 : (int)left);
  if (count < 0 && errno != EINTR) fail("epoll_wait: %s", strerror(errno));
  for (int i = 0; i < count; i++) ready(events[i].data.ptr, events[i].events);
}
