// Line numbers, confirmations, messages that a blocking call carries, and limits (protocol sections 2 to 4).
import assert from 'node:assert/strict';
import test from 'node:test';
import { FakeBrowser } from './Support/FakeBrowser.mjs';
import { FakeServer } from './Support/FakeServer.mjs';
import { connected, plain } from './Support/connected.mjs';

test('hello, socket, subprotocol and ticket', async () => {
  const browser = new FakeBrowser();
  const server = new FakeServer(browser);
  const [{ address, init, body }] = browser.fetches;
  assert.equal(address, 'http://app.test/_bridge/hello');
  assert.deepEqual([init.method, init.credentials], ['POST', 'include']);
  assert.equal(init.headers['Bridge-Document'], body.document);
  assert.deepEqual({ ...body, document: '', key: '' }, {
    protocol: 1,
    document: '',
    key: '',
    webView: null,
    first: 1,
    received: 0,
    order: 1,
    url: 'http://app.test/p/index.html?q#h',
    iframe: false,
  });
  await server.connect();
  assert.equal(browser.socket.url, 'ws://app.test/_bridge/socket');
  assert.equal(browser.socket.protocol, 'snippetbridge.1');
  assert.deepEqual(browser.timers, []);
});

test('https pages use wss', async () => {
  const before = (browser) => (browser.document.currentScript.src = 'https://app.test/_bridge/bridge.js');
  const { browser } = await connected({ url: 'https://app.test/', before });
  assert.equal(browser.socket.url, 'wss://app.test/_bridge/socket');
});

test('two documents have different ids and keys', () => {
  const [a, b] = [new FakeBrowser(), new FakeBrowser()].map((browser) => browser.fetches[0].body);
  assert.equal(new Set([a.document, b.document, a.key, b.key]).size, 4);
});

test('lines posted before the socket is open are sent in order afterwards', async () => {
  const browser = new FakeBrowser();
  const server = new FakeServer(browser);
  browser.run(`bridge.call('a', 1, () => {}); bridge.call('b', 2, () => {})`);
  browser.finishLoading();
  await server.connect();
  browser.run(`bridge.call('c', 3, () => {})`);
  await browser.settle();
  server.read();
  assert.deepEqual(server.taken, ['post a dscb0 1', 'post b dscb1 2', 'event ready null', 'post c dscb2 3']);
});

test('an event waits for the part that handles it', async () => {
  const { browser, server } = await connected();
  await server.send('event scroll [0,700]', 'event seen true');
  browser.run(`heard = []; _bridge(() => {})`);
  await server.send('event scroll [0,800]');
  browser.run(`_bridge(({ handlers }) => { for (const name of ['scroll', 'seen']) handlers[name] = (value) => heard.push(value) })`);
  await server.send('event scroll [0,900]');
  assert.deepEqual(plain(browser.window.heard), [[0, 700], true, [0, 800], [0, 900]]);
});

test('of the events that nobody handles, the page keeps the last 50', async () => {
  const { browser, server } = await connected();
  await server.send(...Array.from({ length: 60 }, (_, number) => `event scroll ${number}`));
  browser.run(`heard = []; _bridge(({ handlers }) => { handlers.scroll = (value) => heard.push(value) })`);
  assert.deepEqual(plain(browser.window.heard), Array.from({ length: 50 }, (_, number) => number + 10));
});

test('a blocking call contains all unconfirmed lines in order; the copies on the socket are ignored', async () => {
  const { browser, server } = await connected();
  browser.run(`for (let i = 0; i < 1000; i++) bridge.call('p', i, () => {})`);
  await browser.settle(); // The page sends the lines on the socket, but the browser does not deliver them.
  browser.run(`bridge.call('q', 0, () => {}); bridge.call('now')`);
  assert.deepEqual(server.taken, [
    ...Array.from({ length: 1000 }, (_, i) => `post p dscb${i} ${i}`),
    'post q dscb1000 0',
    'call now null',
  ]);
  await browser.settle();
  assert.equal(server.read().length, 1000); // These are the late copies.
  assert.equal(server.taken.length, 1002);
  browser.run(`bridge.call('again')`);
  assert.deepEqual(browser.calls.at(-1), 'call 1003 again null');
});

test('a blocking call does not contain confirmed lines', async () => {
  const { browser, server } = await connected();
  browser.run(`bridge.call('a', () => {})`);
  await browser.settle();
  server.read();
  browser.run(`bridge.call('b', () => {}); bridge.call('c')`);
  assert.deepEqual(browser.calls, ['post 2 b dscb1 {}\ncall 3 c null']);
});

test('a line is sent once on a socket, confirmed or not', async () => {
  const { browser } = await connected();
  for (const name of ['a', 'b', 'c']) {
    browser.run(`bridge.call('${name}', () => {})`);
    await browser.settle();
  }
  assert.deepEqual(browser.socket.sent, ['post 1 a dscb0 {}', 'post 2 b dscb1 {}', 'post 3 c dscb2 {}']);
});

test('messages are acknowledged once, with the next message or call', async () => {
  const { browser, server } = await connected();
  browser.run(`bridge.call('a', () => bridge.call('b', () => {}))`);
  await browser.settle();
  server.read();
  await server.send('callback dscb0 done 1');
  assert.deepEqual(server.read(), ['ack 1', 'post 2 b dscb1 {}']);
  assert.equal(server.unacknowledged, 0);
  browser.run(`bridge.call('c', () => bridge.call('d'))`);
  await browser.settle();
  server.read();
  await server.send('callback dscb2 done 1');
  assert.equal(browser.calls.at(-1), 'ack 2\ncall 4 d null');
  assert.deepEqual(server.read(), []);
});

test('a message that arrives twice is applied once and acknowledged again', async () => {
  const { browser, server, window } = await connected();
  browser.run(`got = []; bridge.call('a', (v) => got.push(v))`);
  await browser.settle();
  server.read();
  await server.send('callback dscb0 more 1');
  browser.runTasks();
  browser.socket.deliver('message 1', 'callback dscb0 more 1');
  browser.runTasks();
  assert.deepEqual(plain(window.got), [1]);
  assert.deepEqual(server.read(), ['ack 1', 'ack 1']);
});

test('lines after an awaited answer are sent with the acknowledgement in one message', async () => {
  const { browser, server } = await connected();
  browser.run(`(async () => { for (let i = 0; ; i = await bridge.ask('f', i)); })()`);
  await browser.settle();
  assert.deepEqual(server.read(), ['ask 1 f 0']);
  for (let n = 1; n < 4; n++) {
    await server.send(`reply ${n} ${n}`);
    assert.deepEqual(browser.socket.sent.splice(0), [`ack ${n}\nask ${n + 1} f ${n}`]);
  }
  browser.runTasks();
  assert.deepEqual(browser.socket.sent, []);
});

test('a page without lines acknowledges several messages at once in a later task', async () => {
  const { browser, server } = await connected();
  await server.send('callback none more 1');
  await server.send('callback none more 2');
  assert.deepEqual(browser.socket.sent, []);
  browser.runTasks();
  assert.deepEqual(server.read(), ['ack 2']);
  await server.send('callback none more 3');
  browser.runTasks();
  assert.deepEqual(server.read(), ['ack 3']);
});

test('many unacknowledged bytes are acknowledged at once, because the server waits', async () => {
  const { browser, server } = await connected();
  const value = `"${'x'.repeat(100_000)}"`;
  for (const n of [1, 2]) await server.send(`callback none more ${value}`);
  assert.deepEqual(server.read(), []);
  await server.send(`callback none more ${value}`);
  assert.deepEqual(server.read(), ['ack 3']);
  await server.send(`callback none more ${value}`);
  assert.deepEqual(server.read(), []);
});

test('a gap closes the socket; the server sends the missing message on the new one', async () => {
  const { browser, server, window } = await connected();
  browser.run(`got = []; bridge.call('a', (v) => got.push(v))`);
  browser.socket.deliver('message 2', 'callback dscb0 more 2');
  assert.equal(browser.socket.readyState, 2);
  browser.socket.deliver('message 1', 'callback dscb0 more 1');
  assert.deepEqual(plain(window.got), []);
  await server.connect();
  await server.send('callback dscb0 more 1');
  assert.deepEqual(plain(window.got), [1]);
});

test('an unknown or invalid line is reported and does not prevent the next', async () => {
  const { browser, server, window } = await connected();
  browser.run(`got = []; bridge.call('a', (v) => got.push(v))`);
  const bye = 'bye {"reason":"gone"}';
  await server.send('callback dscb0 more {', 'nonsense 1', 'callback dscb0 more 1', 'reply 99 1', bye);
  assert.deepEqual(plain(window.got), [1]);
  assert.equal(browser.reported.length, 2);
});

test('only blocking calls before the answer to hello contain a hello', async () => {
  const browser = new FakeBrowser();
  const server = new FakeServer(browser);
  browser.run(`bridge.call('a', () => {})`);
  assert.equal(browser.run(`bridge.call('b')`), '');
  const [hello, ...rest] = browser.calls[0].split('\n');
  assert.deepEqual({ ...JSON.parse(hello.slice(6)) }, browser.fetches[0].body);
  assert.deepEqual(rest, ['post 1 a dscb0 {}', 'call 2 b null']);
  browser.run(`bridge.call('c')`);
  assert.equal(browser.calls[1], 'call 3 c null');
  await server.connect();
  assert.deepEqual(server.taken, ['post a dscb0 {}', 'call b null', 'call c null']);
});

test('the page answers 401 with one hello', async () => {
  const { browser, server } = await connected();
  const { onCall } = browser;
  let refuse = 1;
  browser.onCall = (...call) => (refuse-- > 0 ? { status: 401, text: '' } : onCall(...call));
  server.answer = () => '5';
  assert.equal(browser.run(`bridge.call('a')`), 5);
  assert.deepEqual(browser.calls.map((body) => body.split(' ')[0]), ['call', 'hello']);
  refuse = 2;
  assert.equal(browser.run(`bridge.call('b')`), '');
  assert.equal(browser.calls.length, 4);
  assert.equal(browser.errors.length, 1);
});

test('401 to a hello is not repeated', () => {
  const browser = new FakeBrowser();
  browser.onCall = () => ({ status: 401, text: '' });
  assert.equal(browser.run(`bridge.call('a')`), '');
  assert.equal(browser.calls.length, 1);
});

test('a lost request is repeated with its number and runs once', async () => {
  const { browser, server } = await connected();
  const { onCall } = browser;
  let lost = 1;
  browser.onCall = (...call) => {
    const answer = onCall(...call);
    if (lost-- > 0) throw new Error('NetworkError');
    return answer;
  };
  let runs = 0;
  server.answer = () => `${++runs}`;
  assert.equal(browser.run(`bridge.call('a')`), 1);
  assert.deepEqual(server.taken, ['call a null']);
});

test('the header and the method of a blocking call', async () => {
  const { browser, server } = await connected();
  let seen;
  browser.onCall = (body, headers, request) => {
    seen = request;
    return server.call(body, headers);
  };
  browser.run(`bridge.call('a')`);
  assert.match(seen.headers['Bridge-Document'], /^[0-9a-f]{32}$/);
  assert.deepEqual([seen.method, seen.address, seen.isAsync], ['POST', 'http://app.test/_bridge/call', false]);
});

test('socket events during a blocking call are deferred to a later task, in order (Firefox)', async () => {
  const { browser, server, window } = await connected();
  browser.run(`got = []; bridge.call('a', (v) => got.push(v))`);
  server.answer = () => {
    server.send('callback dscb0 more 1');
    server.send('callback dscb0 more 2');
    browser.socket.drop();
    return '"reply"';
  };
  browser.run(`got.push(bridge.call('b')); got.push('same task')`);
  await browser.settle();
  assert.deepEqual(plain(window.got), ['reply', 'same task']);
  assert.equal(browser.fetches.length, 0);
  server.answer = () => '""';
  browser.runTasks();
  assert.deepEqual(plain(window.got), ['reply', 'same task', 1, 2]);
  assert.equal(browser.fetches[0].body.received, 2); // The page reconnects.
});

test('a message that arrives while a deferred callback blocks is deferred to another task', async () => {
  const { browser, server, window } = await connected();
  browser.run(`got = []; bridge.call('a', (v) => { got.push(v); if (v === 1) got.push(bridge.call('inner')); })`);
  server.answer = (method) => {
    if (method === 'outer') server.send('callback dscb0 more 1', 'callback dscb0 more 2');
    else server.send('callback dscb0 done 3');
    return `"${method}"`;
  };
  browser.run(`bridge.call('outer')`);
  browser.runTasks();
  assert.deepEqual(plain(window.got), [1, 'inner', 2]);
  browser.runTasks();
  assert.deepEqual(plain(window.got), [1, 'inner', 2, 3]);
});

test('a line over the limit is rejected before it is sent, and its callback is deleted', async () => {
  const { browser, server, window } = await connected({ limit: 1000 });
  browser.run(`bridge.call('big', 'x'.repeat(1000), () => {}); bridge.call('small', () => {})`);
  assert.equal(browser.run(`bridge.call('huge', 'é'.repeat(600))`), '');
  await browser.settle();
  server.read();
  assert.deepEqual(server.taken, ['post small dscb1 {}']);
  assert.deepEqual([browser.calls, 'dscb0' in window], [[], false]);
  assert.deepEqual(browser.errors.map((text) => /"(big|huge)".*1000 bytes/.exec(text)?.[1]), ['big', 'huge']);
});

test('a line over a limit that was unknown is replaced by a line without effect', async () => {
  const browser = new FakeBrowser();
  const server = new FakeServer(browser);
  server.limit = 1000;
  browser.run(`bridge.call('a', 1, () => {}); bridge.call('big', 'x'.repeat(1000), () => {});
    bridge.call('b', 2, () => {})`);
  await server.connect();
  server.read();
  const harmless = `event location "${browser.window.location.href}"`;
  assert.deepEqual(server.taken, ['post a dscb0 1', harmless, 'post b dscb2 2']);
  assert.equal('dscb1' in browser.window, false);
  assert.equal(browser.errors.length, 1);
});

test('lines of one task over the limit are sent in several messages, each within the limit', async () => {
  const { browser, server } = await connected({ limit: 3000 });
  browser.run(`for (let i = 0; i < 100; i++) bridge.call('p', 'é'.repeat(100), () => {})`);
  await browser.settle();
  const { sent } = browser.socket;
  assert.ok(sent.length > 1 && sent.length < 34, `${sent.length} messages`);
  for (const message of sent) assert.ok(Buffer.byteLength(message) <= 3000);
  server.read();
  assert.equal(server.taken.length, 100);
});

test('ready is posted once, in a task after the listeners of DOMContentLoaded', async () => {
  const { browser, server } = await connected();
  browser.document.addEventListener('DOMContentLoaded', () => browser.run(`bridge.call('fromListener', () => {})`));
  browser.finishLoading();
  await browser.settle();
  server.read();
  assert.deepEqual(server.taken, ['post fromListener dscb0 {}', 'event ready null']);
});

test('a page script that runs after load posts ready at once', async () => {
  const { browser, server } = await connected({ before: (browser) => (browser.document.readyState = 'complete') });
  browser.runTasks();
  await browser.settle();
  server.read();
  assert.deepEqual(server.taken, ['event ready null']);
});

test('without WebSocket, blocking calls work and contain all lines; one error is logged', async () => {
  const browser = new FakeBrowser({ omit: ['WebSocket'] });
  const server = new FakeServer(browser);
  await server.greet();
  browser.run(`bridge.call('a', () => {})`);
  server.answer = () => '1';
  assert.equal(browser.run(`bridge.call('b')`), 1);
  assert.deepEqual(server.taken, ['post a dscb0 {}', 'call b null']);
  assert.equal(browser.errors.length, 1);
  assert.deepEqual(browser.timers, []);
});

test('a socket that the policy forbids is logged once and retried', async () => {
  const browser = new FakeBrowser();
  const server = new FakeServer(browser);
  for (let i = 0; i < 3; i++) {
    await server.greet();
    browser.socket.onerror({ type: 'error' }); // Chromium fires no close event.
    if (i) browser.runTimer();
  }
  assert.equal(browser.errors.length, 1);
  server.answer = () => '1';
  assert.equal(browser.run(`bridge.call('b')`), 1);
});

test('a message has at most the number of lines that the server reads', async () => {
  const { browser, server } = await connected({ limit: 1 << 25 });
  const { socket } = browser;
  browser.run(`bridge.registerAsyn('many', (answer) => { for (let i = 0; i < 262200; i++) answer(1, false); })`);
  await server.send('invoke 1 many []');
  assert.deepEqual(socket.sent.map((message) => message.split('\n').length), [262144, 57]);
  server.read();
  assert.equal(server.taken.length, 262200);
});
