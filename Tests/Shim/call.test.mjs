// bridge.call: its lines, results and callbacks. The numbers in the test names are those of the cases in
// docs/internals/acceptance.md.
import assert from 'node:assert/strict';
import test from 'node:test';
import { connected, plain } from './Support/connected.mjs';

test('a blocking call returns the value; the name is trimmed (1, 4)', async () => {
  const { browser, server } = await connected();
  server.answer = (method, json) => (method === 'addingOne' ? `${JSON.parse(json) + 1}` : 'null');
  assert.equal(browser.run(`bridge.call(' addingOne ', 5)`), 6);
  assert.deepEqual(server.taken, ['call addingOne 5']);
  assert.deepEqual(browser.errors, []);
});

const written = {
  'no argument': [`'x'`, 'null'],
  undefined: [`'x', undefined`, 'null'],
  null: [`'x', null`, 'null'],
  NaN: [`'x', NaN`, 'null'],
  Infinity: [`'x', -Infinity`, 'null'],
  symbol: [`'x', Symbol('s')`, 'null'],
  zero: [`'x', 0`, '0'],
  false: [`'x', false`, 'false'],
  'empty text': [`'x', ''`, '""'],
  'a third argument that is no function': [`'x', 1, 'notfn'`, '1'],
  'an array with holes': [`'x', [Infinity, undefined, () => {}, -0, , 1]`, '[null,null,null,0,null,1]'],
  'undefined in an object': [`'x', {a: undefined, b: 1}`, '{"b":1}'],
  date: [`'x', new Date(0)`, '"1970-01-01T00:00:00.000Z"'],
  map: [`'x', new Map([[1, 2]])`, '{}'],
  bytes: [`'x', new Uint8Array([1, 2])`, '{"0":1,"1":2}'],
  'a lone surrogate': [`'x', '\\ud800'`, '"\\ud800"'],
  'line separators, NUL and a line feed': [`'x', '\\u2028\\0\\n'`, '"\u2028\\u0000\\n"'],
  'keys that the bridge uses': [`'x', {_dscbstub: 1, code: 2, data: 3}`, '{"_dscbstub":1,"code":2,"data":3}'],
};
for (const [name, [args, json]] of Object.entries(written)) {
  test(`argument: ${name} (7, 8, 15, 19, 20, 22, 26)`, async () => {
    const { browser, server } = await connected();
    browser.run(`bridge.call(${args})`);
    assert.deepEqual(server.taken, [`call x ${json}`]);
  });
}

test('a callback without argument sends {} and takes no third argument', async () => {
  const { browser, server, window } = await connected();
  assert.equal(browser.run(`bridge.call('x', () => {}, () => { throw 1 })`), '');
  browser.run(`bridge.call('x', undefined, () => {})`);
  await browser.settle();
  server.read();
  assert.deepEqual(server.taken, ['post x dscb0 {}', 'post x dscb1 null']);
  assert.equal(window.dscb, 2);
});

test('values return as JSON encodes them', async () => {
  const { browser, server } = await connected();
  const texts = ['"it\'s \\" \\\\ \\n"', '{"__proto__":{"polluted":1},"a.b":1}'];
  for (const json of ['0', '-1', 'false', 'null', '""', '[]', ...texts]) {
    server.answer = () => json;
    browser.window.value = browser.run(`bridge.call('echo')`);
    assert.equal(browser.run('JSON.stringify(value)'), json);
  }
  assert.equal(browser.run('({}).polluted'), undefined);
});

test('a value that JSON cannot encode throws and registers no callback (27)', async () => {
  const { browser, server, window } = await connected();
  for (const argument of ['10n', '(() => { const a = {}; a.a = a; return a; })()']) {
    assert.throws(() => browser.run(`bridge.call('echo', ${argument})`), { name: 'TypeError' });
    assert.throws(() => browser.run(`bridge.call('echo', ${argument}, () => {})`), { name: 'TypeError' });
  }
  await browser.settle();
  assert.deepEqual(server.read(), []);
  assert.equal('dscb0' in window, false);
  browser.run(`bridge.call('echo', 1)`);
  assert.deepEqual(server.taken, ['call echo 1']);
});

test('a missing method gives "" and one console.error each (5)', async () => {
  const { browser, server } = await connected();
  server.answer = (method) => {
    throw { code: -1, kind: 'noSuchMethod', method, message: `no function named ${method}` };
  };
  for (const name of ['nope', 'no.pe', '', '.x', 'a.']) {
    assert.equal(browser.run(`bridge.call('${name}')`), '');
    assert.equal(browser.errors.length, 1);
    assert.match(browser.errors.pop(), new RegExp(`"${name}".*no function named ${name}`));
  }
  assert.deepEqual(server.taken.map((line) => line.split(' ')[1]), ['nope', 'no.pe', '', '.x', 'a.']);
});

test('the error of a wrong argument names the method, the expected type and the value (11)', async () => {
  const { browser, server } = await connected();
  server.answer = () => {
    throw { code: -1, kind: 'argument', message: 'wrong argument', expected: 'Int', got: 'true' };
  };
  assert.equal(browser.run(`bridge.call('addingOne', true)`), '');
  assert.equal(browser.errors.length, 1);
  assert.match(browser.errors[0], /"addingOne".*wrong argument.*expected Int, got true/);
});

test('a name with spaces and control characters is one field', async () => {
  const { browser, server } = await connected();
  browser.run(`bridge.call('a b\\n%\\x7fé')`);
  assert.deepEqual(server.taken, ['call a%20b%0A%25%7Fé null']);
});

test('a callback gets every value, is deleted with the last one, and never runs during call (33 to 35)', async () => {
  const { browser, server } = await connected();
  assert.equal(browser.run(`got = []; bridge.call('tick', 1, (v) => got.push(v, 'dscb0' in window))`), '');
  await browser.settle();
  assert.deepEqual(server.read(), ['post 1 tick dscb0 1']);
  await server.send('callback dscb0 more 2', 'callback dscb0 more 3');
  await server.send('callback dscb0 done 4', 'callback dscb0 more 5');
  assert.deepEqual(plain(browser.window.got), [2, true, 3, true, 4, false]);
  assert.deepEqual(browser.reported, []);
});

test('done without a value deletes the callback and does not call it', async () => {
  const { browser, server, window } = await connected();
  browser.run(`got = []; bridge.call('sequence', (v) => got.push(v)); bridge.call('empty', (v) => got.push(v))`);
  await server.send('callback dscb0 more ""', 'callback dscb0 done', 'callback dscb1 done');
  assert.deepEqual(plain(window.got), ['']);
  assert.equal('dscb0' in window || 'dscb1' in window, false);
  assert.deepEqual([browser.reported, browser.errors], [[], []]);
});

test('an exception in a callback is reported, and later values and lines arrive (36, 44)', async () => {
  const { browser, server, window } = await connected();
  browser.run(`got = []; bridge.call('a', (v) => { got.push(v); throw new Error('mine ' + v) });
    bridge.call('b', (v) => got.push(v))`);
  await server.send('callback dscb0 more 1', 'callback dscb0 done 2', 'callback dscb1 done 3');
  assert.deepEqual(plain(window.got), [1, 2, 3]);
  assert.deepEqual(browser.reported.map((error) => error.message), ['mine 1', 'mine 2']);
  assert.equal('dscb0' in window || 'dscb1' in window, false);
});

test('without reportError a throwing callback goes to the console', async () => {
  const { browser, server } = await connected({ omit: ['reportError'] });
  browser.run(`bridge.call('a', () => { throw new Error('mine') })`);
  await server.send('callback dscb0 done 1');
  assert.deepEqual(browser.errors, ['Error: mine']);
});

test('a callback that the page has deleted is not called', async () => {
  const { browser, server } = await connected();
  browser.run(`bridge.call('a', () => { throw 1 }); delete window.dscb0`);
  await server.send('callback dscb0 more 1', 'callback dscb0 done 2');
  assert.deepEqual([browser.reported, browser.errors], [[], []]);
});

test('a failed call with a callback deletes the callback and is logged once (37 to 39)', async () => {
  const { browser, server, window } = await connected();
  browser.run(`bridge.call('tick', () => { throw 1 })`);
  const wrong = { code: -1, kind: 'argument', message: 'm', expected: 'Int', got: 'an object' };
  await server.send(`fail 1 ${JSON.stringify({ ...wrong, method: 'tick', callback: 'dscb0' })}`);
  assert.equal('dscb0' in window, false);
  assert.equal(browser.errors.length, 1);
  assert.match(browser.errors[0], /"tick".*expected Int, got an object/);
});

test('2,000 calls with callbacks of one task are sent in one message, and each callback gets its values (40)', async () => {
  const { browser, server, window } = await connected();
  browser.run(`wrong = 0; count = 0;
    for (let i = 0; i < 2000; i++) bridge.call('later', i, (v) => { count++; if (v !== i) wrong++; })`);
  await browser.settle();
  assert.equal(browser.socket.sent.length, 1);
  assert.equal(server.read().length, 2000);
  await server.send(...Array.from({ length: 2000 }, (_, i) => `callback dscb${i} done ${i}`));
  assert.deepEqual([window.count, window.wrong], [2000, 0]);
  assert.deepEqual(Object.keys(window).filter((name) => /^dscb\d/.test(name)), []);
});

test('hasNativeMethod returns a Boolean (59)', async () => {
  const { browser, server } = await connected();
  server.answer = (method, json) => String(JSON.parse(json).name === 'addingOne');
  assert.equal(browser.run(`bridge.hasNativeMethod('addingOne')`), true);
  assert.equal(browser.run(`bridge.hasNativeMethod('missing', 'asyn')`), false);
  assert.deepEqual(server.taken, [
    'call _dsb.hasNativeMethod {"name":"addingOne","type":"all"}',
    'call _dsb.hasNativeMethod {"name":"missing","type":"asyn"}',
  ]);
  for (const name of ['1', '{}', 'undefined', 'null']) {
    assert.equal(browser.run(`bridge.hasNativeMethod(${name})`), false);
  }
  assert.equal(server.taken.length, 2);
  server.answer = () => '""';
  assert.equal(browser.run(`bridge.hasNativeMethod('addingOne')`), false);
});

test('disableJavascriptDialogBlock calls the server (60)', async () => {
  const { browser, server } = await connected();
  browser.run(`dsBridge.disableJavascriptDialogBlock(); dsBridge.disableJavascriptDialogBlock(false)`);
  assert.deepEqual(server.taken, [
    'call _dsb.disableJavascriptDialogBlock {"disable":true}',
    'call _dsb.disableJavascriptDialogBlock {"disable":false}',
  ]);
});

test('window.close calls the server; the result false or a failure closes the window (61)', async () => {
  const { browser, server } = await connected();
  browser.run('window.close()');
  assert.equal(browser.closes, 0);
  server.answer = () => 'false';
  browser.run('close()');
  assert.equal(browser.closes, 1);
  browser.onCall = () => {
    throw new Error('NetworkError');
  };
  browser.run('close()');
  assert.equal(browser.closes, 2);
  assert.deepEqual(server.taken, ['call _dsb.closePage null', 'call _dsb.closePage null']);
});

test('without a server, a blocking call returns "", logs one error, and does not run later (66, 68)', async () => {
  const { browser, server, window } = await connected();
  const { onCall } = browser;
  browser.onCall = () => {
    throw new Error('NetworkError');
  };
  assert.equal(browser.run(`bridge.call('pay', 1)`), '');
  assert.deepEqual(browser.errors.map((text) => /"pay".*cannot be reached/.test(text)), [true]);
  browser.onCall = onCall;
  browser.run(`bridge.call('echo', 2)`);
  await browser.settle();
  assert.deepEqual(server.taken, [`event location "${window.location.href}"`, 'call echo 2']);
});

for (const [status, text] of [
  [400, 'line 2'],
  [403, ''],
  [413, ''],
  [503, ''],
  [200, '<html>a proxy</html>'],
  [200, 'reply 1 {'],
  [200, 'reply 7 1'],
]) {
  test(`an answer ${status} ${text} gives "" and one console.error (68)`, async () => {
    const { browser } = await connected();
    browser.onCall = () => ({ status, text });
    assert.equal(browser.run(`bridge.call('x')`), '');
    assert.equal(browser.errors.length, 1);
    assert.match(browser.errors[0], new RegExp(`"x".*${status}`));
    assert.equal(browser.calls.length, 1);
    assert.equal(browser.reloads, 0);
  });
}

test('an empty answer was cut (WebKit), and the call is repeated once', async () => {
  const { browser, server } = await connected();
  const { onCall } = browser;
  server.answer = (method, json) => json;
  browser.onCall = (...call) => {
    browser.onCall = onCall;
    onCall(...call); // The server has run the call.
    return { status: 200, text: '' };
  };
  assert.equal(browser.run(`bridge.call('echo', 5)`), 5);
  assert.equal(browser.calls.length, 2);
  browser.onCall = () => ({ status: 200, text: '' });
  assert.equal(browser.run(`bridge.call('echo', 6)`), '');
  assert.equal(browser.calls.length, 4);
  assert.match(browser.errors[0], /"echo".*cannot be reached/);
});

test('lines that are posted during a blocking call (Firefox) arrive after that call', async () => {
  const { browser, server } = await connected();
  server.answer = (method) => {
    if (method === 'blocking') browser.run(`bridge.call('during', () => {})`);
    return 'null';
  };
  browser.run(`bridge.call('before', () => {}); bridge.call('blocking')`);
  await browser.settle();
  assert.deepEqual(server.read().map((line) => line.split(' ', 3).join(' ')), ['post 3 during']);
});
