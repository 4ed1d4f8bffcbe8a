// The global variables of the page script. They are assigned as properties of `window`, so that a page may declare
// variables with the same names.

/** @type {NativeBridge} */
const bridge = {
  call,
  ask,
  native: nativeAt(''),
  BridgeError: /** @type {any} */ (BridgeError),
  register,
  /** @param {string} name @param {any} fun */
  registerAsyn: (name, fun) => register(name, fun, true),
  /** @param {string} name @param {'all' | 'syn' | 'asyn'} [type] @returns {boolean} */
  hasNativeMethod: (name, type) =>
    typeof name === 'string' && call('_dsb.hasNativeMethod', { name, type: type || 'all' }) === true,
  /** @param {boolean} [disable] */
  disableJavascriptDialogBlock(disable) {
    call('_dsb.disableJavascriptDialogBlock', { disable: disable !== false });
  },
};

Object.assign(page, {
  bridge,
  dsBridge: bridge,
  native: bridge.native,
  dscb: page.dscb ?? 0,
  _dsInit: true,
  // This property tells version 3 of dsbridge.js that a bridge exists. Version 2 uses the value as the prefix of its
  // calls.
  _dswk: '_dsbridge=',
  _handleMessageFromNative({ method, callbackId, data }) {
    if (!/^[1-9]\d{0,14}$/.test(callbackId)) throw new TypeError('callbackId is not a positive integer');
    invoke(callbackId, method, () => parse(data));
  },
  close() {
    const answer = callSync('_dsb.closePage', 'null');
    if (answer.error || answer.value === false) closeWindow.call(window);
  },
  prompt(message, value) {
    if (/^_dsbridge=/.test(message)) return callNative(message.slice(10), value, true);
    return promptUser.apply(window, arguments);
  },
});
Object.defineProperty(page, '_dsbridge', {
  configurable: true,
  enumerable: true,
  get: () => injected,
  // Ignores assignments. Pages assign to this property, and without a setter the assignment would throw in strict mode.
  set() {},
});
const injected = { call: callNative, init() {}, protocol: 1, bridge };
// The function through which the additional scripts access the page script's internals. Pages cannot replace it.
Object.defineProperty(page, '_bridge', {
  value(part) {
    part(internals);
    for (const rest of early.splice(0)) apply('event', rest);
  },
});
register('_hasJavascriptMethod', (name) => !!find(String(name)));
