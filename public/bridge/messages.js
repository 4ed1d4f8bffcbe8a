// Page to server: numbered messages.

/** @type {{n: number, line: string, refuse: () => any}[]} without a gap, oldest first; not confirmed yet */
const pending = [];
let next = 1; // number of the next message
let sent = 0; // last number given to the current socket
let limit = Infinity; // bytes in a message
const maxLines = 1 << 18; // in a message
let scheduled = false;

// In bytes, or more where that is still within the limit.
const size = (line) => (line.length * 3 > limit ? new TextEncoder().encode(line).length : line.length * 3);
const tooLarge = () => ({ kind: 'tooLarge', message: `over the limit of ${limit} bytes` });

/** @param {number} n the number of a message that must not be sent any more: something harmless takes it */
const placeholder = (n) => `event ${n} location ${stringify(location.href)}`;

/**
 * @param {string} verb
 * @param {any} rest
 * @param {() => [verb: any, rest: any] | void} [refuse] called when it is too large; may give another instead
 * @returns {number | void} the message's number
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

// A microtask: what a task posts leaves in one message, even if the task ends in a navigation.
function schedule() {
  if (!scheduled) queueMicrotask(flush);
  scheduled = true;
}

function flush() {
  scheduled = false;
  if (!welcomed || blocked) return; // a blocking call has all that is before it
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

function resetAck() {
  ackDue = false;
  unackedSize = 0;
}

/** @param {number} n the server has messages up to this one */
function confirm(n) {
  if (pending.length) pending.splice(0, n + 1 - pending[0].n);
}

/** @param {number} bytes a message over it, made before it was known, would end every socket */
function setLimit(bytes) {
  limit = bytes;
  for (const message of pending) {
    if (size(message.line) <= limit) continue;
    const instead = message.onTooLarge();
    message.line = instead ? `${instead[0]} ${message.n} ${instead[1]}` : placeholder(message.n);
  }
}
