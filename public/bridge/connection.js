// The connection.

/** @type {WebSocket | null} */
let socket = null;
let welcomed = false; // the socket takes messages
let isKnown = false; // the server knows this document in this session
let over = false; // another document takes over: no more attempts
let turn = 0; // counts attempts; what belongs to an older one is ignored
let failures = 0;
let since = 0; // when the socket was welcomed, ms
let hasReported = false;
let hasLoadError = false; // a part of the page failed to load
let wasUnreachable = false; // an attempt found no server
let timer;
/** As the server has announced them, in bytes and seconds; none before. @type {any} */
let limits = {};
let silence = 0; // seconds in which the page could receive something and has not

const isOffline = () => silence >= limits.silence;

/** @param {number} seconds without anything from the server */
function addSilence(seconds) {
  silence += seconds;
  if (isOffline() && welcomed) reconnect(turn);
}

/** @param {number} first number of the oldest message still held, if none is pending */
const hello = (first) =>
  stringify({
    protocol: 1,
    document: documentID,
    key,
    webView,
    order,
    first: pending[0]?.n ?? first,
    received,
    url: location.href,
    iframe: window !== window.top && (window.name.slice(0, 99) || true),
  });

function connect() {
  const mine = ++turn;
  clearTimeout(timer);
  timer = setTimeout(() => reconnect(mine, 'no answer'), 10000);
  // What is not ended would take the place of later requests: browsers open few connections to a server.
  sendRequest('hello', { body: hello(next), signal: page.AbortSignal?.timeout?.(10000) })
    .then((response) => (response.ok ? response.json() : Promise.reject(response.status)))
    .then((answer) => {
      if (mine !== turn) return;
      keep(answer.webView);
      if (!isKnown && wasUnreachable && hasLoadError) return reload();
      isKnown = true;
      silence = 0;
      decides(answer.intercept);
      setLimit(answer.limits.message);
      open(mine, answer);
    })
    .catch((reason) => reconnect(mine, reason));
}

/** @param {number} mine @param {{ticket: string, limits: any}} answer */
function open(mine, answer) {
  if (!WebSocket) {
    clearTimeout(timer);
    return reportOnce('this browser has no WebSocket');
  }
  limits = answer.limits;
  const ws = new WebSocket(`${server.replace('http', 'ws')}/_bridge/socket`, 'snippetbridge.1');
  socket = ws;
  ws.onopen = unblocked(() => ws.send(`hello ${stringify({ document: documentID, ticket: answer.ticket, received })}`));
  ws.onmessage = unblocked(({ data }) => mine === turn && receive(data, () => reconnect(mine)));
  // Chromium fires no `close` for a socket that a policy forbids.
  ws.onclose = ws.onerror = unblocked(() => reconnect(mine, welcomed ? undefined : 'the socket cannot be opened'));
}

/** @param {{confirmed: number, intercept: boolean}} answer */
function welcome(answer) {
  clearTimeout(timer);
  confirm(answer.confirmed);
  decides(answer.intercept);
  sent = answer.confirmed;
  since = Date.now();
  welcomed = true;
  hasReported = hasLoadError = false;
  serverBack();
  flush();
}

// Ends an attempt and begins the next: the first at once, then later and later, never giving up.
/** @param {number} mine @param {any} [reason] */
function reconnect(mine, reason) {
  if (mine !== turn) return;
  if (welcomed && Date.now() - since > 5000) failures = 0;
  disconnect();
  if (over) return;
  if (reason === 410) return reload();
  // A server that refuses is there.
  const isUnreachable = typeof reason !== 'number';
  wasUnreachable ||= isUnreachable;
  // A proxy answers so while the server behind it is away.
  const isAbsent = reason >= 500;
  if (isUnreachable || isAbsent) serverAway();
  if (reason && !isAbsent) reportOnce(isUnreachable ? reason : `hello was answered ${reason}`);
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

function reportOnce(reason) {
  if (!hasReported) console.error(`bridge: ${reason}; callbacks wait for a connection`);
  hasReported = true;
}

/** The server has forgotten this document: only a new one helps. */
function reload() {
  if (over) return;
  over = true;
  stay();
  disconnect();
  const { href } = location;
  // When it reloads, WebKit asks the server for this script too, and the server may be gone again. In other browsers a
  // page's router could take `replace` for a navigation of its own.
  if (page.navigation || href.includes('#')) location.reload();
  else location.replace(href);
}

// A document that loads while its server comes and goes may lack a script or a style sheet: it is loaded again.
on('error', ({ target }) => (hasLoadError ||= !isKnown && target !== window));
