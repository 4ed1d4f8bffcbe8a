import assert from 'node:assert/strict';
import { BarePage, settle } from './BarePage.mjs';
import { ModelServer } from './ModelServer.mjs';
import { ModelSocket } from './ModelSocket.mjs';
import { PageTalk } from './PageTalk.mjs';
import { Random } from './Random.mjs';

/**
 * A document, its server and the network between them. A seed determines the sequence of steps: calls of every kind,
 * messages that are delivered, duplicated or lost, sockets that are cut, and requests that are lost or duplicated.
 */
export class Schedule {
  /** The steps so far, for failure messages. */
  trace = [];
  /** The state that the page must have: the numbers of the last confirmed line and of the last applied message. */
  view = { confirmed: 0, applied: 0 };
  sockets = [];
  /** The bodies of blocking calls that reach the server after the page has given up the calls. */
  late = [];
  isHidden = false;
  attempts = [];

  constructor(seed) {
    const world = this;
    this.random = new Random(seed);
    this.Socket = class extends ModelSocket {
      constructor() {
        super();
        world.sockets.push(this);
      }
    };
    this.page = new BarePage(this, this.random);
    this.talk = new PageTalk(this);
    this.server = new ModelServer(this.talk.said, this.view);
  }

  /** Checks that each hello matches the page's state: no line is discarded too early or kept too long. */
  check({ first, received }) {
    assert.equal(first, this.view.confirmed + 1, 'the oldest message the page holds');
    assert.equal(received, this.view.applied, 'the last message the page has applied');
  }

  async run(length) {
    while (this.trace.length < length) {
      const step = this.random.of(this.isHidden ? away : steps);
      if (this[step]() === idle) continue;
      this.trace.push(step);
      await settle();
    }
    this.trace.push('end');
    if (this.isHidden) this.hideOrShow();
    await this.calmDown();
    const last = this.talk.lastLines();
    if (last.length) this.server.send(last);
    this.server.acknowledge();
    await this.calmDown();
    this.talk.checkEnd();
    assert.equal(this.server.taken, this.talk.said.length, 'messages taken');
    assert.equal(this.server.kept.length, 0, 'messages without an acknowledgement');
    assert.equal(this.view.applied, this.server.number, 'messages applied');
    assert.equal(this.view.confirmed, this.talk.said.length, 'messages confirmed');
    const { reported, timers, reloads } = this.page;
    assert.equal(reported.length + timers.length + reloads, 0, 'errors, timers, reloads');
    // Cuts the socket, so that the page sends one more hello, which is checked.
    this.server.current.cut(0);
    this.server.current.end();
    if (!this.page.fetches.length) this.page.runTimer();
    assert.equal(this.page.fetches.length, 1);
  }

  // The steps. A step that has nothing to do returns `idle`.

  speak() {
    this.talk.speak();
  }

  answer() {
    const lines = this.talk.answers();
    if (!lines.length) return idle;
    this.server.send(lines);
  }

  acknowledge() {
    if (!this.server.current) return idle;
    this.server.acknowledge();
  }

  greet() {
    const { fetches } = this.page;
    if (!fetches.length) return idle;
    const [{ hello, resolve, reject }] = fetches.splice(this.random.below(fetches.length), 1);
    const fate = this.random.below(8);
    if (fate === 0) return reject(new TypeError('no network'));
    if (fate === 1) return resolve({ ok: false, status: 503 });
    const answer = this.server.hello(hello);
    if (fate === 2) return reject(new TypeError('its answer is lost'));
    resolve({ ok: true, json: async () => answer });
  }

  get #someSocket() {
    const live = this.sockets.filter((socket) => socket.readyState < 3 || (socket.isOpen && socket.up.length));
    return this.random.of(live.length ? live : [undefined]);
  }

  accept() {
    const socket = this.#someSocket;
    if (socket?.readyState !== 0) return idle;
    if (this.random.oneIn(8)) socket.end();
    else socket.accept();
  }

  deliverUp() {
    const socket = this.#someSocket;
    if (!socket?.up.length) return idle;
    for (let i = this.random.below(3); socket.up.length && i >= 0; i--) this.#hear(socket, this.random.oneIn(8));
  }

  #hear(socket, again) {
    const message = socket.up.shift();
    const isHello = !socket.isGreeted;
    this.server.receive(socket, message);
    if (again && !isHello) this.server.receive(socket, message);
  }

  deliverDown() {
    const socket = this.#someSocket;
    if (!socket?.down.length || socket.isCut) return idle;
    if (this.random.oneIn(16)) socket.skip();
    for (let i = this.random.below(3); i >= 0; i--) socket.arrive(this.random.oneIn(6));
  }

  cut() {
    const socket = this.#someSocket;
    if (!socket || socket.readyState === 0 || socket.isCut) return idle;
    socket.cut(this.random.below(3));
    if (this.random.oneIn(2)) socket.end();
    if (this.random.oneIn(2)) this.#leave(socket);
  }

  /** Informs the page or the server that a cut connection has ended. */
  notice() {
    const socket = this.#someSocket;
    if (!socket || (!socket.isCut && socket.readyState < 2)) return idle;
    if (this.random.oneIn(2)) socket.end();
    else if (!socket.up.length) this.#leave(socket);
  }

  #leave(socket) {
    socket.isOpen = false;
    if (this.server.current === socket) this.server.current = null;
  }

  task() {
    if (!this.page.tasks.length) return idle;
    this.page.runTask();
  }

  timer() {
    if (!this.page.timers.length) return idle;
    this.#letClose(() => this.page.runTimer());
  }

  /** Discards the session: the next call is answered with 401. */
  forgetSession() {
    this.server.hasSession = false;
  }

  lateCall() {
    if (!this.late.length) return idle;
    this.server.call(this.late.shift());
  }

  hideOrShow() {
    this.isHidden = !this.isHidden;
    this.#letClose(() => this.page.fire(this.isHidden ? 'pagehide' : 'pageshow', { persisted: true }));
  }

  /** Runs a function that may make the page close a socket: a timer, or an event that freezes or restores the page. */
  #letClose(f) {
    for (const socket of this.sockets) socket.mayClose = true;
    f();
    for (const socket of this.sockets) socket.mayClose = false;
  }

  /** Handles the request of a blocking call. Socket events may arrive meanwhile, as in Firefox. */
  exchange(body) {
    const lines = body.split('\n');
    if (lines[0].startsWith('hello ')) this.check(JSON.parse(lines[0].slice(6)));
    else assert.notEqual(this.attempts.at(-1), 401, 'repeated without a hello');
    for (let i = this.random.below(4) - 1; i > 0; i--) this[this.random.of(during)]();
    const fate = this.random.of(fates);
    this.attempts.push(fate);
    if (fate === 'delayed') this.late.push(body);
    if (fate === 'lost' || fate === 'delayed') throw new Error('NetworkError');
    if (fate === 'busy') return { status: 503, responseText: 'busy' };
    const answer = this.server.call(body);
    if (fate === 'twice') assert.equal(this.server.call(body), answer, 'the same answer');
    if (fate === 'unheard') throw new Error('NetworkError');
    this.attempts[this.attempts.length - 1] = answer.status;
    return answer;
  }

  /** Delivers all pending data without faults, until the page and the server are idle. */
  async calmDown() {
    for (let round = 0; round < 100; round++) {
      await settle();
      let isBusy = false;
      const work = (isThere, f) => {
        if (!isThere) return;
        isBusy = true;
        f();
      };
      work(this.page.tasks.length, () => this.page.runTask());
      work(this.page.fetches.length, () => {
        const { hello, resolve } = this.page.fetches.shift();
        const answer = this.server.hello(hello);
        resolve({ ok: true, json: async () => answer });
      });
      for (const socket of this.sockets) {
        if (socket.readyState === 3 && !socket.up.length && !socket.isOpen) continue;
        work(socket.readyState === 0, () => socket.accept());
        while (socket.up.length) work(true, () => this.#hear(socket, false));
        while (socket.down.length && !socket.isCut && socket.readyState < 2) work(true, () => socket.arrive(false));
        work(socket.readyState < 3 && (socket.isCut || !socket.isOpen || socket.readyState === 2), () => socket.end());
        if (socket.readyState === 3) this.#leave(socket);
      }
      if (isBusy) continue;
      if (this.server.current) return;
      assert.ok(this.page.timers.length, 'the page does not come back');
      this.page.runTimer();
    }
    assert.fail('no rest');
  }
}

const idle = Symbol('idle');
const network = ['deliverUp', 'deliverUp', 'deliverDown', 'deliverDown', 'deliverDown', 'cut', 'notice'];
const away = ['deliverUp', 'answer', 'acknowledge', 'notice', 'lateCall', 'hideOrShow'];
const during = ['deliverDown', 'deliverDown', 'cut', 'notice', 'accept', 'answer', 'task', 'deliverUp'];
const often = ['speak', 'speak', 'answer', 'answer', 'greet', 'greet', 'greet', 'accept', 'accept', ...network];
const seldom = ['acknowledge', 'task', 'task', 'timer', 'lateCall', 'forgetSession', 'hideOrShow'];
const steps = [...often, ...often, ...often, ...seldom];
const fates = ['heard', 'heard', 'heard', 'heard', 'heard', 'lost', 'unheard', 'twice', 'busy', 'delayed'];
