// Connections that are lost at any point, the delays between retries, and discarded documents (protocol sections 1, 2
// and 7).
import assert from 'node:assert/strict';
import test from 'node:test';
import { FakeBrowser } from './Support/FakeBrowser.mjs';
import { FakeServer } from './Support/FakeServer.mjs';
import { connected, plain } from './Support/connected.mjs';

/**
 * The steps of a conversation. Each test ends the connection before one of the steps or after the last one. The data in
 * transit is lost. The first attempt to reconnect then fails at the given stage (or succeeds: `at once`).
 */
const steps = [
  ({ browser }) => browser.run(`got = []; for (const i of [0, 1, 2]) bridge.call('p', i, (v) => got.push(v))`),
  ({ browser }) => browser.settle(),
  ({ server }) => server.read(),
  ({ server }) => server.send('callback dscb0 more "a"', 'callback dscb1 more "b"'),
  ({ browser }) => browser.run(`got.push(bridge.call('sync', 1)); bridge.call('p', 3, (v) => got.push(v))`),
  ({ server }) => server.send('callback dscb2 more "c"'),
  ({ server }) => server.read({ confirm: false }),
  ({ browser }) => browser.run(`bridge.call('p', 4, (v) => got.push(v)); bridge.call('p', 5, (v) => got.push(v))`),
  ({ browser }) => browser.settle(),
  ({ server }) => server.send('callback dscb3 done "d"'),
  ({ server }) => server.read(),
];
const posts = [0, 1, 2, 3, 4, 5].map((i) => `post p dscb${i} ${i}`);
const taken = [...posts.slice(0, 3), 'call sync 1', ...posts.slice(3)];

/** Loses the data in transit and reconnects. `stage` is the stage at which the first new attempt fails. */
async function reconnect({ browser, server }, stage) {
  browser.socket.sent.length = 0;
  browser.socket.drop();
  if (stage === 'no network') browser.fetches.shift().reject(new TypeError('Failed to fetch'));
  if (stage === 'unavailable') browser.fetches.shift().resolve({ ok: false, status: 503 });
  if (stage === 'hello lost') server.hello(browser.fetches[0].body, browser.fetches.shift().init.headers);
  if (stage === 'hello lost') browser.runTimer();
  if (stage === 'socket refused' || stage === 'no welcome') {
    await server.greet();
    if (stage === 'no welcome') browser.socket.open();
    browser.socket.drop();
  }
  await browser.settle();
  if (browser.timers.length && !browser.fetches.length) browser.runTimer();
  await server.connect();
}

for (const stage of ['at once', 'no network', 'unavailable', 'hello lost', 'socket refused', 'no welcome']) {
  test(`no data is lost or duplicated when the connection ends at any point; the next attempt: ${stage} (51)`, async () => {
    for (let point = 0; point <= steps.length; point++) {
      const both = await connected();
      both.server.answer = () => '"s"';
      for (const [index, step] of steps.entries()) {
        if (index === point) await reconnect(both, stage);
        await step(both);
      }
      if (point === steps.length) await reconnect(both, stage);
      await both.browser.settle();
      both.browser.runTasks();
      both.server.read();
      assert.deepEqual(both.server.taken, taken, `at ${point}`);
      assert.deepEqual(plain(both.window.got), ['a', 'b', 's', 'c', 'd'], `at ${point}`);
      assert.equal(both.server.unacknowledged, 0, `at ${point}`);
    }
  });
}

test('the first retry is immediate, and the delays of later ones grow up to 5 s, without an end', async () => {
  const { browser } = await connected();
  browser.socket.drop(1001);
  const waits = [];
  for (let i = 0; i < 60; i++) {
    browser.fetches.shift().reject(new TypeError('Failed to fetch'));
    await browser.settle();
    if (i === 0) assert.equal(browser.fetches.length, 0);
    waits.push(browser.runTimer());
  }
  assert.ok(waits[0] > 0 && waits[0] <= 200, `${waits[0]} ms`);
  assert.ok(Math.max(...waits) <= 5000);
  assert.ok(waits.slice(10).every((wait) => wait >= 2500));
  assert.ok(new Set(waits.slice(10)).size > 40, 'no jitter');
  assert.equal(browser.errors.length, 1);
});

test('a server that closes every socket at once gets delayed retries', async () => {
  const { browser, server } = await connected();
  const waits = [];
  for (let i = 0; i < 10; i++) {
    browser.socket.drop(1002);
    if (!browser.fetches.length) waits.push(browser.runTimer());
    await server.connect();
  }
  assert.ok(waits.length === 9 && waits.at(-1) > 2000, `${waits}`);
});

test('after a lasting connection, the first retry is immediate again', async () => {
  const { browser, server } = await connected();
  for (let i = 0; i < 5; i++) {
    browser.now += 6000;
    browser.socket.drop();
    assert.equal(browser.fetches.length, 1);
    await server.connect();
  }
});

test('a socket without a welcome is abandoned after 10 s', async () => {
  const browser = new FakeBrowser();
  const server = new FakeServer(browser);
  await server.greet();
  browser.socket.open();
  assert.equal(browser.runTimer(), 10000);
  assert.equal(browser.sockets[0].readyState, 2);
  assert.equal(browser.fetches.length, 1);
  browser.sockets[0].drop(); // The later end of the old socket is not another loss.
  assert.equal(browser.fetches.length, 1);
  await server.connect();
  assert.deepEqual(browser.timers, []);
});

test('the answer to an old hello is ignored', async () => {
  const browser = new FakeBrowser();
  const server = new FakeServer(browser);
  const [late] = browser.fetches.splice(0);
  browser.runTimer();
  await server.connect();
  const answer = { ticket: 'old', webView: 'old', confirmed: 0, limits: {} };
  late.resolve({ ok: true, status: 200, json: async () => answer });
  await browser.settle();
  assert.equal(browser.sockets.length, 1);
});

test('messages of an old socket are ignored', async () => {
  const { browser, server, window } = await connected();
  browser.run(`got = []; bridge.call('a', (v) => got.push(v))`);
  const old = browser.socket;
  old.drop();
  await server.connect();
  old.readyState = 1;
  old.deliver('message 1', 'callback dscb0 more 1');
  old.deliver('ack 99');
  assert.deepEqual(plain(window.got), []);
});

test('410 to hello reloads once and ends all attempts', async () => {
  const { browser, server } = await connected();
  browser.run(`bridge.call('a')`);
  server.forget();
  browser.socket.drop();
  await server.greet();
  assert.equal(browser.reloads, 1);
  assert.deepEqual([browser.timers, browser.fetches], [[], []]);
  browser.run(`bridge.call('b')`);
  assert.equal(browser.reloads, 1);
});

test('without the Navigation API (WebKit), the page reloads with the page script from the cache', async () => {
  for (const [fragment, loads, reloads] of [['', 1, 0], ['#h', 0, 1]]) {
    const { browser } = await connected({ omit: ['navigation'], url: `http://app.test/p?q${fragment}` });
    browser.socket.deliver('bye {"reason":"gone","message":""}');
    assert.deepEqual(browser.entries, Array(loads).fill(['load', 'http://app.test/p?q']));
    assert.equal(browser.reloads, reloads);
  }
});

test('410 to a blocking call reloads once', async () => {
  const { browser } = await connected();
  browser.onCall = () => ({ status: 410, text: '' });
  assert.equal(browser.run(`bridge.call('a')`), '');
  browser.run(`bridge.call('a')`);
  assert.equal(browser.reloads, 1);
  assert.equal(browser.socket.readyState, 2);
});

test('403 to hello is logged once and retried', async () => {
  const browser = new FakeBrowser();
  for (let i = 0; i < 3; i++) {
    browser.fetches.shift().resolve({ ok: false, status: 403 });
    await browser.settle();
    if (i) browser.runTimer();
  }
  assert.equal(browser.fetches.length, 1);
  assert.deepEqual(browser.errors.map((text) => text.includes('403')), [true]);
});

test('503 is not logged; a later failure is logged again', async () => {
  const { browser, server } = await connected();
  browser.socket.drop();
  browser.fetches.shift().resolve({ ok: false, status: 503 });
  await browser.settle();
  assert.deepEqual(browser.errors, []);
  browser.runTimer();
  for (let i = 1; i <= 2; i++) {
    browser.fetches.shift().reject(new TypeError('Failed to fetch'));
    await browser.settle();
    assert.equal(browser.errors.length, i);
    browser.runTimer();
    await server.connect();
    browser.now += 6000;
    browser.socket.drop();
  }
});

test('a blocking call works without a socket, and its lines are not sent again', async () => {
  const { browser, server } = await connected();
  browser.socket.drop();
  browser.run(`bridge.call('a', () => {}); bridge.call('b'); bridge.call('c', () => {})`);
  assert.deepEqual(server.taken, ['post a dscb0 {}', 'call b null']);
  await server.connect();
  assert.deepEqual(server.read(), ['post 3 c dscb1 {}']);
});

test('after bye with the reason gone, the page reloads once and ends all attempts', async () => {
  const { browser } = await connected();
  browser.socket.deliver('bye {"reason":"shutdown","message":""}');
  assert.equal(browser.reloads, 0);
  browser.socket.deliver('bye {"reason":"gone","message":""}');
  browser.socket.drop(1013);
  await browser.settle();
  assert.equal(browser.reloads, 1);
  assert.deepEqual([browser.timers, browser.fetches], [[], []]);
});
