#ifndef SNIPPETBRIDGE_CLINUX_H
#define SNIPPETBRIDGE_CLINUX_H

/* What Swift's Glibc module leaves out. */
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline void sb_name_this_thread(const char *name) { prctl(PR_SET_NAME, name); }

/* accept4, which glibc declares only with _GNU_SOURCE; that in turn changes types other modules share. */
static inline int sb_accept(int listener, struct sockaddr *address, socklen_t *length) {
  return (int)syscall(SYS_accept4, listener, address, length, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

/* Blocks of this size and more are returned to the system when they are freed. No effect where the C library has no
   such setting. */
static inline void sb_return_blocks_of(int bytes) {
#ifdef M_MMAP_THRESHOLD
  mallopt(M_MMAP_THRESHOLD, bytes);
#else
  (void)bytes;
#endif
}

/* Gives back whole pages of memory that nothing uses, of all heaps. No effect where the C library has no such function.
*/
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

#endif
