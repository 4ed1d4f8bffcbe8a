// Messages from the server, and their lines.

let received = 0; // The number of the last message that was processed.
let ackDue = false; // Whether the server expects an acknowledgement.
let unacked = 0; // The size of the messages that were not acknowledged, in UTF-16 code units.

/**
 * Processes a message from the server. An exception in one line does not prevent the processing of the following lines.
 * @param {string} text
 * @param {() => void} broken called if the message's number leaves a gap
 */
function receive(text, broken) {
  silence = 0;
  for (const line of text.split('\n')) {
    const [verb, rest] = fields(line, 1);
    if (verb === 'message') {
      // The acknowledgement is sent with the page's response to the message, or alone in a later task. If many messages
      // are unacknowledged, it is sent at the end of this task, because the server sends at most 1 MB without an
      // acknowledgement.
      if (!ackDue) later(flush);
      ackDue = true; // Duplicates are also acknowledged.
      unacked += text.length;
      if (unacked > 1 << 18) schedule();
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

/** Processes one line of a message. @param {string} verb @param {string} rest */
function apply(verb, rest) {
  const [a, b, c] = fields(rest, verb === 'callback' || verb === 'invoke' ? 2 : 1);
  switch (verb) {
    case 'welcome':
      return welcome(parse(rest));
    case 'ack':
      return confirm(+rest);
    case 'callback': {
      const callback = page[a];
      if (b === 'done') delete page[a];
      if (c && typeof callback === 'function') callback(parse(c)); // The page may have deleted the function.
      return;
    }
    case 'next':
      return asks.get(+a)?.give(parse(b));
    case 'reply': {
      const call = asks.get(+a); // The call is undefined if the page has cancelled it.
      if (b) call?.give(parse(b));
      return call?.finish();
    }
    case 'fail': {
      const failure = parse(b);
      asks.get(+a)?.fail(new BridgeError(failure));
      if (!failure.callback) return;
      delete page[failure.callback];
      return reportFailure(failure.method, failure);
    }
    case 'invoke':
      return invoke(a, decode(b), () => parse(c));
    case 'eval':
      return answer(a).run(() => evaluate(parse(b)));
    case 'event':
      if (handlers[a]) return handlers[a](parse(b));
      // A script that contains the handler may be loaded later. Until then, only the newest 50 lines are kept.
      if (early.push(rest) > 50) early.shift();
      return;
    case 'bye': // The server closes the socket next.
      if (parse(rest).reason === 'gone') reload();
      return;
    default:
      throw new Error(`the server sent an unknown line: ${verb}`);
  }
}

// Socket events that are deferred to a later task, in order. Firefox fires such events during a synchronous request.
/** @type {(() => void)[]} */
const deferred = [];
let blocked = false; // Whether a blocking call is pending.
const channel = new MessageChannel(); // A message channel is not throttled in a hidden tab, unlike a timer.
/** @type {(() => void)[]} */
const tasks = [];
channel.port1.onmessage = () => tasks.shift()?.();

/** Runs a function in a later task. @param {() => void} task */
function later(task) {
  tasks.push(task);
  channel.port2.postMessage(0);
}

/** Wraps a listener so that it is deferred while a blocking call is pending. @param {(event: any) => void} handler */
const unblocked = (handler) => (event) => {
  if (blocked || deferred.length) deferred.push(() => handler(event));
  else handler(event);
};

// Runs the deferred events. Firefox may call this during the next synchronous request, which defers them again.
const drain = () => blocked || deferred.splice(0).forEach((event) => event());
