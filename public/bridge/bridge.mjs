// The shim's API for modules. `_dsbridge`, because pages replace the global `bridge` by their own.
const { bridge } = globalThis._dsbridge;

export default bridge;
export const {
  call,
  ask,
  native,
  BridgeError,
  register,
  registerAsyn,
  hasNativeMethod,
  disableJavascriptDialogBlock,
} = bridge;
