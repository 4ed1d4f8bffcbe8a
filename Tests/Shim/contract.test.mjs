// The globals of dsbridge.js 3.1.4, and pages that change them (acceptance cases 63 to 65, 67).
import assert from 'node:assert/strict';
import test from 'node:test';
import { FakeBrowser } from './Support/FakeBrowser.mjs';
import { connected, plain } from './Support/connected.mjs';

test('the globals', async () => {
  const { browser, window } = await connected();
  assert.equal(browser.run('bridge === dsBridge && bridge === window.bridge'), true);
  assert.deepEqual(plain(browser.run('[dscb, _dsInit, _dswk]')), [0, true, '_dsbridge=']);
  assert.deepEqual(plain(browser.run('[typeof _dsf._obs, typeof _dsaf._obs]')), ['object', 'object']);
  assert.equal(typeof window._handleMessageFromNative, 'function');
  assert.equal(browser.run('_dsbridge.init()'), undefined);
  assert.deepEqual(
    Object.keys(plain(browser.run('Object.getOwnPropertyDescriptor(window, "bridge")'))).sort(),
    ['configurable', 'enumerable', 'value', 'writable'],
  );
});

// The original dsbridge.js has a useless member `default: window`. Bundlers would use its value for `import bridge from
// …`. Without the member, they use the bridge itself.
test('the bridge has no member default', async () => {
  const { browser } = await connected();
  assert.equal(browser.run(`'default' in bridge`), false);
});

for (const declaration of [
  'var bridge = 1',
  'function bridge() {}',
  'bridge = 1',
  '"use strict"; window.bridge = 1',
  'let bridge = 1',
  'const bridge = 1',
  'class bridge {}',
]) {
  test(`a page may declare: ${declaration}`, async () => {
    const { browser } = await connected();
    browser.run(declaration);
    assert.notEqual(browser.run('bridge'), browser.run('dsBridge'));
  });
}

test('a client that ran before the page script keeps its registrations (67)', async () => {
  const before = (browser) =>
    browser.run(`window._dsf = { _obs: { ns: { f: () => 2 } }, early: () => 1 };
      window._dsaf = { _obs: {} }; window.dscb = 4`);
  const { browser, server } = await connected({ before });
  browser.run(`bridge.call('x', () => {})`);
  await server.send('invoke 1 early []', 'invoke 2 ns.f []');
  server.read();
  assert.deepEqual(server.taken, ['post x dscb4 {}', 'return 1 done 1', 'return 2 done 2']);
});

test('_dsbridge remains after an assignment, also in strict mode (67)', async () => {
  const { browser, server } = await connected();
  server.answer = () => '6';
  browser.run(`'use strict'; window._dsbridge = null`);
  browser.run('var _dsbridge = {}');
  assert.equal(browser.run(`_dsbridge.call('addingOne', '{"data":5}')`), '{"code":0,"data":6}');
});

test('_dsbridge is an accessor that a page may redefine and assign', async () => {
  const { browser } = await connected();
  const { configurable, get, set } = browser.run(`Object.getOwnPropertyDescriptor(window, '_dsbridge')`);
  assert.deepEqual([configurable, typeof get, typeof set], [true, 'function', 'function']);
});

test('loading the page script twice has no effect', async () => {
  const { browser, server } = await connected();
  browser.run(`first = bridge; bridge.register('f', () => 1)`);
  browser.load();
  assert.equal(browser.run('first === bridge'), true);
  assert.equal(browser.fetches.length, 0);
  await server.send('invoke 1 f []');
  server.read();
  assert.deepEqual(server.taken, ['return 1 done 1']);
});

test('prompt with the prefix makes a call, and otherwise asks the user (65)', async () => {
  const { browser, server } = await connected();
  server.answer = (method, json) => `${JSON.parse(json) + 1}`;
  assert.equal(browser.run(`prompt('_dsbridge=addingOne', '{"data":5}')`), '{"code":0,"data":6}');
  assert.equal(browser.run(`prompt('Name?', 'x')`), 'typed');
  assert.equal(browser.run(`prompt()`), 'typed');
  assert.deepEqual(browser.prompts, [['Name?', 'x'], []]);
});

const requests = {
  'data': ['x', '{"data":{"a":[1]}}', 'call x {"a":[1]}'],
  'null': ['x', '{"data":null}', 'call x null'],
  'no data': ['x', '{}', 'call x null'],
  'an empty text': ['x', '', 'call x null'],
  'an array': ['x', '[]', 'call x null'],
  'a number': ['x', '1', 'call x null'],
  'a name with spaces around': [' x ', '{"data":1}', 'call x 1'],
  '__proto__ in data': ['x', '{"data":{"__proto__":1}}', 'call x {"__proto__":1}'],
  'a callback': ['x', '{"data":1,"_dscbstub":"dscb7"}', 'post x dscb7 1'],
};
for (const [name, [method, request, line]] of Object.entries(requests)) {
  test(`_dsbridge.call: ${name} (64)`, async () => {
    const { browser, server, window } = await connected();
    Object.assign(window, { method, request });
    assert.equal(browser.run(`_dsbridge.call(method, request)`), '{"code":0,"data":""}');
    await browser.settle();
    server.read();
    assert.deepEqual(server.taken, [line]);
  });
}

const stubs = ['"alert(1)//"', '"a b"', '{}', '""', `"${'a'.repeat(129)}"`];
const forged = stubs.map((stub) => `{"data":1,"_dscbstub":${stub}}`);
for (const request of ['{data:1}', '{"data":1', ...forged]) {
  test(`_dsbridge.call rejects ${request} (63, 64)`, async () => {
    const { browser, server, window } = await connected();
    window.request = request;
    const { code, data, error } = JSON.parse(browser.run(`_dsbridge.call('x', request)`));
    assert.deepEqual([code, data, typeof error.message], [-1, '', 'string']);
    await browser.settle();
    assert.deepEqual([server.read(), browser.calls, browser.errors.length], [[], [], 1]);
  });
}

test('the answer of _dsbridge.call contains a failure', async () => {
  const { browser, server } = await connected();
  server.answer = () => {
    throw { code: -1, kind: 'noSuchMethod', message: 'no function named x', method: 'x' };
  };
  assert.deepEqual(JSON.parse(browser.run(`_dsbridge.call('x', '{"data":1}')`)), {
    code: -1,
    data: '',
    error: { code: -1, kind: 'noSuchMethod', message: 'no function named x', method: 'x' },
  });
  assert.equal(browser.errors.length, 1);
});

test('a page may replace the globals that the page script uses', async () => {
  const { browser, server } = await connected();
  browser.run(`const names = ['fetch', 'XMLHttpRequest', 'WebSocket', 'setTimeout', 'clearTimeout', 'queueMicrotask'];
    for (const name of names) window[name] = () => { throw new Error('mock') };
    JSON.parse = JSON.stringify = window.eval = () => 'mock'`);
  server.answer = () => '6';
  assert.equal(browser.run(`bridge.call('addingOne', 5)`), 6);
  await server.send('eval 1 "1 + 1"');
  server.read();
  assert.deepEqual(server.taken, ['call addingOne 5', 'return 1 done 2']);
  browser.socket.drop();
  assert.equal(browser.fetches.length, 1);
});

test('the page script changes no other globals', () => {
  const names = (browser) => Object.getOwnPropertyNames(browser.window);
  let untouched;
  const browser = new FakeBrowser({ before: (browser) => (untouched = new Set(names(browser))) });
  assert.deepEqual(names(browser).filter((name) => !untouched.has(name)).sort(), [
    '_bridge',
    '_dsInit',
    '_dsaf',
    '_dsbridge',
    '_dsf',
    '_dswk',
    '_handleMessageFromNative',
    'bridge',
    'dsBridge',
    'dscb',
    'native',
  ]);
});
