// Which web view a document continues (browser.md 9 and 12).
import assert from 'node:assert/strict';
import test from 'node:test';
import { FakeBrowser } from './Support/FakeBrowser.mjs';
import { FakeServer } from './Support/FakeServer.mjs';
import { FakeStorage } from './Support/FakeStorage.mjs';
import { plain } from './Support/connected.mjs';

/** The next document of a tab, connected; `id` is what the server calls a new web view. */
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

test('a duplicated tab, a popup: its opener lives, so it is a new web view, and keeps its own', async () => {
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

test('a duplicate of a duplicate that never connected is new too', async () => {
  const tab = new FakeStorage();
  await open(tab, 'one');
  const copy = tab.duplicate();
  const browser = new FakeBrowser({ storage: copy });
  browser.fire('pagehide', { persisted: false });
  assert.equal((await open(copy, 'two')).claimed, null);
});

test('a document that leaves before hello is answered passes on what it continued', async () => {
  const tab = new FakeStorage();
  (await open(tab, 'one')).leave();
  const browser = new FakeBrowser({ storage: tab });
  browser.fire('pagehide', { persisted: false });
  assert.equal((await open(tab)).claimed, 'one');
});

test('an iframe is a web view of its own and touches no storage', async () => {
  const tab = new FakeStorage();
  (await open(tab, 'one')).leave();
  const iframe = await open(tab, 'iframe', { top: {} });
  assert.equal(iframe.claimed, null);
  iframe.leave();
  assert.equal((await open(tab)).claimed, 'one');
});

test('without storage (a sandbox) every document is new', async () => {
  const page = await open(null, 'one');
  assert.equal(page.claimed, null);
  page.leave();
});

test('the back/forward cache: the socket ends, the document comes back as itself (69)', async () => {
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
  second.leave(); // Chromium: after pageshow
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

// Chromium does not write a value that the process wrote before, whatever others wrote since.
test('a restored document takes over under a new name each time', async () => {
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

test('the answer to a hello that comes after the page was frozen opens nothing', async () => {
  const browser = new FakeBrowser();
  const server = new FakeServer(browser);
  browser.fire('pagehide', { persisted: true });
  await server.greet();
  assert.deepEqual([browser.sockets, browser.timers], [[], []]);
});

test('a restored document that the server has forgotten reloads (69)', async () => {
  const tab = new FakeStorage();
  const { browser, server, leave } = await open(tab, 'one');
  browser.run(`bridge.call('a')`);
  leave(true);
  server.forget();
  browser.fire('pageshow', { persisted: true });
  await server.greet();
  assert.equal(browser.reloads, 1);
});

test('the first pageshow of a document connects nothing', async () => {
  const { browser } = await open(new FakeStorage(), 'one');
  browser.fire('pageshow', { persisted: false });
  assert.equal(browser.fetches.length, 0);
});

test('a document that is being replaced does not connect again (Firefox ends sockets first)', async () => {
  const { browser, leave } = await open(new FakeStorage(), 'one');
  leave();
  browser.socket.drop(1001);
  assert.deepEqual([browser.fetches, browser.timers], [[], []]);
});

test('the documents of a tab are counted, also those that are shown again', async () => {
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

test('a document that ends says so, one that is frozen does not', async () => {
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

test('a document that is left for another site does not: its user may come back', async () => {
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

test('document.open() takes the listeners: the document still leaves, comes back and moves', async () => {
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

test('document.open() before the document is parsed: it is ready when the new one is', async () => {
  const { browser, server } = await open(new FakeStorage(), 'one');
  browser.reopen();
  browser.finishLoading();
  await browser.settle();
  server.read();
  assert.deepEqual(server.taken, ['event ready null']);
});
