import assert from 'node:assert/strict';

/**
 * A strict server for one document: if the page violates docs/guides/protocol.md, the test fails. `taken` contains the
 * numbered lines that the server has processed, as `verb rest` without the number.
 */
export class FakeServer {
  taken = [];
  intercept = false;
  limit = 16777216;
  /** The additional limits that the server announces. */
  limits = {};
  webView = 'view-1';
  /** The function that answers calls: `(method, json) => JSON`. It may throw a failure of section 5 of the protocol. */
  answer = () => '""';
  #last = 0;
  #recorded = null;
  #messages = [];
  #number = 0;
  #tickets = 0;
  #known = false;

  constructor(browser) {
    this.browser = browser;
    browser.onCall = (body, headers) => this.call(body, headers);
  }

  /** Answers the oldest hello. */
  async greet() {
    const { body, resolve, init } = this.browser.fetches.shift();
    const { status, answer } = this.hello(body, init.headers);
    resolve({ ok: status === 200, status, json: async () => answer });
    await this.browser.settle();
  }

  hello(body, headers) {
    assert.equal(body.protocol, 1);
    assert.match(body.document, /^[0-9a-f]{32}$/);
    assert.match(body.key, /^[0-9a-f]{32}$/);
    assert.equal(headers['Bridge-Document'], body.document);
    if (!this.#known && (body.first !== 1 || body.received !== 0)) return { status: 410 };
    assert.ok(body.first <= this.#last + 1, `the page forgot ${this.#last + 1}`);
    this.#known = true;
    const { webView, intercept } = this;
    const answer = { ticket: `t${++this.#tickets}`, webView, confirmed: this.#last, intercept };
    return { status: 200, answer: { ...answer, limits: { message: this.limit, ...this.limits } } };
  }

  /** Answers hello, opens the socket and sends `welcome`. */
  async connect() {
    await this.greet();
    await this.open();
  }

  async open() {
    const { socket } = this.browser;
    socket.open();
    const [verb, json] = socket.takeLines()[0].split(/ (.*)/s);
    assert.equal(verb, 'hello');
    const { ticket, received, document } = JSON.parse(json);
    assert.equal(ticket, `t${this.#tickets}`);
    assert.match(document, /^[0-9a-f]{32}$/);
    this.#messages = this.#messages.filter((message) => message.number > received);
    socket.deliver(`welcome ${JSON.stringify({ confirmed: this.#last, intercept: this.intercept })}`);
    for (const message of [...this.#messages]) socket.deliver(...message.lines);
    await this.browser.settle();
  }

  /** Sends lines in a numbered message. */
  async send(...lines) {
    const number = ++this.#number;
    const message = { number, lines: [`message ${number}`, ...lines] };
    this.#messages.push(message);
    this.browser.socket?.deliver(...message.lines);
    await this.browser.settle();
  }

  /** Reads and confirms the lines that arrived on the socket. @returns {string[]} the lines as sent */
  read({ confirm = true } = {}) {
    const lines = this.browser.socket.takeLines();
    for (const line of lines) this.#take(line);
    if (confirm && lines.length) this.browser.socket.deliver(`ack ${this.#last}`);
    return lines;
  }

  call(body, headers) {
    const lines = body.split('\n');
    if (lines[0].startsWith('hello ')) {
      const { status } = this.hello(JSON.parse(lines.shift().slice(6)), headers);
      if (status !== 200) return { status, text: '' };
    } else if (!this.#known) return { status: 401, text: '' };
    const line = lines.pop();
    const [, n, method, json] = line.match(/^call (\d+) (\S*) (.*)$/s);
    for (const other of lines) this.#take(other);
    if (this.#recorded?.n === +n) return { status: 200, text: this.#recorded.text };
    this.#take(line);
    let text;
    try {
      text = `reply ${n} ${this.answer(method, json)}`;
    } catch (error) {
      if (error instanceof Error) throw error;
      text = `fail ${n} ${JSON.stringify(error)}`;
    }
    this.#recorded = { n: +n, text };
    return { status: 200, text };
  }

  #take(line) {
    const ack = line.match(/^ack (\d+)$/);
    if (ack) {
      assert.ok(+ack[1] <= this.#number);
      this.#messages = this.#messages.filter((message) => message.number > +ack[1]);
      return;
    }
    const [, verb, n, rest] = line.match(/^(call|post|return|throw|event|ask|cancel) (\d+) (.*)$/s);
    if (+n <= this.#last) return;
    assert.equal(+n, this.#last + 1, `a gap before ${line}`);
    this.#last = +n;
    this.taken.push(`${verb} ${rest}`);
  }

  /** Returns the messages that the page has not acknowledged. */
  get unacknowledged() {
    return this.#messages.length;
  }

  /** Discards the document, as a restarted server does. */
  forget() {
    this.#known = false;
    this.#last = 0;
  }
}
