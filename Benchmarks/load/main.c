// Simulates many pages that call a WebSocket server. Checks every answer, and writes the results as JSON.
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include "load.h"

struct options options = {
    .phases = {{1, 1, 1}}, .phase_count = 1, .openings = 64, .seconds = 1, .warmup = 0.3};

static const char usage[] =
    "load --port N[,N...] [--tls] [--bridge] [--acks-together] [--phases 64x16x1,...] [--idle N] [--seconds S] [--warmup S]\n"
    "     [--calls N] [--broadcasts N] [--openings N] [--pause S] [--pid N]\n"
    "A phase: calling connections x pending calls per connection x calls per message.\n";

static _Noreturn void misused(void) {
  fputs(usage, stderr);
  exit(2);
}

static void parse_phases(const char *text) {
  options.phase_count = 0;
  while (*text) {
    struct phase phase;
    int size = 0;
    if (options.phase_count == PHASES ||
        sscanf(text, "%dx%dx%d%n", &phase.connections, &phase.depth, &phase.per_frame, &size) != 3 ||
        phase.connections < 1 || phase.per_frame < 1 || phase.per_frame > phase.depth)
      misused();
    options.phases[options.phase_count++] = phase;
    text += size;
    if (*text == ',') text++;
  }
}

static void parse_ports(const char *text) {
  for (char *end; *text; text = *end ? end + 1 : end) {
    long port = strtol(text, &end, 10);
    if (options.port_count == PORTS || end == text || (*end && *end != ',')) misused();
    options.ports[options.port_count++] = (int)port;
  }
}

static void parse_options(int count, char **arguments) {
  enum { PORT, TLS, BRIDGE, ACKS, PHASE_LIST, IDLE, SECONDS, WARMUP, CALLS, BROADCASTS, OPENINGS, PAUSE, PID };
  static const struct option known[] = {
      {"port", 1, 0, PORT},       {"bridge", 0, 0, BRIDGE},         {"acks-together", 0, 0, ACKS},
      {"phases", 1, 0, PHASE_LIST}, {"idle", 1, 0, IDLE},           {"seconds", 1, 0, SECONDS},
      {"warmup", 1, 0, WARMUP},   {"calls", 1, 0, CALLS},           {"broadcasts", 1, 0, BROADCASTS},
      {"openings", 1, 0, OPENINGS}, {"pause", 1, 0, PAUSE},         {"pid", 1, 0, PID},
      {"tls", 0, 0, TLS},         {0, 0, 0, 0}};
  for (int option; (option = getopt_long(count, arguments, "", known, NULL)) != -1;) {
    switch (option) {
      case PORT: parse_ports(optarg); break;
      case TLS: options.is_tls = true; break;
      case BRIDGE: options.is_bridge = true; break;
      case ACKS: options.acks_together = true; break;
      case PHASE_LIST: parse_phases(optarg); break;
      case IDLE: options.idle = atoi(optarg); break;
      case SECONDS: options.seconds = atof(optarg); break;
      case WARMUP: options.warmup = atof(optarg); break;
      case CALLS: options.calls = atol(optarg); break;
      case BROADCASTS: options.broadcasts = atoi(optarg); break;
      case OPENINGS: options.openings = atoi(optarg); break;
      case PAUSE: options.pause = atof(optarg); break;
      case PID: options.pid = atoi(optarg); break;
      default: misused();
    }
  }
  if (!options.port_count || !options.phase_count) misused();
}

static struct page *pages;
static int page_count;
struct phase *phase;

static void call_for(double seconds) {
  int64_t end = now() + (int64_t)(seconds * 1e9);
  while (now() < end) poll_pages(end);
}

static void drain(void) {
  int64_t end = now() + 120000000000ll;
  for (int i = 0; i < page_count; i++)
    while (pages[i].flying) {
      poll_pages(end);
      if (now() > end) fail("calls were not answered in 120 s");
    }
}

static void start_calling(void) {
  is_calling = true;
  for (int i = 0; i < phase->connections; i++) {
    struct page *page = &pages[options.idle + i];
    page->calls = true;
    refill(page);
    flush_frames(page);
  }
}

static void stop_calling(void) {
  is_calling = false;
  for (int i = 0; i < page_count; i++) pages[i].calls = false;
  drain();
}

// Measures open pages without calls.
static void rest(void) {
  double server = cpu_seconds(options.pid);
  long frames = frames_read;
  call_for(options.pause);
  printf("{\"pages\": %d, \"seconds\": %.1f, \"server_cpu_percent\": %.3f, \"frames_per_page\": %.2f}\n", page_count, options.pause,
         options.pid ? (cpu_seconds(options.pid) - server) / options.pause * 100 : 0, (double)(frames_read - frames) / page_count);
}

static void measure(double opening, double page_kilobytes) {
  if (!options.calls && !options.broadcasts) {
    start_calling();
    call_for(options.warmup);
  }
  reset_measurement();
  double server = cpu_seconds(options.pid), own = cpu_seconds(0);
  int64_t start = now();
  if (options.broadcasts) {
    run_broadcasts(pages, page_count);
  } else if (options.calls) {
    start_calling();
    drain();
  } else {
    call_for(options.seconds);
  }
  double seconds = (double)(now() - start) / 1e9;
  server = cpu_seconds(options.pid) - server;
  own = cpu_seconds(0) - own;
  long calls = options.broadcasts ? options.broadcasts : answered;
  printf(
      "{\"calls\": %ld, \"seconds\": %.3f, \"per_second\": %.0f, \"p50_us\": %.1f, \"p99_us\": %.1f, \"max_us\": %.1f,"
      " \"server_cpu_us\": %.3f, \"load_cpu_us\": %.3f, \"opening_seconds\": %.2f, \"page_kilobytes\": %.2f}\n",
      calls, seconds, (double)calls / seconds, percentile(0.5), percentile(0.99), longest(),
      options.pid ? server / (double)calls * 1e6 : 0, own / (double)calls * 1e6, opening, page_kilobytes);
  stop_calling();
}

int main(int count, char **arguments) {
  parse_options(count, arguments);
  signal(SIGPIPE, SIG_IGN);
  struct rlimit files;
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  srandom((unsigned)now());

  int calling = 0;
  for (int i = 0; i < options.phase_count; i++)
    if (options.phases[i].connections > calling) calling = options.phases[i].connections;
  page_count = options.idle + calling;
  pages = calloc((size_t)page_count, sizeof *pages);
  long before = options.pid ? resident_kilobytes(options.pid) : 0;
  int64_t start = now();
  open_pages(pages, page_count);
  double opening = (double)(now() - start) / 1e9;
  call_for(0.2);  // Completes the work that the opening has caused.
  long after = options.pid ? resident_kilobytes(options.pid) : 0;
  if (options.pause > 0) rest();
  for (int i = 0; i < options.phase_count; i++) {
    phase = &options.phases[i];
    measure(opening, (double)(after - before) / page_count);
  }
  for (int i = 0; i < page_count; i++) {
    write_leaving();
    flush_frames(&pages[i]);
    disconnect(&pages[i]);
  }
  return 0;
}
