// public/bridge/camera.js: the page asks Swift for permission before it asks the browser.
import assert from 'node:assert/strict';
import test from 'node:test';
import { connected, plain } from './Support/connected.mjs';
import { services } from './Support/served.mjs';

const classes = `
  asked = [];
  got = [];
  class MediaDevices {
    async getUserMedia(constraints) {
      if (!(this instanceof MediaDevices)) throw new TypeError('Illegal invocation');
      asked.push(constraints);
      return 'a stream';
    }
  }
  class Navigator {
    webkitGetUserMedia(constraints, success, failure) {
      if (arguments.length < 3) throw new TypeError('not enough arguments');
      asked.push(constraints);
      success('an old stream');
    }
  }
  Object.setPrototypeOf(navigator, Navigator.prototype);
  Object.assign(globalThis, { MediaDevices, Navigator });
  navigator.mediaDevices = new MediaDevices();
  take = (promise) => promise.then((value) => got.push(value), (error) => got.push(error.name + ': ' + error.message));`;

async function filming(code, changes = '') {
  const { browser, server, window } = await connected({
    before: ({ window }) => Object.assign(window, { DOMException, EventTarget }),
  });
  browser.run(classes + changes);
  browser.run(services.camera);
  const run = async (text) => {
    browser.run(text);
    await browser.settle();
    server.read();
  };
  await run(code);
  const taken = () => server.taken.splice(0).filter((line) => line.startsWith('ask'));
  return { browser, server, window, run, taken };
}

for (const [constraints, wanted] of [
  ['{ video: true }', '{"video":true,"audio":false}'],
  ['{ audio: { channelCount: 1 } }', '{"video":false,"audio":true}'],
  ['{ video: {}, audio: null }', '{"video":true,"audio":true}'],
]) {
  test(`${constraints}: Swift is asked, then the browser`, async () => {
    const { browser, server, window, taken } = await filming(`take(navigator.mediaDevices.getUserMedia(${constraints}))`);
    assert.deepEqual(taken(), [`ask _bridge.camera.permission ${wanted}`]);
    assert.deepEqual(plain(window.asked), []);
    await server.send('reply 1 true');
    assert.deepEqual(plain(window.got), ['a stream']);
    assert.deepEqual(plain(window.asked), [plain(browser.run(`(${constraints})`))]);
  });
}

test('the browser is not asked if Swift denies access', async () => {
  const { server, window } = await filming('take(navigator.mediaDevices.getUserMedia({ video: true }))');
  await server.send('fail 1 {"kind":"thrown","message":"no camera here","method":"m","code":0}');
  assert.deepEqual(plain(window.got), ['NotAllowedError: no camera here']);
  assert.deepEqual(plain(window.asked), []);
});

test('later changes of the constraints have no effect', async () => {
  const { server, window } = await filming(`wanted = { video: true };
    take(navigator.mediaDevices.getUserMedia(wanted)); wanted.audio = true`);
  await server.send('reply 1 true');
  assert.deepEqual(plain(window.asked), [{ video: true }]);
});

for (const call of ['getUserMedia()', 'getUserMedia(5)', 'getUserMedia({})', 'getUserMedia({ video: false, audio: 0 })']) {
  test(`the browser rejects ${call}`, async () => {
    const { window, taken } = await filming(`take(navigator.mediaDevices.${call})`);
    assert.deepEqual(taken(), []);
    assert.equal(window.asked.length, 1);
  });
}

test('the deprecated functions with callbacks', async () => {
  const { browser, server, window, run } = await filming(
    'navigator.webkitGetUserMedia({ video: true }, (stream) => got.push(stream), (error) => got.push(error.name))');
  await server.send('reply 1 true');
  await run('navigator.webkitGetUserMedia({ audio: true }, (stream) => got.push(stream), (error) => got.push(error.name))');
  await server.send('fail 2 {"kind":"thrown","message":"no","method":"m"}');
  assert.deepEqual(plain(window.got), ['an old stream', 'NotAllowedError']);
  assert.throws(() => browser.run('navigator.webkitGetUserMedia({ video: true })'), { name: 'TypeError' });
});

test('outside secure contexts, the promise rejects with the reason', async () => {
  const { window, taken } = await filming(
    'take(navigator.mediaDevices.getUserMedia({ video: true })); take(navigator.mediaDevices.enumerateDevices())',
    'globalThis.MediaDevices = undefined; delete navigator.mediaDevices');
  assert.match([...window.got].find((text) => typeof text === 'string'), /^NotAllowedError: .*neither https nor localhost/);
  assert.deepEqual(plain([...window.got].filter(Array.isArray)), [[]]);
  assert.deepEqual(taken(), []);
});

const permissions = `
  class PermissionStatus extends EventTarget {
    constructor(name) { super(); this.name = name; }
    get state() { return 'prompt'; }
  }
  class Permissions {
    async query({ name }) {
      if (!known.includes(name)) throw new TypeError('unknown permission');
      return new PermissionStatus(name);
    }
  }
  known = ['camera', 'geolocation'];
  Object.assign(globalThis, { Permissions, PermissionStatus });
  navigator.permissions = new Permissions();
  state = (name) => take(navigator.permissions.query({ name }).then((status) =>
    status.state + ' ' + (status instanceof PermissionStatus) + ' ' + status.addEventListener('change', () => {})));`;
const denial = 'fail 1 {"kind":"thrown","message":"no","method":"m","code":0}';

test('S8: the permission of the camera is denied if Swift denies it', async () => {
  const { server, window, taken } = await filming("state('camera')", permissions);
  assert.deepEqual(taken(), ['ask _bridge.camera.permission {"video":true,"audio":false}']);
  await server.send(denial);
  assert.deepEqual(plain(window.got), ['denied true undefined']);
});

test('S8: a permission that the browser does not know is denied if Swift denies it', async () => {
  const { server, window, taken } = await filming("state('microphone')", permissions);
  assert.deepEqual(taken(), ['ask _bridge.camera.permission {"video":false,"audio":true}']);
  await server.send(denial);
  assert.deepEqual(plain(window.got), ['denied true undefined']);
});

test('S8: if Swift allows the device, the browser answers', async () => {
  const { server, window, taken } = await filming("state('camera')", permissions);
  taken();
  await server.send('reply 1 true');
  assert.deepEqual(plain(window.got), ['prompt true undefined']);
});

test('S8: other permissions are the browser\'s', async () => {
  const { window, taken } = await filming("state('geolocation'); state('toString')", permissions);
  assert.deepEqual(taken(), []);
  assert.deepEqual(plain(window.got), ['prompt true undefined', 'TypeError: unknown permission']);
});
