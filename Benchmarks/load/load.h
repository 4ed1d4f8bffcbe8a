// The declarations that the load generator's parts share. It has one thread. Sizes are in bytes, times in nanoseconds.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// A phase of the measurement.
struct phase {
  int connections;  // The number of connections that make calls.
  int depth;        // The number of pending calls per connection.
  int per_frame;    // The number of calls per message of the bridge, or per write to other servers.
};
extern struct phase *phase;  // The current phase.

#define PHASES 16
#define PORTS 8
struct options {
  int ports[PORTS];    // The servers' ports. The pages are distributed over them.
  int port_count;
  bool is_tls;
  bool is_bridge;      // The server implements docs/guides/protocol.md. Otherwise a message is a JSON object.
  bool acks_together;  // Whether messages are acknowledged together with the next calls, like by the page script.
  struct phase phases[PHASES];
  int phase_count;
  int idle;            // The number of idle connections, which are opened first.
  int openings;        // The number of connections that are opened at a time.
  int broadcasts;      // The number of broadcasts to all pages, instead of calls.
  long calls;          // The number of calls per phase, rounded up to whole messages, instead of a time.
  double seconds;      // The measured time.
  double warmup;       // The time before the measurement, in seconds.
  double pause;        // The measured time without calls after the opening, in seconds.
  pid_t pid;           // The server's process, for its CPU time and memory. 0 for none.
};
extern struct options options;

enum state { NEW, HELLO, UPGRADE, GREETING, OPEN };

struct call {
  uint32_t number;  // 0 if the entry is free.
  int64_t sent;
};

struct bytes {
  uint8_t *start;
  size_t size, room;
};

// A connection, or one that is being opened.
struct page {
  int fd;
  int port;  // The server's port.
  struct ssl_st *tls;  // NULL without TLS.
  bool is_connecting;
  enum state state;
  bool calls;
  bool ack_due;
  uint32_t next;      // The number of the next line.
  uint32_t received;  // The number of the server's last message.
  int flying;         // The number of pending calls.
  struct call *sent;  // A ring of calls, by number.
  struct bytes in;    // Incomplete data that was read.
  struct bytes message;  // The fragments of an incomplete message.
  struct bytes out;   // Data that was not written yet.
  char document[33], ticket[80], cookie[160];
};

// loop.c
int64_t now(void);
void append(struct bytes *bytes, const void *more, size_t size);
void connect_page(struct page *page, int source);
void disconnect(struct page *page);
extern bool holds_back;  // Pages send nothing until this becomes false.
void send_bytes(struct page *page, const void *bytes, size_t size);
void release(struct page *page);
void poll_pages(int64_t until);
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

// tls.c
uint32_t tls_handshake(struct page *page);  // Returns the epoll events to wait for; 0 after the handshake.
ssize_t tls_read(struct page *page, void *to, size_t size);  // Like read(2).
ssize_t tls_write(struct page *page, const void *bytes, size_t size);
bool tls_has_more(struct page *page);  // Whether TLS holds data that it has already read from the socket.
void tls_end(struct page *page);

// opening.c: opens pages.
extern int opened;
void open_pages(struct page *pages, int count);
void connected(struct page *page);
size_t opening_read(struct page *page, const uint8_t *bytes, size_t size);
void welcomed(struct page *page);

// websocket.c
extern long frames_read;  // The number of frames that all pages have read, including control frames.
size_t websocket_read(struct page *page, const uint8_t *bytes, size_t size);
uint8_t *begin_frame(void);  // Returns the buffer for a payload of at most FRAME_ROOM bytes.
void end_frame(uint8_t *end, int opcode);
void flush_frames(struct page *page);
#define FRAME_ROOM (1 << 18)

// protocol.c: writes and reads messages.
void apply_message(struct page *page, const char *text, size_t size);
void write_calls(struct page *page, int count);
void write_ready(struct page *page);
void write_broadcast(struct page *page);
void write_acknowledgement(struct page *page);
void write_leaving(void);

// calls.c: the pending calls and their answers.
extern bool is_calling;
extern long answered;  // The number of calls that were answered since the start of the measurement.
uint32_t begin_call(struct page *page);
int input_of(uint32_t number);
void end_call(struct page *page, uint32_t number, long value);
void refill(struct page *page);
void reset_measurement(void);

// broadcast.c
void reached(struct page *page);
void run_broadcasts(struct page *pages, int count);

// histogram.c: times, with an error of at most 1.6 %.
void record(int64_t time);
void clear_histogram(void);
double percentile(double share);  // The time that this share of the calls did not exceed, in microseconds.
double longest(void);

// process.c: the server's CPU time and memory.
double cpu_seconds(pid_t pid);
long resident_kilobytes(pid_t pid);
