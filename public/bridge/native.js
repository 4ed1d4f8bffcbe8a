// Native functions as members: `native.calc.addingOne(5)`; any by its name: `native.call('calc.then', 5)`.

/** @param {string} space `calc.`, or nothing @returns {any} */
const nativeAt = (space) =>
  new Proxy(() => {}, {
    // What promises, JSON and printing look for is no native function: they would call it.
    get(target, name) {
      if (typeof name === 'symbol' || /^(then|toJSON|toString|valueOf)$/.test(name)) return target[name];
      return space + name === 'call' ? ask : nativeAt(`${space + name}.`);
    },
    apply: (_target, _self, [input, options]) => ask(space.slice(0, -1), input, options),
  });
