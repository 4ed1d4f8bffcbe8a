// Values on their way through the page script, and results of calls. The numbers in the test names are those of the
// cases in docs/internals/acceptance.md. Swift tests show the same values on the server's side.
import assert from 'node:assert/strict';
import test from 'node:test';
import { connected, plain } from './Support/connected.mjs';

/** The code of a function that compares two values of a page. The keys of objects may be in a different order. */
const same = `globalThis.same = (a, b) => {
  if (Object(a) !== a || Object(b) !== b) return Object.is(a, b);
  const keys = Object.keys(a);
  return Array.isArray(a) === Array.isArray(b) && keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]));
};`;

/**
 * Sends a value in four ways: as a blocking call's result, a callback's value, a page function's argument, and a page
 * function's result. Returns the ways on which the value changed.
 * @param {string} json the value, which the page parses
 */
async function changed(json) {
  const { browser, server, window } = await connected();
  browser.run(same);
  Object.assign(window, { json, changed: [], posted: null });
  server.answer = (method, text) => text;
  browser.run(`value = JSON.parse(json);
    const compare = (way, is) => { if (!same(value, is)) changed.push(way); };
    compare('result', bridge.call('echo', value));
    bridge.call('later', value, (is) => compare('callback', is));
    bridge.register('echoOfPage', (...list) => {
      if (list.length !== 1) changed.push('arguments');
      compare('argument', list[0]);
      return list[0];
    });`);
  await browser.settle();
  server.read();
  const sent = server.taken.at(-1).split(/^post later dscb0 /)[1];
  await server.send(`callback dscb0 done ${sent}`, `invoke 1 echoOfPage [${sent}]`);
  server.read();
  window.answer = server.taken.at(-1).split(/^return 1 done /)[1];
  browser.run(`compare('result of the page', JSON.parse(answer))`);
  assert.equal('dscb0' in window, false, 'the callback had its value');
  return plain(window.changed);
}

const array = (length) => JSON.stringify(Array.from({ length }, (_, n) => n * 1.5));
const nested = (depth, open, close) => `${open.repeat(depth)}1${close.repeat(depth)}`;
const keys = ['__proto__', 'constructor', 'hasOwnProperty', 'a.b', '', "'", 'toString', '\u2028', '"', '\0'];
const object = Object.fromEntries(keys.slice(1).map((key, index) => [key, { polluted: index }]));
const values = {
  'empty values (8)': ['0', '-1', 'false', '""', '[]', '{}'],
  'null (8)': ['null'],
  '1 and 0 (9)': ['1', '0'],
  'true and false (10)': ['true', 'false'],
  'doubles (13)': [2 ** 60, 12345678901234567890, 1e21, 5e-324, 1.7976931348623157e308, 0.1, -1 / 3].map(String),
  'quotes, backslashes and scripts (17)': [
    "it's", 'a"b', 'a\\b', 'a\nb\r\t', '</script>', '${x}`', '100%25', '\\u0041', '\\', "'", '%', '//', '{}',
  ].map((text) => JSON.stringify(text)),
  'texts of every script (18)': [
    '\u2028', '\u2029', 'a\u2028b\u2029c', '\ufeff', '\ufeffa\ufeff', '👨‍👩‍👧‍👦', '漢字かな한글', 'שלום עולם', 'مرحبا',
    'e\u0301', '\u00e9', '\u202ertl\u202c', '\u{10ffff}', '\ufffe\uffff',
  ].map((text) => JSON.stringify(text)),
  'control characters (19)': [...Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)), '\x7f', '\x80\x9f']
    .map((text) => JSON.stringify(text)),
  'lone surrogates (20)': ['"\\ud800"', '"\\udc00"', '"x\\ud83d"'],
  'keys of every kind (21)': [JSON.stringify(object), '{"__proto__":{"polluted":true}}'],
  'keys of the bridge (22)': [
    '{"_dscbstub":"dscb0","code":-1,"data":"x"}', '{"data":{"data":{"_dscbstub":"alert(1)//"}}}',
  ],
  '500 levels (23)': [nested(500, '[', ']'), nested(500, '{"a":', '}')],
  '100,000 elements (25)': [array(100_000)],
};
for (const [name, texts] of Object.entries(values)) {
  test(`equal on all four ways: ${name}`, async () => {
    for (const json of texts) assert.deepEqual(await changed(json), [], json.slice(0, 80));
  });
}

test('keys from native code do not change prototypes (21)', async () => {
  const { browser, server } = await connected();
  server.answer = (method, json) => json;
  assert.equal(browser.run(`Object.hasOwn(bridge.call('echo', JSON.parse('{"__proto__":{"a":1}}')), '__proto__')`), true);
  assert.equal(browser.run('({}).a'), undefined);
});

test('numbers leave as JavaScript writes them; large ones are rounded on arrival (12, 14, 16)', async () => {
  const { browser, server } = await connected();
  for (const [code, json] of Object.entries({ '1.0': '1', '1e3': '1000', 3: '3', 9007199254740993: '9007199254740992', '-0': '0' })) {
    browser.run(`bridge.call('x', ${code})`);
    assert.equal(server.taken.pop(), `call x ${json}`);
  }
  server.answer = () => '9007199254740993';
  assert.equal(browser.run(`bridge.call('x')`), 9007199254740992);
  assert.equal(browser.run(`_dsbridge.call('x', '{}')`), '{"code":0,"data":9007199254740993}');
});

test('an empty result is an empty text, also with a callback (28, 29)', async () => {
  const { browser, server, window } = await connected();
  server.answer = () => '""';
  assert.equal(browser.run(`bridge.call('void')`), '');
  assert.equal(browser.run(`_dsbridge.call('void', '{"data":null}')`), '{"code":0,"data":""}');
  browser.run(`bridge.call('void', (value) => (heard = value))`);
  await server.send('callback dscb0 done ""');
  assert.equal(window.heard, '');
});

test('a failure of the function or its result gives "" and its message in the console (31, 32)', async () => {
  const { browser, server } = await connected();
  server.answer = (method) => {
    throw { code: -1, kind: 'thrown', method, message: 'the printer is out of paper' };
  };
  assert.equal(browser.run(`bridge.call('boom')`), '');
  assert.deepEqual(browser.errors.map((text) => /"boom".*out of paper/.test(text)), [true]);
});

test('values arrive in the order of native code, whatever the order of the calls (41)', async () => {
  const { browser, server, window } = await connected();
  browser.run(`heard = []; for (const name of 'ABC') bridge.call('later', name, (value) => heard.push(value))`);
  await server.send('callback dscb1 done "B"');
  await server.send('callback dscb2 done "C"', 'callback dscb0 done "A"');
  assert.deepEqual(plain(window.heard), ['B', 'C', 'A']);
});

test('a value that a blocking call causes is delivered after the task of the call (45)', async () => {
  const { browser, server, window } = await connected();
  browser.run(`heard = []; bridge.call('hold', (value) => heard.push(value))`);
  await browser.settle();
  server.read();
  let sent;
  server.answer = (method) => {
    if (method === 'release') sent = server.send('callback dscb0 done "held"');
    return '"released"';
  };
  browser.run(`heard.push(bridge.call('release'));
    for (let n = 0; n < 50; n++) bridge.call('noArg');
    heard.push('the task is over')`);
  await sent;
  browser.runTasks();
  await browser.settle();
  assert.deepEqual(plain(window.heard), ['released', 'the task is over', 'held']);
});

test('calls of native code run in their order, with scripts among them (44, 52)', async () => {
  const { browser, server, window } = await connected();
  browser.run(`heard = []; bridge.register('early', (text) => { heard.push(text) })`);
  await server.send('invoke 1 early ["first"]', 'eval 2 "heard.push(2)"', 'eval 3 "throw 1"', 'invoke 4 early ["last"]');
  assert.deepEqual(plain(window.heard), ['first', 2, 'last']);
});
