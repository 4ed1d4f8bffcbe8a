import assert from 'node:assert/strict';

/**
 * A model of sections 2 to 4 of docs/guides/protocol.md for one document, driven by the schedule. Compares each line
 * that it processes with `said`, the lines that the page has posted.
 */
export class ModelServer {
  /** The number of the last processed line. */
  taken = 0;
  /** The unacknowledged numbered messages: `{number, text}`. */
  kept = [];
  number = 0;
  /** The page's pending calls by the page's index, with their verbs (`ask`, `post`). */
  open = new Map();
  /** Whether the page's cookie is valid. */
  hasSession = false;
  runs = 0;
  /** The socket on which the server sends. */
  current = null;
  #tickets = 0;
  #ticket = null;
  #recorded = null;

  constructor(said, view) {
    this.said = said;
    this.view = view;
  }

  /** Handles a hello, which may be delayed. */
  hello({ first, received }) {
    assert.ok(first <= this.taken + 1 && received <= this.number);
    this.hasSession = true;
    this.#ticket = `t${++this.#tickets}`;
    const limits = { message: 1 << 24 };
    return { ticket: this.#ticket, webView: 'v', confirmed: this.taken, intercept: false, limits };
  }

  /** Handles a message that arrives on any socket. */
  receive(socket, text) {
    if (!socket.isOpen) return;
    if (socket.isGreeted) return text.split('\n').forEach((line) => this.#take(line));
    const { ticket, received } = JSON.parse(text.replace(/^hello /, ''));
    if (ticket !== this.#ticket) return this.close(socket, 1008);
    this.#ticket = null;
    this.current?.down.push(4000);
    this.current = socket;
    socket.isGreeted = true;
    const oldest = this.kept[0]?.number ?? this.number + 1;
    assert.ok(received >= oldest - 1 && received <= this.number, `messages after ${received}`);
    const welcome = `welcome {"confirmed":${this.taken},"intercept":false}`;
    socket.down.push(`${welcome}\ncallback confirmed more ${this.taken}`);
    this.#forget(received);
    for (const message of this.kept) socket.down.push(message.text);
  }

  close(socket, code) {
    if (this.current === socket) this.current = null;
    socket.isOpen = false;
    socket.down.push(code);
  }

  /** Handles one request of a blocking call, which may be a repetition. */
  call(body) {
    const lines = body.split('\n');
    if (lines[0].startsWith('hello ')) {
      lines.shift();
      this.hasSession = true;
    } else if (!this.hasSession) return { status: 401, responseText: '' };
    const call = lines.pop();
    lines.forEach((line) => this.#take(line));
    const n = Number(call.split(' ')[1]);
    if (n <= this.taken) {
      if (this.#recorded?.n !== n) return { status: 400, responseText: 'long ago' };
      return this.#recorded.answer;
    }
    this.#take(call, true);
    const responseText = n % 5 ? `reply ${n} ${++this.runs}` : `fail ${n} {"kind":"thrown","message":"${++this.runs}"}`;
    const answer = { status: 200, responseText };
    this.#recorded = { n, answer };
    return answer;
  }

  /** Returns the kept answer to a call; undefined if the call did not run or its answer was discarded. */
  recorded(n) {
    return this.#recorded?.n === n ? this.#recorded.answer.responseText : undefined;
  }

  #take(line, isCall = false) {
    const [verb, number] = line.split(' ', 2);
    const n = Number(number);
    if (verb === 'ack') {
      assert.ok(n <= this.view.applied, `${line}: only ${this.view.applied} are applied`);
      return this.#forget(n);
    }
    if (n <= this.taken) return;
    assert.equal(n, this.taken + 1, `a gap before ${line}`);
    this.taken = n;
    this.#recorded = null;
    assert.equal(verb === 'call', isCall, line);
    const said = this.said[n - 1];
    const rest = line.slice(verb.length + number.length + 2);
    if (said.failed && verb === 'event') return assert.equal(rest, 'location "http://app.test/"');
    assert.equal(`${verb} ${rest}`, said.text, `message ${n}`);
    if (verb === 'ask') this.open.set(said.index, { kind: 'ask', n });
    if (verb === 'post') this.open.set(said.index, { kind: 'post', stub: rest.split(' ')[1] });
    if (verb === 'cancel') this.open.delete(said.index);
  }

  /** Handles an acknowledgement. */
  #forget(number) {
    while (this.kept[0]?.number <= number) this.kept.shift();
  }

  /** Sends lines in a numbered message. The last line reports when the page has applied the message. */
  send(lines) {
    const number = ++this.number;
    const text = [`message ${number}`, ...lines, `callback applied more ${number}`].join('\n');
    this.kept.push({ number, text });
    this.current?.down.push(text);
  }

  acknowledge() {
    this.current?.down.push(`ack ${this.taken}\ncallback confirmed more ${this.taken}`);
  }
}
