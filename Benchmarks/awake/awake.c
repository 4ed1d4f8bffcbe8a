// Prevents the processors from halting, with one thread of the lowest priority per processor. Exits with its parent.
//
// A virtual machine returns an idle processor to its host. Getting the processor back takes longer than a call.
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

static void *spin(void *nothing) {
  for (;;) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }
  return nothing;
}

int main(void) {
  const struct sched_param none = {0};
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (sched_setscheduler(0, SCHED_IDLE, &none)) return perror("sched_setscheduler"), 1;
  for (long left = sysconf(_SC_NPROCESSORS_ONLN) - 1; left > 0; left--) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, spin, NULL)) return perror("pthread_create"), 1;
  }
  spin(NULL);
}
