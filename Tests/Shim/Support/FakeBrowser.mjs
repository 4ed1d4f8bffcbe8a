import vm from 'node:vm';
import { webcrypto } from 'node:crypto';
import { FakeSocket } from './FakeSocket.mjs';
import { FakeStorage } from './FakeStorage.mjs';
import { FakeWorker } from './FakeWorker.mjs';
import { more, served } from './served.mjs';

const shim = new vm.Script(served, { filename: 'bridge.js' });
const parts = Object.fromEntries(Object.entries(more).map(([name, text]) => [`/_bridge/${name}.js`, new vm.Script(text, { filename: name })]));

/**
 * A document with the real page script. Promises run by themselves, and `settle` waits for them. Everything else is
 * done by the test: it answers requests, and fires socket events, timers and tasks.
 */
export class FakeBrowser {
  sockets = [];
  fetches = [];
  /** The requests that announce the document's end. */
  farewells = [];
  /**
   * The bodies of blocking calls, and the function that answers them: `(body, headers) => ({status, text})`. The
   * function throws to simulate a missing network.
   */
  calls = [];
  onCall = () => {
    throw new Error('NetworkError');
  };
  errors = [];
  reported = [];
  timers = [];
  /** The interval function of silence.js, which `pass` runs. */
  intervals = [];
  /** The timer that fires the event `bridgeaway`. It is not in `timers`. */
  patience;
  /** The elements that the page script has added to the document, in order. */
  notices = [];
  tasks = [];
  reloads = 0;
  closes = 0;
  prompts = [];
  entries = [];
  now = 1e12;
  #listeners = new Map();
  #observers = [];

  /** The workers of an isolated document. */
  workers = [];
  /** The script elements that the page script has added. */
  parts = [];
  /** The elements that the page's queries find, by selector. */
  elements = {};
  /** The number of policies in the document's `<meta>` elements. */
  policies = 0;
  /** The number of ms by which each reading of `performance.now()` advances the clock. */
  tick = 1;

  constructor({ url = 'http://app.test/p/index.html?q#h', storage = new FakeStorage(), top, before, omit = [], dataset, isolated } = {}) {
    this.storage = storage;
    const browser = this;
    const context = vm.createContext({});
    this.window = vm.runInContext('globalThis', context);
    this.context = context;
    const location = {
      href: url,
      get origin() {
        return new URL(this.href).origin;
      },
      get protocol() {
        return new URL(this.href).protocol;
      },
      reload: () => browser.reloads++,
      replace: (to) => browser.entries.push(['load', to]),
    };
    const change = (kind) =>
      function (state, title, to) {
        if (to != null) location.href = new URL(to, location.href).href;
        browser.entries.push([kind, location.href]);
      };
    this.document = {
      readyState: 'loading',
      currentScript: { src: 'http://app.test/_bridge/bridge-0.js', dataset: { ...(isolated && { lane: '/_bridge/fast-lane.js sha256- /_bridge/lane-0.js' }), ...dataset } },
      querySelector: () => browser.policies || null,
      querySelectorAll: (selector) => browser.elements[selector] ?? [],
      get baseURI() {
        return location.href;
      },
      addEventListener: (type, f) => this.#listen(`document ${type}`, f),
      createElement: (name) => ({
        name,
        text: '',
        attachShadow() {
          return { append: (text) => (this.text += text) };
        },
        showPopover() {
          this.isShown = this.isAttached;
        },
        remove() {
          browser.notices = browser.notices.filter((other) => other !== this);
        },
      }),
      documentElement: {
        append(element) {
          element.isAttached = true;
          if (element.name === 'script') browser.#load(element);
          else browser.notices.push(element);
        },
      },
    };
    Object.assign(this.window, {
      window: this.window,
      location,
      document: this.document,
      origin: location.origin,
      history: { pushState: change('push'), replaceState: change('replace') },
      navigation: { addEventListener: (type, f) => this.#listen(`navigation ${type}`, f) },
      addEventListener: (type, f) => this.#listen(type, f),
      CustomEvent: class {
        constructor(type, { cancelable }) {
          Object.assign(this, { type, cancelable, defaultPrevented: false });
        }
        preventDefault() {
          this.defaultPrevented = this.cancelable;
        }
      },
      dispatchEvent: (event) => {
        this.fire(event.type, event);
        return !event.defaultPrevented;
      },
      CSSStyleSheet: class {
        replaceSync() {}
      },
      crypto: webcrypto,
      URL,
      AbortController,
      AbortSignal,
      TextEncoder,
      TextDecoder,
      navigator: { userAgent: 'test' },
      queueMicrotask,
      console: { error: (...parts) => this.errors.push(parts.join(' ')) },
      reportError: (error) => this.reported.push(error),
      close: () => this.closes++,
      prompt: (...parts) => {
        this.prompts.push(parts);
        return 'typed';
      },
      setTimeout: (f, delay, ...given) => {
        const timer = { f: () => f(...given), delay };
        if (f.name === 'tellAway') this.patience = timer;
        else this.timers.push(timer);
        return timer;
      },
      setInterval: (f, delay) => this.intervals.push({ f, delay }),
      clearTimeout: (timer) => {
        this.timers = this.timers.filter((other) => other !== timer);
        if (timer && this.patience === timer) this.patience = undefined;
      },
      fetch: (address, init) =>
        new Promise((resolve, reject) => {
          if (address.endsWith('/_bridge/leave')) return this.farewells.push({ address, ...init });
          this.fetches.push({ address, init, body: JSON.parse(init.body), resolve, reject });
        }),
      WebSocket: class extends FakeSocket {
        constructor(address, protocol) {
          super(address, protocol);
          browser.sockets.push(this);
        }
      },
      XMLHttpRequest: class {
        headers = {};
        open(method, address, isAsync) {
          Object.assign(this, { method, address, isAsync });
        }
        setRequestHeader(name, value) {
          this.headers[name] = value;
        }
        send(body) {
          browser.calls.push(body);
          const { status, text } = browser.onCall(body, this.headers, this);
          this.status = status;
          this.responseText = text;
        }
      },
      crossOriginIsolated: !!isolated,
      performance: { now: () => (browser.now += browser.tick) },
      Worker: class extends FakeWorker {
        constructor(address) {
          super(address);
          browser.workers.push(this);
        }
      },
      MutationObserver: class {
        constructor(notify) {
          Object.assign(this, { notify });
        }
        observe(node, { childList }) {
          if (node === browser.document && childList) browser.#observers.push(this.notify);
        }
        disconnect() {
          browser.#observers = browser.#observers.filter((other) => other !== this.notify);
        }
      },
      MessageChannel: class {
        port1 = { onmessage: null };
        port2 = { postMessage: () => browser.tasks.push(() => this.port1.onmessage({ data: 0 })) };
      },
    });
    this.window.name = '';
    Object.defineProperty(this.window, 'top', { value: top ?? this.window });
    Object.defineProperty(this.window, 'sessionStorage', {
      get() {
        if (!storage) throw new Error('SecurityError');
        return storage;
      },
    });
    this.window.Date.now = () => this.now;
    for (const name of omit) delete this.window[name];
    before?.(this);
    this.load();
  }

  /** Runs the page script as the document's first script. */
  load() {
    shim.runInContext(this.context);
    this.document.currentScript = null;
  }

  /** Advances the clock by a number of seconds, and runs the interval functions once per second. */
  pass(seconds) {
    for (let second = 0; second < seconds; second++) this.tickAfter(1000);
  }

  /** Advances the clock by a number of milliseconds, and runs the interval functions once. */
  tickAfter(delay) {
    this.now += delay;
    for (const { f } of this.intervals) f();
  }

  /** Runs the additional script `fast-lane` or `silence`, as if the page script had loaded it. */
  loadPart(name) {
    parts[`/_bridge/${name}.js`].runInContext(this.context);
  }

  /** Runs the additional script of a script element that the page script has added. */
  #load(script) {
    this.parts.push(script);
    parts[new URL(script.src).pathname].runInContext(this.context);
  }

  /** Runs code of the page as a separate script. */
  run(code) {
    return vm.runInContext(code, this.context);
  }

  #listen(type, f) {
    this.#listeners.set(type, new Set(this.#listeners.get(type)).add(f));
  }

  /** Simulates `document.open()` and `close()`: removes all listeners of the window and the document. */
  reopen() {
    for (const type of this.#listeners.keys()) {
      if (!type.startsWith('navigation')) this.#listeners.delete(type);
    }
    for (const notify of this.#observers) notify([], null);
  }

  fire(type, event = {}) {
    for (const f of this.#listeners.get(type) ?? []) f(event);
  }

  /** Simulates the end of parsing: the page's scripts have run. */
  finishLoading() {
    this.document.readyState = 'interactive';
    this.fire('document DOMContentLoaded');
    this.runTasks();
    this.document.readyState = 'complete';
    this.fire('load');
    this.runTasks();
  }

  /** Fires a `navigate` event. @returns {boolean} whether the page prevented it */
  navigate(url, event = {}) {
    let prevented = false;
    const { href } = new URL(url, this.window.location.href);
    const destination = { url: href, sameDocument: event.sameDocument ?? false };
    this.fire('navigation navigate', {
      cancelable: true,
      hashChange: false,
      downloadRequest: null,
      ...event,
      destination,
      preventDefault: () => (prevented = true),
    });
    return prevented;
  }

  runTasks() {
    for (const task of this.tasks.splice(0)) task();
  }

  /** Fires the only pending timer. @returns {number} the delay in ms */
  runTimer() {
    if (this.timers.length !== 1) throw new Error(`${this.timers.length} timers`);
    const [{ f, delay }] = this.timers.splice(0);
    this.now += delay;
    f();
    return delay;
  }

  /** Fires the timer of the event `bridgeaway`. */
  losePatience() {
    const { f } = this.patience;
    f();
  }

  /** Runs promises until none is pending. */
  settle() {
    return new Promise((resolve) => setImmediate(resolve));
  }

  get socket() {
    return this.sockets.at(-1);
  }
}
