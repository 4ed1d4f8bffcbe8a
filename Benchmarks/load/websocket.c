// WebSocket frames (RFC 6455). The client masks its frames, and the server does not.
#include <string.h>
#include "load.h"

// The buffer of frames that are sent in one write. Each has room for the longest header.
static uint8_t out[1 << 20];
static size_t out_size;
static const uint8_t mask[8] = {0x37, 0xfa, 0x21, 0x3d, 0x37, 0xfa, 0x21, 0x3d};
static uint8_t payload[FRAME_ROOM + 8];

long frames_read;

uint8_t *begin_frame(void) { return payload; }

void end_frame(uint8_t *end, int opcode) {
  size_t size = (size_t)(end - payload);
  if (size > FRAME_ROOM || out_size + size + 22 > sizeof out) fail("a WebSocket frame is too large");
  uint8_t *to = out + out_size;
  *to++ = (uint8_t)(0x80 | opcode);
  int extra = size < 126 ? 0 : size < 65536 ? 2 : 8;
  *to++ = (uint8_t)(0x80 | (extra == 0 ? size : extra == 2 ? 126 : 127));
  for (int i = extra - 1; i >= 0; i--) *to++ = (uint8_t)(size >> (8 * i));
  memcpy(to, mask, 4);
  to += 4;
  uint64_t all, word;
  memcpy(&all, mask, 8);
  for (size_t i = 0; i < size; i += 8) {
    memcpy(&word, payload + i, 8);
    word ^= all;
    memcpy(to + i, &word, 8);
  }
  out_size = (size_t)(to - out) + size;
}

void flush_frames(struct page *page) {
  if (out_size) send_bytes(page, out, out_size);
  out_size = 0;
}

static void control(int opcode, const uint8_t *bytes, size_t size) {
  if (opcode == 8)
    fail("the server closed a socket: %d %.*s", size > 1 ? bytes[0] << 8 | bytes[1] : 0, size > 2 ? (int)size - 2 : 0,
         bytes + 2);
  if (opcode != 9) return;
  memcpy(begin_frame(), bytes, size);
  end_frame(begin_frame() + size, 10);
}

// Reads all complete frames, and then sends the resulting messages in one write.
size_t websocket_read(struct page *page, const uint8_t *bytes, size_t size) {
  size_t used = 0;
  while (size - used >= 2) {
    const uint8_t *at = bytes + used;
    size_t length = at[1], header = 2;
    if (length > 127) fail("the server masks its WebSocket frames");
    if (length > 125) {
      header = length == 126 ? 4 : 10;
      if (size - used < header) break;
      length = 0;
      for (size_t i = 2; i < header; i++) length = length << 8 | at[i];
    }
    if (size - used < header + length) break;
    used += header + length;
    frames_read++;
    int opcode = at[0] & 15;
    bool is_last = at[0] & 0x80;
    if (opcode >= 8) {
      control(opcode, at + header, length);
    } else if (is_last && opcode) {
      apply_message(page, (const char *)at + header, length);
    } else {
      append(&page->message, at + header, length);
      if (is_last) {
        apply_message(page, (const char *)page->message.start, page->message.size);
        page->message.size = 0;
      }
    }
  }
  if (page->ack_due && !options.acks_together) write_acknowledgement(page);
  refill(page);
  if (page->ack_due) write_acknowledgement(page);
  flush_frames(page);
  return used;
}
