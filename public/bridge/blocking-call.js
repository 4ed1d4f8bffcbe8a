// Blocking calls. The page is blocked until Swift has answered.

/**
 * Performs a blocking call. Never throws.
 * @param {string} method
 * @param {string} json
 * @returns the value and its JSON, or an error
 */
function callSync(method, json) {
  const n = next;
  const line = `call ${n} ${encode(method)} ${json}`;
  if (blocked) return { error: { message: 'a blocking call is pending' } };
  if (size(line) > limit) return { error: tooLarge() };
  // A synchronous request cannot be cancelled, so none is started while the page is offline.
  if (isOffline()) return { error: { message: 'the server cannot be reached' } };
  next++;
  const body = blockingMessage(line);
  // If the call fails, the caller receives an error, so the call must not be sent again later. Therefore a line without
  // effect is pending in its place, because the numbers of the lines must not have gaps. Firefox may run other tasks of
  // the page during the call. The lines that these tasks post get higher numbers.
  pending.push({ n, line: filler(n), onTooLarge: () => {} });
  blocked = true;
  let message, laneAnswer, status, text;
  try {
    laneAnswer = isKnown && lane?.spin?.(n, body);
    ({ status, text } = laneAnswer || request(n, body));
    // Repeating the request is safe: if the call has already run, the server returns the stored answer.
    if (status === 0 || (status === 401 && isKnown)) {
      if (status) isKnown = false;
      ({ status, text } = request(n, body));
    }
    message = status ? `the server answered ${status} ${text.slice(0, 200)}` : 'the server cannot be reached';
    if (status) silence = 0;
    if (status === 410) reload();
    const [verb, number, rest] = fields(text, 2);
    if (status === 200 && +number === n && (verb === 'reply' || verb === 'fail')) {
      const value = parse(rest);
      isKnown = true;
      resetAck();
      confirm(n);
      return verb === 'reply' ? { value, json: rest } : { error: value };
    }
  } catch {
    // The answer is not JSON.
  } finally {
    blocked = false;
    if (!laneAnswer && status === 200 && !hasEnded) tend(n, text);
    if (deferred.length) later(drain);
    schedule();
  }
  return { error: { message } };
}

/** The fast lane, a separate socket for blocking calls; undefined while it is not used. @type {any} */
let lane;

/**
 * Loads, restarts or ends the fast lane after call `n` was answered through a request.
 * @param {number} n
 * @param {string} answer
 */
function tend(n, answer) {
  if (lane) return lane.tend?.(n, answer);
  // A page with its own Content-Security-Policy does not use the fast lane, because the policy may forbid workers, and
  // the browser would log an error.
  if (page.crossOriginIsolated && tag?.dataset.lane && !document.querySelector('[http-equiv*=policy i]')) {
    lane = {};
    later(loadLane);
  }
}

/** Loads fast-lane.js. */
function loadLane() {
  const [path, integrity] = tag.dataset.lane.split(' ');
  const script = Object.assign(document.createElement('script'), { integrity, src: server + path });
  document.documentElement.append(script);
  script.remove(); // Removing the element does not cancel loading the script.
}

/**
 * Returns the message of a blocking call: the acknowledgement, the pending lines and the call.
 * @param {string} line the call
 */
function blockingMessage(line) {
  const lines = ackDue ? [`ack ${received}`] : [];
  for (const message of pending) lines.push(message.line);
  return [...lines, line].join('\n');
}

/**
 * Sends a blocking call as a synchronous request. A status of 0 means that no answer arrived.
 * @param {number} n
 * @param {string} body
 */
function request(n, body) {
  const xhr = new XMLHttpRequest();
  try {
    xhr.open('POST', `${server}/_bridge/call`, false);
    xhr.withCredentials = true;
    xhr.setRequestHeader('Bridge-Document', documentID);
    xhr.send((isKnown ? '' : `hello ${hello(n)}\n`) + body);
    const text = xhr.responseText;
    // WebKit reports an incomplete answer as an empty answer, without an exception.
    return { status: text || xhr.status !== 200 ? xhr.status : 0, text };
  } catch {
    return { status: 0, text: '' };
  }
}
