// A page in strict TypeScript that uses every global. The test is that it compiles. The compiler reports an
// `@ts-expect-error` if the line below it has no error.

interface Street {
  name: string;
}

async function asks(signal: AbortSignal) {
  const six: number = await native.addingOne(5, { signal });
  const half: number | null = await bridge.native.calc.divide({ value: 1, by: 2 });
  const untyped: string = await bridge.ask('street.getName');
  const typed: Street = await dsBridge.ask<Street>('street', { of: six, half, untyped }, { signal });
  const byName: number = await native.call<number>('calc.then', { half }, { signal });
  const options: NativeCallOptions = {};
  await bridge.ask('later', null, options);

  const download = native.download.start(3, options);
  for await (const { progress } of download) {
    if (progress > 0.5) download.cancel();
  }
  const last: { progress: number } = await download;
  const answer: NativeAnswer<number> = bridge.ask<number>('tick', 1);
  const iterator: AsyncIterator<number> = answer[Symbol.asyncIterator]();
  const promise: Promise<number> = answer.finally(() => {});
  await Promise.all([native.addingOne(1), native.addingOne(2), promise, iterator.next()]);
  return [typed.name, last, byName];
}

function describe(error: unknown): string {
  if (!(error instanceof bridge.BridgeError)) return String(error);
  const same: BridgeError = error;
  const text: string = same.kind + same.method + same.message + (same.expected ?? '') + (same.got ?? '');
  return error.code === 'outOfPaper' ? text : error.name;
}

function calls() {
  const six: number = bridge.call('addingOne', 5);
  const street = bridge.call<Street>('street.get');
  const nothing: string = bridge.call('tick', (value) => console.log(value)); // `value` is any, not implicitly
  bridge.call<number>('tick', (value) => value.toFixed());
  bridge.call('tick', 1, (value: number) => value.toFixed());
  bridge.call<number>('tick', undefined, (value) => value.toFixed());
  const declared: Street = bridge.call<{ id: number }, Street>('street.get', { id: 1 }, (value) => value.name);
  window.dsBridge.call('addingOne');
  return [six, street.name, nothing, declared];
}

class Calculator {
  add(a: number, b: number) {
    return a + b;
  }
}

function registers() {
  bridge.register('addValue', (a: number, b: number) => a + b);
  bridge.register('untyped', (a, b) => [a, b]);
  bridge.register('soon', async () => 1);
  bridge.register('calc', new Calculator());
  bridge.register('both', (value: number, complete: (value: number) => void) => complete(value), true);
  bridge.registerAsyn('timer', (complete: (value: number, done?: boolean) => void) => complete(0, false));
  bridge.registerAsyn('ns', { f(complete: (value: string) => void) { complete(''); } });
  const has: boolean = bridge.hasNativeMethod('addingOne') && bridge.hasNativeMethod('tick', 'asyn');
  bridge.disableJavascriptDialogBlock();
  bridge.disableJavascriptDialogBlock(false);
  return has;
}

async function wrong() {
  // @ts-expect-error the argument must be a number
  await native.addingOne('5');
  // @ts-expect-error the result is a number
  const text: string = await native.addingOne(5);
  // @ts-expect-error no such function
  native.missing();
  // @ts-expect-error no such function in the namespace
  native.calc.missing();
  // @ts-expect-error a member is missing
  native.calc.divide({ value: 1 });
  // @ts-expect-error the result may be null
  const half: number = await native.calc.divide({ value: 1, by: 2 });
  // @ts-expect-error the function answers once, so there is nothing to iterate
  for await (const value of native.addingOne(5)) value;
  // @ts-expect-error the function answers once, so there is nothing to cancel
  native.addingOne(5).cancel();
  // @ts-expect-error the option must be a signal, not its controller
  native.addingOne(5, { signal: new AbortController() });
  // @ts-expect-error no such option
  bridge.ask('f', 1, { timeout: 1 });
  // @ts-expect-error the name must be a string
  bridge.ask(1);
  // @ts-expect-error the name is required
  bridge.call();
  // @ts-expect-error the callback must be the last argument
  bridge.call('tick', () => {}, 1);
  // @ts-expect-error a registered function must have a name
  bridge.register(() => {});
  // @ts-expect-error there is no such kind of function
  bridge.hasNativeMethod('f', 'async');
  // @ts-expect-error the API's own members cannot be assigned
  bridge.native = native;
  // @ts-expect-error there is no global of this name
  new BridgeError({ kind: 'thrown', method: 'f' });
  return [text, half];
}

void [asks, describe, calls, registers, wrong];
