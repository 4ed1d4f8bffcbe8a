// Functions with which the inspector calls functions in this page, as the page's own scripts would. The server inserts
// this script after the page script, only if the program runs with `--inspector`.
(() => {
'use strict';

// The browser's functions, stored because pages may replace the globals later.
const page = /** @type {any} */ (window);
const { bridge, Promise, AbortController } = page;
if (!bridge) return;
const { ask, register, registerAsyn } = bridge;
const evaluate = eval;

/** Returns a page function by its name, with the `this` value for its calls. @param {string} name */
function found(name) {
  for (const table of [page._dsf, page._dsaf]) {
    if (typeof table?.[name] === 'function') return { f: table[name], self: table, isAsync: table === page._dsaf };
    const dot = name.lastIndexOf('.');
    const self = dot < 0 ? undefined : table?._obs?.[name.slice(0, dot)];
    const f = self?.[name.slice(dot + 1)];
    if (typeof f === 'function') return { f, self, isAsync: table === page._dsaf };
  }
  throw Error(`The page has no function "${name}".`);
}

/** @type {Map<number, AbortController>} The unfinished attempts to call functions of Swift, by their numbers. */
const attempts = new Map();

/**
 * Calls a function of Swift or of this page, or runs a script. Answers `[value]` for each value, and finally `[]`.
 * @param {'swift' | 'page' | 'script'} kind @param {string} name the function's name, or the script @param {any} input
 * @param {number} number the number of the attempt
 * @param {(answer: any[], isLast: boolean) => void} answer
 */
async function attempt(kind, name, input, number, answer) {
  const give = (value) => answer([value === undefined ? null : value], false);
  if (kind === 'swift') {
    const controller = new AbortController();
    attempts.set(number, controller);
    try {
      for await (const value of ask(name, input, { signal: controller.signal })) give(value);
    } finally {
      attempts.delete(number);
    }
  } else if (kind === 'script') give(await evaluate(name));
  else {
    const { f, self, isAsync } = found(name);
    const list = Array.isArray(input) ? input : [];
    if (isAsync) {
      await new Promise((resolve) => {
        f.apply(self, [...list, (value, isLast) => (give(value), isLast === false || resolve(null))]);
      });
    } else give(await f.apply(self, list));
  }
  answer([], true);
}
registerAsyn('_bridge.try', attempt);
register('_bridge.stop', (/** @type {number} */ number) => attempts.get(number)?.abort(Error('The call was stopped.')));

// The size of the JavaScript heap in bytes; null if the browser does not report the size.
register('_bridge.heap', () => page.performance.memory?.usedJSHeapSize ?? null);

// The names of the functions that the page has registered for Swift.
register('_bridge.functions', () => {
  const names = [page._dsf, page._dsaf].flatMap((table) => {
    const { _obs = {}, ...functions } = table ?? {};
    const inside = Object.entries(_obs).flatMap(([space, object]) => {
      const isClass = Object.getPrototypeOf(object) !== Object.prototype;
      const members = Object.getOwnPropertyNames(isClass ? Object.getPrototypeOf(object) : object);
      return members.filter((name) => typeof object[name] === 'function').map((name) => `${space}.${name}`);
    });
    return [...Object.keys(functions).filter((name) => typeof functions[name] === 'function'), ...inside];
  });
  return names.filter((name) => !/^_|\.constructor$/.test(name)).sort();
});
})();
