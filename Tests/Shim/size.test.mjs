// The maximum size of the page script, which is part of every page.
import assert from 'node:assert/strict';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { served, services } from './Support/served.mjs';

test('below 8 kB compressed', (t) => {
  const size = gzipSync(served).length;
  t.diagnostic(`${size} bytes compressed, ${Buffer.byteLength(served)} as served`);
  assert.ok(size < 8192);
});

for (const [name, script] of Object.entries(services)) {
  test(`${name} below 1.5 kB compressed`, (t) => {
    const size = gzipSync(script).length;
    t.diagnostic(`${size} bytes compressed`);
    assert.ok(size < 1536);
  });
}
