/// <reference path="./bridge.d.ts" />
// Types of `bridge.mjs`. Its exports are the same objects as the globals.

declare const bridge: NativeBridge;
export default bridge;

export declare const call: NativeBridge['call'];
export declare const ask: NativeBridge['ask'];
export declare const native: Native;
export declare const BridgeError: BridgeErrorConstructor;
export type BridgeError = globalThis.BridgeError;
export declare const register: NativeBridge['register'];
export declare const registerAsyn: NativeBridge['registerAsyn'];
export declare const hasNativeMethod: NativeBridge['hasNativeMethod'];
export declare const disableJavascriptDialogBlock: NativeBridge['disableJavascriptDialogBlock'];
