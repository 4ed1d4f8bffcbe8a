// Calls from native code to page functions (acceptance cases 53 to 58).
import assert from 'node:assert/strict';
import test from 'node:test';
import { connected } from './Support/connected.mjs';

/** Runs `code` and sends lines. Returns the page's answers without numbers, and without the stacks of errors. */
async function answers(code, ...lines) {
  const { browser, server } = await connected();
  browser.run(code);
  await server.send(...lines);
  server.read();
  return server.taken.map(brief);
}

function brief(line) {
  const [, id, json] = /^throw (\d+) (.*)$/.exec(line) ?? [];
  if (!id) return line;
  const { message, name, stack, code } = JSON.parse(json);
  if (!code) assert.ok(stack === undefined || stack.includes(message.split('\n')[0]), stack);
  return `throw ${id} ${name}: ${message}${code ? ` (${code})` : ''}`;
}

const table = {
  'a function, this is _dsf': [
    `bridge.register('addValue', function (a, b) { return [a + b, this === _dsf] })`,
    'invoke 1 addValue [3,4]',
    'return 1 done [7,true]',
  ],
  'no arguments': [`bridge.register('f', (...all) => all)`, 'invoke 1 f []', 'return 1 done []'],
  'null and text arguments': [
    `bridge.register('f', (...all) => all)`,
    'invoke 1 f [null,[1],"it\'s \\"q\\" \u2028"]',
    'return 1 done [null,[1],"it\'s \\"q\\" \u2028"]',
  ],
  'undefined has no json': [`bridge.register('f', () => {})`, 'invoke 1 f []', 'return 1 done'],
  'a function as result is undefined': [`bridge.register('f', () => () => 1)`, 'invoke 1 f []', 'return 1 done'],
  null: [`bridge.register('f', () => null)`, 'invoke 1 f []', 'return 1 done null'],
  NaN: [`bridge.register('f', () => NaN)`, 'invoke 1 f []', 'return 1 done null'],
  'a promise': [`bridge.register('f', async (v) => ({ v }))`, 'invoke 1 f [1]', 'return 1 done {"v":1}'],
  'any thenable': [`bridge.register('f', () => ({ then: (f) => f(5) }))`, 'invoke 1 f []', 'return 1 done 5'],
  'a rejection': [
    `bridge.register('f', async () => { throw new RangeError('bad') })`,
    'invoke 1 f []',
    'throw 1 RangeError: bad',
  ],
  'a throw': [`bridge.register('f', () => { throw new TypeError('bad') })`, 'invoke 1 f []', 'throw 1 TypeError: bad'],
  'a throw of text': [`bridge.register('f', () => { throw 'bad' })`, 'invoke 1 f []', 'throw 1 Error: bad'],
  'a throw of nothing': [
    `bridge.register('f', () => { throw undefined })`,
    'invoke 1 f []',
    'throw 1 Error: undefined',
  ],
  'a throw of an error that throws': [
    `bridge.register('f', () => { throw { get message() { throw 1 } } })`,
    'invoke 1 f []',
    'throw 1 Error: unprintable error',
  ],
  'a circular result': [
    `bridge.register('f', () => { const a = {}; a.a = a; return a })`,
    'invoke 1 f []',
    /^throw 1 TypeError: .*circular/s,
  ],
  'an unknown function': ['', 'invoke 1 XX []', 'throw 1 Error: the page has no function "XX" (notFound)'],
  'a name that is no identifier': [
    '',
    'invoke 1 a%22%20b%0A []',
    'throw 1 Error: the page has no function "a\\" b\\n" (notFound)',
  ],
  'a name with a no-break space': [
    `bridge.register('a\u00a0b', () => 1)`,
    'invoke 1 a\u00a0b []',
    'return 1 done 1',
  ],
  'arguments that are no array': [`bridge.register('f', () => 1)`, 'invoke 1 f "text"', /^throw 1 TypeError/],
  'a namespace, this is the object': [
    `ns = { v: 8, getInfo() { return { tag: 'syn', value: this.v, same: this === ns } } }; bridge.register('syn', ns)`,
    'invoke 1 syn.getInfo []',
    'return 1 done {"tag":"syn","value":8,"same":true}',
  ],
  'a class, with what it inherits': [
    `class A { hello() { return 'A' + this.n } } class B extends A { n = 1 } bridge.register('b', new B())`,
    'invoke 1 b.hello []',
    'return 1 done "A1"',
  ],
  'a namespace of several levels': [
    `bridge.register('a.b.c', { f: () => 1 })`,
    'invoke 1 a.b.c.f []',
    'return 1 done 1',
  ],
  'a flat name beats a namespace': [
    `bridge.register('a.b', { f: () => 'namespace' }); bridge.register('a.b.f', () => 'flat')`,
    'invoke 1 a.b.f []',
    'return 1 done "flat"',
  ],
  'sync beats async of one name': [
    `bridge.registerAsyn('f', (done) => done('async')); bridge.register('f', () => 'sync')`,
    'invoke 1 f []',
    'return 1 done "sync"',
  ],
  'a flat async name beats a sync namespace': [
    `bridge.register('a', { f: () => 'sync' }); bridge.registerAsyn('a.f', (done) => done('async'))`,
    'invoke 1 a.f []',
    'return 1 done "async"',
  ],
  'an async namespace behind a sync one': [
    `bridge.register('n', { g: 1 }); bridge.registerAsyn('n', { g(v, done) { done([v, this.t]) }, t: 2 })`,
    'invoke 1 n.g [5]',
    'return 1 done [5,2]',
  ],
  'the last registration counts': [
    `bridge.register('f', () => 1); bridge.register('f', () => 2)`,
    'invoke 1 f []',
    'return 1 done 2',
  ],
  'a namespace that is null': [`bridge.register('n', null)`, 'invoke 1 n.f []', /notFound/],
  'a member that is no function': [`bridge.register('n', { f: 1 })`, 'invoke 1 n.f []', /notFound/],
  'a member that throws when read': [
    `bridge.register('n', { get f() { throw new Error('no') } })`,
    'invoke 1 n.f []',
    'throw 1 Error: no',
  ],
  'what every object has': [`bridge.register('n', {})`, 'invoke 1 n.toString []', /notFound/],
  'a constructor': [`bridge.register('n', new (class {})())`, 'invoke 1 n.constructor []', /notFound/],
  'an own member called constructor': [
    `bridge.register('n', { constructor: () => 1 })`,
    'invoke 1 n.constructor []',
    'return 1 done 1',
  ],
  'toString of the tables': ['', 'invoke 1 toString []', /notFound/],
  '__proto__': ['', 'invoke 1 __proto__.valueOf []', /notFound/],
  'a namespace that every object has': ['', 'invoke 1 toString.call []', /notFound/],
  _obs: [`bridge.register('n', { f: () => 1 })`, 'invoke 1 _obs.n []', /notFound/],
  'a script': ['x = 2', 'eval 1 "x + 1"', 'return 1 done 3'],
  'a script runs globally': [
    '',
    'eval 1 "var made = 1; function f() {}; typeof made + typeof window.f"',
    'return 1 done "numberfunction"',
  ],
  'a script without value': ['', 'eval 1 "undefined"', 'return 1 done'],
  'a script that gives a promise': ['', 'eval 1 "Promise.resolve({a: 1})"', 'return 1 done {"a":1}'],
  'a script that throws': ['', 'eval 1 "nothing.here"', 'throw 1 ReferenceError: nothing is not defined'],
  'a script that is none': ['', 'eval 1 "1 +"', /^throw 1 SyntaxError/],
};
for (const [name, [code, line, answer]] of Object.entries(table)) {
  test(`invoke: ${name} (53, 55 to 57)`, async () => {
    const given = await answers(code, line);
    assert.equal(given.length, 1, given.join('\n'));
    if (typeof answer === 'string') assert.equal(given[0], answer);
    else assert.match(given[0], answer);
  });
}

const responders = {
  'append, this is _dsaf': [
    `function (a, b, c, done) { done([a + ' ' + b + ' ' + c, this === _dsaf]) }`,
    ['done ["I love you",true]'],
  ],
  'only false keeps it open': [
    `(a, b, c, give) => { give(0, false); give(1, false); give(2) }`,
    ['more 0', 'more 1', 'done 2'],
  ],
  '0 ends it': ['(a, b, c, give) => give(1, 0)', ['done 1']],
  'null ends it': ['(a, b, c, give) => give(1, null)', ['done 1']],
  'nothing is sent after the end': ['(a, b, c, give) => { give(1); give(2); give(3, false) }', ['done 1']],
  'the result is no answer': ['(a, b, c, give) => { give(1); return 5 }', ['done 1']],
  undefined: ['(a, b, c, give) => give()', ['done']],
};
for (const [name, [f, values]] of Object.entries(responders)) {
  test(`registerAsyn: ${name} (54)`, async () => {
    const given = await answers(`bridge.registerAsyn('f', ${f})`, 'invoke 7 f ["I","love","you"]');
    assert.deepEqual(given, values.map((value) => `return 7 ${value}`));
  });
}

test('an asynchronous function that throws, rejects or returns a value that JSON cannot encode ends with throw (56)', async () => {
  const code = `bridge.registerAsyn('t', () => { throw new Error('t') });
    bridge.registerAsyn('r', async () => { throw new Error('r') });
    bridge.registerAsyn('v', (give) => { give(1, false); give(10n, false); give(2) });`;
  const given = await answers(code, 'invoke 1 t []', 'invoke 2 r []', 'invoke 3 v []');
  assert.deepEqual(
    given.sort().map((line) => line.slice(0, 30)),
    ['return 3 more 1', 'throw 1 Error: t', 'throw 2 Error: r', 'throw 3 TypeError: Do not know'],
  );
});

test('an answer in a later task', async () => {
  const { browser, server } = await connected();
  browser.run(`bridge.registerAsyn('timer', (give) => { window.give = give })`);
  await server.send('invoke 4 timer []');
  browser.runTasks();
  assert.deepEqual(server.read(), ['ack 1']);
  browser.run('give(0, false)');
  await browser.settle();
  assert.deepEqual(server.read(), ['return 1 4 more 0']);
  browser.run('give(5)');
  await browser.settle();
  assert.deepEqual(server.read(), ['return 2 4 done 5']);
});

test('a throw after the end is reported in the page', async () => {
  const { browser, server } = await connected();
  browser.run(`bridge.registerAsyn('f', (give) => { give(1); throw new Error('late') })`);
  await server.send('invoke 1 f []');
  server.read();
  assert.deepEqual(server.taken, ['return 1 done 1']);
  assert.deepEqual(browser.reported.map((error) => error.message), ['late']);
});

test('a result over the limit becomes an error', async () => {
  const { browser, server } = await connected({ limit: 2000 });
  browser.run(`bridge.register('f', () => 'x'.repeat(2000))`);
  await server.send('invoke 1 f []');
  server.read();
  assert.deepEqual(server.taken.map(brief), ['throw 1 Error: over the limit of 2000 bytes']);
});

test('a value over the limit ends the invocation', async () => {
  const { browser, server } = await connected({ limit: 2000 });
  browser.run(`bridge.registerAsyn('f', (give) => { give('x'.repeat(2000), false); give(1) })`);
  await server.send('invoke 1 f []');
  server.read();
  assert.deepEqual(server.taken.map(brief), ['throw 1 Error: over the limit of 2000 bytes']);
});

test('an invalid invocation in a message does not prevent the others (44)', async () => {
  const code = `bridge.register('ok', (v) => v); bridge.register('bad', () => { throw new Error('b') })`;
  const lines = ['invoke 1 ok [1]', 'invoke 2 bad []', 'invoke 3 ok {', 'eval 4 {', 'invoke 5 ok [5]'];
  const given = await answers(code, ...lines);
  assert.deepEqual(
    given.map((line) => line.split(':')[0]),
    ['return 1 done 1', 'throw 2 Error', 'throw 3 SyntaxError', 'throw 4 SyntaxError', 'return 5 done 5'],
  );
});

test('_hasJavascriptMethod (58)', async () => {
  const { browser, server } = await connected();
  browser.run(`bridge.register('addValue', () => {}); bridge.registerAsyn('append', () => {});
    bridge.register('asyn', { other() {}, value: 1 }); bridge.registerAsyn('asyn', { addValue() {} });
    bridge.register('flat.name', () => {}); bridge.register('c', new (class { m() {} })())`);
  const names = {
    addValue: true,
    append: true,
    XX: false,
    'asyn.addValue': true,
    'asyn.other': true,
    'asyn.value': false,
    'asyn.XX': false,
    'no.ns': false,
    'flat.name': true,
    'c.m': true,
    'c.constructor': false,
    'asyn.toString': false,
    toString: false,
    constructor: false,
    __proto__: false,
    _obs: false,
    asyn: false,
    '': false,
    '.': false,
  };
  let id = 0;
  for (const [name, expected] of [...Object.entries(names), ['__proto__', false]]) {
    await server.send(`invoke ${++id} _hasJavascriptMethod ${JSON.stringify([name])}`);
    server.read();
    assert.equal(server.taken.pop(), `return ${id} done ${expected}`, name);
  }
  for (const args of ['[]', '[null]', '[5]', '[{}]']) {
    await server.send(`invoke ${++id} _hasJavascriptMethod ${args}`);
    server.read();
    assert.equal(server.taken.pop(), `return ${id} done false`, args);
  }
});

test('_handleMessageFromNative answers like an invocation', async () => {
  const { browser, server } = await connected();
  browser.run(`bridge.register('add', (a, b) => a + b);
    window._handleMessageFromNative({ method: 'add', callbackId: 3, data: '[1,2]' });
    _handleMessageFromNative({ method: 'none', callbackId: 4, data: '[]' });
    _handleMessageFromNative({ method: 'add', callbackId: 5, data: '' });`);
  await browser.settle();
  server.read();
  assert.deepEqual(server.taken.map(brief).map((line) => line.slice(0, 20)), [
    'return 3 done 3',
    'throw 4 Error: the p',
    'throw 5 SyntaxError:',
  ]);
  // The server would close every socket with an invalid line.
  for (const id of ['undefined', '0', '-1', '"1 done"', '1e300', '1.5', '{}']) {
    const code = `_handleMessageFromNative({ method: 'add', callbackId: ${id}, data: '[]' })`;
    assert.throws(() => browser.run(code), { name: 'TypeError' });
  }
});
