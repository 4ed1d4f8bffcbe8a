#ifndef SNIPPETBRIDGE_CLINUX_H
#define SNIPPETBRIDGE_CLINUX_H

/* Headers that Swift's Glibc module does not contain. */
#include <fcntl.h>
#include <stdio.h>
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <unistd.h>

static inline void sb_name_this_thread(const char *name) { prctl(PR_SET_NAME, name); }

/* Calls accept4. glibc declares it only with _GNU_SOURCE, which would change types that other modules share. */
static inline int sb_accept(int listener, struct sockaddr *address, socklen_t *length) {
  return (int)syscall(SYS_accept4, listener, address, length, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

/* Calls pipe2, for the same reason. New processes do not inherit the ends. */
static inline int sb_pipe(int *ends) { return (int)syscall(SYS_pipe2, ends, O_CLOEXEC); }

/* Lets the C library return freed blocks of at least this size to the system at once. No effect if the C library does
   not have this setting. */
static inline void sb_return_blocks_of(int bytes) {
#ifdef M_MMAP_THRESHOLD
  mallopt(M_MMAP_THRESHOLD, bytes);
#else
  (void)bytes;
#endif
}

/* Returns the unused pages of all heaps to the system. No effect if the C library does not have such a function. */
static inline void sb_return_free_pages(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

/* Sets the maximum number of heaps, which all threads share. No effect if the C library does not have this setting. */
static inline void sb_limit_heaps(int count) {
#ifdef M_ARENA_MAX
  mallopt(M_ARENA_MAX, count);
#else
  (void)count;
#endif
}

/* Makes the C library write each line of standard output at once. Swift cannot access the variable `stdout`. */
static inline void sb_write_each_line(void) { setvbuf(stdout, NULL, _IOLBF, 0); }

/* Returns whether the system's clock follows a time server. An unknown state counts as true. */
static inline int sb_clock_is_synchronized(void) {
  struct timex state = {0};
  return adjtimex(&state) == -1 || !(state.status & STA_UNSYNC);
}

#endif
