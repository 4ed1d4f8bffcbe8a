// Calls through `native`, such as `native.calc.addingOne(5)`.
import assert from 'node:assert/strict';
import test from 'node:test';
import { connected, plain } from './Support/connected.mjs';

const calls = {
  'native.addingOne(5)': 'ask addingOne 5',
  'native.calc.addingOne(5)': 'ask calc.addingOne 5',
  'native.a.b.c.f()': 'ask a.b.c.f null',
  'native.a.b.c.f({ x: 1 })': 'ask a.b.c.f {"x":1}',
  'native["a.b"]["f g"](1)': 'ask a.b.f%20g 1',
  'native.f(1, {})': 'ask f 1',
  'bridge.native.f(1)': 'ask f 1',
  'native.call("ns.then", 1)': 'ask ns.then 1',
  'native.call("toString")': 'ask toString null',
  'native.call("call", 1)': 'ask call 1',
  'native.ns.call(1)': 'ask ns.call 1',
  'native.apply.bind(1)': 'ask apply.bind 1',
  'native.name.length(1)': 'ask name.length 1',
  'native.prototype.constructor(1)': 'ask prototype.constructor 1',
  'native.hasOwnProperty(1)': 'ask hasOwnProperty 1',
  '(0, native.f)(1)': 'ask f 1',
  'native.default(1)': 'ask default 1',
  'native[0](1)': 'ask 0 1',
};
for (const [code, line] of Object.entries(calls)) {
  test(code, async () => {
    const { browser, server } = await connected();
    browser.run(code);
    await browser.settle();
    server.read();
    assert.deepEqual(server.taken, [line]);
  });
}

test('the answers are those of bridge.ask', async () => {
  const { browser, server, window } = await connected();
  browser.run(`got = []; controller = new AbortController();
    native.one(1).then((value) => got.push(value));
    (async () => { for await (const value of native.ns.many()) got.push(value) })();
    native.never(1, { signal: controller.signal }).catch((reason) => got.push(reason));
    native.gone().catch((error) => got.push(error instanceof bridge.BridgeError))`);
  await browser.settle();
  server.read();
  await server.send('reply 1 1', 'next 2 2', 'reply 2 3', 'fail 4 {"kind":"noSuchMethod","message":"","method":"gone"}');
  browser.run(`controller.abort('enough')`);
  await browser.settle();
  server.read();
  assert.deepEqual(plain(window.got.sort()), [1, 2, 3, 'enough', true]);
  assert.equal(server.taken.at(-1), 'cancel 3');
});

test('promises, JSON and string conversions of a member make no call', async () => {
  const { browser, server } = await connected();
  assert.equal(await browser.run('(async () => { return (await native) === native })()'), true);
  assert.equal(await browser.run('(async () => typeof (await native.calc).f)()'), 'function');
  assert.equal(await browser.run('Promise.resolve(native.calc).then((calc) => typeof calc.f)'), 'function');
  assert.equal(browser.run('JSON.stringify({ native, calc: native.calc })'), '{}');
  assert.equal(browser.run('typeof `${native} ${native.calc}`'), 'string');
  assert.equal(browser.run(`native + ''; native == 1`), false);
  for (const name of ['then', 'toJSON', 'Symbol.iterator', 'Symbol.asyncIterator', 'Symbol.toPrimitive']) {
    const member = name.startsWith('Symbol') ? name : `'${name}'`;
    assert.equal(browser.run(`native.calc[${member}]`), undefined, name);
  }
  await browser.settle();
  assert.deepEqual([server.read(), browser.calls], [[], []]);
});
