// A module of another server's page, with the setting that docs/guides/proxied-sites.md names.
import bridge, { call, native } from 'http://localhost:8080/_bridge/bridge.mjs';

export const six: number = call('addingOne', 5);
export const asked: Promise<number> = native.addingOne(5);
export const same: NativeBridge = bridge;

// @ts-expect-error the name must be a string
call(1);
