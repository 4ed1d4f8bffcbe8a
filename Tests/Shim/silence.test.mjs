// A server that keeps its connections but sends nothing: the page is offline (protocol section 3, "Heartbeats").
import assert from 'node:assert/strict';
import test from 'node:test';
import { FakeBrowser } from './Support/FakeBrowser.mjs';
import { FakeServer } from './Support/FakeServer.mjs';
import { connected } from './Support/connected.mjs';

const announced = { call: 60, silence: 25 };

/**
 * Returns a browser with a connected page, and its server. The server has announced that it sends heartbeats, but it
 * sends none on its own.
 */
async function watched(options) {
  const all = await connected({ limits: announced, ...options });
  all.browser.loadPart('silence');
  all.server.answer = (method, json) => json;
  return all;
}

const isConnected = ({ browser }) => browser.socket.readyState === 1 && !browser.fetches.length;

/** Runs a blocking call. @returns whether it has failed without a request */
function failsAtOnce(browser) {
  const { length } = browser.calls;
  const errors = browser.errors.length;
  const result = browser.run(`bridge.call('f', 7)`);
  const isOffline = browser.calls.length === length;
  assert.equal(result, isOffline ? '' : 7);
  assert.equal(browser.errors.length - errors, isOffline ? 1 : 0);
  if (isOffline) assert.match(browser.errors.at(-1), /"f".*the server cannot be reached/);
  return isOffline;
}

test('after 25 s the page is offline, and pending calls continue when the server answers again', async () => {
  const page = await watched();
  const { browser, server, window } = page;
  const told = [];
  for (const type of ['bridgeaway', 'bridgeback']) window.addEventListener(type, () => told.push(type));
  browser.run(`answers = []; bridge.ask('slow').then((value) => answers.push(value))`);
  await browser.settle();
  browser.pass(24);
  assert.ok(isConnected(page));
  browser.pass(1);
  assert.equal(browser.sockets[0].readyState, 2);
  assert.equal(browser.fetches.length, 1, 'the first attempt begins at once');
  assert.equal(browser.patience.delay, 1000);
  browser.losePatience();
  assert.deepEqual(told, ['bridgeaway']);
  assert.ok(failsAtOnce(browser));
  browser.pass(60);
  assert.ok(failsAtOnce(browser));
  assert.equal(browser.fetches.length, 1, 'the attempt has a limit of its own');
  await server.connect();
  assert.deepEqual(told, ['bridgeaway', 'bridgeback']);
  server.read();
  assert.deepEqual(server.taken, ['ask slow null']);
  await server.send('reply 1 5');
  assert.equal(`${window.answers}`, '5');
  assert.equal(failsAtOnce(browser), false);
});

test('a heartbeat, a message or the answer to a blocking call ends the silence', async () => {
  const page = await watched();
  const { browser, server } = page;
  const signs = [
    () => browser.socket.deliver('ack 0'),
    () => server.send('callback none more 1'),
    () => assert.equal(failsAtOnce(browser), false),
  ];
  for (const sign of [...signs, ...signs]) {
    browser.pass(24);
    await sign();
    assert.ok(isConnected(page));
  }
  browser.runTasks();
  browser.pass(24);
  assert.ok(isConnected(page));
});

test('a heartbeat confirms nothing', async () => {
  const { browser, server } = await watched();
  browser.run(`bridge.call('a', () => {})`);
  await browser.settle();
  browser.socket.deliver('ack 0');
  browser.socket.drop();
  await server.connect();
  server.read();
  assert.deepEqual([server.taken, browser.reported], [['post a dscb0 {}'], []]);
});

test('the time in which the page was blocked, frozen or hidden does not count', async () => {
  const page = await watched();
  const { browser } = page;
  browser.pass(24);
  for (let i = 0; i < 30; i++) browser.tickAfter(60_000);
  assert.ok(isConnected(page));
  browser.document.hidden = true;
  browser.pass(100);
  assert.ok(isConnected(page));
  browser.document.hidden = false;
  browser.pass(1);
  assert.equal(isConnected(page), false);
});

test('the time of a blocking call does not count, although Firefox may run timers in it', async () => {
  const page = await watched();
  const { browser, server } = page;
  browser.onCall = (body, headers) => {
    browser.pass(60);
    return server.call(body, headers);
  };
  assert.equal(failsAtOnce(browser), false);
  assert.ok(isConnected(page));
});

test('a server without heartbeats may be silent', async () => {
  const page = await watched({ limits: {} });
  page.browser.pass(1000);
  assert.ok(isConnected(page));
  assert.equal(failsAtOnce(page.browser), false);
});

test('a page without WebSocket is never offline', async () => {
  const browser = new FakeBrowser({ omit: ['WebSocket'] });
  const server = new FakeServer(browser);
  Object.assign(server, { limits: announced, answer: (method, json) => json });
  await server.greet();
  browser.loadPart('silence');
  browser.pass(100);
  assert.equal(failsAtOnce(browser), false);
});

test('a hello without an answer is cancelled, because browsers open few connections', () => {
  const browser = new FakeBrowser({ before: ({ window }) => (window.AbortSignal = { timeout: (time) => `after ${time} ms` }) });
  assert.equal(browser.fetches[0].init.signal, 'after 10000 ms');
});
