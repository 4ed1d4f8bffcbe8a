// Native functions as members: `native.calc.addingOne(5)`.

/** @param {string} path @returns {any} */
const nativeAt = (path) =>
  new Proxy(() => {}, {
    // What promises, JSON and printing look for is no native function: they would call it.
    get: (target, name) =>
      typeof name === 'symbol' || /^(then|toJSON|toString|valueOf)$/.test(name)
        ? target[name]
        : nativeAt(path ? `${path}.${name}` : name),
    apply: (_target, _self, [input, options]) => ask(path, input, options),
  });
