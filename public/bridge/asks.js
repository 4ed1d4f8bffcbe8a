// Calls that return promises.

/** The error of a failed call. `code` is the native error's code, or the kind of failure if there is no such code. */
class BridgeError extends Error {
  /** @param {any} failure a failure, as in section 5 of the protocol */
  constructor(failure) {
    const { kind, method, code, expected, got } = failure;
    super(failureText(failure));
    Object.assign(this, { code: code ?? kind, kind, method }, expected && { expected, got });
  }
}
BridgeError.prototype.name = 'BridgeError';

/** The pending calls, by the numbers of their lines. @type {Map<number, any>} */
const asks = new Map();

// The last node of every sequence. The node is its own successor, so iterators may read it repeatedly.
/** @type {any} */
const end = { take: () => ({ value: undefined, done: true }) };
end.following = Promise.resolve(end);

/**
 * Creates a sequence of values that arrive later, for any number of iterators. The sequence is a linked list that ends
 * in a promise. Nodes that all iterators have passed are released.
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
    /**
     * Creates an iterator over the values that arrive after this call.
     * @param {() => void} leave called if the iterator stops before the end
     */
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
 * Calls a native function of any kind. Returns a promise of the last value. The promise is also an async iterable: a
 * loop over it receives the values that arrive after the start of the loop. Leaving the loop early cancels the call.
 * @param {string} method
 * @param {any} [input] one value that `JSON.stringify` can encode
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
    asks.delete(number);
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
  const silence = () => answer.catch(() => {}); // Prevents an unhandled rejection.
  const quit = (error) => {
    if (!asks.has(number)) return;
    silence(); // The page itself has cancelled the call, so the rejection is not reported.
    fail(error);
    post('cancel', number);
  };
  const abort = () => quit(signal?.reason);
  const cancel = () => quit(failure('cancelled', 'cancelled by the page'));

  answer.cancel = cancel;
  answer[Symbol.asyncIterator] = () => {
    silence(); // The loop throws the error.
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
    asks.set(number, { give, finish, fail });
    signal?.addEventListener('abort', abort);
  }
  return answer;
}
