// The focus of the shell: dialogs and sheets, and pages in iframes that take it (public/shell/focus.js).
import assert from 'node:assert/strict';
import test from 'node:test';
import { ShellPage } from '../Support/ShellPage.mjs';

const dialog = (id, children, more) =>
  ({ id, tag: 'div', attributes: { 'aria-modal': 'true', tabindex: '-1', ...more }, children });
const button = (id, more) => ({ id, tag: 'button', attributes: { id: `b${id}`, ...more } });

/** A page with the buttons 2 and 3 and an iframe, of which the button 2 has the focus. */
function shown(options) {
  const page = new ShellPage(options);
  page.tree({ id: 1, tag: 'div',
    children: [{ id: 9, tag: 'main', children: [button(2), button(3), { id: 4, tag: 'iframe' }] }] });
  page.find('#b2').focus();
  return page;
}
const focused = (page) => page.document.activeElement.id || page.document.activeElement.localName;
const open = (page, node) => page.patch(['insert', 1, null, node]);

test('a new dialog takes the focus to its marked element, and gives it back when it closes', () => {
  const page = shown();
  open(page, dialog(10, [button(11), button(12, { 'data-focus': '' })]));
  assert.equal(focused(page), 'b12');
  assert.deepEqual(page.find('#b12').focusOptions, { preventScroll: true });
  page.patch(['remove', 10]);
  assert.equal(focused(page), 'b2');
});

test('a dialog without a marked element takes the focus itself', () => {
  const page = shown();
  open(page, dialog(10, [button(11)], { id: 'dialog' }));
  assert.equal(focused(page), 'dialog');
});

test('later patches leave the focus within a dialog', () => {
  const page = shown();
  open(page, dialog(10, [button(11, { 'data-focus': '' }), button(12)]));
  page.find('#b12').focus();
  page.patch(['attribute', 10, 'title', 'x']);
  assert.equal(focused(page), 'b12');
});

test('dialogs above each other give the focus back one after another, or all at once', () => {
  const page = shown();
  open(page, dialog(10, [button(11, { 'data-focus': '' })]));
  open(page, dialog(20, [button(21, { 'data-focus': '' })]));
  assert.equal(focused(page), 'b21');
  page.patch(['remove', 20]);
  assert.equal(focused(page), 'b11');
  open(page, dialog(30, [button(31, { 'data-focus': '' })]));
  page.patch(['remove', 30], ['remove', 10]);
  assert.equal(focused(page), 'b2');
});

test('a lower dialog that closes first gives the focus back only when the upper one closes', () => {
  const page = shown();
  open(page, dialog(10, [button(11, { 'data-focus': '' })]));
  open(page, dialog(20, [button(21, { 'data-focus': '' })]));
  page.patch(['remove', 10]);
  assert.equal(focused(page), 'b21');
  page.patch(['remove', 20]);
  assert.equal(focused(page), 'b2');
});

for (const place of ['away', 'hidden']) {
  test(`a sheet that is ${place} is closed, and may open again`, () => {
    const page = shown();
    open(page, { id: 8, tag: 'div', attributes: { 'data-place': 'top' },
      children: [dialog(10, [button(11, { 'data-focus': '' })])] });
    page.patch(['attribute', 8, 'data-place', place], ['attribute', 8, 'inert', '']);
    assert.equal(focused(page), 'b2');
    page.find('#b3').focus();
    page.patch(['attribute', 8, 'data-place', 'top'], ['attribute', 8, 'inert', null]);
    assert.equal(focused(page), 'b11');
    page.patch(['remove', 8]);
    assert.equal(focused(page), 'b3');
  });
}

test('a dialog that cannot be used yet takes no focus', () => {
  const page = shown();
  open(page, { id: 8, tag: 'div', attributes: { inert: '' }, children: [dialog(10, [button(11, { 'data-focus': '' })])] });
  assert.equal(focused(page), 'b2');
  page.patch(['attribute', 8, 'inert', null]);
  assert.equal(focused(page), 'b11');
});

test('the focus does not return to what has gone or cannot be used', () => {
  for (const patch of [['remove', 2], ['attribute', 9, 'inert', '']]) {
    const page = shown();
    open(page, dialog(10, [button(11, { 'data-focus': '' })]));
    page.patch(patch);
    page.patch(['remove', 10]);
    assert.equal(focused(page), 'body');
  }
});

test('a click beside a dialog leaves the focus in it, a click in it does not', () => {
  const page = shown();
  const isPrevented = (selector) => page.user(page.find(selector), 'mousedown').defaultPrevented;
  assert.equal(isPrevented('#b3'), false);
  open(page, dialog(10, [button(11)]));
  assert.equal(isPrevented('#b3'), true);
  assert.equal(isPrevented('#b11'), false);
  // Before native code's next patch, a dialog that was removed counts no more.
  page.find('[aria-modal]').remove();
  assert.equal(isPrevented('#b3'), false);
});

// MARK: Pages that take the focus

/** A page in the iframe takes the focus: the shell's window loses it. */
function take(page) {
  page.document.focused = page.find('iframe');
  page.fire('blur');
  page.clock.pass();
}

test('the focus returns from an iframe that takes it without user input', () => {
  const page = shown({});
  page.isActive = false;
  take(page);
  assert.equal(focused(page), 'b2');
  assert.deepEqual(page.done, [['focus']]);
});

test('the focus returns in a later task, because it moves during the event', () => {
  const page = shown();
  page.isActive = false;
  page.fire('blur');
  page.document.focused = page.find('iframe');
  assert.equal(focused(page), 'iframe');
  page.clock.pass();
  assert.equal(focused(page), 'b2');
});

for (const isActive of [true, undefined]) {
  test(`an iframe keeps the focus after user input; userActivation ${isActive}`, () => {
    const page = shown();
    page.isActive = isActive;
    take(page);
    assert.equal(focused(page), 'iframe');
  });
}

test('an iframe that cannot be used does not keep the focus', () => {
  const page = shown();
  page.isActive = true;
  page.patch(['attribute', 4, 'inert', '']);
  take(page);
  assert.equal(focused(page), 'b2');
});

test('while the user types in the shell, no iframe takes the focus; a pointer or the Tab key may move it', () => {
  for (const [then, expected] of [[() => {}, 'b2'], [(page) => page.clock.pass(1001), 'iframe'],
    [(page) => page.user(page.find('#b3'), 'pointerdown'), 'iframe'],
      [(page) => page.user(page.find('#b2'), 'keydown', { key: 'Tab' }), 'iframe']]) {
    const page = shown();
    page.isActive = true;
    page.user(page.find('#b2'), 'keydown', { key: 'a' });
    then(page);
    take(page);
    assert.equal(focused(page), expected);
  }
});

test('the focus returns to nothing if the element that had it was removed', () => {
  const page = shown();
  page.isActive = false;
  page.patch(['remove', 2]);
  take(page);
  assert.equal(focused(page), 'iframe');
});

test('a window that loses the focus to another program keeps its focused element', () => {
  const page = shown();
  page.isActive = false;
  page.fire('blur');
  page.clock.pass();
  assert.equal(focused(page), 'b2');
  assert.deepEqual(page.done, []);
});
