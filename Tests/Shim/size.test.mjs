// The shim is in every page: what it may weigh.
import assert from 'node:assert/strict';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { served } from './Support/served.mjs';

test('below 8 kB compressed', (t) => {
  const size = gzipSync(served).length;
  t.diagnostic(`${size} bytes compressed, ${Buffer.byteLength(served)} as served`);
  assert.ok(size < 8192);
});
