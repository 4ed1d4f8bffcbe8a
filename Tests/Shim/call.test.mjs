import assert from 'node:assert/strict';
import test from 'node:test';
import { FakeBrowser } from './Support/FakeBrowser.mjs';
import { FakeServer } from './Support/FakeServer.mjs';

async function connected() {
  const browser = new FakeBrowser();
  const server = new FakeServer(browser);
  await server.connect();
  return { browser, server };
}

test('a blocking call returns the value', async () => {
  const { browser, server } = await connected();
  server.answer = (method, json) => (method === 'addingOne' ? `${JSON.parse(json) + 1}` : '""');
  assert.equal(browser.run(`bridge.call(' addingOne ', 5)`), 6);
  assert.deepEqual(server.taken, ['call addingOne 5']);
  assert.deepEqual(browser.errors, []);
});

test('a callback call returns "" and its callback gets every value until it is done', async () => {
  const { browser, server } = await connected();
  assert.equal(browser.run(`got = []; bridge.call('tick', 1, (v) => got.push(v, 'dscb0' in window))`), '');
  await browser.settle();
  assert.deepEqual(server.read(), ['post 1 tick dscb0 1']);
  await server.send('callback dscb0 more 2', 'callback dscb0 more 3');
  await server.send('callback dscb0 done 4', 'callback dscb0 more 5');
  assert.deepEqual([...browser.window.got], [2, true, 3, true, 4, false]);
  assert.deepEqual(browser.reported, []);
});
