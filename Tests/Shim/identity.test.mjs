// The web view that a document continues (docs/decisions/0002).
import assert from 'node:assert/strict';
import test from 'node:test';
import { FakeBrowser } from './Support/FakeBrowser.mjs';
import { FakeServer } from './Support/FakeServer.mjs';
import { FakeStorage } from './Support/FakeStorage.mjs';
import { plain } from './Support/connected.mjs';

/** Opens the next document of a tab and connects it. `id` is the id of a new web view. */
async function open(storage, id, options = {}) {
  const browser = new FakeBrowser({ storage, ...options });
  const server = new FakeServer(browser);
  const { webView: claimed, order } = browser.fetches[0].body;
  server.webView = claimed ?? id;
  await server.connect();
  return { browser, server, claimed, order, leave: (persisted = false) => browser.fire('pagehide', { persisted }) };
}

test('documents of one tab continue its web view', async () => {
  const storage = new FakeStorage();
  let page = await open(storage, 'one');
  assert.equal(page.claimed, null);
  for (let i = 0; i < 3; i++) {
    page.leave();
    page = await open(storage, 'other');
    assert.equal(page.claimed, 'one');
  }
});

test('a duplicated tab or a popup gets a new web view and keeps it', async () => {
  const tab = new FakeStorage();
  const original = await open(tab, 'one');
  const copy = tab.duplicate();
  const duplicate = await open(copy, 'two');
  assert.equal(duplicate.claimed, null);
  duplicate.leave();
  original.leave();
  assert.equal((await open(copy)).claimed, 'two');
  assert.equal((await open(tab)).claimed, 'one');
});

test('a duplicate of a duplicate that never connected gets a new web view', async () => {
  const tab = new FakeStorage();
  await open(tab, 'one');
  const copy = tab.duplicate();
  const browser = new FakeBrowser({ storage: copy });
  browser.fire('pagehide', { persisted: false });
  assert.equal((await open(copy, 'two')).claimed, null);
});

test('a document that leaves before the answer to hello passes on its web view', async () => {
  const tab = new FakeStorage();
  (await open(tab, 'one')).leave();
  const browser = new FakeBrowser({ storage: tab });
  browser.fire('pagehide', { persisted: false });
  assert.equal((await open(tab)).claimed, 'one');
});

test('an iframe has a separate web view and does not use storage', async () => {
  const tab = new FakeStorage();
  (await open(tab, 'one')).leave();
  const iframe = await open(tab, 'iframe', { top: {} });
  assert.equal(iframe.claimed, null);
  iframe.leave();
  assert.equal((await open(tab)).claimed, 'one');
});

test('without storage (in a sandbox), every document gets a new web view', async () => {
  const page = await open(null, 'one');
  assert.equal(page.claimed, null);
  page.leave();
});

test('the back/forward cache: the socket ends, and the restored document keeps its id (69)', async () => {
  const tab = new FakeStorage();
  const first = await open(tab, 'one');
  first.browser.run(`got = 0; bridge.call('a', (v) => got = v)`);
  await first.browser.settle();
  first.server.read();
  first.leave(true);
  assert.equal(first.browser.socket.readyState, 2);
  first.browser.socket.drop();
  assert.deepEqual([first.browser.fetches, first.browser.timers], [[], []]);
  const second = await open(tab);
  assert.equal(second.claimed, 'one');
  first.browser.fire('pageshow', { persisted: true });
  second.leave(); // In Chromium, the old document ends after the event `pageshow` of the new one.
  const [{ body }] = first.browser.fetches;
  assert.equal(body.webView, 'one');
  await first.server.connect();
  await first.server.send('callback dscb0 done 5');
  assert.equal(first.browser.window.got, 5);
  const popup = await open(tab.duplicate(), 'two');
  assert.equal(popup.claimed, null);
  first.leave();
  assert.equal((await open(tab)).claimed, 'one');
});

// If a process has written a value before, Chromium skips the same write later, even if another process has changed the
// value since. So a restored document must write a new name.
test('a restored document uses a new owner name each time', async () => {
  const tab = new FakeStorage();
  const { browser, leave } = await open(tab, 'one');
  const names = new Set([tab.getItem('bridge.owner')]);
  for (let i = 0; i < 3; i++) {
    leave(true);
    browser.fire('pageshow', { persisted: true });
    names.add(tab.getItem('bridge.owner'));
  }
  assert.equal(names.size, 4);
});

test('an answer to hello that arrives after the page was frozen opens no socket', async () => {
  const browser = new FakeBrowser();
  const server = new FakeServer(browser);
  browser.fire('pagehide', { persisted: true });
  await server.greet();
  assert.deepEqual([browser.sockets, browser.timers], [[], []]);
});

test('a restored document that the server has discarded reloads (69)', async () => {
  const tab = new FakeStorage();
  const { browser, server, leave } = await open(tab, 'one');
  browser.run(`bridge.call('a')`);
  leave(true);
  server.forget();
  browser.fire('pageshow', { persisted: true });
  await server.greet();
  assert.equal(browser.reloads, 1);
});

test('the first pageshow of a document does not connect', async () => {
  const { browser } = await open(new FakeStorage(), 'one');
  browser.fire('pageshow', { persisted: false });
  assert.equal(browser.fetches.length, 0);
});

test('a document that is being replaced does not reconnect (Firefox closes sockets first)', async () => {
  const { browser, leave } = await open(new FakeStorage(), 'one');
  leave();
  browser.socket.drop(1001);
  assert.deepEqual([browser.fetches, browser.timers], [[], []]);
});

test('the documents of a tab are numbered, including restored ones', async () => {
  const tab = new FakeStorage();
  const first = await open(tab, 'one');
  first.leave(true);
  const second = await open(tab);
  second.leave(true);
  first.browser.fire('pageshow', { persisted: true });
  assert.deepEqual([first.order, second.order, first.browser.fetches[0].body.order], [1, 2, 3]);
  first.leave(true);
  assert.equal((await open(tab)).order, 4);
  assert.equal((await open(null, 'two')).order, 1);
  tab.setItem('bridge.order', 'what a page may write');
  assert.equal((await open(tab)).order, 1);
});

const leavingRequest = {
  address: 'http://app.test/_bridge/leave',
  method: 'POST',
  credentials: 'include',
  keepalive: true,
};

test('a document announces its end, but not that it is frozen', async () => {
  const tab = new FakeStorage();
  const first = await open(tab, 'one');
  first.leave(true);
  assert.deepEqual(first.browser.farewells, []);
  first.browser.fire('pageshow', { persisted: true });
  first.leave();
  const [{ headers, ...request }] = first.browser.farewells;
  assert.deepEqual(request, leavingRequest);
  assert.deepEqual(plain(headers), { 'Bridge-Document': first.browser.fetches[0].body.document });
  assert.equal(first.browser.farewells.length, 1);
});

test('a document that is left for another site does not announce its end', async () => {
  for (const [url, event, later, said] of [
    ['https://other.test/', {}, 0, 0],
    ['https://other.test/', { cancelable: false }, 0, 0],
    ['https://other.test/', {}, 20001, 1],
    ['https://other.test/file', { downloadRequest: '' }, 0, 1],
    ['/next', {}, 0, 1],
  ]) {
    const { browser, leave } = await open(new FakeStorage(), 'one');
    browser.navigate(url, event);
    browser.now += later;
    leave();
    assert.equal(browser.farewells.length, said, url);
  }
});

test('after document.open(), the document still handles leaving, restoring and navigation', async () => {
  const tab = new FakeStorage();
  const { browser, server, leave } = await open(tab, 'one');
  browser.reopen();
  browser.reopen();
  browser.window.location.href = 'http://app.test/moved';
  browser.fire('popstate');
  await browser.settle();
  server.read();
  assert.deepEqual(server.taken, ['event location "http://app.test/moved"']);
  leave(true);
  assert.equal((await open(tab)).claimed, 'one');
  browser.fire('pageshow', { persisted: true });
  assert.equal(browser.fetches.length, 1);
});

test('document.open() during parsing: ready is posted when the new document is parsed', async () => {
  const { browser, server } = await open(new FakeStorage(), 'one');
  browser.reopen();
  browser.finishLoading();
  await browser.settle();
  server.read();
  assert.deepEqual(server.taken, ['event ready null']);
});
