import vm from 'node:vm';
import { Event, KeyboardEvent, PointerEvent } from './Dom/events.mjs';
import { Document, make } from './Dom/document.mjs';
import * as html from './Dom/html.mjs';
import { Element, Node, Text } from './Dom/nodes.mjs';
import { Clock } from './Clock.mjs';
import { FakeTab } from './FakeTab.mjs';

/**
 * A document in a tab, with a small DOM, and the part of the page script that additional scripts use. A test runs the
 * real additional scripts in it, reads the messages that they send, and sends messages of native code.
 */
export class FakeWindow {
  /** The lines that the scripts have sent to native code: `[kind, text, time]`. */
  posted = [];
  handlers = {};
  /** The functions that run in a later task. */
  tasks = [];
  errors = [];
  /** What scripts have done to the window: `['reload']`, `['replace', url]`, `['open', …]`, `['focus']`. */
  done = [];
  resizeObservers = [];
  isActive = undefined;
  isStill = false;
  reported = 0;

  /**
   * `name` is the window's name; with one, the window is an iframe, unless `isTop`. `hasNavigation` adds the Navigation
   * API, and `hasMoveBefore` the method `moveBefore`. `loadType` is the type of the navigation that has loaded the
   * document. `omit` are the properties that the window does not have.
   */
  constructor({ tab, clock = tab?.clock ?? new Clock(), url, name = '', isTop = !name, hasNavigation = false,
    hasMoveBefore = true, loadType = 'navigate',
    storage = true, omit = [] } = {}) {
    this.clock = clock;
    this.tab = tab ?? new FakeTab(clock, url);
    this.tab.window = this;
    const [fake, { tab: own }] = [this, this];
    this.context = vm.createContext({});
    this.window = vm.runInContext('globalThis', this.context);
    const location = {
      get href() {
        return own.entry.url;
      },
      toString: () => own.entry.url,
      reload: () => fake.done.push(['reload']),
      // A fragment takes effect at once, another document in a later task.
      replace(to) {
        fake.done.push(['replace', to]);
        const url = new URL(to, location.href);
        if (url.hash && url.href.split('#')[0] === location.href.split('#')[0]) own.replaceState(null, url.href);
      },
    };
    for (const part of ['hash', 'pathname', 'search', 'origin', 'protocol']) {
      Object.defineProperty(location, part, { get: () => new URL(own.entry.url)[part] });
    }
    const document = (this.document = new Document(location, hasMoveBefore));
    document.windowTarget.owner = this.window;
    const on = document.windowTarget;
    class History {
      get state() {
        return own.entry.state;
      }
      get length() {
        return own.length;
      }
      pushState(state, _, to) {
        own.pushState(state, to == null ? location.href : new URL(to, location.href).href);
      }
      replaceState(state, _, to) {
        own.replaceState(state, to == null ? location.href : new URL(to, location.href).href);
      }
      go(delta) {
        own.go(delta).catch(() => {});
      }
    }
    class ResizeObserver {
      observed = new Set();
      constructor(notify) {
        this.notify = notify;
        fake.resizeObservers.push(this);
      }
      observe(element) {
        this.observed.add(element);
      }
      unobserve(element) {
        this.observed.delete(element);
      }
      disconnect() {
        this.observed.clear();
      }
    }
    class MutationObserver {
      constructor(notify) {
        this.notify = () => notify([]);
      }
      observe() {
        if (!document.observers.includes(this.notify)) document.observers.push(this.notify);
      }
      disconnect() {
        document.observers = document.observers.filter((other) => other !== this.notify);
      }
    }
    // The timers of a document that the tab has left do not run.
    const live = (f) => (...given) => void (own.window === this && f(...given));
    const setTimeout = (f, ...given) => clock.setTimeout(live(f), ...given);
    const setInterval = (f, ...given) => clock.setInterval(live(f), ...given);
    const { clear } = clock;
    const { HTMLElement, HTMLInputElement, HTMLTextAreaElement, HTMLAnchorElement } = html;
    const navigation = {
      entries: () => own.entries.map(({ key, url }) => ({ key, url })),
      get currentEntry() {
        return { key: own.entry.key };
      },
      traverseTo: (key) => ({ finished: own.traverseTo(key) }),
    };
    Object.assign(this.window, {
      window: this.window, document, location, history: new History(), History, name,
      ...(hasNavigation && { navigation }),
      addEventListener: (...given) => on.addEventListener(...given),
      removeEventListener: (...given) => on.removeEventListener(...given),
      dispatchEvent: (event) => on.dispatchEvent(event),
      Event, KeyboardEvent, PointerEvent, Node, Text, Element, HTMLElement, HTMLInputElement, HTMLTextAreaElement,
        HTMLAnchorElement,
      ResizeObserver, MutationObserver, URL, Headers, AbortController,
      setTimeout, setInterval, clearTimeout: clear, clearInterval: clear,
      requestAnimationFrame: (f) => setTimeout(f, 16),
      performance: {
        now: () => clock.now - 1e12,
        resources: [],
        getEntriesByType: (type) => (type === 'navigation' ? [{ type: loadType }] : this.window.performance.resources),
        setResourceTimingBufferSize() {},
      },
      navigator: { userAgent: 'test',
        get userActivation() { return fake.isActive === undefined ? undefined : { isActive: fake.isActive }; } },
      matchMedia: () => ({ matches: this.isStill }),
      getComputedStyle: (element) => this.styleOf(element),
      getSelection: () => document.selection,
      open: (...given) => fake.done.push(['open', ...given]),
      focus: () => fake.done.push(['focus']),
      console: { error: (...parts) => this.errors.push(parts.join(' ')) },
      scrollX: 0,
      scrollY: 0,
      scrollTo: (...given) => this.#scrollTo(given),
      onscrollend: null,
    });
    this.window.Date.now = () => clock.now;
    Object.defineProperty(this.window, 'top', { value: isTop ? this.window : {} });
    Object.defineProperty(this.window, 'sessionStorage', {
      get() {
        if (!storage) throw new Error('SecurityError');
        return own.storage;
      },
    });
    this.internals = {
      handlers: this.handlers,
      post: (kind, text, onTooLarge) => {
        if (text.length > 256 << 10) return onTooLarge?.();
        this.posted.push([kind, text, clock.now]);
      },
      on: (type, f, target = on) => target.addEventListener(type, f),
      later: (f) => this.tasks.push(f),
      reportLocation: () => (this.reported += 1),
    };
    this.window._bridge = (part) => part(this.internals);
    for (const one of omit) delete this.window[one];
  }

  #scrollTo([left, top]) {
    if (typeof left === 'object') ({ left, top } = left);
    Object.assign(this.window, { scrollX: left, scrollY: top });
  }

  /** The style of an element. A direction is inherited; the size is the layout size. */
  styleOf(element) {
    const { width, height } = element.box;
    const style = element.style;
    return {
      direction: element.closest('[dir=rtl]') ? 'rtl' : 'ltr',
      width: style.width || `${element.layoutWidth ?? width}px`,
      height: style.height || `${element.layoutHeight ?? height}px`,
    };
  }

  /** Runs code as a script of the page. `dataset` are the data attributes of its element. */
  run(script, dataset = {}) {
    this.document.currentScript = { dataset };
    const result = typeof script === 'string' ? vm.runInContext(script, this.context) : script.runInContext(this.context);
    this.document.currentScript = null;
    return result;
  }

  /** Adds elements to the body (see `make`). Returns the last one. */
  add(...lists) {
    const elements = lists.map((list) => make(this.document, list));
    this.document.body.append(...elements);
    return elements.at(-1);
  }

  /** Fires an event of the window. */
  fire(type, init) {
    const event = new Event(type, { cancelable: true, ...init });
    this.document.windowTarget.dispatchEvent(event);
    return event;
  }

  /** Fires an event of the user on an element. */
  user(element, type, init = {}) {
    const Type = /^key/.test(type) ? KeyboardEvent : /^pointer/.test(type) ? PointerEvent : Event;
    const bubbles = !/^(focus|blur|pointerenter|pointerleave|toggle|scroll|load)$/.test(type);
    const event = Object.assign(new Type(type, { bubbles, cancelable: true, ...init }), { isTrusted: true });
    element.dispatchEvent(event);
    return event;
  }

  /** Informs the resize observers of an element. */
  resize(element) {
    for (const one of this.resizeObservers) if (one.observed.has(element)) one.notify([{ target: element }]);
  }

  runTasks() {
    for (const task of this.tasks.splice(0)) task();
  }

  /** Runs promises until none is pending. */
  settle() {
    return new Promise((resolve) => setImmediate(resolve));
  }
}
