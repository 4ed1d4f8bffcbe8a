import assert from 'node:assert/strict';

/** The lines that the page of a schedule posts, and the values that it expects and receives. */
export class PageTalk {
  /**
   * The lines that the page has posted. Line n is at index n - 1. If a blocking call fails, the page sends another line
   * with this number (a filler).
   */
  said = [];
  #world;
  #window;
  /** The calls that are answered on the socket, by index. */
  #calls = [];
  /** The values that page functions and callbacks have received since the last message. */
  #heard = [];
  #messages = [];
  #values = 0;
  #invocations = 0;

  constructor(world) {
    this.#world = world;
    const { view, page } = world;
    const { window } = page;
    this.#window = window;
    window.confirmed = (n) => (view.confirmed = Math.max(view.confirmed, n));
    window.applied = (n) => {
      assert.equal(n, view.applied + 1, 'messages applied in order, once');
      view.applied = n;
      this.#applied(this.#messages[n - 1] ?? []);
    };
    window.bridge.register('twice', (id) => {
      this.#heard.push(`invoke ${id}`);
      this.said.push({ text: `return ${id} done ${2 * id}` });
      return 2 * id;
    });
  }

  // The page's actions.

  /** Makes the calls of one task. */
  speak() {
    const { random } = this.#world;
    for (let i = random.below(3); i >= 0; i--) this[random.of(['ask', 'ask', 'post', 'block', 'quit'])]();
  }

  ask() {
    const { random } = this.#world;
    const listeners = new Set();
    const signal = {
      addEventListener: (_type, f) => listeners.add(f),
      removeEventListener: (_type, f) => listeners.delete(f),
      reason: { code: 'aborted' },
    };
    const index = this.#calls.length;
    const call = { kind: 'ask', index, isOpen: true, given: [], seen: [], result: 'none', listeners };
    this.said.push({ text: `ask f ${index}`, index });
    call.n = this.said.length;
    call.answer = this.#window.bridge.ask('f', index, { signal });
    this.#calls.push(call);
    if (random.oneIn(3)) {
      call.answer.then((value) => (call.result = value), (error) => (call.result = error.code));
    } else {
      call.leaveAt = random.oneIn(4) ? 1 + random.below(2) : Infinity;
      this.#iterate(call);
    }
  }

  async #iterate(call) {
    const { seen } = call;
    try {
      for await (const value of call.answer) {
        if (seen.push(value) < call.leaveAt) continue;
        this.#cancelled(call, 'left');
        break;
      }
      seen.push('over');
    } catch (error) {
      seen.push(error.code);
    }
  }

  post() {
    const index = this.#calls.length;
    const stub = `dscb${this.#window.dscb}`;
    this.#calls.push({ kind: 'post', index, stub, isOpen: true });
    this.said.push({ text: `post g ${stub} ${index}`, index });
    this.#window.bridge.call('g', index, (value) => this.#heard.push(`${stub} ${value}`));
  }

  block() {
    const { page, attempts, server, view } = this.#world;
    const message = { text: `call b ${this.said.length}` };
    const n = this.said.push(message);
    attempts.length = 0;
    const { complaints } = page;
    const value = this.#window.bridge.call('b', n - 1);
    const [first, second] = attempts;
    assert.ok(attempts.length <= 2, 'repeated once');
    const isRepeated = typeof first === 'string' && first !== 'busy' || first === 401;
    assert.equal(attempts.length, isRepeated ? 2 : 1, `${attempts}`);
    if ((isRepeated ? second : first) !== 200) {
      message.failed = true;
      assert.equal(value, '');
      assert.ok(page.complaints > complaints);
      return;
    }
    view.confirmed = n;
    const answer = server.recorded(n);
    if (answer.startsWith('reply')) assert.equal(`reply ${n} ${value}`, answer);
    else assert.equal(value, '');
  }

  /** Cancels a call. A call that has ended must not send a cancellation. */
  quit() {
    const { random } = this.#world;
    const call = this.#calls[random.below(this.#calls.length + 1)];
    if (call?.kind !== 'ask') return;
    if (random.oneIn(2)) {
      this.#cancelled(call, 'cancelled');
      call.answer.cancel();
    } else {
      this.#cancelled(call, 'aborted');
      for (const listener of call.listeners) listener();
    }
  }

  #cancelled(call, how) {
    if (!call.isOpen) return;
    call.isOpen = false;
    call.ending = how;
    this.said.push({ text: `cancel ${call.n}`, index: call.index });
  }

  // The server's actions.

  /** Returns lines for some of the pending calls, and for page functions. */
  answers() {
    const { random, server } = this.#world;
    const lines = [];
    const effects = [];
    for (const [index, call] of server.open) {
      if (random.oneIn(2)) continue;
      const kind = random.of(['more', 'more', 'done', 'end', 'fail']);
      this.#line(index, call, kind, lines, effects);
      if (kind !== 'more') server.open.delete(index);
    }
    if (random.oneIn(4)) {
      const id = ++this.#invocations;
      lines.push(`invoke ${id} twice [${id}]`);
      effects.push({ heard: `invoke ${id}` });
    }
    if (lines.length) this.#messages[server.number] = effects;
    return lines;
  }

  /** Returns lines that end all pending calls. */
  lastLines() {
    const { server } = this.#world;
    const lines = [];
    const effects = [];
    for (const [index, call] of server.open) this.#line(index, call, 'done', lines, effects);
    server.open.clear();
    if (lines.length) this.#messages[server.number] = effects;
    return lines;
  }

  #line(index, { kind: verb, n, stub }, kind, lines, effects) {
    const value = kind === 'more' || kind === 'done' ? ++this.#values : undefined;
    const text = value === undefined ? '' : ` ${value}`;
    effects.push({ index, kind, value });
    if (verb === 'post' && kind === 'fail') {
      return lines.push(`fail 0 {"kind":"thrown","message":"no","method":"g","callback":"${stub}"}`);
    }
    if (verb === 'post') return lines.push(`callback ${stub} ${kind === 'more' ? 'more' : 'done'}${text}`);
    if (kind === 'fail') return lines.push(`fail ${n} {"kind":"thrown","message":"no","method":"f"}`);
    lines.push(`${kind === 'more' ? 'next' : 'reply'} ${n}${text}`);
  }

  /** Checks the effects of a message that the page has applied. */
  #applied(effects) {
    const wanted = [];
    for (const { heard, index, kind, value } of effects) {
      if (heard) wanted.push(heard);
      const call = this.#calls[index];
      if (!call?.isOpen) continue; // The call was cancelled.
      if (call.kind === 'post' && value !== undefined) wanted.push(`${call.stub} ${value}`);
      if (call.kind === 'ask' && value !== undefined) call.given.push(value);
      if (kind === 'more') continue;
      call.isOpen = false;
      call.ending = kind === 'fail' ? 'thrown' : 'over';
    }
    if (wanted.length || this.#heard.length) assert.equal(`${this.#heard}`, `${wanted}`, 'what the message was to do');
    this.#heard = [];
  }

  /** Checks that all calls have ended as expected, and that nothing remains pending. */
  checkEnd() {
    for (const { kind, index, stub, isOpen, given, seen, result, ending, leaveAt, listeners } of this.#calls) {
      assert.equal(isOpen, false, `${kind} ${index} is open`);
      if (kind === 'post') assert.ok(!(stub in this.#window), `${stub} is kept`);
      if (kind !== 'ask') continue;
      assert.equal(listeners.size, 0, 'a listener is kept');
      if (!leaveAt) assert.equal(result, ending === 'over' ? given.at(-1) : ending, `the promise of ask ${index}`);
      else if (seen.length > leaveAt) assert.equal(`${seen}`, `${[...given.slice(0, leaveAt), 'over']}`, `ask ${index}, left`);
      else assert.equal(`${seen}`, `${[...given, ending]}`, `ask ${index}`);
    }
    assert.equal(this.#heard.length, 0);
    for (const map of this.#world.page.maps) assert.equal(map.size, 0, 'a call that has ended is kept');
  }
}
