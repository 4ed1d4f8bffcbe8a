// `for await` over the values of a call.
import assert from 'node:assert/strict';
import test from 'node:test';
import { connected, plain } from './Support/connected.mjs';

/**
 * Returns a document that runs `loop` over `answer`, the received values `got`, and the end: `'over'`, or the error's
 * code or message.
 */
async function looping(loop = 'for await (const value of answer) got.push(value)') {
  const { browser, server, window } = await connected();
  browser.run(`got = []; answer = bridge.ask('f');
    (async () => { ${loop} })().then(() => got.push('over'), (error) => got.push(error.code ?? error.message))`);
  await browser.settle();
  server.read();
  const cancelled = async () => {
    await browser.settle();
    server.read();
    return server.taken.includes('cancel 1');
  };
  return { browser, server, window, cancelled };
}

const fail = 'fail 1 {"kind":"thrown","message":"m","method":"f","code":"own"}';

const courses = {
  'a function that returns': [['reply 1 1'], [1, 'over']],
  'several values': [['next 1 1', 'next 1 2', 'reply 1 3'], [1, 2, 3, 'over']],
  'null and the empty text': [['next 1 null', 'reply 1 ""'], [null, '', 'over']],
  'a sequence': [['next 1 1', 'next 1 2', 'reply 1'], [1, 2, 'over']],
  'an empty sequence': [['reply 1'], ['over']],
  'a failure': [[fail], ['own']],
  'a failure after values': [['next 1 1', 'next 1 2', fail], [1, 2, 'own']],
};
for (const [name, [lines, expected]] of Object.entries(courses)) {
  for (const messages of [[lines], lines.map((line) => [line])]) {
    test(`${name}, in ${messages.length === 1 ? 'one message' : `${messages.length} messages`}`, async () => {
      const { browser, server, window, cancelled } = await looping();
      for (const message of messages) await server.send(...message);
      assert.deepEqual(plain(window.got), expected);
      assert.equal(await cancelled(), false);
      assert.deepEqual([browser.errors, browser.reported], [[], []]);
    });
  }
}

const exits = {
  break: ['for await (const value of answer) { got.push(value); break }', 'over'],
  return: ['for await (const value of answer) { got.push(value); return }', 'over'],
  'a throw': [`for await (const value of answer) { got.push(value); throw new Error('mine') }`, 'mine'],
};
for (const [name, [loop, ending]] of Object.entries(exits)) {
  test(`leaving the loop by ${name} cancels the call, and later values are ignored`, async () => {
    const { browser, server, window, cancelled } = await looping(loop);
    await server.send('next 1 1', 'next 1 2');
    assert.deepEqual(plain(window.got), [1, ending]);
    assert.equal(await cancelled(), true);
    await server.send('next 1 3', fail);
    assert.deepEqual(plain(window.got), [1, ending]);
    await assert.rejects(browser.run('answer'), { name: 'BridgeError', code: 'cancelled' });
  });
}

test('leaving the loop at the last value does not cancel the call', async () => {
  const { server, window, cancelled } = await looping('for await (const value of answer) { got.push(value); break }');
  await server.send('reply 1 1');
  assert.deepEqual(plain(window.got), [1, 'over']);
  assert.equal(await cancelled(), false);
});

test('a slow loop gets all values', async () => {
  const { browser, server, window } = await looping(`for await (const value of answer) {
    got.push(value);
    await new Promise((resolve) => { go = resolve });
  }`);
  await server.send('next 1 1', 'next 1 2');
  await server.send('next 1 3', fail);
  for (let i = 0; i < 3; i++) {
    browser.run('go()');
    await browser.settle();
  }
  assert.deepEqual(plain(window.got), [1, 2, 3, 'own']);
});

test('cancel ends the loop after the values that have arrived', async () => {
  const { browser, server, window, cancelled } = await looping();
  await server.send('next 1 1');
  browser.run('answer.cancel()');
  assert.equal(await cancelled(), true);
  assert.deepEqual(plain(window.got), [1, 'cancelled']);
});

test('a signal ends the loop with its reason', async () => {
  const { browser, server, window, cancelled } = await looping(`controller = new AbortController();
    answer = bridge.ask('g', 1, { signal: controller.signal });
    for await (const value of answer) got.push(value)`);
  await server.send('next 2 1');
  browser.run(`controller.abort(new Error('enough'))`);
  await cancelled();
  assert.deepEqual(server.taken, ['ask f null', 'ask g 1', 'cancel 2']);
  assert.deepEqual(plain(window.got), [1, 'enough']);
});

test('the promise settles in spite of the loop', async () => {
  const { browser, server, window } = await looping();
  browser.run('answer.then((value) => { value_ = value })');
  await server.send('next 1 1', 'reply 1 2');
  assert.deepEqual([plain(window.got), window.value_], [[1, 2, 'over'], 2]);
});

test('two iterators each get every value from their beginning on', async () => {
  const { browser, server, window } = await looping();
  browser.run(`early = []; (async () => { for await (const value of answer) early.push(value) })()`);
  await server.send('next 1 1');
  browser.run(`late = []; (async () => { for await (const value of answer) late.push(value) })()`);
  await server.send('next 1 2', 'reply 1 3');
  assert.deepEqual(plain([window.got, window.early, window.late]), [[1, 2, 3, 'over'], [1, 2, 3], [2, 3]]);
});

test('leaving one of two iterators cancels the call, and the other one throws', async () => {
  const { browser, server, window, cancelled } = await looping();
  browser.run(`(async () => { for await (const value of answer) break })()`);
  await server.send('next 1 1');
  assert.equal(await cancelled(), true);
  assert.deepEqual(plain(window.got), [1, 'cancelled']);
});

for (const [name, line, ending] of [
  ['nothing more', 'reply 1 1', 'over'],
  ['the failure', fail, 'own'],
]) {
  test(`an iterator created after the end yields ${name}`, async () => {
    const { browser, server, window } = await looping('');
    browser.run('answer.catch(() => {})');
    await server.send(line);
    browser.run(`got = []; (async () => { for await (const value of answer) got.push(value) })()
      .then(() => got.push('over'), (error) => got.push(error.code))`);
    await browser.settle();
    assert.deepEqual(plain(window.got), [ending]);
  });
}

test('next may be called before the values arrive, and after the end', async () => {
  const { browser, server, window } = await looping('');
  browser.run(`iterator = answer[Symbol.asyncIterator](); seen = [];
    next = () => iterator.next().then((result) => seen.push(result));
    for (let i = 0; i < 4; i++) next()`);
  await server.send('next 1 1', 'reply 1 2');
  browser.run('next()');
  await browser.settle();
  const done = { done: true };
  assert.deepEqual(plain(window.seen), [{ value: 1, done: false }, { value: 2, done: false }, done, done, done]);
});

test('a failure is thrown once', async () => {
  const { browser, server, window } = await looping('');
  browser.run(`iterator = answer[Symbol.asyncIterator](); seen = [];
    next = () => iterator.next().then((result) => seen.push(result.done), (error) => seen.push(error.code));
    next(); next(); next()`);
  await server.send('next 1 1', fail);
  browser.run('next()');
  await browser.settle();
  assert.deepEqual(plain(window.seen), [false, 'own', true, true]);
});

test('return ends pending calls of next at once', async () => {
  const { browser, window, cancelled } = await looping('');
  browser.run(`iterator = answer[Symbol.asyncIterator](); seen = [];
    iterator.next().then((result) => seen.push(result));
    iterator.return('mine').then((result) => seen.push(result))`);
  assert.equal(await cancelled(), true);
  browser.run('iterator.next().then((result) => seen.push(result))');
  await browser.settle();
  assert.equal(window.seen.length, 3);
  assert.ok(plain(window.seen).every(({ done }) => done));
  assert.equal(window.seen.filter(({ value }) => value === 'mine').length, 1);
});

test('an iterator is iterable', async () => {
  const { browser } = await looping('');
  assert.equal(browser.run('it = answer[Symbol.asyncIterator](); it[Symbol.asyncIterator]() === it'), true);
});
