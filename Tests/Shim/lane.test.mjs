// The fast lane: blocking calls through a worker, which answers or does not answer. The worker is a fake. The browser
// tests run the worker's script.
import assert from 'node:assert/strict';
import test from 'node:test';
import { connected, plain } from './Support/connected.mjs';

/** Returns an isolated document that has made one call, with the worker's socket open. */
async function isolated(options) {
  const all = await connected({ isolated: true, ...options });
  const { browser, server } = all;
  server.answer = (method, json) => json;
  assert.equal(browser.run(`bridge.call('first', 1)`), 1);
  browser.runTasks();
  const [worker] = browser.workers;
  worker.open();
  worker.onMessage = (message) => server.call(message, {}).text;
  browser.calls.length = 0;
  return { ...all, worker };
}

/** Makes a call. @returns whether the call used the fast lane */
function isFast(browser) {
  const { length } = browser.calls;
  assert.equal(browser.run(`bridge.call('f', 7)`), 7);
  browser.runTasks();
  return browser.calls.length === length;
}

test('the first call is a request, and loads the fast lane in a later task', async () => {
  const { browser, server } = await connected({ isolated: true });
  server.answer = (method, json) => json;
  browser.runTasks();
  assert.equal(browser.workers.length, 0);
  browser.run(`bridge.call('first')`);
  assert.equal(browser.workers.length, 0);
  browser.runTasks();
  const [{ address, setup }] = browser.workers;
  assert.equal(address, 'http://app.test/_bridge/lane-0.js');
  assert.equal(setup.server, 'http://app.test');
  assert.match(setup.documentID, /^[0-9a-f]{32}$/);
  assert.equal(isFast(browser), false, 'its socket is not open');
  browser.workers[0].open();
  browser.workers[0].onMessage = (message) => server.call(message, {}).text;
  assert.equal(isFast(browser), true);
  assert.equal(browser.workers.length, 1);
});

for (const [name, options, prepare] of [
  ['a document that is not isolated', { dataset: { lane: '/l.js' } }],
  ['a server without it', { isolated: true, dataset: { lane: undefined } }],
  ['a page with a policy of its own', { isolated: true }, (browser) => (browser.policies = 1)],
  ['a browser without workers', { isolated: true, omit: ['Worker'] }],
]) {
  test(`no fast lane: ${name}`, async () => {
    const { browser, server } = await connected(options);
    server.answer = (method, json) => json;
    prepare?.(browser);
    for (let i = 0; i < 5; i++) assert.equal(isFast(browser), false);
    assert.equal(browser.workers.length, 0);
    assert.deepEqual([browser.reported, browser.errors], [[], []]);
  });
}

test('values, failures and large answers', async () => {
  const { browser, server, worker } = await isolated();
  const long = 'ä😀'.repeat(40_000);
  server.answer = (method, json) => {
    if (method === 'no') throw { kind: 'noSuchMethod', message: 'no method' };
    return method === 'long' ? JSON.stringify(long) : json;
  };
  assert.deepEqual(plain(browser.run(`bridge.call('f', {a: [1, 'ä€😀']})`)), { a: [1, 'ä€😀'] });
  assert.equal(browser.run(`bridge.call('long')`), long);
  assert.equal(browser.run(`bridge.call('f', 1)`), 1);
  assert.equal(browser.run(`bridge.call('no')`), '');
  assert.equal(browser.errors.length, 1);
  assert.equal(browser.calls.length, 0);
  assert.equal(worker.messages.length, 4);
});

test('a call contains the unconfirmed lines, and its answer confirms them', async () => {
  const { browser, server, worker } = await isolated();
  await server.send('callback none more 1');
  browser.run(`bridge.call('a', () => {}); bridge.call('b', () => {}); bridge.call('c')`);
  browser.run(`bridge.call('d')`);
  assert.deepEqual(worker.messages, ['ack 1\npost 2 a dscb0 {}\npost 3 b dscb1 {}\ncall 4 c null', 'call 5 d null']);
  await browser.settle();
  assert.deepEqual(server.taken, ['call first 1', 'post a dscb0 {}', 'post b dscb1 {}', 'call c null', 'call d null']);
});

test('a large call is a request', async () => {
  const { browser, worker } = await isolated();
  const text = 'x'.repeat(1 << 18);
  assert.equal(browser.run(`bridge.call('f', '${text}')`), text);
  assert.deepEqual([worker.messages.length, browser.calls.length], [0, 1]);
  assert.equal(isFast(browser), true);
});

test('without an answer, the call is repeated by a request and runs once; the next call gets another worker', async () => {
  for (const hears of [true, false]) {
    const { browser, server, worker } = await isolated();
    worker.onMessage = (message) => void (hears && server.call(message, {}));
    assert.equal(isFast(browser), false);
    assert.equal(browser.calls[0], worker.messages[0]);
    assert.equal(server.taken.length, 2);
    assert.equal(worker.isTerminated, false, 'it may only be slow');
    assert.equal(isFast(browser), false);
    assert.equal(worker.messages.length, 1, 'nobody waits for it again');
    assert.equal(worker.isTerminated, true);
    assert.equal(browser.workers.length, 2);
    browser.workers[1].open();
    browser.workers[1].onMessage = (message) => server.call(message, {}).text;
    assert.equal(isFast(browser), true);
  }
});

test('the page waits 250 ms for the fast lane', async () => {
  const { browser, worker } = await isolated();
  worker.onMessage = () => {};
  const { now } = browser;
  assert.equal(isFast(browser), false);
  assert.ok(browser.now - now < 300, `${browser.now - now} ms`);
});

test('a slow worker remains in use', async () => {
  const { browser, server, worker } = await isolated();
  let late;
  worker.onMessage = (message) => void (late = server.call(message, {}).text);
  assert.equal(isFast(browser), false);
  worker.answer(late);
  worker.onMessage = (message) => server.call(message, {}).text;
  assert.equal(isFast(browser), true);
  assert.deepEqual([browser.workers.length, worker.isTerminated], [1, false]);
});

test('if the socket ends before or during a call, the page sends a request at once and starts another worker', async () => {
  for (const during of [false, true]) {
    const { browser, worker } = await isolated();
    if (during) worker.onMessage = () => worker.end();
    else worker.end();
    const { now } = browser;
    assert.equal(isFast(browser), false);
    assert.ok(browser.now - now < 10);
    assert.equal(worker.isTerminated, true);
    assert.equal(browser.workers.length, 2);
  }
});

test('after three calls without an answer, no further worker is started', async () => {
  const { browser } = await isolated();
  for (let i = 0; i < 20; i++) {
    const worker = browser.workers.at(-1);
    worker.onMessage = () => {};
    worker.open();
    assert.equal(isFast(browser), false);
  }
  assert.equal(browser.workers.reduce((sum, { messages }) => sum + messages.length, 0), 3);
  assert.ok(browser.workers.every(({ isTerminated }) => isTerminated));
});

test('if the request gets no answer either, the call fails, and another line takes its number', async () => {
  const { browser, server, worker } = await isolated();
  worker.onMessage = () => {};
  browser.onCall = () => {
    throw new Error('NetworkError');
  };
  assert.equal(browser.run(`bridge.call('f', 7)`), '');
  assert.equal(browser.errors.length, 1);
  browser.onCall = (body, headers) => server.call(body, headers);
  assert.equal(isFast(browser), false);
  assert.deepEqual(server.taken.slice(1).map((line) => line.split(' ')[0]), ['event', 'call']);
  assert.equal(worker.messages.length, 1);
  // The worker's late answer is ignored.
  worker.answer('reply 2 "late"');
  assert.equal(isFast(browser), false);
});

test('the worker ends with its document, and a restored document gets another one', async () => {
  const { browser, server, worker } = await isolated();
  browser.fire('pagehide', { persisted: true });
  assert.equal(worker.isTerminated, true);
  browser.run(`bridge.call('last')`);
  browser.runTasks();
  assert.equal(browser.workers.length, 1, 'none begins now');
  browser.fire('pageshow', { persisted: true });
  await server.connect();
  assert.equal(isFast(browser), false);
  assert.equal(browser.workers.length, 2);
});

test('with a stopped server, the call fails after the limit without a request, and the next one at once', async () => {
  const { browser, server, worker } = await isolated({ limits: { call: 60, silence: 25 } });
  assert.equal(isFast(browser), true);
  worker.onMessage = () => {};
  worker.onLook = (call) => (worker.state[3] = -call);
  let { now } = browser;
  assert.equal(browser.run(`bridge.call('f', 7)`), '');
  assert.ok(Math.abs(browser.now - now - 60_000) < 100, `${browser.now - now} ms`);
  assert.match(browser.errors.pop(), /the server cannot be reached/);
  now = browser.now;
  assert.equal(browser.run(`bridge.call('f', 7)`), '');
  assert.deepEqual([browser.calls.length, browser.now - now], [0, 0]);
  assert.equal(browser.sockets[0].readyState, 2, 'its socket is given up');
  await server.connect();
  assert.equal(isFast(browser), false);
  assert.equal(worker.isTerminated, true);
});

test('a slow function: the page sends a request when the server has answered the worker', async () => {
  const { browser, worker } = await isolated();
  assert.equal(isFast(browser), true);
  worker.onMessage = () => {};
  const looks = [];
  worker.onLook = (call) => looks.push((worker.state[3] = call));
  const { now } = browser;
  assert.equal(isFast(browser), false);
  assert.ok(browser.now - now < 300, `${browser.now - now} ms`);
  assert.deepEqual(looks, [3]);
});

test('a worker that does not start the check is stuck: the page sends a request', async () => {
  const { browser, worker } = await isolated();
  assert.equal(isFast(browser), true);
  worker.onMessage = worker.onLook = () => {};
  const { now } = browser;
  assert.equal(isFast(browser), false);
  assert.ok(browser.now - now < 600, `${browser.now - now} ms`);
});
