// The transport between native code and the page library of bridge components (public/visits/components.js).
import assert from 'node:assert/strict';
import test from 'node:test';
import { VisitPage } from '../Support/VisitPage.mjs';

/** The page library: `HotwireNative.web`, or under its former name `Strada.web`. */
function library() {
  return {
    did: [],
    received: [],
    setAdapter(adapter) {
      this.adapter = adapter;
      this.did.push('set');
      this.adapterDidUpdateSupportedComponents();
    },
    adapterDidUpdateSupportedComponents() {
      this.did.push(this.adapter.supportedComponents.join(' '));
    },
    receive(message) {
      this.received.push(message);
    },
  };
}
const made = (options) => new VisitPage('components', options);
const ready = (page) => page.document.dispatchEvent(new page.window.Event('web-bridge:ready'));
const tell = (page, name, value) => page.handlers.component([name, value]);

test('the script does nothing in other iframes, in the top window, and a second time', () => {
  for (const options of [{ name: '' }, { name: 'screen-1' }, { isTop: true }]) {
    const page = made(options);
    assert.deepEqual([page.handlers.component, page.window.nativeBridge, page.take()], [undefined, undefined, []]);
  }
  const page = made();
  const { nativeBridge } = page.window;
  page.take();
  page.again('components');
  assert.equal(page.window.nativeBridge, nativeBridge);
  assert.deepEqual(page.take(), []);
});

test('the page says that it is ready, and a library that is there already finds the bridge', () => {
  const page = made();
  assert.deepEqual(page.take(), ['ready']);
  const { nativeBridge, webkit } = page.window;
  assert.equal(nativeBridge.platform, 'ios');
  assert.equal(nativeBridge.supportedComponents.length, 0);
  assert.equal(webkit.messageHandlers.bridge.postMessage, nativeBridge.postMessage);
});

test('message handlers that the page has set itself stay', () => {
  const page = made({ before: ({ window }) => (window.webkit = { messageHandlers: { other: 1, bridge: 2 } }) });
  assert.deepEqual(page.window.webkit.messageHandlers, { other: 1, bridge: 2 });
});

for (const [name, place] of [['HotwireNative', 'HotwireNative'], ['Strada', 'Strada']]) {
  test(`R75: the adapter is set in ${name} once native code has named its components and the library is ready`, () => {
    const page = made();
    const web = library();
    tell(page, 'register', ['menu', 'form']);
    page.window[place] = { web };
    ready(page);
    ready(page);
    tell(page, 'register', 'menu');
    tell(page, 'unregister', 'form');
    assert.deepEqual(web.did, ['set', 'menu form', 'menu form', 'menu form', 'menu']);
    assert.equal(web.adapter, page.window.nativeBridge);
  });
}

test('before native code has named its components, the library has no adapter', () => {
  const page = made();
  const web = library();
  page.window.HotwireNative = { web };
  ready(page);
  assert.deepEqual(web.did, []);
  tell(page, 'register', []);
  assert.deepEqual(web.did, ['set', '']);
});

test('another library gets the adapter too', () => {
  const page = made();
  const [one, two] = [library(), library()];
  tell(page, 'register', 'menu');
  for (const web of [one, two]) {
    page.window.HotwireNative = { web };
    ready(page);
  }
  assert.deepEqual([one.did, two.did], [['set', 'menu'], ['set', 'menu']]);
});

test('R76: components are supported while they are registered, each once', () => {
  const page = made();
  const { nativeBridge } = page.window;
  tell(page, 'register', 'menu');
  tell(page, 'register', ['menu', 'form']);
  assert.deepEqual([...nativeBridge.supportedComponents], ['menu', 'form']);
  assert.equal(nativeBridge.supportsComponent('form'), true);
  tell(page, 'unregister', 'form');
  tell(page, 'unregister', 'unknown');
  assert.equal(nativeBridge.supportsComponent('form'), false);
  assert.equal(nativeBridge.supportsComponent('toString'), false);
});

test('messages of the page reach native code in order, whatever they are', () => {
  const page = made();
  page.take();
  const { nativeBridge, webkit } = page.window;
  nativeBridge.receive({ id: '1', component: 'menu', event: 'connect', data: { text: 'ä' } });
  webkit.messageHandlers.bridge.postMessage('ready');
  nativeBridge.receive(null);
  nativeBridge.receive([7]);
  assert.deepEqual(page.take(), [{ id: '1', component: 'menu', event: 'connect', data: { text: 'ä' } }, 'ready', null, [7]]);
});

test('a message that is too large is not sent, and logged', () => {
  const page = made();
  page.take();
  page.window.nativeBridge.receive({ text: 'x'.repeat(300_000) });
  assert.deepEqual(page.take(), []);
  assert.match(page.errors[0], /^bridge: a component's message is too large: 3000\d\d$/);
});

test('replies of native code reach the library, as objects or as JSON', () => {
  const page = made();
  const web = library();
  page.window.HotwireNative = { web };
  tell(page, 'replyWith', { id: '1', event: 'connect' });
  tell(page, 'replyWith', '{"id":"2"}');
  assert.deepEqual(JSON.parse(JSON.stringify(web.received)), [{ id: '1', event: 'connect' }, { id: '2' }]);
});

test('a reply without a library is dropped', () => {
  const page = made();
  tell(page, 'replyWith', { id: '1' });
  assert.deepEqual(page.errors, []);
});
