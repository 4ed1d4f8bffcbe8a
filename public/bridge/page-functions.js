// The page functions that native code calls.

// Returns the tables of page functions that dsbridge.js uses. Each access restores missing parts, because a page's own
// copy of dsbridge.js also creates the tables, and pages replace them.
const tables = () =>
  ['_dsf', '_dsaf'].map((name) => {
    const table = (page[name] ??= {});
    table._obs ??= {};
    return table;
  });

/**
 * Registers a page function, or an object's functions as `name.function`, for native code.
 * @param {string} name
 * @param {any} fun
 * @param {boolean} [isAsync] whether the function answers through its last argument, `(value, complete)`
 */
function register(name, fun, isAsync) {
  const table = tables()[isAsync ? 1 : 0];
  if (typeof fun === 'object') table._obs[name] = fun;
  else table[name] = fun;
}

const own = Object.hasOwn;

/**
 * Returns a member of an object or of its class, but not a member of `Object.prototype`.
 * @param {any} o
 * @param {string} name
 */
function member(o, name) {
  for (let holder = o; holder && holder !== Object.prototype; holder = Object.getPrototypeOf(holder)) {
    if (own(holder, name) && (name !== 'constructor' || holder === o)) return o[name];
  }
}

/**
 * Finds a page function, with the precedence of dsbridge.js.
 * @param {string} name
 * @returns {{f: Function, self: any, isAsync: number} | undefined}
 */
function find(name) {
  for (const [isAsync, self] of tables().entries()) {
    if (own(self, name) && typeof self[name] === 'function') return { f: self[name], self, isAsync };
  }
  const dot = name.lastIndexOf('.');
  const space = name.slice(0, dot);
  for (const [isAsync, { _obs }] of dot < 0 ? [] : tables().entries()) {
    const self = own(_obs, space) ? _obs[space] : null;
    const f = member(self, name.slice(dot + 1));
    if (typeof f === 'function') return { f, self, isAsync };
  }
}

class NotFound extends Error {}

/** Returns the JSON of an exception. @param {any} error any thrown value */
function describe(error) {
  const code = error instanceof NotFound ? 'notFound' : undefined;
  const clip = (text) => (text === undefined ? text : String(text).slice(0, 8000));
  try {
    const { message = String(error), name = 'Error', stack } = Object(error);
    return stringify({ message: clip(message), name: clip(name), stack: clip(stack), code });
  } catch {
    return stringify({ message: 'unprintable error', name: 'Error' });
  }
}

/** Returns functions that answer a call or a script. They ignore answers after the last one. @param {string} id */
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
  /**
   * Calls a function and answers with its result or exception.
   * @param {() => any} f
   * @param {(value: any) => void} [then]
   */
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

/** Performs a call from native code. @param {string} id @param {string} method @param {() => any[]} args */
function invoke(id, method, args) {
  const { give, run } = answer(id);
  /** @type {ReturnType<typeof find>} */
  let found;
  const call = () => {
    found = find(method);
    if (!found) throw new NotFound(`the page has no function ${stringify(method)}`);
    const list = args();
    if (found.isAsync) list.push((value, end) => give(value, end !== false));
    return found.f.apply(found.self, list);
  };
  run(call, (value) => found?.isAsync || give(value));
}
