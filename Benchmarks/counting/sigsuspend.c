// Loaded before a program under valgrind 3.19, which writes to the mask that libdispatch's main thread waits with. The
// mask is constant.
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int sigsuspend(const sigset_t *mask) {
  sigset_t copy = *mask;
  return (int)syscall(SYS_rt_sigsuspend, &copy, _NSIG / 8);
}
