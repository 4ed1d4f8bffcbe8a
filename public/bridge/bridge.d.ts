// Types of the globals that the page script provides. A server's generated declarations extend `Native`.

/** The answer to a call: a promise of the last value, and an async iterable of all values. */
type NativeAnswer<T> = Promise<T> &
  AsyncIterable<T> & {
    /** Cancels the call and its native function. The answer rejects with the code `cancelled`. */
    cancel(): void;
  };

interface NativeCallOptions {
  /** A signal that cancels the call. The answer then rejects with the signal's reason. */
  signal?: AbortSignal;
}

interface WindowEventMap {
  /** Fired when the server has been unreachable for one second. `preventDefault()` suppresses the bridge's notice. */
  bridgeaway: CustomEvent<null>;
  /** Fired after `bridgeaway`, when the page has reconnected without data loss. Not fired if the page reloads. */
  bridgeback: CustomEvent<null>;
}

/** The native functions by name. A server's generated declarations add them. */
interface Native {
  /**
   * Calls any native function, including those that are not members: `then`, `toString`, `valueOf`, `toJSON`, `call`.
   */
  call<T = any>(method: string, input?: unknown, options?: NativeCallOptions): NativeAnswer<T>;
}

/** The error with which an answer rejects, unless a signal aborted the call. */
interface BridgeError extends Error {
  /** The code of the native error, or the kind if the error has no code. */
  readonly code: any;
  /**
   * The bridge's reason for the failure: `noSuchMethod`, `argument`, `synchronousOnly`, `callbackOnly`, `thrown`,
   * `result`, `dropped`, `malformed`, `timeout`, `tooLarge`, `deadlock`, `shutdown`, `cancelled`; `notFound`,
   * `interrupted` and `unreachable` for functions of other processes. The kinds `pageThrew`, `pageGone`, `pageBehind`
   * and `returnTypeMismatch` mean that the function called the page, and rethrew the error of that call.
   */
  readonly kind: string;
  /** The function's name. */
  readonly method: string;
  /** The expected type of the argument; only with the kind `argument`. */
  readonly expected?: string;
  /** A description of the argument that was passed; only with the kind `argument`. */
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
  /** Calls a native function that answers through a callback, once or several times. Returns `""`. */
  call<Value = any>(method: string, callback: (value: Value) => void): any;
  call<Value = any>(method: string, args: any, callback: (value: Value) => void): any;
  /**
   * Calls a native function and blocks the page until it has returned. Returns the result. If the call fails, returns
   * `""` and logs one error.
   * @param args one value that `JSON.stringify` can encode
   */
  call<Result = any>(method: string, args?: any): Result;
  /** The declaration of dsbridge.js. */
  call<Argument, Value>(method: string, args?: Argument, callback?: (value: Value) => void): Value;

  /**
   * Calls a native function of any kind.
   * @param input one value that `JSON.stringify` can encode
   */
  ask<T = any>(method: string, input?: unknown, options?: NativeCallOptions): NativeAnswer<T>;

  /** The native functions as members: `native.calc.addingOne(5)` is `ask('calc.addingOne', 5)`. */
  readonly native: Native;

  readonly BridgeError: BridgeErrorConstructor;

  /** Registers a function, which may return a promise, or an object's functions as `name.function`, for native code. */
  register(name: string, handler: ((...args: any[]) => any) | object, isAsync?: boolean): void;
  /**
   * Registers functions that answer through their last argument: `(value, complete)`. Pass `false` if more values
   * follow.
   */
  registerAsyn(name: string, handler: ((...args: any[]) => void) | object): void;

  /**
   * Whether a native function exists that returns its result (`syn`), answers through a callback (`asyn`), or either.
   */
  hasNativeMethod(name: string, type?: 'all' | 'asyn' | 'syn'): boolean;

  disableJavascriptDialogBlock(disable?: boolean): void;
}

declare var bridge: NativeBridge;
declare var dsBridge: NativeBridge;
declare var native: Native;
