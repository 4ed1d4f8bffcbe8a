// Writes and reads messages: lines of docs/guides/protocol.md, or {"id":1,"method":"addingOne","data":2} with the
// answer {"id":1,"data":3}.
#include <stdlib.h>
#include <string.h>
#include "load.h"

static uint8_t *text(uint8_t *to, const char *text) {
  size_t size = strlen(text);
  memcpy(to, text, size);
  return to + size;
}

static uint8_t *number(uint8_t *to, uint32_t value) {
  uint8_t digits[10];
  int count = 0;
  do digits[count++] = (uint8_t)('0' + value % 10);
  while (value /= 10);
  while (count) *to++ = digits[--count];
  return to;
}

static const char *parse(const char *at, const char *end, long *value) {
  bool is_negative = at < end && *at == '-';
  if (is_negative) at++;
  const char *start = at;
  *value = 0;
  while (at < end && *at >= '0' && *at <= '9') *value = *value * 10 + (*at++ - '0');
  if (at == start) fail("no number in \"%.*s\"", (int)(end - start), start);
  if (is_negative) *value = -*value;
  return at;
}

static uint8_t *acknowledgement(struct page *page, uint8_t *to) {
  page->ack_due = false;
  return number(text(to, "ack "), page->received);
}

void write_acknowledgement(struct page *page) { end_frame(acknowledgement(page, begin_frame()), 1); }

void write_ready(struct page *page) {
  end_frame(text(number(text(begin_frame(), "event "), page->next++), " ready null"), 1);
}

void write_broadcast(struct page *page) {
  end_frame(text(number(text(begin_frame(), "ask "), page->next++), " all.broadcast null"), 1);
}

// Closes the socket like a browser whose tab is closed.
void write_leaving(void) {
  uint8_t *to = begin_frame();
  *to++ = 1001 >> 8;
  *to++ = 1001 & 255;
  end_frame(to, 8);
}

static void write_lines(struct page *page, int count) {
  uint8_t *to = begin_frame();
  if (page->ack_due) to = text(acknowledgement(page, to), "\n");
  while (count--) {
    uint32_t call = begin_call(page);
    to = text(number(text(to, "ask "), call), " addingOne ");
    to = number(to, (uint32_t)input_of(call));
    if (count) *to++ = '\n';
  }
  end_frame(to, 1);
}

void write_calls(struct page *page, int count) {
  if (options.is_bridge) return write_lines(page, count);
  while (count--) {
    uint32_t call = begin_call(page);
    uint8_t *to = number(text(begin_frame(), "{\"id\":"), call);
    to = number(text(to, ",\"method\":\"addingOne\",\"data\":"), (uint32_t)input_of(call));
    end_frame(text(to, "}"), 1);
  }
}

static bool begins(const char *line, const char *end, const char *word) {
  size_t size = strlen(word);
  return (size_t)(end - line) >= size && !memcmp(line, word, size);
}

static void apply_line(struct page *page, const char *line, const char *end) {
  long call, value;
  if (begins(line, end, "reply ")) {
    line = parse(line + 6, end, &call);
    if (line == end || line[1] == '"') return;  // The function has no result.
    if (parse(line + 1, end, &value) != end) fail("an answer has text after its number");
    end_call(page, (uint32_t)call, value);
  } else if (begins(line, end, "message ")) {
    parse(line + 8, end, &value);
    if (value != page->received + 1) fail("message %ld arrived after message %u", value, page->received);
    page->received++;
    page->ack_due = true;
  } else if (begins(line, end, "eval ") || begins(line, end, "invoke ")) {
    parse((const char *)memchr(line, ' ', (size_t)(end - line)) + 1, end, &value);
    reached(page);
    uint8_t *to = number(text(begin_frame(), "return "), page->next++);
    end_frame(text(number(text(to, " "), (uint32_t)value), " done 1"), 1);
  } else if (begins(line, end, "welcome ")) {
    write_ready(page);
    welcomed(page);
  } else if (!begins(line, end, "ack ") && !begins(line, end, "event ")) {
    fail("unexpected message of the server: \"%.*s\"", (int)(end - line), line);
  }
}

static void apply_object(struct page *page, const char *at, const char *end) {
  long call, value;
  const char *id = memmem(at, (size_t)(end - at), "\"id\":", 5), *data = memmem(at, (size_t)(end - at), "\"data\":", 7);
  if (!id || !data) fail("unexpected message of the server: \"%.*s\"", (int)(end - at), at);
  parse(id + 5 + (id[5] == ' '), end, &call);
  parse(data + 7 + (data[7] == ' '), end, &value);
  end_call(page, (uint32_t)call, value);
}

void apply_message(struct page *page, const char *message, size_t size) {
  const char *end = message + size;
  if (!options.is_bridge) return apply_object(page, message, end);
  while (message < end) {
    const char *line_end = memchr(message, '\n', (size_t)(end - message));
    if (!line_end) line_end = end;
    apply_line(page, message, line_end);
    message = line_end + 1;
  }
}
