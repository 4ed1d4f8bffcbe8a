// The user's input over a reload by the command (public/dev/dev.js).
import assert from 'node:assert/strict';
import test from 'node:test';
import { DevPage } from '../Support/DevPage.mjs';

const form = [['input', { id: 'name', value: 'before' }], ['input', { type: 'checkbox', name: 'agrees' }],
  ['input', { type: 'radio', name: 'size', value: 's', checked: '' }],
  ['input', { type: 'radio', name: 'size', value: 'l' }],
    ['select', { name: 'colour' }, ['option', { selected: '' }, 'red'], ['option', 'blue']],
    ['textarea', { name: 'text' }, 'old'],
  ['input', { name: 'same' }], ['input', { name: 'same' }], ['input', { type: 'file', name: 'file' }],
    ['input', { type: 'hidden', name: 'token', value: 't1' }]];
const get = (page, selector, index = 0) => page.document.querySelectorAll(selector)[index];

/** A page whose form the user has filled in. */
function filled() {
  const page = new DevPage({ content: form });
  get(page, '#name').value = 'typed';
  get(page, '[name=agrees]').checked = true;
  get(page, '[value=s]').checked = false;
  get(page, '[value=l]').checked = true;
  get(page, 'select').options.forEach((option, index) => (option.selected = index === 1));
  get(page, 'textarea').value = 'two\nlines';
  get(page, '[name=same]', 1).value = 'second';
  get(page, '[name=token]').value = 'changed';
  Object.assign(page.window, { scrollX: 3, scrollY: 700 });
  get(page, '#name').focus();
  get(page, '#name').setSelectionRange(2, 4);
  return page;
}
const values = (page) => [get(page, '#name').value, get(page, '[name=agrees]').checked, get(page, '[value=s]').checked,
  get(page, '[value=l]').checked,
  get(page, 'select').value, get(page, 'textarea').value, get(page, '[name=same]').value, get(page, '[name=same]', 1).value];
const typed = ['typed', true, false, true, 'blue', 'two\nlines', '', 'second'];
const initial = ['before', false, true, false, 'red', 'old', '', ''];

/** The page after a reload by the command. */
async function reloaded(page, options) {
  page.tell('reload');
  await page.answer(200);
  return page.next({ content: form, ...options });
}

test('after a reload by the command, fields, focus, selection and scroll position are those of before', async () => {
  const page = await reloaded(filled());
  assert.deepEqual(values(page), typed);
  const input = get(page, '#name');
  assert.equal(page.document.activeElement, input);
  assert.deepEqual([input.selectionStart, input.selectionEnd, input.focusOptions], [2, 4, { preventScroll: true }]);
  assert.deepEqual([page.window.scrollX, page.window.scrollY], [3, 700]);
  // Hidden fields belong to the page, which may have changed them.
  assert.equal(get(page, '[name=token]').value, 't1');
});

test('a reload by the user, or a link, keeps nothing', () => {
  const page = filled().next({ content: form });
  assert.deepEqual(values(page), initial);
  assert.equal(page.window.scrollY, 0);
});

for (const [name, begin] of [['a program that is replaced', (page) => page.tell('restarting')],
  ['a server that goes away', (page) => page.fire('bridgeaway')]]) {
  test(`${name} keeps the input`, () => {
    const page = filled();
    begin(page);
    assert.deepEqual(values(page.next({ content: form })), typed);
  });
}

test('a server that was away and is back keeps nothing any more', () => {
  const page = filled();
  page.fire('bridgeaway');
  page.fire('bridgeback');
  assert.deepEqual(values(page.next({ content: form })), initial);
});

test('the input belongs to the address', async () => {
  const page = filled();
  page.tell('reload');
  await page.answer(200);
  page.fire('pagehide');
  page.tab.navigate('http://app.test/other');
  const other = new DevPage({ tab: page.tab, content: form });
  assert.deepEqual(values(other), initial);
});

test('the input is used once, and for a minute', async () => {
  const first = await reloaded(filled());
  first.clock.pass(6000);
  assert.deepEqual(values(first.next({ content: form })), initial);
  const late = filled();
  late.tell('restarting');
  late.fire('pagehide');
  late.clock.pass(60000);
  assert.deepEqual(values(new DevPage({ tab: late.tab, content: form })), initial);
});

test('a document that is replaced again within 5 s passes the input on', async () => {
  const page = await reloaded(filled());
  page.clock.pass(5000);
  assert.deepEqual(values(page.next({ content: form })), typed);
});

test('the page is told about entered values as if by the user, and only about changed ones', async () => {
  const heard = [];
  await reloaded(filled(), {
    before: (page) => {
      for (const type of ['input', 'change']) page.document.addEventListener(type,
        ({ target }) => heard.push(`${type} ${target.id || target.name || target.localName}`));
    },
  });
  assert.deepEqual(heard, ['name', 'agrees', 'size', 'size', 'select', 'text',
    'same'].flatMap((name) => [`input ${name}`, `change ${name}`])
    .map((line) => line.replace('select', 'colour')));
});

test('values are set with the browser\'s setter, because frameworks override it on the element', async () => {
  const page = filled();
  page.tell('restarting');
  const written = [];
  const next = page.next({
    content: form,
    before: (early) => Object.defineProperty(get(early, '#name'), 'value',
      { configurable: true, get: () => 'before', set: (value) => written.push(value) }),
  });
  assert.deepEqual(written, []);
  delete get(next, '#name').value;
  assert.equal(get(next, '#name').value, 'typed');
});

test('fields that the page creates later get their values too', async () => {
  const page = await reloaded(filled(), { content: [] });
  page.add(...form);
  assert.deepEqual(values(page), typed);
  assert.equal(page.document.activeElement, get(page, '#name'));
  // Each value is entered once, so that the user can change it.
  get(page, '#name').value = 'again';
  page.add(['p', {}]);
  assert.equal(get(page, '#name').value, 'again');
});

test('while the document loads, the script waits for its end', () => {
  const page = filled();
  page.tell('restarting');
  const next = page.next({ content: form, readyState: 'loading' });
  assert.deepEqual(values(next), initial);
  next.document.dispatchEvent(new next.window.Event('DOMContentLoaded'));
  assert.deepEqual(values(next), typed);
});

test('the scroll position is restored again when the pictures have loaded, and until 3 s later', async () => {
  const page = await reloaded(filled());
  page.window.scrollY = 100;
  page.fire('load');
  assert.equal(page.window.scrollY, 700);
  page.clock.pass(2999);
  page.window.scrollY = 100;
  page.add(['p', {}]);
  assert.equal(page.window.scrollY, 700);
  page.clock.pass(1);
  page.window.scrollY = 100;
  page.add(['p', {}]);
  assert.equal(page.window.scrollY, 100);
});

for (const type of ['keydown', 'pointerdown', 'wheel']) {
  test(`after ${type} of the user, nothing is restored any more; of a script, it is`, async () => {
    const page = await reloaded(filled(), { content: [] });
    page.document.body.dispatchEvent(new page.window.Event(type, { bubbles: true }));
    page.add(['p', {}], ['input', { id: 'name', value: 'before' }]);
    assert.equal(get(page, '#name').value, 'typed');
    page.user(page.document.body, type);
    page.add(form[5]);
    page.fire('load');
    assert.equal(get(page, 'textarea').value, 'old');
  });
}

test('the focus of an element that is no field returns by its id', async () => {
  const page = new DevPage({ content: [['button', { id: 'go' }]] });
  get(page, '#go').focus();
  page.tell('restarting');
  const next = page.next({ content: [['button', { id: 'go' }]] });
  assert.equal(next.document.activeElement.id, 'go');
});

test('without storage, or with a full one, nothing is kept, and the page works', () => {
  const page = new DevPage({ content: form, storage: false });
  page.tell('restarting');
  page.fire('pagehide');
  const other = filled();
  other.tell('restarting');
  other.tab.storage.setItem = () => {
    throw new Error('QuotaExceededError');
  };
  assert.deepEqual(values(other.next({ content: form })), initial);
});

test('the page works if its storage contains something else', () => {
  const page = new DevPage({ content: form });
  page.tab.storage.setItem('bridge.dev http://app.test/', '{');
  assert.deepEqual(values(new DevPage({ tab: page.tab, content: form })), initial);
});
