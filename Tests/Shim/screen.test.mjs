// Pages in the iframes of a shell: their history, focus, scroll position, and kiosks (public/bridge/iframe.js).
import assert from 'node:assert/strict';
import test from 'node:test';
import { ScreenPage } from './Support/ScreenPage.mjs';

const both = (name, body) => {
  for (const hasNavigation of [true, false]) {
    test(`${name}; ${hasNavigation ? 'with' : 'without'} the Navigation API`, () => body((options) => new ScreenPage({ hasNavigation, ...options })));
  }
};
const href = (page) => page.window.location.href.slice('http://app.test'.length);

test('the script does nothing in other iframes and in the top window', () => {
  for (const options of [{ name: '' }, { name: 'other' }, { isTop: true }]) {
    const page = new ScreenPage(options);
    assert.deepEqual(Object.keys(page.handlers), []);
  }
});

test('a page of a session gets the session\'s script before its own', () => {
  const dataset = { session: '/_bridge/visits.js sha256-x' };
  assert.deepEqual(new ScreenPage({ name: 'screen-session-main', dataset }).written,
    ['<script src="/_bridge/visits.js" integrity="sha256-x"></script>']);
  assert.deepEqual(new ScreenPage({ dataset }).written, []);
  assert.deepEqual(new ScreenPage({ name: 'screen-session-main' }).written, []);
});

// MARK: Steps

both('pushState adds no entry, and keeps the state', (open) => {
  const page = open();
  page.window.history.pushState({ at: 1 }, '', '/b');
  assert.deepEqual([page.tab.length, href(page), page.window.history.state], [1, '/b', { at: 1 }]);
  assert.deepEqual(page.take(), []);
});

both('recorded steps are reported, and shown again with their state and scroll position', (open) => {
  const page = open();
  const heard = [];
  page.window.addEventListener('popstate', ({ state }) => heard.push(['popstate', state?.at ?? null]));
  page.window.addEventListener('hashchange', ({ oldURL, newURL }) => heard.push([oldURL, newURL]));
  page.handlers.steps(4);
  page.window.scrollY = 70;
  page.window.history.pushState({ at: 'b' }, '', '/b');
  page.window.history.pushState({ at: 'c' }, '', '/b#c');
  assert.deepEqual(page.take(), [
    'event step [{"number":4,"path":"/a"},{"number":5,"path":"/b"}]',
      'event step [{"number":5,"path":"/b"},{"number":6,"path":"/b#c"}]',
  ].map((line) => line.slice('event '.length)));
  page.window.scrollY = 0;
  page.handlers.step({ number: 5, path: '/b' });
  assert.deepEqual([href(page), page.window.history.state], ['/b', { at: 'b' }]);
  page.handlers.step({ number: 4, path: '/a' });
  assert.deepEqual([href(page), page.window.history.state, page.window.scrollY], ['/a', null, 70]);
  page.handlers.step({ number: 6, path: '/b#c' });
  assert.equal(href(page), '/b#c');
  assert.deepEqual(heard, [['popstate', 'b'], ['http://app.test/b#c', 'http://app.test/b'], ['popstate', null],
    ['popstate', 'c']]);
  assert.equal(page.tab.length, 1);
});

both('a step with the same address fires no `hashchange`', (open) => {
  const page = open();
  page.window.addEventListener('hashchange', () => assert.fail('the fragment has not changed'));
  page.handlers.steps(0);
  page.window.history.pushState({ at: 1 }, '', '/a');
  assert.equal(page.take().length, 1);
  page.handlers.step({ number: 0, path: '/a' });
  assert.equal(page.window.history.state, null);
});

both('a step that native code has handled is none', (open) => {
  const page = open({ before: ({ window }) => (window.history.replaceState = () => {}) });
  page.handlers.steps(1);
  page.window.history.pushState({}, '', '/native');
  assert.deepEqual(page.take(), []);
});

both('an unknown step loads its address, about which native code is not asked', (open) => {
  const page = open();
  page.handlers.step({ number: 9, path: '/x?y#z' });
  assert.deepEqual([page.exempt, page.done], [['http://app.test/x?y#z'], [['replace', 'http://app.test/x?y#z']]]);
});

both('of the last 50 steps, the states are kept', (open) => {
  const page = open();
  page.handlers.steps(0);
  for (let number = 1; number <= 51; number++) page.window.history.pushState({ number }, '', `/${number}`);
  page.handlers.step({ number: 2, path: '/2' });
  assert.deepEqual(page.window.history.state, { number: 2 });
  page.handlers.step({ number: 1, path: '/1' });
  assert.deepEqual(page.done, [['replace', 'http://app.test/1']]);
});

both('numbers of steps are not used again after native code has named a lower one', (open) => {
  const page = open();
  page.handlers.steps(8);
  page.handlers.steps(3);
  page.window.history.pushState({}, '', '/b');
  assert.match(page.take()[0], /"number":3.*"number":9/);
});

// MARK: Links

test('a link replaces the entry, without a second question to native code', () => {
  const page = new ScreenPage({ hasNavigation: true });
  assert.equal(page.navigate('/b'), true);
  page.runTasks();
  assert.deepEqual([page.exempt, page.done], [['http://app.test/b'], [['replace', 'http://app.test/b']]]);
});

test('a fragment replaces the entry; as a recorded step, it is reported', () => {
  const page = new ScreenPage({ hasNavigation: true });
  page.handlers.steps(0);
  assert.equal(page.navigate('#part', { hashChange: true, sameDocument: true }), true);
  page.runTasks();
  assert.deepEqual([page.exempt, page.done, href(page)], [[], [['replace', 'http://app.test/a#part']], '/a#part']);
  assert.deepEqual(page.take(), ['step [{"number":0,"path":"/a"},{"number":1,"path":"/a#part"}]']);
});

for (const [name, url, init] of [
  ['a reload', '/b', { navigationType: 'reload' }], ['a replacement', '/b', { navigationType: 'replace' }],
    ['what cannot be cancelled', '/b', { cancelable: false }],
  ['a form that is sent', '/b', { formData: {} }], ['a download', '/b', { downloadRequest: '' }],
    ['pushState', '/b', { sameDocument: true }],
  ['a scheme that is not the web\'s', 'mailto:a@b', {}], ['what native code has handled', '/b', { defaultPrevented: true }],
]) {
  test(`the browser does as it likes: ${name}`, () => {
    const page = new ScreenPage({ hasNavigation: true });
    const { defaultPrevented, ...rest } = init;
    assert.equal(page.navigate(url, init), !!defaultPrevented);
    page.runTasks();
    assert.deepEqual(page.done, []);
    assert.ok(rest);
  });
}

/** A click on an element in a link. */
function click(page, address, init) {
  const link = page.add(['a', { href: address, class: 'link' }, ['b', 'text']]);
  const inner = link.firstElementChild;
  Object.defineProperty(link, 'hash', { get: () => new URL(link.href).hash });
  return page.user(inner, 'click', { button: 0, composedPath: () => inner.path, ...init });
}

test('without the Navigation API, a link to a fragment replaces the entry, and scrolls', () => {
  const page = new ScreenPage();
  const heard = [];
  page.window.addEventListener('hashchange', ({ oldURL, newURL }) => heard.push([oldURL, newURL]));
  assert.equal(click(page, '#part').defaultPrevented, true);
  assert.deepEqual([page.tab.length, page.done], [1, [['replace', 'http://app.test/a#part']]]);
  page.handlers.steps(0);
  const target = page.add(['p', { id: 'other' }]);
  click(page, '#other');
  // `location.replace` of an iframe would be undone by Back there.
  assert.deepEqual([page.done.length, href(page)], [1, '/a#other']);
  assert.deepEqual(heard, [['http://app.test/a#part', 'http://app.test/a#other']]);
  assert.notEqual(target.scrolls, undefined);
  click(page, '#other');
  assert.equal(heard.length, 1);
});

test('without the Navigation API, other clicks are the browser\'s', () => {
  const page = new ScreenPage();
  for (const [address, init] of [['/b#part', {}], ['/a', {}], ['#part', { button: 1 }],
    ['#part', { defaultPrevented: true }]]) {
    const event = click(page, address, init);
    assert.equal(event.defaultPrevented, !!init.defaultPrevented);
  }
  assert.deepEqual(page.done, []);
});

// MARK: Input and focus

test('input of the user while the page loads is reported, because redirects follow without any', () => {
  const page = new ScreenPage();
  const { document, window } = page;
  document.readyState = 'interactive';
  page.user(document.body, 'click', { button: 1, composedPath: () => [] });
  page.user(document.body, 'keydown', { key: 'a' });
  document.body.dispatchEvent(new window.Event('keydown', { bubbles: true }));
  document.readyState = 'complete';
  page.user(document.body, 'keydown', { key: 'a' });
  assert.deepEqual(page.take(), ['acted true', 'acted true']);
});

test('the Escape key closes the sheet, unless the page handles it, also later in the same event', () => {
  const page = new ScreenPage();
  page.user(page.document.body, 'keydown', { key: 'Escape' });
  assert.deepEqual(page.take(), []);
  page.runTasks();
  assert.deepEqual(page.take(), ['escape true']);
  page.window.addEventListener('keydown', (event) => event.preventDefault());
  page.user(page.document.body, 'keydown', { key: 'Escape' });
  page.user(page.document.body, 'keydown', { key: 'a' });
  page.runTasks();
  assert.deepEqual(page.take(), []);
});

test('a page that is seen takes the focus', () => {
  const page = new ScreenPage();
  const input = page.add(['input', {}]);
  input.focus({ preventScroll: true });
  assert.equal(page.document.activeElement, input);
  assert.deepEqual(input.focusOptions, { preventScroll: true });
});

test('a page that is not seen yet takes the focus when it is seen, if the field still exists', () => {
  for (const removes of [false, true]) {
    const page = new ScreenPage({ before: (early) => (early.hasFocus = false) });
    const input = page.add(['input', {}]);
    input.focus();
    assert.equal(page.document.activeElement, page.document.body);
    if (removes) input.remove();
    page.handlers.seen(true);
    assert.equal(page.document.activeElement, removes ? page.document.body : input);
  }
});

test('a page that native code has hidden takes no focus, neither now nor later', () => {
  const page = new ScreenPage();
  page.handlers.seen(false);
  const input = page.add(['input', {}]);
  input.focus();
  page.handlers.seen(true);
  assert.equal(page.document.activeElement, page.document.body);
  input.focus();
  assert.equal(page.document.activeElement, input);
});

test('an iframe that cannot be used takes no focus, although native code\'s message is yet to come', () => {
  const frame = { closest: () => frame.isInert && frame, isInert: true };
  const page = new ScreenPage({ frame });
  page.handlers.seen(true);
  const input = page.add(['input', {}]);
  input.focus();
  assert.equal(page.document.activeElement, page.document.body);
  frame.isInert = false;
  page.handlers.seen(true);
  assert.equal(page.document.activeElement, input);
});

// MARK: Scroll position

test('the scroll position is reported 300 ms after the last scroll, in whole pixels', () => {
  const page = new ScreenPage();
  for (const y of [10, 20, 700.7]) {
    page.window.scrollY = y;
    page.document.dispatchEvent(new page.window.Event('scroll'));
    page.clock.pass(200);
  }
  assert.deepEqual(page.take(), []);
  page.clock.pass(100);
  assert.deepEqual(page.take(), ['scroll [0,700]']);
});

test('a scroll position is restored while the document grows, until 5 s after loading', () => {
  const page = new ScreenPage();
  const { document, window } = page;
  document.readyState = 'interactive';
  const limit = { height: 100 };
  window.scrollTo = ({ left, top, behavior }) => {
    assert.equal(behavior, 'instant');
    Object.assign(window, { scrollX: left, scrollY: Math.min(top, limit.height) });
  };
  const grow = (height) => {
    limit.height = height;
    page.resize(document.documentElement);
  };
  page.handlers.scroll([0, 700]);
  assert.equal(window.scrollY, 100);
  grow(400);
  assert.equal(window.scrollY, 400);
  page.fire('load');
  page.clock.pass(4999);
  grow(600);
  assert.equal(window.scrollY, 600);
  page.clock.pass(1);
  grow(900);
  assert.equal(window.scrollY, 600);
});

test('a user who scrolls meanwhile stays there', () => {
  const page = new ScreenPage();
  page.handlers.scroll([0, 700]);
  assert.equal(page.window.scrollY, 700);
  page.window.scrollY = 5;
  page.resize(page.document.documentElement);
  page.resize(page.document.documentElement);
  assert.equal(page.window.scrollY, 5);
});

// MARK: Kiosks

test('each visit begins without what the former visitor has stored', () => {
  const page = new ScreenPage({ name: 'screen-1.v1', before: (early) => early.tab.storage.setItem('visitor', 'Ada') });
  assert.equal(page.tab.storage.getItem('visitor'), null);
  page.tab.storage.setItem('visitor', 'Bob');
  const next = (name) => new ScreenPage({ name, tab: page.tab });
  next('screen-2.v1');
  assert.equal(page.tab.storage.getItem('visitor'), 'Bob');
  next('screen-1');
  assert.equal(page.tab.storage.getItem('visitor'), 'Bob');
  next('screen-1.v2');
  assert.equal(page.tab.storage.getItem('visitor'), null);
  next('screen-1.v3', { storage: false });
});

test('in a kiosk, a page opens no window, and native code is asked only about other documents of the web', () => {
  const page = new ScreenPage({ name: 'screen-1.v1', storage: false });
  for (const url of [undefined, '', 'about:blank', 'javascript:1', '#part', '/a', 'http://[',
    'mailto:a@b']) assert.equal(page.window.open(url), null);
  assert.deepEqual(page.done, []);
  page.window.open('/b', '_blank');
  page.window.open('https://other.test/');
  assert.deepEqual(page.done, [['open', '/b', '_blank'], ['open', 'https://other.test/']]);
  // Elsewhere, the browser decides.
  const other = new ScreenPage();
  other.window.open('about:blank');
  assert.deepEqual(other.done, [['open', 'about:blank']]);
});

test('in a kiosk, input is reported at most every 500 ms, and there is no context menu', () => {
  const page = new ScreenPage();
  assert.equal(page.user(page.document.body, 'contextmenu').defaultPrevented, false);
  page.handlers.kiosk();
  page.handlers.kiosk();
  assert.equal(page.user(page.document.body, 'contextmenu').defaultPrevented, true);
  for (const type of ['pointerdown', 'pointermove', 'touchmove', 'keydown', 'wheel']) {
    page.user(page.document.body, type, { key: 'a' });
    page.user(page.document.body, type, { key: 'a' });
    page.clock.pass(499);
    page.user(page.document.body, type, { key: 'a' });
    page.clock.pass(1);
  }
  assert.deepEqual(page.take(), Array(5).fill('touched true'));
  // Scripts are no users.
  page.clock.pass(1000);
  page.document.body.dispatchEvent(new page.window.Event('wheel', { bubbles: true }));
  assert.deepEqual(page.take(), []);
});

test('in a kiosk, a click that would open a window is a plain link, also if the page stops its event', () => {
  const page = new ScreenPage({ name: 'screen-1.v1', storage: false });
  const link = page.document.createElement('a');
  link.href = 'http://app.test/b';
  link.addEventListener('click', (event) => event.stopPropagation());
  page.document.body.append(link);
  const prevents = (type, init) => page.user(link, type, { button: 0, ...init }).defaultPrevented;
  assert.equal(prevents('click'), false);
  assert.deepEqual(page.done, []);
  const opened = [['click', { ctrlKey: true }], ['click', { metaKey: true }], ['click', { shiftKey: true }],
    ['auxclick', { button: 1 }]];
  for (const [type, init] of opened) {
    assert.equal(prevents(type, init), true);
    assert.deepEqual(page.done.splice(0), [['open', 'http://app.test/b']]);
  }
  assert.equal(page.user(page.document.body, 'click', { ctrlKey: true }).defaultPrevented, false);
  const other = new ScreenPage();
  other.document.body.append(link);
  assert.equal(other.user(link, 'click', { ctrlKey: true }).defaultPrevented, false);
});

test('in a kiosk, links and files can be dropped only on fields', () => {
  const page = new ScreenPage({ name: 'screen-1.v1', storage: false });
  const element = (tag, type) => {
    const created = page.document.createElement(tag);
    if (type) created.setAttribute('type', type);
    page.document.body.append(created);
    return created;
  };
  const prevents = (target, types) =>
    ['dragover', 'drop'].map((type) => page.user(target, type, { dataTransfer: { types } }).defaultPrevented);
  const [text, file] = [element('input', 'text'), element('input', 'file')];
  for (const [target, types, isPrevented] of [
    [page.document.body, ['text/uri-list'], true], [page.document.body, ['Files'], true],
    [text, ['text/uri-list'], false], [text, ['Files'], true], [file, ['Files'], false],
    [element('textarea'), ['text/plain'], false],
  ]) assert.deepEqual(prevents(target, types), [isPrevented, isPrevented]);
});
