// A blocking call.

/** @param {string} method @param {string} json @returns the value and its JSON, or an error; never throws */
function callBlocking(method, json) {
  const n = next;
  const line = `call ${n} ${encode(method)} ${json}`;
  if (blocked) return { error: { message: 'a blocking call is already waiting' } };
  if (size(line) > limit) return { error: tooLarge() };
  // A request without an answer cannot be ended.
  if (isOffline()) return { error: { message: 'the server cannot be reached' } };
  next++;
  const body = blockingMessage(line);
  // What goes in its place if it fails: the page is told so, and it must not run later. Firefox runs tasks of the page
  // meanwhile, and what they post comes behind it.
  pending.push({ n, line: placeholder(n), onTooLarge: () => {} });
  blocked = true;
  let message, laneAnswer, status, text;
  try {
    laneAnswer = isKnown && lane?.spin?.(n, body);
    ({ status, text } = laneAnswer || request(n, body));
    // Repeating is safe: what ran already is answered from the record.
    if (status === 0 || (status === 401 && isKnown)) {
      if (status) isKnown = false;
      ({ status, text } = request(n, body));
    }
    message = status ? `the server answered ${status} ${text.slice(0, 200)}` : 'the server cannot be reached';
    if (status) silence = 0;
    if (status === 410) reload();
    const [verb, number, rest] = splitFields(text, 2);
    if (status === 200 && +number === n && (verb === 'reply' || verb === 'fail')) {
      const value = parse(rest);
      isKnown = true;
      resetAck();
      confirm(n);
      return verb === 'reply' ? { value, json: rest } : { error: value };
    }
  } catch {
    // not JSON
  } finally {
    blocked = false;
    if (!laneAnswer && status === 200 && !over) tend(n, text);
    if (deferred.length) later(drain);
    schedule();
  }
  return { error: { message } };
}

/** @type {any} of fast-lane.js, where the document is isolated */
let lane;

/** Looks after the fast lane, when call `n` was answered by a request. @param {number} n @param {string} answer */
function tend(n, answer) {
  if (lane) return lane.tend?.(n, answer);
  // A policy of the page's own may forbid workers, which would be an error in its console.
  if (page.crossOriginIsolated && tag?.dataset.lane && !document.querySelector('[http-equiv*=policy i]')) {
    lane = {};
    later(loadLane);
  }
}

function loadLane() {
  const [path, integrity] = tag.dataset.lane.split(' ');
  const script = Object.assign(document.createElement('script'), { integrity, src: server + path });
  document.documentElement.append(script);
  script.remove(); // it loads all the same
}

/** @param {string} line a call, which goes behind what the server has not confirmed */
function blockingMessage(line) {
  const lines = ackDue ? [`ack ${received}`] : [];
  for (const message of pending) lines.push(message.line);
  return [...lines, line].join('\n');
}

/** @param {number} n @param {string} body */
function request(n, body) {
  const xhr = new XMLHttpRequest();
  try {
    xhr.open('POST', `${server}/_bridge/call`, false);
    xhr.withCredentials = true;
    xhr.setRequestHeader('Bridge-Document', documentID);
    xhr.send((isKnown ? '' : `hello ${hello(n)}\n`) + body);
    const text = xhr.responseText;
    // WebKit gives an answer that was cut as an empty one, and throws nothing.
    return { status: text || xhr.status !== 200 ? xhr.status : 0, text };
  } catch {
    return { status: 0, text: '' };
  }
}
