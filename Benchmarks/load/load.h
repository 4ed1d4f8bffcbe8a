// What the parts of the load generator share. One thread; every size is in bytes, every time in nanoseconds.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// A part of the measurement.
struct phase {
  int connections;  // that call
  int depth;        // calls in flight on each
  int per_frame;    // calls that leave together: in one frame of the bridge, in one write to others
};
extern struct phase *phase;  // the present one

#define PHASES 16
struct options {
  int port;
  bool is_tls;
  bool is_bridge;      // speaks docs/guides/protocol.md; otherwise one JSON object per message
  bool acks_together;  // acknowledges with the next calls; the shim does it in a frame of its own before them
  struct phase phases[PHASES];
  int phase_count;
  int idle;            // connections that are opened first and do nothing
  int openings;        // under way at one time
  int broadcasts;      // instead of calls: how often all pages are reached
  long calls;          // so many in each phase, rounded up to whole frames, instead of for a time
  double seconds;      // that are measured
  double warmup;       // seconds before them
  double pause;        // seconds after the opening, in which nobody calls; they are measured first
  pid_t pid;           // the server's, whose CPU time and memory are read; 0 for none
};
extern struct options options;

enum state { NEW, HELLO, UPGRADE, GREETING, OPEN };

struct call {
  uint32_t number;  // 0: free
  int64_t sent;
};

struct bytes {
  uint8_t *start;
  size_t size, room;
};

// A connection, or one to be.
struct page {
  int fd;
  struct ssl_st *tls;  // NULL for none
  bool is_connecting;
  enum state state;
  bool calls;
  bool ack_due;
  uint32_t next;      // number of the next message
  uint32_t received;  // last frame of the server
  int flying;         // calls without an answer
  struct call *sent;  // a ring, by number
  struct bytes in;    // read, and not whole yet
  struct bytes message;  // the parts of a message that came in several
  struct bytes out;   // not written yet
  char document[33], ticket[80], cookie[160];
};

// loop.c
int64_t now(void);
void append(struct bytes *bytes, const void *more, size_t size);
void connect_page(struct page *page, int source);
void disconnect(struct page *page);
extern bool holds_back;  // pages say nothing until they are released
void send_bytes(struct page *page, const void *bytes, size_t size);
void release(struct page *page);
void poll_pages(int64_t until);
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

// tls.c
uint32_t tls_handshake(struct page *page);  // what epoll is to wait for until it goes on; 0 when it is over
ssize_t tls_read(struct page *page, void *to, size_t size);  // as read(2)
ssize_t tls_write(struct page *page, const void *bytes, size_t size);
bool tls_has_more(struct page *page);  // of what was read from the socket
void tls_end(struct page *page);

// opening.c: from nothing to a page that may call.
extern int opened;
void open_pages(struct page *pages, int count);
void connected(struct page *page);
size_t opening_read(struct page *page, const uint8_t *bytes, size_t size);
void welcomed(struct page *page);

// websocket.c
extern long frames_read;  // of all pages, control frames included
size_t websocket_read(struct page *page, const uint8_t *bytes, size_t size);
uint8_t *begin_frame(void);  // room for a payload, at most FRAME_ROOM
void end_frame(uint8_t *end, int opcode);
void flush_frames(struct page *page);
#define FRAME_ROOM (1 << 18)

// protocol.c: what messages say.
void apply_message(struct page *page, const char *text, size_t size);
void write_calls(struct page *page, int count);
void write_ready(struct page *page);
void write_broadcast(struct page *page);
void write_acknowledgement(struct page *page);
void write_leaving(void);

// calls.c: what is in flight, and what came of it.
extern bool is_calling;
extern long answered;  // since the measurement began
uint32_t begin_call(struct page *page);
int input_of(uint32_t number);
void end_call(struct page *page, uint32_t number, long value);
void refill(struct page *page);
void reset_measurement(void);

// broadcast.c
void reached(struct page *page);
void run_broadcasts(struct page *pages, int count);

// histogram.c: of times, to 1.6 %.
void record(int64_t time);
void clear_histogram(void);
double percentile(double share);  // in microseconds
double longest(void);

// process.c: the server, from outside.
double cpu_seconds(pid_t pid);
long resident_kilobytes(pid_t pid);
