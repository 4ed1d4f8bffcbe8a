// The globals of dsbridge.js 3.1.4, and pages that bring their own copy of it (dsbridge.md 1.1, 1.3; cases 6, 65, 67).
import assert from 'node:assert/strict';
import test from 'node:test';
import { FakeBrowser } from './Support/FakeBrowser.mjs';
import { connected, plain } from './Support/connected.mjs';

/** What a page's own client does, as dsbridge.md describes it: strings through `_dsbridge`, or `prompt` without it. */
const ownClient = `
  var bridge = {
    call(method, args, cb) {
      if (typeof args === 'function') { cb = args; args = {}; }
      const request = { data: args === undefined ? null : args };
      if (typeof cb === 'function') {
        const name = 'dscb' + window.dscb++;
        window[name] = cb;
        request._dscbstub = name;
      }
      const text = JSON.stringify(request);
      const answer = window._dsbridge ? _dsbridge.call(method, text) : prompt('_dsbridge=' + method, text);
      return JSON.parse(answer || '{}').data;
    },
    register(name, f, asyn) {
      const table = asyn ? window._dsaf : window._dsf;
      if (!window._dsInit) throw new Error('dsinit');
      if (typeof f === 'object') table._obs[name] = f; else table[name] = f;
    },
  };
  if (!window._dsf) throw new Error('the tables are missing');
`;

test('the globals', async () => {
  const { browser, window } = await connected();
  assert.equal(browser.run('bridge === dsBridge && bridge === window.bridge'), true);
  assert.deepEqual(plain(browser.run('[dscb, _dsInit, _dswk]')), [0, true, true]);
  assert.deepEqual(plain(browser.run('[typeof _dsf._obs, typeof _dsaf._obs]')), ['object', 'object']);
  assert.equal(typeof window._handleMessageFromNative, 'function');
  assert.equal(browser.run('_dsbridge.init()'), undefined);
  assert.deepEqual(
    Object.keys(plain(browser.run('Object.getOwnPropertyDescriptor(window, "bridge")'))).sort(),
    ['configurable', 'enumerable', 'value', 'writable'],
  );
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
  test(`a page may write: ${declaration}`, async () => {
    const { browser } = await connected();
    browser.run(declaration);
    assert.notEqual(browser.run('bridge'), browser.run('dsBridge'));
  });
}

test('a client of the page works over _dsbridge, and the shim beside it (6, 67)', async () => {
  const { browser, server, window } = await connected();
  server.answer = (method, json) => (method === 'addingOne' ? `${JSON.parse(json) + 1}` : '""');
  browser.run(ownClient);
  assert.equal(browser.run(`bridge.call('addingOne', 5)`), 6);
  assert.equal(browser.run(`got = []; bridge.call('tick', (v) => got.push(v))`), '');
  assert.equal(browser.run(`dsBridge.call('tick', 1, (v) => got.push(v))`), '');
  browser.run(`bridge.register('page', (v) => v + 1); dsBridge.register('shim', (v) => v + 2)`);
  await browser.settle();
  server.read();
  assert.deepEqual(server.taken, ['call addingOne 5', 'post tick dscb0 {}', 'post tick dscb1 1']);
  await server.send('callback dscb0 done "a"', 'callback dscb1 done "b"', 'invoke 1 page [1]', 'invoke 2 shim [1]');
  server.read();
  assert.deepEqual(plain(window.got), ['a', 'b']);
  assert.deepEqual(server.taken.slice(-2), ['return 1 done 2', 'return 2 done 3']);
});

test('a client that ran before the shim keeps its registrations (67)', async () => {
  const before = (browser) =>
    browser.run(`window._dsf = { _obs: { ns: { f: () => 2 } }, early: () => 1 };
      window._dsaf = { _obs: {} }; window.dscb = 4`);
  const { browser, server } = await connected({ before });
  browser.run(`bridge.call('x', () => {})`);
  await server.send('invoke 1 early []', 'invoke 2 ns.f []');
  server.read();
  assert.deepEqual(server.taken, ['post x dscb4 {}', 'return 1 done 1', 'return 2 done 2']);
});

test('_dsbridge survives being replaced, also in strict mode (67)', async () => {
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

test('the shim loaded twice changes nothing', async () => {
  const { browser, server } = await connected();
  browser.run(`first = bridge; bridge.register('f', () => 1)`);
  browser.load();
  assert.equal(browser.run('first === bridge'), true);
  assert.equal(browser.fetches.length, 0);
  await server.send('invoke 1 f []');
  server.read();
  assert.deepEqual(server.taken, ['return 1 done 1']);
});

test('prompt: the prefix calls, everything else asks the user (65)', async () => {
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
  test(`_dsbridge.call refuses ${request} (63, 64)`, async () => {
    const { browser, server, window } = await connected();
    window.request = request;
    const { code, data, error } = JSON.parse(browser.run(`_dsbridge.call('x', request)`));
    assert.deepEqual([code, data, typeof error.message], [-1, '', 'string']);
    await browser.settle();
    assert.deepEqual([server.read(), browser.calls, browser.errors.length], [[], [], 1]);
  });
}

test('a failure rides along in the answer of _dsbridge.call', async () => {
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

test('a page that replaces what the shim uses does not disturb it', async () => {
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

test('nothing else of the page is touched', () => {
  const names = (browser) => Object.getOwnPropertyNames(browser.window);
  let untouched;
  const browser = new FakeBrowser({ before: (browser) => (untouched = new Set(names(browser))) });
  assert.deepEqual(names(browser).filter((name) => !untouched.has(name)).sort(), [
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
