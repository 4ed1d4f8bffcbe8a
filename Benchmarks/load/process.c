#include <stdio.h>
#include <string.h>
#include <time.h>
#include "load.h"

double cpu_seconds(pid_t pid) {
  clockid_t clock = CLOCK_PROCESS_CPUTIME_ID;
  struct timespec time;
  if (pid && clock_getcpuclockid(pid, &clock)) fail("there is no process %d", pid);
  if (clock_gettime(clock, &time)) fail("the CPU time of process %d cannot be read", pid);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

long resident_kilobytes(pid_t pid) {
  char path[64], line[256];
  snprintf(path, sizeof path, "/proc/%d/status", pid);
  FILE *file = fopen(path, "r");
  if (!file) fail("%s cannot be read", path);
  long size = 0;
  while (fgets(line, sizeof line, file) && sscanf(line, "VmRSS: %ld", &size) != 1) continue;
  fclose(file);
  return size;
}
