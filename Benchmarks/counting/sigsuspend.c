// Preloaded into a program under valgrind 3.19 (LD_PRELOAD). valgrind writes to the signal mask that libdispatch's main
// thread passes to sigsuspend. But that mask is in constant memory, so this function passes a copy of it.
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int sigsuspend(const sigset_t *mask) {
  sigset_t copy = *mask;
  return (int)syscall(SYS_rt_sigsuspend, &copy, _NSIG / 8);
}
