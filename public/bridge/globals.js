// The global names. They are assigned as properties of the window, so that a page may declare the same names.

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
  _dswk: '_dsbridge=', // to version 3 that there is a bridge, to version 2 how calls begin
  _handleMessageFromNative({ method, callbackId, data }) {
    if (!/^[1-9]\d{0,14}$/.test(callbackId)) throw new TypeError('callbackId is not a number from 1');
    invoke(callbackId, method, () => parse(data));
  },
  close() {
    const answer = block('_dsb.closePage', 'null');
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
  set() {}, // pages reset it; an accessor that throws in strict mode would break them
});
const injected = { call: callNative, init() {}, protocol: 1, bridge };
// For the parts behind this script, whatever a page does with the rest.
Object.defineProperty(page, '_bridge', { value: (part) => part(inside) });
register('_hasJavascriptMethod', (name) => !!find(String(name)));
