// The page script's API as a module. Loads the page script if the page does not include it. The module reads
// `_dsbridge`, because pages may replace the global `bridge`.
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
