// The shim: gives a page the dsbridge.js 3.1.4 contract over the wire of docs/protocol.md, whose words it uses.
(() => {
  'use strict';

  const page = /** @type {any} */ (window);
  if (page._dsbridge?.protocol) return; // included twice

  // Taken now, because pages replace them.
  const { XMLHttpRequest, WebSocket, fetch, setTimeout, clearTimeout, queueMicrotask, history } = page;
  const { parse, stringify } = JSON;
  const evaluate = eval;
  const closeWindow = page.close;
  const promptUser = page.prompt;

  // The script's own address, because `<base>` and `about:srcdoc` make the document's useless.
  const script = /** @type {any} */ (document.currentScript)?.src;
  const server = script ? new URL(script).origin : window.origin;
  const random = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const documentID = random();
  const key = random();

  // ---- Words on the wire ----

  /** @param {string} name */
  const encode = (name) =>
    name.replace(/[\0- \x7f%]/g, (c) => '%' + c.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase());

  /** @param {string} field */
  const decode = (field) => field.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)));

  /** @param {string} line @param {1 | 2} count @returns {string[]} so many fields, and the rest */
  const cut = (line, count) =>
    (count > 1 ? /^([^ ]*) ?([^ ]*) ?([^]*)/ : /^([^ ]*) ?([^]*)/).exec(line)?.slice(1) ?? [];

  const report = (error) => (page.reportError ? page.reportError(error) : console.error(error));

  /** @param {string} method @param {any} error section 5 of the protocol */
  function complain(method, error) {
    const { message = '', expected, got } = error;
    const types = expected && !message.includes(expected) ? ` (expected ${expected}, got ${got})` : '';
    console.error(`bridge.call(${stringify(method)}): ${message || error.kind}${types}`);
  }

  // ---- Page to server: numbered messages ----

  /** @type {{n: number, line: string, refuse: () => any}[]} without a gap, oldest first; not confirmed yet */
  const pending = [];
  let next = 1; // number of the next message
  let sent = 0; // last number given to the current socket
  let limit = Infinity; // bytes in a message
  let scheduled = false;

  // In bytes, or more where that is still within the limit.
  const size = (line) => (line.length * 3 > limit ? new TextEncoder().encode(line).length : line.length * 3);
  const tooLarge = () => ({ kind: 'tooLarge', message: `over the limit of ${limit} bytes` });

  /** @param {number} n the number of a message that must not be sent any more: something harmless takes it */
  const filler = (n) => `event ${n} location ${stringify(location.href)}`;

  /** @param {() => [verb: any, rest: any] | void} [refuse] called when it is too large; may give another instead */
  function post(verb, rest, refuse = () => {}) {
    const line = `${verb} ${next} ${rest}`;
    if (size(line) > limit) {
      const instead = refuse();
      return instead && post(...instead);
    }
    pending.push({ n: next++, line, refuse });
    schedule();
  }

  // A microtask: what a task posts leaves in one frame, even if the task ends in a navigation.
  function schedule() {
    if (!scheduled) queueMicrotask(flush);
    scheduled = true;
  }

  function flush() {
    scheduled = false;
    if (!welcomed) return;
    let lines = ackDue ? [`ack ${received}`] : [];
    let bytes = 32;
    ackDue = false;
    for (const { n, line } of pending.slice(Math.max(0, sent + 1 - (pending[0]?.n ?? 0)))) {
      bytes += size(line) + 1;
      if (bytes > limit && lines.length) {
        socket?.send(lines.join('\n'));
        lines = [];
        bytes = size(line);
      }
      lines.push(line);
      sent = n;
    }
    if (lines.length) socket?.send(lines.join('\n'));
  }

  /** @param {number} n the server has messages up to this one */
  function confirm(n) {
    pending.splice(0, pending.filter((message) => message.n <= n).length);
  }

  /** @param {number} bytes a message over it, made before it was known, would end every socket */
  function setLimit(bytes) {
    limit = bytes;
    for (const message of pending) {
      if (size(message.line) <= limit) continue;
      const instead = message.refuse();
      message.line = instead ? `${instead[0]} ${message.n} ${instead[1]}` : filler(message.n);
    }
  }

  // ---- Server to page: frames ----

  let received = 0; // last frame applied
  let ackDue = false;

  /** @param {string} text a frame; a line that fails does not stop the next @param {() => void} broken */
  function receive(text, broken) {
    for (const line of text.split('\n')) {
      const [verb, rest] = cut(line, 1);
      if (verb === 'frame') {
        ackDue = true; // a duplicate too
        schedule();
        if (+rest <= received) return;
        if (+rest !== received + 1) return broken();
        received++;
        continue;
      }
      try {
        apply(verb, rest);
      } catch (error) {
        report(error);
      }
    }
  }

  /** @param {string} verb @param {string} rest */
  function apply(verb, rest) {
    const [a, b, c] = cut(rest, verb === 'callback' || verb === 'invoke' ? 2 : 1);
    switch (verb) {
      case 'welcome':
        return welcome(parse(rest));
      case 'ack':
        return confirm(+rest);
      case 'callback': {
        const callback = page[a];
        if (b === 'done') delete page[a];
        if (typeof callback === 'function') callback(parse(c)); // else the page has deleted it
        return;
      }
      case 'fail': {
        const error = parse(b);
        if (error.callback) delete page[error.callback];
        return complain(error.method, error);
      }
      case 'invoke':
        return invoke(a, decode(b), () => parse(c));
      case 'eval':
        return answer(a).run(() => evaluate(parse(b)));
      case 'event':
        if (a === 'intercept') intercept = parse(b);
        return;
      case 'reply': // of a call that was given up
      case 'bye': // the close follows
        return;
      default:
        throw new Error(`bridge: unknown line from the server: ${verb}`);
    }
  }

  // Firefox runs socket events inside a synchronous request. They wait for a later task, in their order.
  /** @type {(() => void)[]} */
  const waiting = [];
  let blocked = false;
  const channel = new MessageChannel(); // unlike a timer not throttled in a hidden tab
  /** @type {(() => void)[]} */
  const tasks = [];
  channel.port1.onmessage = () => tasks.shift()?.();

  /** @param {() => void} task */
  function later(task) {
    tasks.push(task);
    channel.port2.postMessage(0);
  }

  /** @param {(event: any) => void} handler */
  const unblocked = (handler) => (event) => {
    if (blocked || waiting.length) waiting.push(() => handler(event));
    else handler(event);
  };

  const drain = () => waiting.splice(0).forEach((event) => event());

  // ---- A blocking call ----

  /** @param {string} method @param {string} json @returns the value and its JSON, or an error; never throws */
  function block(method, json) {
    const n = next;
    const line = `call ${n} ${encode(method)} ${json}`;
    if (blocked) return { error: { message: 'a blocking call is already waiting' } };
    if (size(line) > limit) return { error: tooLarge() };
    next++;
    blocked = true;
    let message;
    try {
      let { status, text } = request(n, line);
      // Repeating is safe: what ran already is answered from the record.
      if (status === 0 || (status === 401 && greeted)) {
        if (status) greeted = false;
        ({ status, text } = request(n, line));
      }
      message = status ? `the server answered ${status} ${text.slice(0, 200)}` : 'the server cannot be reached';
      if (status === 410) reload();
      const [verb, number, rest] = cut(text, 2);
      if (status === 200 && +number === n && (verb === 'reply' || verb === 'fail')) {
        const value = parse(rest);
        greeted = true;
        ackDue = false;
        confirm(n);
        return verb === 'reply' ? { value, json: rest } : { error: value };
      }
    } catch {
      // not JSON
    } finally {
      blocked = false;
      if (waiting.length) later(drain);
    }
    // The page is told that it failed, so it must not run later.
    pending.push({ n, line: filler(n), refuse: () => {} });
    schedule();
    return { error: { message } };
  }

  /** @param {number} n @param {string} line */
  function request(n, line) {
    const lines = greeted ? [] : [`hello ${hello(n)}`];
    if (ackDue) lines.push(`ack ${received}`);
    for (const message of pending) lines.push(message.line);
    const xhr = new XMLHttpRequest();
    try {
      xhr.open('POST', `${server}/_bridge/call`, false);
      xhr.setRequestHeader('Bridge-Document', documentID);
      xhr.send([...lines, line].join('\n'));
      return { status: xhr.status, text: xhr.responseText };
    } catch {
      return { status: 0, text: '' };
    }
  }

  // ---- The connection ----

  /** @type {WebSocket | null} */
  let socket = null;
  let welcomed = false; // the socket takes messages
  let greeted = false; // the server knows this document in this session
  let over = false; // another document takes over: no more attempts
  let turn = 0; // counts attempts; what belongs to an older one is ignored
  let failures = 0;
  let since = 0; // when the socket was welcomed, ms
  let complained = false;
  let timer;

  /** @param {number} first number of the oldest message still held, if none is pending */
  const hello = (first) =>
    stringify({
      protocol: 1,
      document: documentID,
      key,
      webView,
      first: pending[0]?.n ?? first,
      received,
      url: location.href,
    });

  function connect() {
    const mine = ++turn;
    clearTimeout(timer);
    timer = setTimeout(() => lost(mine, 'no answer'), 10000);
    const headers = { 'Bridge-Document': documentID };
    fetch(`${server}/_bridge/hello`, { method: 'POST', headers, body: hello(next) })
      .then((response) => (response.ok ? response.json() : Promise.reject(response.status)))
      .then((answer) => {
        if (mine !== turn) return;
        greeted = true;
        keep(answer.webView);
        intercept = answer.intercept;
        setLimit(answer.limits.message);
        open(mine, answer.ticket);
      })
      .catch((reason) => lost(mine, reason));
  }

  /** @param {number} mine @param {string} ticket */
  function open(mine, ticket) {
    if (!WebSocket) {
      clearTimeout(timer);
      return complainOnce('this browser has no WebSocket');
    }
    const ws = new WebSocket(`${server.replace('http', 'ws')}/_bridge/socket`, 'snippetbridge.1');
    socket = ws;
    ws.onopen = unblocked(() => ws.send(`hello ${stringify({ document: documentID, ticket, received })}`));
    ws.onmessage = unblocked(({ data }) => mine === turn && receive(data, () => lost(mine)));
    // Chromium fires no `close` for a socket that a policy forbids.
    ws.onclose = ws.onerror = unblocked(() => lost(mine, welcomed ? undefined : 'the socket cannot be opened'));
  }

  /** @param {{confirmed: number, intercept: boolean}} answer */
  function welcome(answer) {
    clearTimeout(timer);
    confirm(answer.confirmed);
    intercept = answer.intercept;
    sent = answer.confirmed;
    since = Date.now();
    welcomed = true;
    complained = false;
    flush();
  }

  // Ends an attempt and begins the next: the first at once, then later and later, never giving up.
  /** @param {number} mine @param {any} [reason] */
  function lost(mine, reason) {
    if (mine !== turn) return;
    if (welcomed && Date.now() - since > 5000) failures = 0;
    disconnect();
    if (over) return;
    if (reason === 410) return reload();
    if (reason && reason !== 503) complainOnce(typeof reason === 'number' ? `hello was answered ${reason}` : reason);
    if (!failures++) return connect();
    timer = setTimeout(connect, Math.min(5000, 50 * 2 ** failures) * (0.5 + Math.random() / 2));
  }

  function disconnect() {
    turn++;
    clearTimeout(timer);
    socket?.close();
    socket = null;
    welcomed = false;
  }

  function complainOnce(reason) {
    if (!complained) console.error(`bridge: ${reason}; callbacks wait for a connection`);
    complained = true;
  }

  /** The server has forgotten this document: only a new one helps. */
  function reload() {
    if (over) return;
    over = true;
    disconnect();
    location.reload();
  }

  // ---- Which web view this is, and the life of the page ----

  // sessionStorage is copied to duplicated tabs and popups, so an id counts only if its owner has left. Who leaves says
  // so under its own name, because Chromium runs `pagehide` of one page after `pageshow` of the next.
  let tenure = documentID;

  /** @param {(storage: Storage) => any} use */
  function storage(use) {
    try {
      return window === window.top ? use(sessionStorage) : null;
    } catch {
      return null; // a sandbox without storage
    }
  }

  /** @type {string | null} */
  let webView = storage((store) =>
    store.getItem('bridge.owner') === store.getItem('bridge.free') ? store.getItem('bridge.webView') : null,
  );

  /** @param {string | null} id */
  function keep(id) {
    webView = id;
    storage((store) => {
      if (!id) return;
      store.setItem('bridge.webView', id);
      store.setItem('bridge.owner', tenure);
    });
  }

  keep(webView);
  addEventListener('pagehide', (event) => {
    storage((store) => store.setItem('bridge.free', tenure));
    over = true;
    if (event.persisted) disconnect(); // a frozen page with a live socket would look connected
  });
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    tenure = random(); // a new name: a process writes a value only if it differs from what it last saw
    keep(webView); // nothing else lives in this tab
    over = false;
    failures = 0;
    connect();
  });

  // `ready` once the document's own scripts have run, DOMContentLoaded listeners included.
  let announced = false;
  const ready = () => {
    if (!announced) later(() => post('event', 'ready null'));
    announced = true;
  };
  if (document.readyState === 'complete') ready();
  document.addEventListener('DOMContentLoaded', ready);
  addEventListener('load', ready);

  // ---- What the page calls ----

  /**
   * Calls a native function. With a callback: returns `""`, and the callback gets the values in later tasks. Without:
   * returns the result, or `""` and one `console.error` if there is none.
   * @param {string} method
   * @param {any} [args] one value, as JSON.stringify writes it
   * @param {(value: any) => void} [callback]
   */
  function call(method, args, callback) {
    if (typeof args === 'function') [args, callback] = [{}, args];
    const json = stringify(args === undefined ? null : args) ?? 'null'; // throws before anything is registered
    const name = String(method).trim();
    if (typeof callback === 'function') {
      const stub = `dscb${page.dscb++}`;
      page[stub] = callback;
      postCall(name, json, stub);
      return '';
    }
    const answer = block(name, json);
    if (!answer.error) return answer.value;
    complain(name, answer.error);
    return '';
  }

  /** @param {string} name @param {string} json @param {string} stub */
  function postCall(name, json, stub) {
    post('post', `${encode(name)} ${stub} ${json}`, () => {
      delete page[stub];
      complain(name, tooLarge());
    });
  }

  /** @param {string} method @param {string} text the request of a page's own dsbridge.js */
  function callNative(method, text) {
    const name = String(method).trim();
    let error;
    try {
      const request = parse(text || '{}') ?? {};
      const json = stringify(request.data) ?? 'null';
      const stub = request._dscbstub;
      if (stub === undefined) {
        const answer = block(name, json);
        if (!answer.error) return `{"code":0,"data":${answer.json}}`;
        error = answer.error;
      } else if (/^[\w$]{1,128}$/.test(stub)) {
        postCall(name, json, stub);
        return '{"code":0,"data":""}';
      } else error = { message: 'the callback is not a name' };
    } catch (problem) {
      error = { message: String(problem) };
    }
    complain(name, error);
    return stringify({ code: -1, data: '', error });
  }

  // ---- What native code calls ----

  const sync = page._dsf ?? { _obs: {} };
  const asyn = page._dsaf ?? { _obs: {} };

  /**
   * Offers a function, or an object's functions as `name.function`, to native code.
   * @param {string} name
   * @param {any} fun
   * @param {boolean} [isAsync] the function gets a last argument `(value, complete)` to answer with
   */
  function register(name, fun, isAsync) {
    const table = isAsync ? asyn : sync;
    if (typeof fun === 'object') table._obs[name] = fun;
    else table[name] = fun;
  }

  const own = Object.hasOwn;

  /** @param {any} o @param {string} name a member of its own or of its class, not what every object has */
  function member(o, name) {
    for (let holder = o; holder && holder !== Object.prototype; holder = Object.getPrototypeOf(holder)) {
      if (own(holder, name) && (name !== 'constructor' || holder === o)) return o[name];
    }
  }

  /** @param {string} name @returns {{f: Function, self: any, table: any} | undefined} by dsbridge.js's precedence */
  function find(name) {
    for (const table of [sync, asyn]) {
      if (own(table, name) && typeof table[name] === 'function') return { f: table[name], self: table, table };
    }
    const dot = name.lastIndexOf('.');
    const space = name.slice(0, dot);
    for (const table of dot < 0 ? [] : [sync, asyn]) {
      const self = own(table._obs, space) ? table._obs[space] : null;
      const f = member(self, name.slice(dot + 1));
      if (typeof f === 'function') return { f, self, table };
    }
  }

  class NotFound extends Error {}

  /** @param {any} error anything that can be thrown */
  function describe(error) {
    const code = error instanceof NotFound ? 'notFound' : undefined;
    const clip = (text) => (text === undefined ? text : String(text).slice(0, 8000));
    try {
      const { message = String(error), name = 'Error', stack } = Object(error);
      return stringify({ message: clip(message), name: clip(name), stack: clip(stack), code });
    } catch {
      return stringify({ message: 'an error that cannot be shown', name: 'Error' });
    }
  }

  /** @param {string} id of an invocation; it is answered to its end once */
  function answer(id) {
    let ended = false;
    const fail = (error) => {
      if (ended) return report(error);
      ended = true;
      post('throw', `${id} ${describe(error)}`);
    };
    const give = (value, done = true) => {
      if (ended) return;
      let json;
      try {
        json = stringify(value);
      } catch (error) {
        return fail(error);
      }
      ended = done;
      post('return', `${id} ${done ? 'done' : 'more'}${json === undefined ? '' : ` ${json}`}`, () => {
        ended = true;
        return ['throw', `${id} ${describe(tooLarge())}`];
      });
    };
    /** @param {() => any} f @param {(value: any) => void} [then] */
    const run = (f, then = (value) => give(value)) => {
      try {
        const value = f();
        if (typeof value?.then === 'function') Promise.resolve(value).then(then, fail);
        else then(value);
      } catch (error) {
        fail(error);
      }
    };
    return { give, run };
  }

  /** @param {string} id @param {string} method @param {() => any[]} args */
  function invoke(id, method, args) {
    const { give, run } = answer(id);
    /** @type {ReturnType<typeof find>} */
    let found;
    const call = () => {
      found = find(method);
      if (!found) throw new NotFound(`the page has no function ${stringify(method)}`);
      const list = args();
      if (found.table === asyn) list.push((value, end) => give(value, end !== false));
      return found.f.apply(found.self, list);
    };
    run(call, (value) => found?.table === asyn || give(value));
  }

  // ---- Navigations ----

  let intercept; // whether native code decides navigations; undefined until the server has said
  let href = location.href;

  /** @param {{url: string} | {path: string}} what @returns true if native code handles it; failing, it passes */
  function ask(what) {
    if (intercept === false || over) return false;
    return block('_bridge.intercept', stringify(what)).value === true;
  }

  const moved = () => {
    if (location.href === href) return;
    href = location.href; // not what was asked for: browsers refuse and resolve
    post('event', `location ${stringify(href)}`);
  };

  for (const name of ['pushState', 'replaceState']) {
    const original = history[name];
    history[name] = function (state, title, url) {
      let to;
      try {
        to = new URL(url ?? location.href, document.baseURI);
      } catch {} // the browser's to refuse
      if (to?.origin === location.origin && ask({ path: to.pathname + to.search + to.hash })) return;
      original.apply(history, arguments);
      moved();
    };
  }
  addEventListener('popstate', moved);
  addEventListener('hashchange', moved);

  // Unlike an answer 204, this leaves sockets and requests alone in every browser.
  page.navigation?.addEventListener('navigate', (event) => {
    const { destination } = event;
    if (!event.cancelable || event.hashChange || event.downloadRequest != null || destination.sameDocument) return;
    const to = new URL(destination.url);
    if (to.origin !== location.origin || to.protocol !== location.protocol) return;
    if (ask({ url: destination.url })) event.preventDefault();
  });

  // ---- Globals: plain assignment, so that a page may declare the same names ----

  const bridge = {
    call,
    register,
    /** @param {string} name @param {any} fun */
    registerAsyn: (name, fun) => register(name, fun, true),
    /** @param {string} name @param {'all' | 'syn' | 'asyn'} [type] @returns {boolean} */
    hasNativeMethod: (name, type) =>
      typeof name === 'string' && call('_dsb.hasNativeMethod', { name, type: type || 'all' }) === true,
    /** @param {boolean} [disable] */
    disableJavascriptDialogBlock(disable) {
      call('_dsb.disableJavascriptDialogBlock', { disable: disable !== false });
    },
  };

  Object.assign(page, {
    bridge,
    dsBridge: bridge,
    _dsf: sync,
    _dsaf: asyn,
    dscb: page.dscb ?? 0,
    _dsInit: true,
    _dswk: true,
    _handleMessageFromNative({ method, callbackId, data }) {
      if (!/^[1-9]\d{0,14}$/.test(callbackId)) throw new TypeError('callbackId is not a number from 1');
      invoke(callbackId, method, () => parse(data));
    },
    close() {
      const answer = block('_dsb.closePage', 'null');
      if (answer.error || answer.value === false) closeWindow.call(window);
    },
    prompt(message, value) {
      if (/^_dsbridge=/.test(message)) return callNative(message.slice(10), value);
      return promptUser.apply(window, arguments);
    },
  });
  Object.defineProperty(page, '_dsbridge', {
    configurable: true,
    enumerable: true,
    get: () => native,
    set() {}, // pages reset it; an accessor that throws in strict mode would break them
  });
  const native = { call: callNative, init() {}, protocol: 1 };
  register('_hasJavascriptMethod', (name) => !!find(String(name)));

  connect();
})();
