// Questions to Swift before navigations, and reports of the page's address (protocol sections 3 and 6).
import assert from 'node:assert/strict';
import test from 'node:test';
import { FakeBrowser } from './Support/FakeBrowser.mjs';
import { FakeServer } from './Support/FakeServer.mjs';
import { connected } from './Support/connected.mjs';

const asked = (server) => server.taken.filter((line) => line.startsWith('call _bridge.intercept '));

async function intercepted(answer = () => 'true') {
  const both = await connected({ intercept: true });
  both.server.answer = answer;
  return both;
}

test('native code is asked about a navigation within the origin; the result true keeps the page', async () => {
  const { browser, server } = await intercepted((method, json) => String(json.includes('/native')));
  assert.equal(browser.navigate('/native/x?a#b'), true);
  assert.equal(browser.navigate('/other'), false);
  assert.equal(browser.navigate(browser.window.location.href, { navigationType: 'reload' }), false);
  assert.deepEqual(asked(server), [
    'call _bridge.intercept {"url":"http://app.test/native/x?a#b"}',
    'call _bridge.intercept {"url":"http://app.test/other"}',
    'call _bridge.intercept {"url":"http://app.test/p/index.html?q#h","type":"reload"}',
  ]);
});

for (const [name, url] of [
  ['another origin', 'http://other.test/native'],
  ['another port', 'http://app.test:81/native'],
  ['a scheme that is not the web\'s', 'tel:+49-30-1'],
]) {
  test(`native code is asked about: ${name}`, async () => {
    const { browser, server } = await intercepted();
    assert.equal(browser.navigate(url), true);
    assert.deepEqual(asked(server), [`call _bridge.intercept ${JSON.stringify({ url })}`]);
  });
}

test('the question about a fragment contains a path', async () => {
  const { browser, server } = await intercepted();
  assert.equal(browser.navigate('#x', { hashChange: true, sameDocument: true }), true);
  assert.deepEqual(asked(server), ['call _bridge.intercept {"path":"/p/index.html?q#x"}']);
});

const unasked = {
  'a download': ['/file', { downloadRequest: '' }],
  'what cannot be cancelled': ['/native', { cancelable: false }],
  'a step within this document': ['/native', { sameDocument: true }],
};
for (const [name, [url, event]] of Object.entries(unasked)) {
  test(`native code is not asked about: ${name}`, async () => {
    const { browser, server } = await intercepted();
    assert.equal(browser.navigate(url, event), false);
    assert.deepEqual(asked(server), []);
  });
}

test('questions are asked before the answer to hello, unless the answer turns them off', async () => {
  const browser = new FakeBrowser();
  const server = new FakeServer(browser);
  server.answer = () => 'true';
  assert.equal(browser.navigate('/native'), true);
  assert.equal(asked(server).length, 1);
  await server.greet();
  assert.equal(browser.navigate('/native'), false);
  browser.run(`history.pushState(0, '', '/native')`);
  assert.equal(asked(server).length, 1);
});

test('the server turns the questions on and off; so does a welcome', async () => {
  const { browser, server } = await connected();
  server.answer = () => 'true';
  assert.equal(browser.navigate('/native'), false);
  await server.send('event intercept true');
  assert.equal(browser.navigate('/native'), true);
  await server.send('event intercept false');
  assert.equal(browser.navigate('/native'), false);
  browser.socket.drop();
  await server.greet();
  server.intercept = true;
  await server.open();
  assert.equal(browser.navigate('/native'), true);
});

test('a failed question allows the navigation', async () => {
  const { browser } = await intercepted();
  for (const answer of [
    () => ({ status: 503, text: '' }),
    () => {
      throw new Error('NetworkError');
    },
  ]) {
    browser.onCall = answer;
    assert.equal(browser.navigate('/native'), false);
  }
});

test('no question is asked during a blocking call', async () => {
  const { browser, server } = await intercepted((method) => {
    if (method === 'a') assert.equal(browser.navigate('/native'), false);
    return 'true';
  });
  browser.run(`bridge.call('a')`);
  assert.deepEqual(server.taken, ['call a null']);
});

test('native code is not asked about the reload of a discarded document', async () => {
  const { browser, server } = await intercepted();
  browser.run(`bridge.call('a')`);
  server.forget();
  browser.socket.drop();
  await server.greet();
  assert.equal(browser.reloads, 1);
  assert.equal(browser.navigate(browser.window.location.href), false);
  assert.equal(browser.calls.length, 1);
});

test('native code is asked about pushState and replaceState by path; the result true adds no entry', async () => {
  const { browser, server, window } = await intercepted((method, json) => String(json.includes('native')));
  browser.run(`history.pushState(1, '', 'native?q#h'); history.replaceState(2, '', '?native')`);
  assert.deepEqual(browser.entries, []);
  browser.run(`history.pushState(3, '', '../ok'); history.replaceState(4, '')`);
  browser.run(`history.replaceState(5, '', new URL('http://app.test/other#x'))`);
  assert.deepEqual(browser.entries.map(([kind, url]) => [kind, url.slice(15)]), [
    ['push', '/ok'],
    ['replace', '/ok'],
    ['replace', '/other#x'],
  ]);
  assert.deepEqual(asked(server).map((line) => JSON.parse(line.split(' ')[2]).path), [
    '/p/native?q#h',
    '/p/index.html?native',
    '/ok',
    '/ok',
    '/other#x',
  ]);
  assert.equal(window.location.href, 'http://app.test/other#x');
});

test('the browser rejects invalid URLs without a question', async () => {
  const { browser, server } = await intercepted();
  browser.run(`history.pushState(0, '', 'http://other.test/'); try { history.pushState(0, '', 'http://[') } catch {}`);
  assert.equal(browser.entries.length, 1);
  assert.deepEqual(asked(server), []);
});

test('the page reports location.href once per change', async () => {
  const { browser, server, window } = await connected();
  browser.run(`history.pushState(0, '', '/a')`);
  browser.run(`history.replaceState(0, '', '/b'); history.replaceState(1, '')`);
  window.location.href = 'http://app.test/b#c';
  browser.fire('popstate');
  browser.fire('hashchange');
  window.location.href = 'http://app.test/a';
  browser.fire('popstate');
  await browser.settle();
  server.read();
  assert.deepEqual(server.taken, ['/a', '/b', '/b#c', '/a'].map((path) => `event location "http://app.test${path}"`));
});

test('an entry that the browser ignores is not reported', async () => {
  const before = (browser) => (browser.window.history.pushState = () => {});
  const { browser, server } = await connected({ before });
  browser.run(`history.pushState(0, '', '/a')`);
  await browser.settle();
  assert.deepEqual(server.read(), []);
});

test('without the Navigation API the page works', async () => {
  const { browser, server } = await connected({ omit: ['navigation'] });
  server.answer = () => '1';
  assert.equal(browser.run(`bridge.call('a')`), 1);
});
