// The shim's API for modules, also for a page whose head does not have the shim. `_dsbridge`, because pages replace the
// global `bridge` by their own.
if (!globalThis._dsbridge?.protocol) {
  const script = document.createElement('script');
  script.src = new URL('bridge.js', import.meta.url).href;
  await new Promise((resolve, reject) => {
    script.onload = resolve;
    script.onerror = () => reject(new Error(`the bridge cannot be loaded from ${script.src}`));
    document.head.append(script);
  });
}
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
