// Native functions as members of `native`, such as `native.calc.addingOne(5)`. `native.call('calc.then', 5)` can call
// any function by its name.

/**
 * Returns the proxy of a namespace.
 * @param {string} space the namespace with a dot, such as `calc.`, or an empty string
 * @returns {any}
 */
const nativeAt = (space) =>
  new Proxy(() => {}, {
    // JavaScript itself looks up these members, for promises, JSON and conversions to a string. Without this check,
    // such a lookup would lead to a call of a native function.
    get(target, name) {
      if (typeof name === 'symbol' || /^(then|toJSON|toString|valueOf)$/.test(name)) return target[name];
      return space + name === 'call' ? ask : nativeAt(`${space + name}.`);
    },
    apply: (_target, _self, [input, options]) => ask(space.slice(0, -1), input, options),
  });
