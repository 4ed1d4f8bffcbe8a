// The WebSocket connection: sending `hello`, connecting, and reconnecting.

/** @type {WebSocket | null} */
let socket = null;
let welcomed = false; // Whether the server has answered the socket's hello, so that messages can be sent.
let isKnown = false; // Whether the server has accepted a hello of this document.
let hasEnded = false; // Whether the document ends or is replaced, so that it must not reconnect.
let attempt = 0; // The number of the current attempt to connect. Events of older attempts are ignored.
let failures = 0; // The number of consecutive failed attempts, which determines the delay.
let welcomedAt = 0; // The time of `welcome`, in milliseconds since 1970.
let hasReported = false; // Whether the current failure has been logged.
let isIncomplete = false; // Whether a resource of the page failed to load.
let wasUnreachable = false; // Whether an attempt could not reach the server.
let timer;
/** The limits that the server has announced, in bytes and seconds. Empty until then. @type {any} */
let limits = {};
let silence = 0; // The number of seconds for which the page could receive data but received none.

const isOffline = () => silence >= limits.silence;

/**
 * Increases the time without data from the server. Reconnects if the page then counts as offline.
 * @param {number} seconds
 */
function addSilence(seconds) {
  silence += seconds;
  if (isOffline() && welcomed) retry(attempt);
}

/** Returns the JSON of a hello. @param {number} first the value of `first` if no line is pending */
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

/** Starts an attempt to connect: sends a hello, and then opens a socket. */
function connect() {
  const number = ++attempt;
  clearTimeout(timer);
  timer = setTimeout(() => retry(number, 'no answer'), 10000);
  // The request needs a timeout, because browsers open only a few connections per server, and a pending request
  // occupies one of them.
  sendRequest('hello', { body: hello(next), signal: page.AbortSignal?.timeout?.(10000) })
    .then((response) => (response.ok ? response.json() : Promise.reject(response.status)))
    .then((answer) => {
      if (number !== attempt) return;
      keep(answer.webView);
      if (!isKnown && wasUnreachable && isIncomplete) return reload();
      isKnown = true;
      silence = 0;
      decides(answer.intercept);
      setLimit(answer.limits.message);
      open(number, answer);
    })
    .catch((reason) => retry(number, reason));
}

/**
 * Opens the socket.
 * @param {number} number the attempt's number
 * @param {{ticket: string, limits: any}} answer the answer to the hello
 */
function open(number, answer) {
  if (!WebSocket) {
    clearTimeout(timer);
    return reportOnce('this browser has no WebSocket');
  }
  limits = answer.limits;
  const ws = new WebSocket(`${server.replace('http', 'ws')}/_bridge/socket`, 'snippetbridge.1');
  socket = ws;
  ws.onopen = unblocked(() => ws.send(`hello ${stringify({ document: documentID, ticket: answer.ticket, received })}`));
  ws.onmessage = unblocked(({ data }) => number === attempt && receive(data, () => retry(number)));
  // Chromium fires `error` but not `close` for a socket that a policy forbids.
  ws.onclose = ws.onerror = unblocked(() => retry(number, welcomed ? undefined : 'the socket cannot be opened'));
}

/** Handles the server's `welcome`. @param {{confirmed: number, intercept: boolean}} answer */
function welcome(answer) {
  clearTimeout(timer);
  confirm(answer.confirmed);
  decides(answer.intercept);
  sent = answer.confirmed;
  welcomedAt = Date.now();
  welcomed = true;
  hasReported = isIncomplete = false;
  onBack();
  flush();
}

/**
 * Ends an attempt and schedules the next one. The first retry is immediate. The delay of further retries grows up to 5
 * s.
 * @param {number} number the attempt's number
 * @param {any} [reason] the status that answered the hello, or a description of the failure
 */
function retry(number, reason) {
  if (number !== attempt) return;
  if (welcomed && Date.now() - welcomedAt > 5000) failures = 0;
  disconnect();
  if (hasEnded) return;
  if (reason === 410) return reload();
  // If the reason is a status, a server has answered.
  const isUnreachable = typeof reason !== 'number';
  wasUnreachable ||= isUnreachable;
  // A proxy answers with a status of 500 or above if it cannot reach the server.
  const isAbsent = reason >= 500;
  if (isUnreachable || isAbsent) onAway();
  if (reason && !isAbsent) reportOnce(isUnreachable ? reason : `hello was answered ${reason}`);
  if (!failures++) return connect();
  timer = setTimeout(connect, Math.min(5000, 50 * 2 ** failures) * (0.5 + Math.random() / 2));
}

/** Closes the socket without a further attempt. */
function disconnect() {
  attempt++;
  clearTimeout(timer);
  socket?.close();
  socket = null;
  welcomed = false;
}

/** Logs a failure unless one was logged since the last `welcome`. @param {any} reason */
function reportOnce(reason) {
  if (!hasReported) console.error(`bridge: ${reason}; callbacks wait for a connection`);
  hasReported = true;
}

/** Reloads the page, because the server has discarded this document's state. */
function reload() {
  if (hasEnded) return;
  hasEnded = true;
  cancelAway();
  disconnect();
  const { href } = location;
  // WebKit uses `replace`, because `location.reload()` would also request this script again, which fails if the server
  // stops again. Other browsers use `reload()`, because a page's router could intercept `replace` as a navigation.
  if (page.navigation || href.includes('#')) location.reload();
  else location.replace(href);
}

// A document that loads while its server restarts may lack a script or a style sheet. Such a document is reloaded when
// it connects.
on('error', ({ target }) => (isIncomplete ||= !isKnown && target !== window));
