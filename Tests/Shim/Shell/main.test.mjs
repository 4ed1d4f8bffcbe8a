// The messages of the shell's page to native code, and native code's commands (public/shell/main.js).
import assert from 'node:assert/strict';
import test from 'node:test';
import { ShellPage } from '../Support/ShellPage.mjs';

const shell = (options) => {
  const page = new ShellPage(options);
  page.tree({ id: 1, tag: 'div', children: [{ id: 2, tag: 'p', attributes: { 'data-away': '', hidden: '' } }] });
  page.take();
  return page;
};

test('the first message contains the ticket, the fragment, and what the browser can do', () => {
  const page = new ShellPage({ url: 'http://app.test/#/two.html', dataset: { ticket: ' 4711 ' }, hasNavigation: true });
  assert.deepEqual(page.posted.map(([kind]) => kind), ['event']);
  assert.deepEqual(page.all, [['hello',
    { ticket: '4711', key: null, saved: null, fragment: '/two.html', hasNavigateEvent: true }]]);
  assert.equal(new ShellPage().hello.hasNavigateEvent, false);
});

test('commands that the page does not know are ignored', () => {
  const page = shell();
  page.tell('paint', 1);
  assert.deepEqual([page.take(), page.errors], [[], []]);
});

test('a tree is not drawn if it is broken; no message says so', () => {
  const page = shell();
  page.tree({ id: 1, tag: 'div', children: [null] });
  assert.equal(page.errors.length, 1);
  page.tree({ id: 1, tag: 'b' });
  assert.equal(page.shape, 'b');
});

test('failed patches leave bars, pagers and focus alone', () => {
  const page = shell();
  page.patch(['insert', 1, null,
    { id: 5, tag: 'p', attributes: { 'aria-modal': 'true', tabindex: '-1', id: 'modal' } }], ['remove', 99]);
  assert.deepEqual(page.take(), [['lost']]);
  assert.equal(page.document.activeElement, page.root);
});

test('native code opens a page in a new window that cannot reach the shell', () => {
  const page = shell();
  page.tell('open', 'https://other.test/');
  assert.deepEqual(page.done, [['open', 'https://other.test/', '_blank', 'noopener']]);
});

test('an address of another program is passed to the system, if the user has just acted', () => {
  const page = shell();
  page.isActive = false;
  page.tell('open', 'mailto:a@b.example');
  assert.deepEqual(page.done, []);
  page.isActive = true;
  page.tell('open', 'mailto:a@b.example');
  assert.deepEqual(page.done, [['replace', 'mailto:a@b.example']]);
});

test('the notice about an unreachable server is that of the shell', () => {
  const page = shell();
  const notice = page.find('[data-away]');
  assert.equal(page.fire('bridgeaway').defaultPrevented, true);
  assert.equal(notice.hidden, false);
  page.fire('bridgeback');
  assert.equal(notice.hidden, true);
  page.tree({ id: 1, tag: 'div' });
  assert.equal(page.fire('bridgeaway').defaultPrevented, true);
});

test('only a kiosk has no context menu', () => {
  assert.equal(shell().user(shell().root, 'contextmenu').defaultPrevented, false);
  const page = shell({ dataset: { kiosk: '' } });
  assert.equal(page.user(page.root, 'contextmenu').defaultPrevented, true);
});

test('in a kiosk, links and files can be dropped only on fields', () => {
  const drops = (page, type, types) => page.user(page.root, type, { dataTransfer: { types } }).defaultPrevented;
  for (const type of ['dragover', 'drop']) {
    assert.equal(drops(shell(), type, ['Files']), false);
    assert.equal(drops(shell({ dataset: { kiosk: '' } }), type, ['text/uri-list']), true);
    assert.equal(drops(shell({ dataset: { kiosk: '' } }), type, ['Files']), true);
  }
});

test('a new visit removes the pages and what is stored, stores nothing more, and loads the shell without its fragment', () => {
  const page = shell({ url: 'http://app.test/shell?a=1#/two.html', dataset: { kiosk: '' } });
  page.tell('history', { entries: [{ key: 'k', fragment: '/two.html' }], index: 0, title: 'T', saved: { pages: {} } });
  page.tab.storage.setItem('visitor', 'Ada');
  page.tell('begin');
  assert.equal(page.shape, '');
  assert.deepEqual(page.done, [['replace', '/shell?a=1']]);
  // Events before the end of the document.
  page.fire('popstate', { state: { shell: 'k' } });
  page.tell('pages', { one: 1 });
  page.tell('history', { entries: [{ key: 'k', fragment: '/two.html' }], index: 0, title: 'T', saved: { pages: {} } });
  assert.equal(page.tab.storage.getItem('bridge.shell'), null);
  assert.equal(page.tab.storage.getItem('visitor'), null);
});

// MARK: Idleness

const kiosk = (options) => shell({ dataset: { kiosk: '', idle: '6000' }, ...options });
const idle = (page) => page.take().filter(([name]) => name === 'idle').length;

test('a user who does nothing for the idle time is reported once', () => {
  const page = kiosk();
  page.user(page.root, 'pointermove');
  page.clock.pass(5900);
  assert.equal(idle(page), 0);
  page.clock.pass(1100);
  assert.equal(idle(page), 1);
  page.clock.pass(60000);
  assert.equal(idle(page), 0);
  page.user(page.root, 'wheel');
  page.clock.pass(7000);
  assert.equal(idle(page), 1);
});

test('events of scripts are no input', () => {
  const page = kiosk();
  page.user(page.root, 'pointermove');
  for (let count = 0; count < 7; count++) {
    page.clock.pass(1000);
    page.root.dispatchEvent(new page.window.Event('wheel', { bubbles: true }));
  }
  assert.equal(idle(page), 1);
});

test('before the first input, nobody is idle', () => {
  const page = kiosk();
  page.clock.pass(60000);
  assert.equal(idle(page), 0);
});

for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel']) {
  test(`${type} is input`, () => {
    const page = kiosk();
    page.user(page.root, 'pointerdown');
    for (let count = 0; count < 10; count++) {
      page.clock.pass(3000);
      page.user(page.root, type, { key: 'a' });
    }
    assert.equal(idle(page), 0);
  });
}

test('input that pages in iframes report to native code counts', () => {
  const page = kiosk();
  page.tell('touched');
  page.clock.pass(4000);
  page.tell('touched');
  page.clock.pass(4000);
  assert.equal(idle(page), 0);
  page.clock.pass(3000);
  assert.equal(idle(page), 1);
});

test('the first input in an iframe counts, although its page does not report it yet', () => {
  const page = kiosk();
  page.isActive = true;
  page.clock.pass(1000);
  page.isActive = false;
  page.clock.pass(5900);
  assert.equal(idle(page), 0);
  page.clock.pass(1100);
  assert.equal(idle(page), 1);
});

test('a reload counts as input, so it does not end the wait', () => {
  const page = kiosk();
  page.tell('history', { entries: [{ key: 'k', fragment: '' }], index: 0, title: 'T', saved: null });
  const next = kiosk({ tab: page.tab });
  next.clock.pass(7000);
  assert.equal(idle(next), 1);
});

test('a short idle time is checked often enough', () => {
  const page = kiosk({ dataset: { kiosk: '', idle: '200' } });
  page.user(page.root, 'keydown', { key: 'a' });
  page.clock.pass(300);
  assert.equal(idle(page), 1);
});

test('without an idle time, nobody is idle', () => {
  const page = shell({ dataset: { kiosk: '' } });
  page.user(page.root, 'keydown', { key: 'a' });
  page.clock.pass(600000);
  assert.equal(idle(page), 0);
});
