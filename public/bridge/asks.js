// Calls that are answered by promises.

/** A call has failed. `code` is the native error's own; where it has none, the kind. */
class BridgeError extends Error {
  /** @param {any} failure section 5 of the protocol */
  constructor(failure) {
    const { kind, method, code, expected, got } = failure;
    super(failureText(failure));
    Object.assign(this, { code: code ?? kind, kind, method }, expected && { expected, got });
  }
}
BridgeError.prototype.name = 'BridgeError';

/** What waits for an answer, by its message's number. @type {Map<number, any>} */
const pendingAsks = new Map();

// What iterators find at the end, however often they look.
/** @type {any} */
const end = { take: () => ({ value: undefined, done: true }) };
end.following = Promise.resolve(end);

/**
 * Values to come, for any number of iterators: a linked list that ends in a promise. What no iterator has yet to give
 * is freed.
 */
function series() {
  let tail, reach;
  const grow = () => (tail = new Promise((resolve) => (reach = resolve)));
  grow();
  return {
    give(value) {
      const reached = reach;
      reached({ take: () => ({ value, done: false }), following: grow() });
    },
    finish: () => reach(end),
    fail(error) {
      const take = () => {
        throw error;
      };
      reach({ take, following: end.following });
    },
    /** @param {() => void} leave is called by whoever stops before the end */
    iterate(leave) {
      let place = tail;
      let left = false;
      return {
        next() {
          const here = place;
          place = here.then((node) => node.following);
          return here.then((node) => (left ? end : node).take());
        },
        async return(value) {
          left = true;
          leave();
          return { value, done: true };
        },
        [Symbol.asyncIterator]() {
          return this;
        },
      };
    },
  };
}

/**
 * Calls a native function, whatever its kind. The answer is a promise of its last value, and can be iterated over
 * every value that comes from then on; to leave such a loop early cancels the call.
 * @param {string} method
 * @param {any} [input] one value, as JSON.stringify writes it
 * @param {{signal?: AbortSignal} | null} [options]
 * @returns {NativeAnswer<any>}
 */
function ask(method, input, options) {
  const name = String(method).trim();
  const given = options?.signal;
  const signal = typeof given?.addEventListener === 'function' ? given : undefined;
  const values = series();
  const failure = (kind, message) => new BridgeError({ kind, message, method: name });
  let number, last, resolve, reject;

  /** @type {any} */
  const answer = new Promise((...both) => ([resolve, reject] = both));
  const close = () => {
    pendingAsks.delete(number);
    signal?.removeEventListener('abort', abort);
  };
  const give = (value) => values.give((last = value));
  const finish = () => {
    close();
    values.finish();
    resolve(last);
  };
  const fail = (error) => {
    close();
    values.fail(error);
    reject(error);
  };
  const silence = () => answer.catch(() => {}); // no unhandled rejection
  const quit = (error) => {
    if (!pendingAsks.has(number)) return;
    silence(); // who quits knows
    fail(error);
    post('cancel', number);
  };
  const abort = () => quit(signal?.reason);
  const cancel = () => quit(failure('cancelled', 'cancelled by the page'));

  answer.cancel = cancel;
  answer[Symbol.asyncIterator] = () => {
    silence(); // the loop throws it
    return values.iterate(cancel);
  };

  if (given && !signal) {
    fail(new TypeError('options.signal is not an AbortSignal'));
    return answer;
  }
  let json;
  try {
    json = stringify(input) ?? 'null';
  } catch (error) {
    fail(failure('argument', String(error)));
    return answer;
  }
  if (signal?.aborted) fail(signal.reason);
  else number = post('ask', `${encode(name)} ${json}`, () => fail(failure('tooLarge', tooLarge().message)));
  if (number) {
    pendingAsks.set(number, { give, finish, fail });
    signal?.addEventListener('abort', abort);
  }
  return answer;
}
