import assert from 'node:assert/strict';

/**
 * The rules of docs/guides/protocol.md, sections 2 to 4, for one document: a value that the schedule drives. Each
 * message that it takes is compared with `said`, the messages that the page has made.
 */
export class ModelServer {
  /** Messages up to this number are taken. */
  taken = 0;
  /** Numbered messages without an acknowledgement: `{number, text}`. */
  kept = [];
  number = 0;
  /** Calls of the page that are to be answered: what it was (`ask`, `post`) by the page's own index. */
  open = new Map();
  /** Whether the page's cookie is good. */
  hasSession = false;
  runs = 0;
  /** The socket that messages leave on. */
  current = null;
  #tickets = 0;
  #ticket = null;
  #recorded = null;

  constructor(said, view) {
    this.said = said;
    this.view = view;
  }

  /** It may have been long on its way. */
  hello({ first, received }) {
    assert.ok(first <= this.taken + 1 && received <= this.number);
    this.hasSession = true;
    this.#ticket = `t${++this.#tickets}`;
    const limits = { message: 1 << 24 };
    return { ticket: this.#ticket, webView: 'v', confirmed: this.taken, intercept: false, limits };
  }

  /** A message arrives on a socket, be it the newest or not. */
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

  /** One arrival of a blocking call. */
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

  /** What was answered to that call; undefined if it did not run or is forgotten. */
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

  /** The page has applied messages up to this one. */
  #forget(number) {
    while (this.kept[0]?.number <= number) this.kept.shift();
  }

  /** Sends lines in a numbered message. Its last line tells when the page has applied it. */
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
