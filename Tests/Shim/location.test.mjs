// public/bridge/location.js: navigator.geolocation, which receives sequences of positions through the page script.
import assert from 'node:assert/strict';
import test from 'node:test';
import { connected, plain } from './Support/connected.mjs';
import { services } from './Support/served.mjs';

const classes = `
  class Geolocation {
    constructor() { this.asked = []; }
  }
  for (const name of ['getCurrentPosition', 'watchPosition', 'clearWatch']) {
    Geolocation.prototype[name] = function (...given) {
      if (!(this instanceof Geolocation)) throw new TypeError('Illegal invocation');
      if (!given.length) throw new TypeError('not enough arguments');
      this.asked.push([name, ...given]);
      return 77;
    };
  }
  class GeolocationPosition { get coords() { throw new TypeError('Illegal invocation') } toJSON() { throw new TypeError() } }
  class GeolocationCoordinates { get latitude() { throw new TypeError('Illegal invocation') } }
  class GeolocationPositionError {
    get code() { throw new TypeError('Illegal invocation') }
    static { Object.assign(this.prototype, { PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 }) }
  }
  class PermissionStatus extends EventTarget { constructor(name) { super(); this.name = name } get state() { return 'prompt' } }
  class Permissions { async query({ name }) { return new PermissionStatus(name) } }
  Object.assign(globalThis, { Geolocation, GeolocationPosition, GeolocationCoordinates, GeolocationPositionError, Permissions });
  navigator.geolocation = new Geolocation();
  navigator.permissions = new Permissions();
  got = [];
  success = (position) => got.push(position);
  failure = (error) => got.push(error);`;

/** Returns a document with the script, whose page has run `code`. */
async function located(code) {
  const { browser, server, window } = await connected({
    before({ window, document }) {
      window.EventTarget = EventTarget;
      document.defaultView = window;
    },
  });
  browser.run(classes);
  /** The uncaught exceptions. */
  const thrown = [];
  browser.window.queueMicrotask = (f) =>
    queueMicrotask(() => {
      try {
        f();
      } catch (error) {
        thrown.push(error.message);
      }
    });
  browser.run(services.location);
  browser.finishLoading();
  const run = async (text) => {
    const value = browser.run(text);
    await browser.settle();
    server.read();
    return value;
  };
  if (code) await run(code);
  /** Returns the page's requests since the last call. */
  const taken = () => server.taken.splice(0).filter((line) => !line.startsWith('event'));
  return { browser, server, window, run, taken, thrown };
}

const place = (latitude) =>
  JSON.stringify({
    latitude, longitude: 14.5, accuracy: 5, altitude: null, altitudeAccuracy: null, heading: 90, speed: 1.5, timestamp: 7,
  });
const defaults = '{"enableHighAccuracy":false,"maximumAge":0,"timeout":4294967295}';

test('one position', async () => {
  const { server, window, browser, taken } = await located('navigator.geolocation.getCurrentPosition(success, failure)');
  assert.deepEqual(taken(), [`ask _bridge.location.getCurrentPosition ${defaults}`]);
  await server.send('next 2 true', `reply 2 ${place(46)}`);
  assert.equal(window.got.length, 1);
  const [position] = window.got;
  assert.ok(browser.run('got[0] instanceof GeolocationPosition && got[0].coords instanceof GeolocationCoordinates'));
  assert.equal(position.timestamp, 7);
  assert.deepEqual({ ...position.coords }, {
    latitude: 46, longitude: 14.5, accuracy: 5, altitude: null, altitudeAccuracy: null, heading: 90, speed: 1.5,
  });
  assert.deepEqual(plain(position), {
    coords: { latitude: 46, longitude: 14.5, accuracy: 5, altitude: null, altitudeAccuracy: null, heading: 90, speed: 1.5 },
    timestamp: 7,
  });
  assert.deepEqual([browser.errors, browser.reported, browser.timers], [[], [], []]);
});

test('without movement, the heading is NaN', async () => {
  const { server, window } = await located('navigator.geolocation.getCurrentPosition(success)');
  await server.send(`reply 2 ${place(1).replace('"speed":1.5', '"speed":0').replace('90', 'null')}`);
  assert.ok(Number.isNaN(window.got[0].coords.heading));
});

test('a denial is reported once, with the constants of the error', async () => {
  const { server, window, browser } = await located('navigator.geolocation.watchPosition(success, failure)');
  await server.send('next 2 {"code":1,"message":"no"}', `next 2 ${place(1)}`, 'reply 2');
  assert.equal(window.got.length, 1);
  const [error] = window.got;
  assert.ok(browser.run('got[0] instanceof GeolocationPositionError'));
  assert.deepEqual([error.code, error.message, error.PERMISSION_DENIED], [1, 'no', 1]);
  assert.deepEqual(plain(error), { code: 1, message: 'no' });
});

test('a denial without an error callback', async () => {
  const { server, browser } = await located('navigator.geolocation.getCurrentPosition(success, null)');
  await server.send('next 2 {"code":1,"message":"no"}', 'reply 2');
  assert.deepEqual([browser.errors, browser.reported], [[], []]);
});

test('a failed call is reported as an unavailable position', async () => {
  const { server, window } = await located('navigator.geolocation.getCurrentPosition(success, failure)');
  await server.send('fail 2 {"kind":"shutdown","message":"it ends","method":"m"}');
  assert.deepEqual([...window.got].map(({ code, message }) => [code, message]), [[2, 'BridgeError: it ends']]);
});

test('a watch continues until it is cleared', async () => {
  const { server, window, run, taken } = await located('id = navigator.geolocation.watchPosition(success, failure)');
  assert.equal(window.id, 1);
  assert.deepEqual(taken(), [`ask _bridge.location.watchPosition ${defaults}`]);
  await server.send('next 2 true', `next 2 ${place(1)}`, `next 2 ${place(2)}`);
  assert.deepEqual([...window.got].map(({ coords }) => coords.latitude), [1, 2]);
  await run('navigator.geolocation.clearWatch(99); navigator.geolocation.clearWatch(id)');
  assert.deepEqual(taken(), ['cancel 2']);
  await server.send(`next 2 ${place(3)}`);
  assert.equal(window.got.length, 2);
  assert.equal(await run('navigator.geolocation.watchPosition(success)'), 2);
});

test('a watch that is cleared in its own callback', async () => {
  const { server, window } = await located(`id = navigator.geolocation.watchPosition((position) => {
    got.push(position);
    navigator.geolocation.clearWatch(id);
  })`);
  await server.send('next 2 true', `next 2 ${place(1)}`, `next 2 ${place(2)}`);
  assert.equal(window.got.length, 1);
});

test('an exception in a callback is reported, and the watch continues', async () => {
  const { server, window, thrown } = await located(`navigator.geolocation.watchPosition((position) => {
    got.push(position);
    throw new Error('mine');
  })`);
  await server.send('next 2 true', `next 2 ${place(1)}`, `next 2 ${place(2)}`);
  assert.equal(window.got.length, 2);
  assert.deepEqual(thrown, ['mine', 'mine']);
});

test('the timeout starts when Swift has allowed the request', async () => {
  const { browser, server, window, run, taken } = await located(
    'navigator.geolocation.getCurrentPosition(success, failure, { timeout: 500 })');
  taken();
  assert.equal(browser.timers.length, 0);
  await server.send('next 2 true');
  assert.equal(browser.timers.length, 1);
  assert.equal(browser.runTimer(), 500);
  assert.deepEqual([...window.got].map(({ code }) => code), [3]);
  await run('0');
  assert.deepEqual(taken(), ['cancel 2']);
  await server.send(`reply 2 ${place(1)}`);
  assert.equal(window.got.length, 1);
});

test('the timeout also runs while the server is unreachable', async () => {
  const { browser, server, window, run } = await located(
    'navigator.geolocation.getCurrentPosition(success, failure, { timeout: 500 })');
  browser.fire('bridgeaway');
  await run('navigator.geolocation.getCurrentPosition(success, failure, { timeout: 500 })');
  assert.deepEqual(browser.timers.map(({ delay }) => delay), [500, 500]);
  for (const { f } of browser.timers.splice(0)) f();
  assert.deepEqual([...window.got].map(({ code }) => code), [3, 3]);
  browser.fire('bridgeback');
  await run('navigator.geolocation.getCurrentPosition(success, failure, { timeout: 500 })');
  assert.equal(browser.timers.length, 0);
});

test('a watch gets one timeout error for its first position, and continues', async () => {
  const { browser, server, window } = await located(
    'navigator.geolocation.watchPosition(success, failure, { timeout: 500 })');
  await server.send('next 2 true');
  browser.runTimer();
  await server.send(`next 2 ${place(1)}`, `next 2 ${place(2)}`);
  assert.deepEqual([...window.got].map(({ code, coords }) => code ?? coords.latitude), [3, 1, 2]);
  assert.deepEqual(browser.timers, []);
});

test('a recent position is reused', async () => {
  const { browser, server, window, run, taken } = await located('navigator.geolocation.getCurrentPosition(success)');
  await server.send('next 2 true', `reply 2 ${place(1)}`);
  browser.now += 1000;
  await run('navigator.geolocation.getCurrentPosition(success, failure, { maximumAge: 1001 })');
  taken();
  // Although the position is known, Swift must allow the request first.
  assert.equal(window.got.length, 1);
  await server.send('next 3 true');
  assert.equal(window.got.length, 2);
  assert.equal(window.got[0], window.got[1]);
  await run('navigator.geolocation.getCurrentPosition(success, failure, { maximumAge: 1000 })');
  assert.deepEqual(taken().slice(0, 1), ['cancel 3']);
  await server.send('next 5 true');
  assert.equal(window.got.length, 2);
});

test('options are converted as WebIDL requires', async () => {
  for (const [options, wanted] of [
    ['{ timeout: -1, maximumAge: NaN }', [false, 0, 0]],
    ['{ timeout: Infinity, maximumAge: Infinity, enableHighAccuracy: 1 }', [true, 4294967295, 4294967295]],
    ['{ timeout: "250", maximumAge: 1.6 }', [false, 2, 250]],
    ['null', [false, 0, 4294967295]],
    ['() => {}', [false, 0, 4294967295]],
  ]) {
    const { taken } = await located(`navigator.geolocation.getCurrentPosition(success, undefined, ${options})`);
    const { enableHighAccuracy, maximumAge, timeout } = JSON.parse(taken()[0].replace(/^\S+ \S+ /, ''));
    assert.deepEqual([enableHighAccuracy, maximumAge, timeout], wanted);
  }
});

test('the browser rejects an invalid request', async () => {
  const { browser, window, run, taken } = await located();
  for (const code of ['getCurrentPosition()', 'watchPosition()', 'clearWatch()', 'getCurrentPosition.call({}, success)']) {
    assert.throws(() => browser.run(`navigator.geolocation.${code}`), { name: 'TypeError' });
  }
  for (const given of ['5', 'success, 5', 'success, failure, 5']) {
    await run(`navigator.geolocation.getCurrentPosition(${given})`);
    assert.equal(window.navigator.geolocation.asked.pop()[0], 'getCurrentPosition');
  }
  browser.document.defaultView = null;
  await run('navigator.geolocation.getCurrentPosition(success)');
  assert.equal(window.navigator.geolocation.asked.length, 1);
  assert.deepEqual(taken(), []);
});

test('without a decision of Swift, the browser answers', async () => {
  const { server, window, run } = await located(`id = navigator.geolocation.watchPosition(success, failure, { timeout: 5 });
    navigator.geolocation.getCurrentPosition(success, failure)`);
  await server.send('reply 2 false', 'reply 3 false');
  const { asked } = window.navigator.geolocation;
  assert.deepEqual([...asked].map(([name, , , options]) => [name, options.timeout]), [
    ['watchPosition', 5], ['getCurrentPosition', 4294967295],
  ]);
  assert.equal(asked[0][1], window.success);
  await run('navigator.geolocation.clearWatch(id)');
  assert.deepEqual([...asked[2]], ['clearWatch', 77]);
});

test('pages may replace any global', async () => {
  const { server, window } = await located(`native = bridge = Date = undefined; setTimeout = () => { throw new Error() };
    navigator.geolocation.getCurrentPosition(success, failure, { timeout: 9 })`);
  await server.send('next 2 true', `reply 2 ${place(1)}`);
  assert.equal(window.got.length, 1);
});

test('navigator.permissions returns the state of Swift', async () => {
  const { server, run, window, taken } = await located(`
    navigator.permissions.query({ name: 'geolocation' }).then((status) => got.push(status.state));
    navigator.permissions.query({ name: 'camera' }).then((status) => got.push(status.state))`);
  assert.deepEqual(taken(), ['ask _bridge.location.permission null']);
  await server.send('reply 2 "denied"');
  assert.deepEqual(plain(window.got), ['prompt', 'denied']);
  await run("navigator.permissions.query({ name: 'geolocation' }).then((status) => got.push(status.state)); 0");
  await server.send('reply 3 ""');
  assert.deepEqual(plain(window.got), ['prompt', 'denied', 'prompt']);
});
