import { served } from './served.mjs';

// The page script receives its globals as arguments of this function. A separate realm, as FakeBrowser has it, would
// take longer to create than a complete schedule (a random sequence of steps, Schedule.mjs) takes to run.
const globals = ['window', 'document', 'location', 'sessionStorage', 'crypto', 'console', 'Date', 'Math', 'Map'];
const given = ['MutationObserver', 'MessageChannel'];
const shim = new Function(...globals, ...given, served);

class Observer {
  observe() {}
}

/**
 * The real page script in this realm, with only the globals that the delivery of messages needs. Promises run by
 * themselves. The schedule answers requests, and runs timers and tasks. `world` creates sockets (`Socket`), checks each
 * hello (`check`) and answers blocking calls (`exchange`).
 */
export class BarePage {
  fetches = [];
  timers = [];
  tasks = [];
  reported = [];
  complaints = 0;
  reloads = 0;
  now = 1e12;
  /** The page script's maps of pending calls. */
  maps = [];
  #listeners = new Map();

  constructor(world, random) {
    const page = this;
    const location = { href: 'http://app.test/', origin: 'http://app.test', reload: () => page.reloads++, replace: () => page.reloads++ };
    const target = { addEventListener: (type, f) => page.#listen(type, f) };
    const items = new Map();
    this.window = {
      ...target,
      origin: location.origin,
      location,
      history: { pushState() {}, replaceState() {} },
      Promise,
      queueMicrotask,
      reportError: (error) => page.reported.push(error),
      fetch: (_address, { body }) =>
        new Promise((resolve, reject) => {
          const hello = JSON.parse(body);
          world.check(hello);
          page.fetches.push({ hello, resolve, reject });
        }),
      setTimeout(f, delay) {
        const timer = { f, delay };
        // The timer of the notice to the user is left out, because the notice is not part of the tested delivery.
        if (f.name !== 'tellAway') page.timers.push(timer);
        return timer;
      },
      clearTimeout(timer) {
        page.timers = page.timers.filter((other) => other !== timer);
      },
      WebSocket: world.Socket,
      XMLHttpRequest: class {
        open() {}
        setRequestHeader() {}
        send(body) {
          Object.assign(this, world.exchange(body));
        }
      },
    };
    this.window.top = this.window;
    shim(
      this.window,
      { ...target, readyState: 'loading', createElement: () => ({ remove() {} }), documentElement: { append() {} }, currentScript: { src: 'http://app.test/_bridge/bridge.js', dataset: {} }, baseURI: location.href },
      location,
      { getItem: (name) => items.get(name) ?? null, setItem: (name, value) => items.set(name, value) },
      { getRandomValues: (bytes) => bytes.fill(random.below(256)) },
      { error: () => page.complaints++ },
      { now: () => page.now },
      Object.create(Math, { random: { value: random.fraction } }),
      class extends Map {
        constructor(...all) {
          super(...all);
          page.maps.push(this);
        }
      },
      Observer,
      class {
        port1 = {};
        port2 = { postMessage: () => page.tasks.push(() => this.port1.onmessage({})) };
      },
    );
  }

  #listen(type, f) {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), f]);
  }

  fire(type, event = {}) {
    for (const f of this.#listeners.get(type) ?? []) f(event);
  }

  runTask() {
    this.tasks.shift()?.();
  }

  runTimer() {
    const timer = this.timers.shift();
    this.now += timer.delay;
    timer.f();
  }
}

/** Runs promises until none is pending. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));
