// Messages of the server, and their lines.

let received = 0; // number of the last message applied
let ackDue = false;
let unackedSize = 0; // the size of applied messages, in UTF-16 units

/** @param {string} text a message; a line that fails does not stop the next @param {() => void} broken */
function receive(text, broken) {
  silence = 0;
  for (const line of text.split('\n')) {
    const [verb, rest] = splitFields(line, 1);
    if (verb === 'message') {
      // The acknowledgement goes with what the page says to the message, else in a later task; or now, if much was not
      // acknowledged: the server sends no more than 1 MB ahead.
      if (!ackDue) later(flush);
      ackDue = true; // a duplicate too
      unackedSize += text.length;
      if (unackedSize > 1 << 18) schedule();
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
  const [a, b, c] = splitFields(rest, verb === 'callback' || verb === 'invoke' ? 2 : 1);
  switch (verb) {
    case 'welcome':
      return welcome(parse(rest));
    case 'ack':
      return confirm(+rest);
    case 'callback': {
      const callback = page[a];
      if (b === 'done') delete page[a];
      if (c && typeof callback === 'function') callback(parse(c)); // else the page has deleted it
      return;
    }
    case 'next':
      return pendingAsks.get(+a)?.give(parse(b));
    case 'reply': {
      const call = pendingAsks.get(+a); // none if it was given up
      if (b) call?.give(parse(b));
      return call?.finish();
    }
    case 'fail': {
      const failure = parse(b);
      pendingAsks.get(+a)?.fail(new BridgeError(failure));
      if (!failure.callback) return;
      delete page[failure.callback];
      return reportFailure(failure.method, failure);
    }
    case 'invoke':
      return invoke(a, decode(b), () => parse(c));
    case 'eval':
      return answer(a).run(() => evaluate(parse(b)));
    case 'event':
      return handlers[a]?.(parse(b));
    case 'bye': // the close follows
      if (parse(rest).reason === 'gone') reload();
      return;
    default:
      throw new Error(`bridge: unknown line from the server: ${verb}`);
  }
}

// Firefox runs socket events inside a synchronous request. They wait for a later task, in their order.
/** @type {(() => void)[]} */
const deferred = [];
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
  if (blocked || deferred.length) deferred.push(() => handler(event));
  else handler(event);
};

// Firefox may run it inside the next synchronous request, which then has them wait once more.
const drain = () => blocked || deferred.splice(0).forEach((event) => event());
