// What the page and its user see while the server is away.
import assert from 'node:assert/strict';
import test from 'node:test';
import { FakeBrowser } from './Support/FakeBrowser.mjs';
import { FakeServer } from './Support/FakeServer.mjs';
import { connected } from './Support/connected.mjs';

const texts = (browser) => browser.notices.map(({ text, isShown }) => isShown && text);

/** The page's events of these names, from now on. */
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

/** The next attempt begins, if it has not: the first does so at once. */
function retry(browser) {
  if (!browser.fetches.length) browser.runTimer();
}

/** The next attempt finds no server. */
async function miss(browser) {
  retry(browser);
  browser.fetches.shift().reject(new TypeError('Failed to fetch'));
  await browser.settle();
}

test('a notice after a second without a connection, gone when it is back', async () => {
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

test('each time anew, and once each time', async () => {
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

test('a connection that comes back within the second is nobody\'s business', async () => {
  const { browser, server } = await connected();
  const seen = record(browser);
  browser.socket.drop();
  await server.connect();
  assert.deepEqual([browser.patience, seen], [undefined, []]);
});

test('a page that prevents the event shows its own', async () => {
  const { browser, server } = await connected();
  const seen = record(browser, { prevent: true });
  browser.socket.drop();
  browser.losePatience();
  assert.deepEqual(browser.notices, []);
  await server.connect();
  assert.deepEqual(seen, ['bridgeaway', 'bridgeback']);
});

test('other words, and none', async () => {
  for (const [notice, shown] of [['Momento', ['Momento']], ['', []]]) {
    const { browser } = await connected({ dataset: { notice } });
    const seen = record(browser);
    browser.socket.drop();
    browser.losePatience();
    assert.deepEqual([texts(browser), seen], [shown, ['bridgeaway']]);
  }
});

test('in an iframe the page is told, and the notice is left to the window', async () => {
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

test('a server that refuses is not away; one that shuts down is', async () => {
  const browser = new FakeBrowser();
  browser.fetches.shift().resolve({ ok: false, status: 403 });
  await browser.settle();
  assert.equal(browser.patience, undefined);
  retry(browser);
  browser.fetches.shift().resolve({ ok: false, status: 503 });
  await browser.settle();
  assert.ok(browser.patience);
});

test('a document that is left tells nobody, and does again when it is shown again', async () => {
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

test('a page frozen with its notice, and shown again, has one notice, and none when the server is back', async () => {
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

test('the notice stays while a page that was forgotten loads again', async () => {
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

test('no document, no style sheets: the page goes on', async () => {
  for (const omit of [['CSSStyleSheet'], []]) {
    const { browser, server } = await connected({ omit });
    if (!omit.length) browser.document.documentElement = null;
    browser.socket.drop();
    browser.losePatience();
    assert.equal(browser.reported.length, 1);
    await server.connect();
  }
});

test('a document that loaded while its server went, and lacks a part, is loaded again', async () => {
  const script = {};
  for (const [missing, fails, reloads] of [[script, true, 1], [null, true, 0], [script, false, 0]]) {
    const browser = new FakeBrowser();
    const server = new FakeServer(browser);
    if (missing) browser.fire('error', { target: missing });
    browser.fire('error', { target: browser.window }); // a script's own
    if (fails) {
      await miss(browser);
      retry(browser);
    }
    await server.greet();
    assert.equal(browser.reloads, reloads);
  }
});

test('a server that is there and busy is not loaded from again because an image is missing', async () => {
  const browser = new FakeBrowser();
  const server = new FakeServer(browser);
  browser.fire('error', { target: {} });
  browser.fetches.shift().resolve({ ok: false, status: 503 });
  await browser.settle();
  retry(browser);
  await server.greet();
  assert.equal(browser.reloads, 0);
});

test('what fails to load later, or while another server is there, loads nothing again', async () => {
  const browser = new FakeBrowser();
  const server = new FakeServer(browser);
  browser.fire('error', { target: {} });
  await server.connect();
  browser.fire('error', { target: {} });
  browser.socket.drop();
  browser.onCall = () => ({ status: 401, text: '' }); // the page is to say hello anew
  browser.run(`bridge.call('a')`);
  await miss(browser);
  retry(browser);
  await server.greet();
  assert.equal(browser.reloads, 0);
});
