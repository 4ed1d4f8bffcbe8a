// Pages with their own dsbridge.js of version 3.1.4 or 2 (acceptance cases 6, 65, 67).
import assert from 'node:assert/strict';
import test from 'node:test';
import { bundle, script } from './Support/stock.mjs';
import { connected, plain } from './Support/connected.mjs';

const arrangements = {
  'a script tag after the shim': [[], [script], 'bridge'],
  'a script tag after the shim, twice': [[], [script, script], 'bridge'],
  'a script tag before the shim': [[script], [], 'bridge'],
  'a script tag on both sides': [[script], [script], 'bridge'],
  'a bundle after the shim': [[], [bundle], 'imported'],
  'a bundle before the shim': [[bundle], [], 'imported'],
  'a bundle and a script tag': [[script], [bundle], 'imported'],
};

for (const [name, [before, after, own]] of Object.entries(arrangements)) {
  const open = async () => {
    const both = await connected({ before: (browser) => before.forEach((code) => browser.run(code)) });
    after.forEach((code) => both.browser.run(code));
    both.browser.run(`own = ${own}; shim = _dsbridge.bridge; got = []`);
    both.server.answer = (method, json) => (method === 'addingOne' ? `${JSON.parse(json) + 1}` : 'true');
    return both;
  };

  test(`${name}: calls work (6, 67)`, async () => {
    const { browser, server, window } = await open();
    for (const caller of ['own', 'dsBridge', 'bridge', 'shim']) {
      assert.equal(browser.run(`${caller}.call('addingOne', 5)`), 6, caller);
      assert.equal(browser.run(`${caller}.call('tick', 1, (v) => got.push('${caller}', v))`), '', caller);
    }
    assert.equal(browser.run(`own.hasNativeMethod('addingOne', 'syn')`), true);
    browser.run('own.disableJavascriptDialogBlock(false)');
    await browser.settle();
    server.read();
    await server.send(...[0, 1, 2, 3].map((i) => `callback dscb${i} done ${i}`));
    assert.deepEqual(plain(window.got), ['own', 0, 'dsBridge', 1, 'bridge', 2, 'shim', 3]);
    assert.deepEqual(Object.keys(window).filter((key) => /^dscb\d/.test(key)), []);
    assert.deepEqual(server.taken.slice(-2), [
      'call _dsb.hasNativeMethod {"name":"addingOne","type":"syn"}',
      'call _dsb.disableJavascriptDialogBlock {"disable":false}',
    ]);
  });

  test(`${name}: native code calls functions of this script and of the page script (53 to 55, 67)`, async () => {
    const { browser, server } = await open();
    browser.run(`own.register('addValue', function (a, b) { return [a + b, this === _dsf] });
      own.register('asyn', { other: () => 1 });
      own.registerAsyn('asyn', { addValue: (a, b, give) => give(a + b) });
      own.registerAsyn('timer', (give) => { give(0, false); give(1) });
      shim.register('soon', async () => 'promised')`);
    await server.send(
      'invoke 1 addValue [3,4]',
      'invoke 2 asyn.addValue [5,6]',
      'invoke 3 timer []',
      'invoke 4 soon []',
      'invoke 5 missing []',
      'invoke 6 _hasJavascriptMethod ["asyn.addValue"]',
      'invoke 7 _hasJavascriptMethod ["no.ns"]',
    );
    server.read();
    assert.deepEqual(server.taken.map((line) => line.slice(0, 24)).sort(), [
      'return 1 done [7,true]',
      'return 2 done 11',
      'return 3 done 1',
      'return 3 more 0',
      'return 4 done "promised"',
      'return 6 done true',
      'return 7 done false',
      'throw 5 {"message":"the ',
    ]);
  });

  test(`${name}: closing and failures work as in the original (5, 61)`, async () => {
    const { browser, server } = await open();
    browser.run('window.close()');
    assert.deepEqual(server.taken, ['call _dsb.closePage null']);
    server.answer = () => {
      throw { kind: 'noSuchMethod', message: 'no function named nope', method: 'nope' };
    };
    assert.equal(browser.run(`own.call('nope')`), '');
    assert.equal(browser.errors.length, 1);
  });

  test(`${name}: calls use prompt without _dsbridge (65)`, async () => {
    const { browser, server } = await open();
    browser.run('delete window._dsbridge');
    assert.equal(browser.run(`own.call('addingOne', 5)`), 6);
    browser.run(`own.call('tick', () => {})`);
    await browser.settle();
    server.read();
    assert.deepEqual(server.taken, ['call addingOne 5', 'post tick dscb0 {}']);
    assert.deepEqual(browser.prompts, []);
  });
}

test('a script before the page script announces itself to native code later', async () => {
  const { browser, server } = await connected({ before: (browser) => browser.run(script) });
  browser.runTimer();
  assert.deepEqual(server.taken, ['call _dsb.dsinit null']);
});

/** Calls like version 2: the argument is not in `data`, and the answer is text. */
const version2 = `
  window._dsf = window._dsf || {};
  old = {
    call(method, input, callback) {
      if (typeof callback === 'function') {
        window.dscb = window.dscb || 0;
        input._dscbstub = 'dscb' + window.dscb++;
        window[input._dscbstub] = callback;
      }
      return prompt(window._dswk + method, JSON.stringify(input || {}));
    },
    register(name, f) { window._dsf[name] = f },
  };`;

for (const [place, before, after] of [['before', version2, ''], ['after', '', version2]]) {
  test(`version 2 with its script ${place} the page script: calls work in both directions`, async () => {
    const { browser, server, window } = await connected({ before: (browser) => browser.run(before) });
    browser.run(`${after}; got = []; old.register('f', (v) => v + 1)`);
    const answers = { text: '"it\'s"', number: '5', object: '{"a":1}', nothing: '""' };
    server.answer = (method) => answers[method];
    assert.equal(browser.run(`old.call('text', { msg: 'x' })`), `it's`);
    assert.equal(browser.run(`old.call('number')`), '5');
    assert.equal(browser.run(`old.call('object', { a: [1] })`), '{"a":1}');
    assert.equal(browser.run(`old.call('nothing', {})`), '');
    assert.equal(browser.run(`old.call('tick', { n: 1 }, (v) => got.push(v))`), '');
    browser.run(`bridge.register('ns', { g: (v) => v + 2 })`);
    await browser.settle();
    server.read();
    await server.send('callback dscb0 done "soon"', 'invoke 1 f [1]', 'invoke 2 ns.g [1]');
    server.read();
    assert.deepEqual(plain(window.got), ['soon']);
    assert.deepEqual(server.taken, [
      'call text {"msg":"x"}',
      'call number {}',
      'call object {"a":[1]}',
      'call nothing {}',
      'post tick dscb0 {"n":1}',
      'return 1 done 2',
      'return 2 done 3',
    ]);
    assert.deepEqual(browser.prompts, []);
  });
}

test('a failed call of version 2 returns an empty text', async () => {
  const { browser, server } = await connected();
  server.answer = () => {
    throw { kind: 'thrown', message: 'boom', method: 'f' };
  };
  assert.equal(browser.run(`prompt(_dswk + 'f', '{"a":1}')`), '');
  assert.equal(browser.errors.length, 1);
});

for (const replacement of ['undefined', 'null', '{}', '{ _obs: {} }']) {
  test(`native code uses tables that a page has replaced by ${replacement}`, async () => {
    const { browser, server } = await connected();
    browser.run(`bridge.register('old', () => 1); window._dsf = ${replacement}; window._dsaf = ${replacement};
      bridge.register('f', () => 2); bridge.registerAsyn('ns', { g: (give) => give(3) })`);
    await server.send('invoke 1 f []', 'invoke 2 ns.g []', 'invoke 3 old []');
    server.read();
    assert.deepEqual(server.taken.slice(0, 2), ['return 1 done 2', 'return 2 done 3']);
    assert.match(server.taken[2], /^throw 3 .*notFound/);
  });
}
