// A log-linear histogram with 32 steps per power of two.
#include <string.h>
#include "load.h"

static uint64_t counts[64][64];
static uint64_t total;
static int64_t most;

void record(int64_t time) {
  uint64_t value = time < 0 ? 0 : (uint64_t)time;
  int shift = value < 64 ? 0 : 58 - __builtin_clzll(value);
  counts[shift][value >> shift]++;
  total++;
  if (time > most) most = time;
}

void clear_histogram(void) {
  memset(counts, 0, sizeof counts);
  total = 0;
  most = 0;
}

double percentile(double share) {
  uint64_t rank = (uint64_t)(share * (double)total), seen = 0;
  for (int shift = 0; shift < 64; shift++) {
    for (int step = 0; step < 64; step++) {
      seen += counts[shift][step];
      if (seen > rank) return (step + 0.5) * (double)(1ull << shift) / 1000;
    }
  }
  return longest();
}

double longest(void) { return (double)most / 1000; }
