// Calls that return promises: the lines that they send, and their results.
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import test from 'node:test';
import { FakeBrowser } from './Support/FakeBrowser.mjs';
import { FakeServer } from './Support/FakeServer.mjs';
import { connected, plain } from './Support/connected.mjs';

/** Returns a document with a call, its server, and the promise's state: `['is', value]` or `['failed', error]`. */
async function asking(call = `bridge.ask('f', 1)`, options) {
  const { browser, server, window } = await connected(options);
  browser.run(`settled = []; answer = ${call};
    answer.then((value) => settled.push(['is', value]), (error) => settled.push(['failed', error]))`);
  await browser.settle();
  server.read();
  return { browser, server, window };
}

test('the value of a function that returns', async () => {
  const { server, window } = await asking(`bridge.ask(' calc.addingOne ', 5)`);
  assert.deepEqual(server.taken, ['ask calc.addingOne 5']);
  assert.deepEqual(plain(window.settled), []);
  await server.send('reply 1 6');
  assert.deepEqual(plain(window.settled), [['is', 6]]);
});

const inputs = {
  'no input': [`'f'`, 'f null'],
  undefined: [`'f', undefined`, 'f null'],
  'what JSON does not know': [`'f', () => {}`, 'f null'],
  'an object': [`'f', { a: [1, undefined], b: undefined }`, 'f {"a":[1,null]}'],
  'no options': [`'f', 1, null`, 'f 1'],
  'a name with spaces': [`'a \\nb', 1`, 'a%20%0Ab 1'],
  'an empty name': [`'', 1`, ' 1'],
};
for (const [name, [args, line]] of Object.entries(inputs)) {
  test(`the line of a call: ${name}`, async () => {
    const { browser, server } = await asking(`bridge.ask(${args})`);
    assert.deepEqual([server.taken, browser.calls], [[`ask ${line}`], []]);
  });
}

const ends = {
  'a last value': [['reply 1 3'], 3],
  'several values': [['next 1 1', 'next 1 2', 'reply 1 3'], 3],
  'a sequence': [['next 1 1', 'next 1 2', 'reply 1'], 2],
  'an empty sequence': [['reply 1'], undefined],
  'null, after others': [['next 1 1', 'reply 1 null'], null],
  'an empty text': [['reply 1 ""'], ''],
};
for (const [name, [lines, value]] of Object.entries(ends)) {
  test(`the promise has the last value: ${name}`, async () => {
    const { server, window } = await asking();
    await server.send(...lines, 'reply 1 "too late"', 'next 1 "too late"');
    assert.equal(window.settled.length, 1);
    assert.deepEqual(plain(window.settled[0][1]), value);
  });
}

test('a value that is not the last does not settle the promise', async () => {
  const { server, window } = await asking();
  await server.send('next 1 1');
  assert.deepEqual(plain(window.settled), []);
});

const failures = {
  'a code of its own': [{ kind: 'thrown', message: 'out of paper', code: 'outOfPaper' }, 'out of paper', 'outOfPaper'],
  'a number as code': [{ kind: 'thrown', message: 'm', code: 0 }, 'm', 0],
  'any JSON as code': [{ kind: 'thrown', message: 'm', code: { a: [1] } }, 'm', { a: [1] }],
  'no code': [{ kind: 'noSuchMethod', message: 'no f' }, 'no f', 'noSuchMethod'],
  'a code that is null': [{ kind: 'thrown', message: 'm', code: null }, 'm', 'thrown'],
  'no message': [{ kind: 'dropped', message: '' }, 'dropped', 'dropped'],
  'a wrong argument': [
    { kind: 'argument', message: 'wrong argument', expected: 'Int', got: 'true' },
    'wrong argument (expected Int, got true)',
    'argument',
  ],
};
for (const [name, [failure, message, code]] of Object.entries(failures)) {
  test(`a failure: ${name}`, async () => {
    const { browser, server, window } = await asking();
    await server.send(`fail 1 ${JSON.stringify({ ...failure, method: 'f' })}`);
    assert.equal(window.settled[0][0], 'failed');
    window.error = window.settled[0][1];
    assert.equal(browser.run('error instanceof bridge.BridgeError && error instanceof Error'), true);
    assert.deepEqual(plain(browser.run('({ ...error })')), {
      kind: failure.kind,
      method: 'f',
      code,
      ...(failure.expected && { expected: 'Int', got: 'true' }),
    });
    assert.equal(browser.run('`${error}`'), `BridgeError: ${message}`);
    assert.deepEqual([browser.errors, browser.reported], [[], []]); // The page receives the error.
  });
}

test('several answers in one message settle their calls', async () => {
  const { browser, server, window } = await connected();
  browser.run(`got = []; for (let i = 0; i < 1000; i++) bridge.ask('f', i).then((v) => { if (v === i) got.push(v) })`);
  await browser.settle();
  assert.equal(browser.socket.sent.length, 1);
  server.read();
  await server.send(...Array.from({ length: 1000 }, (_, i) => `reply ${1000 - i} ${999 - i}`));
  assert.deepEqual(plain(window.got), Array.from({ length: 1000 }, (_, i) => 999 - i));
});

test('calls of every kind keep their order', async () => {
  const { browser, server } = await connected();
  browser.run(`bridge.ask('a'); bridge.call('b', () => {}); bridge.call('c'); bridge.ask('d').cancel()`);
  assert.deepEqual(browser.calls, ['ask 1 a null\npost 2 b dscb0 {}\ncall 3 c null']);
  await browser.settle();
  server.read();
  assert.deepEqual(server.taken, ['ask a null', 'post b dscb0 {}', 'call c null', 'ask d null', 'cancel 4']);
});

test('an input that JSON cannot encode rejects, and nothing is sent', async () => {
  const { browser, server, window } = await asking(`bridge.ask('f', 10n)`);
  const [outcome, error] = window.settled[0];
  assert.deepEqual([outcome, error.code, error.kind, error.method], ['failed', 'argument', 'argument', 'f']);
  assert.match(error.message, /BigInt/);
  browser.run('answer.cancel()');
  await browser.settle();
  assert.deepEqual(server.read(), []);
});

test('an input over the limit rejects, and nothing is sent', async () => {
  const { browser, server, window } = await asking(`bridge.ask('f', 'x'.repeat(1000))`, { limit: 1000 });
  const { code, message, method } = window.settled[0][1];
  assert.deepEqual([code, message, method], ['tooLarge', 'over the limit of 1000 bytes', 'f']);
  browser.run('answer.cancel()');
  await browser.settle();
  assert.deepEqual([server.taken, server.read()], [[], []]);
});

test('an input over a limit that was unknown rejects, and a line without effect replaces it', async () => {
  const browser = new FakeBrowser();
  const server = new FakeServer(browser);
  server.limit = 1000;
  browser.run(`bridge.ask('big', 'x'.repeat(1000)).catch((e) => { error = e }); bridge.ask('small')`);
  await server.connect();
  server.read();
  assert.deepEqual(server.taken, [`event location "${browser.window.location.href}"`, 'ask small null']);
  assert.equal(browser.window.error.code, 'tooLarge');
});

test('lines for ended or unknown calls are ignored', async () => {
  const { browser, server, window } = await asking();
  await server.send('reply 1 1');
  const late = '{"kind":"thrown","message":"late","method":"f"}';
  await server.send('next 1 2', `fail 1 ${late}`, 'next 77 1', 'reply 77', `fail 77 ${late}`);
  assert.deepEqual(plain(window.settled), [['is', 1]]);
  assert.deepEqual([browser.errors, browser.reported], [[], []]);
});

test('cancel ends the call, with one line to the server', async () => {
  const { browser, server, window } = await asking();
  browser.run('answer.cancel(); answer.cancel()');
  await browser.settle();
  server.read();
  assert.deepEqual(server.taken, ['ask f 1', 'cancel 1']);
  const [[outcome, { name, code, kind, method }]] = window.settled;
  assert.deepEqual([outcome, name, code, kind, method], ['failed', 'BridgeError', 'cancelled', 'cancelled', 'f']);
  await server.send('next 1 1', 'reply 1 2', 'fail 1 {"kind":"cancelled","message":"","method":"f"}');
  assert.equal(window.settled.length, 1);
  assert.deepEqual([browser.errors, browser.reported], [[], []]);
});

test('cancel after the end does nothing', async () => {
  const { browser, server, window } = await asking();
  await server.send('reply 1 1');
  browser.run('answer.cancel()');
  await browser.settle();
  server.read();
  assert.deepEqual(server.taken, ['ask f 1']);
  assert.deepEqual(plain(window.settled), [['is', 1]]);
});

test('cancel before the first connection: both lines are sent in order', async () => {
  const browser = new FakeBrowser();
  const server = new FakeServer(browser);
  browser.run(`bridge.ask('f').cancel()`);
  await server.connect();
  server.read();
  assert.deepEqual(server.taken, ['ask f null', 'cancel 1']);
});

test('a cancelled call is no unhandled rejection', async (t) => {
  const unhandled = t.mock.fn();
  process.on('unhandledRejection', unhandled);
  t.after(() => process.off('unhandledRejection', unhandled));
  const { browser } = await connected();
  browser.run(`bridge.ask('f').cancel()`);
  await browser.settle();
  assert.equal(unhandled.mock.callCount(), 0);
});

test('a failed call that is not awaited is an unhandled rejection', async (t) => {
  const unhandled = t.mock.fn();
  process.prependListener('unhandledRejection', unhandled);
  const others = process.listeners('unhandledRejection').filter((listener) => listener !== unhandled);
  others.forEach((listener) => process.off('unhandledRejection', listener));
  t.after(() => {
    process.off('unhandledRejection', unhandled);
    others.forEach((listener) => process.on('unhandledRejection', listener));
  });
  const { browser, server } = await connected();
  browser.run(`bridge.ask('f')`);
  await browser.settle();
  await server.send('fail 1 {"kind":"thrown","message":"m","method":"f"}');
  assert.deepEqual(unhandled.mock.calls.map(({ arguments: [error] }) => error.code), ['thrown']);
});

test('a signal cancels the call, which rejects with the reason', async () => {
  const { browser, server, window } = await asking(
    `bridge.ask('f', 1, { signal: (controller = new AbortController()).signal })`,
  );
  browser.run(`controller.abort('enough')`);
  await browser.settle();
  server.read();
  assert.deepEqual(server.taken, ['ask f 1', 'cancel 1']);
  assert.deepEqual(plain(window.settled), [['failed', 'enough']]);
});

test('a signal without a reason causes an AbortError', async () => {
  const { browser, window } = await asking(
    `bridge.ask('f', 1, { signal: (controller = new AbortController()).signal })`,
  );
  browser.run('controller.abort()');
  await browser.settle();
  assert.equal(window.settled[0][1].name, 'AbortError');
});

test('an invalid signal rejects, and nothing is sent', async () => {
  const { server, window } = await asking(`bridge.ask('f', 1, { signal: {} })`);
  assert.deepEqual(server.taken, []);
  assert.equal(window.settled[0][0], 'failed');
  assert.match(String(window.settled[0][1]), /AbortSignal/);
});

test('nothing is sent if the signal has already aborted', async () => {
  const { server, window } = await asking(`bridge.ask('f', 1, { signal: AbortSignal.abort('before') })`);
  assert.deepEqual(server.taken, []);
  assert.deepEqual(plain(window.settled), [['failed', 'before']]);
});

for (const [name, line] of [
  ['value', 'reply 1 1'],
  ['failure', 'fail 1 {"kind":"thrown","message":"m","method":"f"}'],
]) {
  test(`the listener of a signal is removed with the ${name}`, async () => {
    const { browser, server, window } = await asking(
      `bridge.ask('f', 1, { signal: (controller = new AbortController()).signal })`,
    );
    assert.equal(getEventListeners(window.controller.signal, 'abort').length, 1);
    await server.send(line);
    assert.equal(getEventListeners(window.controller.signal, 'abort').length, 0);
    browser.run('controller.abort()');
    await browser.settle();
    server.read();
    assert.deepEqual(server.taken, ['ask f 1']);
    assert.equal(window.settled.length, 1);
  });
}

test('calls and cancellations are sent again on the next connection, and processed once', async () => {
  const { browser, server, window } = await connected();
  browser.run(`got = []; for (const name of ['a', 'b']) bridge.ask(name).then((value) => got.push(name, value));
    bridge.ask('c').cancel()`);
  await browser.settle();
  server.read({ confirm: false });
  browser.socket.drop();
  await server.send('reply 1 1'); // The socket loses this message.
  await server.connect();
  server.read();
  await server.send('reply 2 2');
  assert.deepEqual(server.taken, ['ask a null', 'ask b null', 'ask c null', 'cancel 3']);
  assert.deepEqual(plain(window.got), ['a', 1, 'b', 2]);
});

test('lines that did not reach the server are sent on the next connection', async () => {
  const { browser, server, window } = await connected();
  browser.socket.drop();
  browser.run(`bridge.ask('a').then((value) => { got = value })`);
  await browser.settle();
  await server.connect();
  server.read();
  await server.send('reply 1 1');
  assert.equal(window.got, 1);
});

test('a value that arrives twice counts once', async () => {
  const { browser, server, window } = await connected();
  browser.run(`got = []; (async () => { for await (const value of bridge.ask('f')) got.push(value) })()`);
  await browser.settle();
  server.read();
  await server.send('next 1 1');
  browser.socket.takeLines(); // The confirmation is lost.
  browser.socket.drop();
  await server.connect();
  browser.socket.deliver('message 1', 'next 1 1');
  await server.send('reply 1 2');
  assert.deepEqual(plain(window.got), [1, 2]);
});

test('an answer that arrives during a blocking call is deferred to a later task (Firefox)', async () => {
  const { browser, server, window } = await asking();
  server.answer = () => {
    server.send('reply 1 "asked"');
    return '"called"';
  };
  browser.run(`settled.push(['is', bridge.call('g')])`);
  await browser.settle();
  assert.deepEqual(plain(window.settled), [['is', 'called']]);
  browser.runTasks();
  await browser.settle();
  assert.deepEqual(plain(window.settled), [['is', 'called'], ['is', 'asked']]);
});

test('a page that replaces Promise gets promises of the browser', async () => {
  const { browser, server, window } = await connected();
  browser.run(`real = Promise; Promise = class { constructor() { throw new Error('mock') } };
    answer = bridge.ask('f'); answer.then((value) => { got = value });
    (async () => { for await (const value of answer) { last = value } })()`);
  await browser.settle();
  server.read();
  await server.send('reply 1 5');
  assert.equal(browser.run('answer instanceof real'), true);
  assert.deepEqual([window.got, window.last], [5, 5]);
});

test('an invalid line does not prevent the next one', async () => {
  const { browser, server, window } = await asking();
  await server.send('next 1 {', 'reply 1 5');
  assert.deepEqual(plain(window.settled), [['is', 5]]);
  assert.equal(browser.reported.length, 1);
});
