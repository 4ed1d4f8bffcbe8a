// One page makes a call, and the server evaluates a script in all pages.
#include <stdio.h>
#include "load.h"

static int reached_count;

void reached(struct page *page) {
  (void)page;
  reached_count++;
}

void run_broadcasts(struct page *pages, int count) {
  clear_histogram();
  for (int i = 0; i < options.broadcasts; i++) {
    // Waits until the previous broadcast has ended. The first batch after an idle time is sent immediately.
    for (int64_t end = now() + 300000000; now() < end;) poll_pages(end);
    reached_count = 0;
    int64_t start = now();
    write_broadcast(pages);
    flush_frames(pages);
    // Real pages run on other machines, and their answers arrive later. So here the pages answer only after all of them
    // have been reached. Earlier answers would take processor time from the server and from this program.
    holds_back = true;
    while (reached_count < count) {
      poll_pages(start + 10000000000ll);
      if (now() - start > 10000000000ll) fail("only %d of %d pages were reached in 10 s", reached_count, count);
    }
    record(now() - start);
    holds_back = false;
    for (int j = 0; j < count; j++) release(&pages[j]);
  }
}
