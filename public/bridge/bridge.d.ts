// Types of the globals that the shim gives a page. `Native` is for a server's generated declarations to fill.

/** A call's answer: a promise of its last value, and every value in turn with `for await`. */
type NativeAnswer<T> = Promise<T> &
  AsyncIterable<T> & {
    /** Ends the call: the native function is cancelled, and the answer rejects with the code `cancelled`. */
    cancel(): void;
  };

interface NativeCallOptions {
  /** Cancels the call when it aborts; the answer then rejects with the signal's reason. */
  signal?: AbortSignal;
}

interface WindowEventMap {
  /** The server has been away for a second. To prevent it leaves the notice out: the page shows its own. */
  bridgeaway: CustomEvent<null>;
  /** After `bridgeaway`: the server is back, and nothing was lost. A page that is loaded again hears nothing. */
  bridgeback: CustomEvent<null>;
}

/** The native functions by their names, as a server's generated declarations list them. */
interface Native {
  /** Any native function, also one that is no member: `then`, `toString`, `valueOf`, `toJSON`, or `call` itself. */
  call<T = any>(method: string, input?: unknown, options?: NativeCallOptions): NativeAnswer<T>;
}

/** What an answer rejects with, unless a signal has aborted it. */
interface BridgeError extends Error {
  /** The code that the native error has given; where it has none, the kind. */
  readonly code: any;
  /**
   * Of the bridge itself: `noSuchMethod`, `argument`, `synchronousOnly`, `callbackOnly`, `thrown`, `result`, `dropped`,
   * `malformed`, `timeout`, `tooLarge`, `deadlock`, `shutdown`, `cancelled`. `pageThrew`, `pageGone`, `pageBehind` and
   * `returnTypeMismatch` where the function's own call of the page failed so, and it threw that error on.
   */
  readonly kind: string;
  /** The function's name. */
  readonly method: string;
  /** With the kind `argument`: the type that the function takes. */
  readonly expected?: string;
  /** With the kind `argument`: what it was given. */
  readonly got?: string;
}

interface BridgeErrorConstructor {
  readonly prototype: BridgeError;
  new (failure: {
    kind: string;
    method: string;
    message?: string;
    code?: any;
    expected?: string;
    got?: string;
  }): BridgeError;
}

interface NativeBridge {
  /** Calls a native function that answers through a callback, once or often. Returns `""`. */
  call<Value = any>(method: string, callback: (value: Value) => void): any;
  call<Value = any>(method: string, args: any, callback: (value: Value) => void): any;
  /**
   * Calls a native function and waits for its result, which blocks the page. Without a result: `""` and one
   * `console.error`.
   * @param args one value, as `JSON.stringify` writes it
   */
  call<Result = any>(method: string, args?: any): Result;
  /** As dsbridge.js declares it. */
  call<Argument, Value>(method: string, args?: Argument, callback?: (value: Value) => void): Value;

  /**
   * Calls a native function of any kind.
   * @param input one value, as `JSON.stringify` writes it
   */
  ask<T = any>(method: string, input?: unknown, options?: NativeCallOptions): NativeAnswer<T>;

  /** The native functions as members: `native.calc.addingOne(5)` is `ask('calc.addingOne', 5)`. */
  readonly native: Native;

  readonly BridgeError: BridgeErrorConstructor;

  /** Offers a function, which may return a promise, or an object's functions as `name.function`, to native code. */
  register(name: string, handler: ((...args: any[]) => any) | object, isAsync?: boolean): void;
  /** Offers functions that answer through their last argument: `(value, complete)`, where `false` announces more. */
  registerAsyn(name: string, handler: ((...args: any[]) => void) | object): void;

  /** Whether there is such a native function: one that returns (`syn`), that takes a callback (`asyn`), or either. */
  hasNativeMethod(name: string, type?: 'all' | 'asyn' | 'syn'): boolean;

  disableJavascriptDialogBlock(disable?: boolean): void;
}

declare var bridge: NativeBridge;
declare var dsBridge: NativeBridge;
declare var native: Native;
