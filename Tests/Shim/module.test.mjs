// `import … from '/_bridge/bridge.mjs'` in a module, which Node.js runs here, in a document with the page script.
import assert from 'node:assert/strict';
import test from 'node:test';
import { connected } from './Support/connected.mjs';

test('the module exports the objects of the globals, even if the page has replaced the globals', async (t) => {
  const { browser, window } = await connected();
  const { bridge } = window;
  browser.run(`bridge = dsBridge = native = 'mine'; window._dsbridge = null`);
  globalThis._dsbridge = window._dsbridge;
  t.after(() => delete globalThis._dsbridge);
  const module = await import('../../public/bridge/bridge.mjs');
  assert.deepEqual(Object.keys(module).sort(), [...Object.keys(bridge), 'default'].sort());
  assert.equal(module.default, bridge);
  for (const name of Object.keys(bridge)) assert.equal(module[name], bridge[name], name);
});
