// The pending calls and their answers.
#include <stdlib.h>
#include "load.h"

bool is_calling;
long answered;
static long begun;
static int64_t read_time;  // The time at which the current answers were read.

// Returns the size of the ring of pending calls: at least four times as many as are pending in any phase. So a number
// is still free when it is reused, even if answers arrive out of order.
static uint32_t ring(void) {
  static uint32_t size;
  if (size) return size;
  uint32_t deepest = 1;
  for (int i = 0; i < options.phase_count; i++)
    if ((uint32_t)options.phases[i].depth > deepest) deepest = (uint32_t)options.phases[i].depth;
  for (size = 4; size < 4 * deepest;) size *= 2;
  return size;
}

int input_of(uint32_t number) { return (int)(number * 7919ull % 100000); }

uint32_t begin_call(struct page *page) {
  if (!page->sent && !(page->sent = calloc(ring(), sizeof *page->sent))) fail("no memory");
  uint32_t number = page->next++;
  struct call *call = &page->sent[number & (ring() - 1)];
  if (call->number) fail("call %u has no answer when call %u is sent", call->number, number);
  *call = (struct call){.number = number, .sent = read_time ? read_time : now()};
  page->flying++;
  begun++;
  return number;
}

void end_call(struct page *page, uint32_t number, long value) {
  struct call *call = page->sent ? &page->sent[number & (ring() - 1)] : NULL;
  if (!call || call->number != number || !number) fail("call %u was answered but is not pending", number);
  if (value != input_of(number) + 1) fail("the answer to addingOne(%d) was %ld", input_of(number), value);
  if (!read_time) read_time = now();
  record(read_time - call->sent);
  call->number = 0;
  page->flying--;
  answered++;
}

// Sends calls, in whole messages, until `depth` calls are pending.
void refill(struct page *page) {
  if (page->calls && is_calling && page->state == OPEN) {
    if (read_time) read_time = now();
    while (phase->depth - page->flying >= phase->per_frame && (!options.calls || begun < options.calls))
      write_calls(page, phase->per_frame);
  }
  read_time = 0;
}

void reset_measurement(void) {
  clear_histogram();
  answered = begun = 0;
}
