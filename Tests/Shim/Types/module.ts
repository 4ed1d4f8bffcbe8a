// The same checks as in page.ts, but in a module.
import bridge, {
  ask,
  BridgeError,
  call,
  disableJavascriptDialogBlock,
  hasNativeMethod,
  native,
  register,
  registerAsyn,
} from '/_bridge/bridge.mjs';

export async function page(): Promise<number> {
  try {
    for await (const { progress } of native.download.start(3)) console.log(progress);
    const five: number = call('addingOne', 4);
    call('tick', five, (value: number) => value.toFixed());
    register('addValue', (a: number, b: number) => a + b);
    registerAsyn('later', (complete: () => void) => complete());
    disableJavascriptDialogBlock();
    if (!hasNativeMethod('addingOne')) return bridge.ask<number>('other');
    return (await ask<number>('addingOne', five)) + (await native.addingOne(five));
  } catch (error) {
    if (error instanceof BridgeError && error.kind === 'cancelled') return 0;
    throw error;
  }
}

export const failure: BridgeError = new BridgeError({ kind: 'thrown', method: 'f', code: 7 });

// @ts-expect-error no such export
import { dsBridge } from '/_bridge/bridge.mjs';
// @ts-expect-error the argument must be a number
void native.addingOne('5');
// @ts-expect-error an import cannot be assigned
native = {};
void dsBridge;
