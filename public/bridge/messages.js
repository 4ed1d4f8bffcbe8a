// Numbered lines from the page to the server, and the messages that contain them.

/**
 * @type {{n: number, line: string, onTooLarge: () => any}[]} The lines that the server has not confirmed, oldest first,
 * without gaps.
 */
const pending = [];
let next = 1; // The number of the next line.
let sent = 0; // The number of the last line that was sent on the current socket.
let limit = Infinity; // The maximum size of a message in bytes.
const maxLines = 1 << 18; // The maximum number of lines in a message.
let scheduled = false; // Whether a microtask will call `flush`.

// Returns the size of a line in bytes, or an upper bound if the upper bound is within the limit.
const size = (line) => (line.length * 3 > limit ? new TextEncoder().encode(line).length : line.length * 3);
const tooLarge = () => ({ kind: 'tooLarge', message: `over the limit of ${limit} bytes` });

/**
 * Returns a line without effect, to replace a line that must no longer be sent. A replacement is needed because the
 * numbers must not have gaps.
 * @param {number} n the number of the replaced line
 */
const filler = (n) => `event ${n} location ${stringify(location.href)}`;

/**
 * Appends a numbered line to the pending lines, and schedules a flush.
 * @param {string} verb
 * @param {any} rest
 * @param {() => [verb: any, rest: any] | void} [onTooLarge] called if the line exceeds the limit; may return a
 * replacement
 * @returns {number | void} the line's number, or nothing if the line was rejected
 */
function post(verb, rest, onTooLarge = () => {}) {
  const line = `${verb} ${next} ${rest}`;
  if (size(line) > limit) {
    const instead = onTooLarge();
    return instead && post(...instead);
  }
  pending.push({ n: next, line, onTooLarge });
  schedule();
  return next++;
}

/**
 * Schedules a flush in a microtask. All lines that a task posts are thus sent in one message, even if the task ends
 * with a navigation.
 */
function schedule() {
  if (!scheduled) queueMicrotask(flush);
  scheduled = true;
}

/** Sends the acknowledgement and the lines that the current socket has not sent. */
function flush() {
  scheduled = false;
  if (!welcomed || blocked) return; // A blocking call's request contains the pending lines.
  let lines = ackDue ? [`ack ${received}`] : [];
  let bytes = 32;
  resetAck();
  for (const { n, line } of pending.slice(Math.max(0, sent + 1 - (pending[0]?.n ?? 0)))) {
    bytes += size(line) + 1;
    if ((bytes > limit || lines.length === maxLines) && lines.length) {
      socket?.send(lines.join('\n'));
      lines = [];
      bytes = size(line);
    }
    lines.push(line);
    sent = n;
  }
  if (lines.length) socket?.send(lines.join('\n'));
}

/** Records that an acknowledgement of all received messages is being sent. */
function resetAck() {
  ackDue = false;
  unacked = 0;
}

/** Discards the lines that the server has received. @param {number} n the number of the last such line */
function confirm(n) {
  if (pending.length) pending.splice(0, n + 1 - pending[0].n);
}

/**
 * Sets the maximum size of a message. Replaces larger pending lines, because the server would close every socket that
 * sends them.
 * @param {number} bytes
 */
function setLimit(bytes) {
  limit = bytes;
  for (const message of pending) {
    if (size(message.line) <= limit) continue;
    const instead = message.onTooLarge();
    message.line = instead ? `${instead[0]} ${message.n} ${instead[1]}` : filler(message.n);
  }
}
