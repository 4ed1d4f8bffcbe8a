// The page's events and the notice to the user while the server is unreachable.
import assert from 'node:assert/strict';
import test from 'node:test';
import { FakeBrowser } from './Support/FakeBrowser.mjs';
import { FakeServer } from './Support/FakeServer.mjs';
import { connected } from './Support/connected.mjs';

const texts = (browser) => browser.notices.map(({ text, isShown }) => isShown && text);

/** Records the page's events of these names. */
function record(browser, { prevent = false } = {}) {
  const seen = [];
  for (const type of ['bridgeaway', 'bridgeback']) {
    browser.window.addEventListener(type, (event) => {
      seen.push(type);
      if (prevent) event.preventDefault();
    });
  }
  return seen;
}

/** Starts the next attempt, unless it has started. The first retry is immediate. */
function retry(browser) {
  if (!browser.fetches.length) browser.runTimer();
}

/** Makes the next attempt fail, as if no server were running. */
async function miss(browser) {
  retry(browser);
  browser.fetches.shift().reject(new TypeError('Failed to fetch'));
  await browser.settle();
}

test('the notice appears after one second without a connection, and disappears with the connection', async () => {
  const { browser, server } = await connected();
  const seen = record(browser);
  assert.equal(browser.patience, undefined);
  browser.socket.drop();
  assert.equal(browser.patience.delay, 1000);
  await miss(browser);
  assert.deepEqual([texts(browser), seen], [[], []]);
  browser.losePatience();
  await miss(browser);
  assert.deepEqual([texts(browser), seen], [['Connecting\u2026'], ['bridgeaway']]);
  assert.deepEqual([browser.notices[0].role, browser.reported], ['status', []]);
  retry(browser);
  await server.connect();
  assert.deepEqual([texts(browser), seen], [[], ['bridgeaway', 'bridgeback']]);
  assert.equal(browser.patience, undefined);
});

test('each outage shows the notice once', async () => {
  const { browser, server } = await connected();
  const seen = record(browser);
  for (let i = 0; i < 3; i++) {
    browser.now += 6000;
    browser.socket.drop();
    const { patience } = browser;
    await miss(browser);
    await miss(browser);
    assert.equal(browser.patience, patience, 'the second begins with the loss');
    browser.losePatience();
    await miss(browser);
    retry(browser);
    await server.connect();
  }
  assert.deepEqual(seen, Array(3).fill(['bridgeaway', 'bridgeback']).flat());
  assert.deepEqual(browser.notices, []);
});

test('an outage of less than a second is not reported', async () => {
  const { browser, server } = await connected();
  const seen = record(browser);
  browser.socket.drop();
  await server.connect();
  assert.deepEqual([browser.patience, seen], [undefined, []]);
});

test('preventDefault suppresses the notice', async () => {
  const { browser, server } = await connected();
  const seen = record(browser, { prevent: true });
  browser.socket.drop();
  browser.losePatience();
  assert.deepEqual(browser.notices, []);
  await server.connect();
  assert.deepEqual(seen, ['bridgeaway', 'bridgeback']);
});

test('another text, and an empty text', async () => {
  for (const [notice, shown] of [['Momento', ['Momento']], ['', []]]) {
    const { browser } = await connected({ dataset: { notice } });
    const seen = record(browser);
    browser.socket.drop();
    browser.losePatience();
    assert.deepEqual([texts(browser), seen], [shown, ['bridgeaway']]);
  }
});

test('a page in an iframe gets the event but shows no notice', async () => {
  const { browser } = await connected({ top: {} });
  const seen = record(browser);
  browser.socket.drop();
  browser.losePatience();
  assert.deepEqual([browser.notices, seen], [[], ['bridgeaway']]);
});

test('a document that has never connected', async () => {
  const browser = new FakeBrowser();
  const server = new FakeServer(browser);
  const seen = record(browser);
  assert.equal(browser.patience, undefined);
  await miss(browser);
  browser.losePatience();
  assert.equal(browser.notices.length, 1);
  retry(browser);
  await server.connect();
  assert.deepEqual([browser.notices, seen, browser.reloads], [[], ['bridgeaway', 'bridgeback'], 0]);
});

test('a server that rejects the hello is reachable; one that shuts down is not', async () => {
  const browser = new FakeBrowser();
  browser.fetches.shift().resolve({ ok: false, status: 403 });
  await browser.settle();
  assert.equal(browser.patience, undefined);
  retry(browser);
  browser.fetches.shift().resolve({ ok: false, status: 503 });
  await browser.settle();
  assert.ok(browser.patience);
});

test('a document that is left fires no event, but does after it is shown again', async () => {
  for (const persisted of [false, true]) {
    const { browser } = await connected();
    browser.socket.drop();
    browser.fire('pagehide', { persisted });
    assert.equal(browser.patience, undefined);
    browser.socket.drop();
    assert.equal(browser.patience, undefined);
    browser.fetches.length = 0;
    browser.fire('pageshow', { persisted });
    if (persisted) await miss(browser);
    assert.equal(browser.patience !== undefined, persisted);
  }
});

test('a page that is frozen with its notice has one notice when it is shown again', async () => {
  const { browser, server } = await connected();
  const seen = record(browser);
  browser.socket.drop();
  browser.losePatience();
  browser.fire('pagehide', { persisted: true });
  browser.fetches.length = 0;
  browser.fire('pageshow', { persisted: true });
  await miss(browser);
  assert.equal(browser.patience, undefined);
  assert.equal(browser.notices.length, 1);
  retry(browser);
  await server.connect();
  assert.deepEqual([texts(browser), seen], [[], ['bridgeaway', 'bridgeback']]);
});

test('the notice remains while a discarded document reloads', async () => {
  const { browser, server } = await connected();
  browser.run(`bridge.call('a')`);
  browser.socket.drop();
  await miss(browser);
  browser.losePatience();
  server.forget();
  retry(browser);
  await server.greet();
  assert.deepEqual([browser.reloads, browser.notices.length, browser.patience], [1, 1, undefined]);
});

test('the page works if the notice cannot be shown', async () => {
  for (const omit of [['CSSStyleSheet'], []]) {
    const { browser, server } = await connected({ omit });
    if (!omit.length) browser.document.documentElement = null;
    browser.socket.drop();
    browser.losePatience();
    assert.equal(browser.reported.length, 1);
    await server.connect();
  }
});

test('a document that loaded without a resource while its server stopped is reloaded', async () => {
  const script = {};
  for (const [missing, fails, reloads] of [[script, true, 1], [null, true, 0], [script, false, 0]]) {
    const browser = new FakeBrowser();
    const server = new FakeServer(browser);
    if (missing) browser.fire('error', { target: missing });
    browser.fire('error', { target: browser.window }); // An error in a script, not of a resource.
    if (fails) {
      await miss(browser);
      retry(browser);
    }
    await server.greet();
    assert.equal(browser.reloads, reloads);
  }
});

test('a missing image does not reload the page if the server is reachable', async () => {
  const browser = new FakeBrowser();
  const server = new FakeServer(browser);
  browser.fire('error', { target: {} });
  browser.fetches.shift().resolve({ ok: false, status: 503 });
  await browser.settle();
  retry(browser);
  await server.greet();
  assert.equal(browser.reloads, 0);
});

test('a later load error, or one with another server, does not reload the page', async () => {
  const browser = new FakeBrowser();
  const server = new FakeServer(browser);
  browser.fire('error', { target: {} });
  await server.connect();
  browser.fire('error', { target: {} });
  browser.socket.drop();
  browser.onCall = () => ({ status: 401, text: '' }); // The page must say hello again.
  browser.run(`bridge.call('a')`);
  await miss(browser);
  retry(browser);
  await server.greet();
  assert.equal(browser.reloads, 0);
});
