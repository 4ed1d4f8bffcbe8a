// The events of the shell's tree that native code receives, and the values of its fields (public/shell/tree.js).
import assert from 'node:assert/strict';
import test from 'node:test';
import { setBox } from '../Support/Dom/document.mjs';
import { ShellPage } from '../Support/ShellPage.mjs';

function shown(tree, options) {
  const page = new ShellPage(options);
  page.tree(tree);
  return page;
}
const field = (tag, attributes, events = ['input', 'change'], children) =>
  shown({ id: 1, tag: 'div', children: [{ id: 2, tag, attributes, events, children }] });

const all = ['click', 'dblclick', 'contextmenu', 'focus', 'blur', 'pointerdown', 'pointerup', 'pointercancel', 'pointerenter',
  'pointerleave', 'transitionend'];
for (const type of all) {
  test(`${type} is reported if the node has it`, () => {
    const page = shown({ id: 1, tag: 'div', children: [{ id: 2, tag: 'p', events: [type] }, { id: 3, tag: 'b' }] });
    page.user(page.find('b'), type);
    assert.deepEqual(page.take(), []);
    page.user(page.find('p'), type);
    assert.deepEqual(page.take(), [['event', 2, type, null]]);
  });
}

test('an event is reported once, for the nearest node that has it', () => {
  const page = shown({ id: 1, tag: 'div', events: ['click'],
    children: [{ id: 2, tag: 'p', events: ['click'], children: [{ id: 3, tag: 'b', events: ['input'] }] }] });
  page.user(page.find('b'), 'click');
  page.user(page.find('div'), 'click');
  assert.deepEqual(page.take(), [['event', 2, 'click', null], ['event', 1, 'click', null]]);
});

for (const type of ['pointerenter', 'pointerleave', 'toggle', 'transitionend']) {
  test(`${type} of a descendant is not reported`, () => {
    const page = shown({ id: 1, tag: 'div', events: [type], children: [{ id: 2, tag: 'p' }] });
    page.user(page.find('p'), type);
    assert.deepEqual(page.take(), []);
  });
}

test('an event of an element that native code does not know counts for its ancestor', () => {
  const page = shown({ id: 1, tag: 'div', events: ['click'] });
  const foreign = page.document.createElement('i');
  page.find('div').append(foreign);
  page.user(foreign, 'click');
  page.user(page.root, 'click');
  assert.deepEqual(page.take(), [['event', 1, 'click', null]]);
});

test('a link with an action does not navigate, and a menu of native code replaces that of the browser', () => {
  const page = shown({ id: 1, tag: 'div', children: [
    { id: 2, tag: 'a', events: ['click', 'contextmenu'], children: [{ id: 3, tag: 'b' }] },
      { id: 4, tag: 'button', events: ['click'] }, { id: 5, tag: 'a', attributes: { href: '/x' } },
  ] });
  assert.equal(page.user(page.find('b'), 'click').defaultPrevented, true);
  assert.equal(page.user(page.find('b'), 'contextmenu').defaultPrevented, true);
  assert.equal(page.user(page.find('button'), 'click').defaultPrevented, false);
  assert.equal(page.user(page.find('[href]'), 'click').defaultPrevented, false);
  assert.deepEqual(page.take().map(([, id, type]) => [id, type]), [[2, 'click'], [2, 'contextmenu'], [4, 'click']]);
});

for (const [init, name] of [
  [{ key: 'a' }, 'a'], [{ key: 'A', shiftKey: true }, 'A'], [{ key: 'Enter' }, 'Enter'],
  [{ key: 'Tab', shiftKey: true }, 'Shift+Tab'], [{ key: 's', ctrlKey: true }, 'Control+s'],
  [{ key: 'x', ctrlKey: true, altKey: true, metaKey: true, shiftKey: true }, 'Control+Alt+Meta+x'],
  [{ key: 'Control', ctrlKey: true }, 'Control'], [{ key: 'Shift', shiftKey: true }, 'Shift'],
]) {
  test(`the name of the key is ${name}`, () => {
    const page = field('input', {}, ['keydown', 'keyup']);
    page.user(page.find('input'), 'keydown', init);
    page.user(page.find('input'), 'keyup', init);
    assert.deepEqual(page.take(), [['event', 2, 'keydown', name], ['event', 2, 'keyup', name]]);
  });
}

test('keys that compose a character are not reported', () => {
  const page = field('input', {}, ['keydown']);
  page.user(page.find('input'), 'keydown', { key: 'Enter', isComposing: true });
  assert.deepEqual(page.take(), []);
});

test('the value of a text field, a check box, a radio button and a select', () => {
  const cases = [
    ['input', { value: 'a' }, (input) => (input.value = 'ab'), 'ab'],
    ['textarea', {}, (input) => (input.value = 'a\nb'), 'a\nb'],
    ['input', { type: 'number' }, (input) => (input.value = 4), '4'],
    ['input', { type: 'checkbox' }, (input) => (input.checked = true), true],
    ['input', { type: 'checkbox', checked: '' }, (input) => (input.checked = false), false],
    ['input', { type: 'radio', value: 'x' }, (input) => (input.checked = true), true],
  ];
  for (const [tag, attributes, change, value] of cases) {
    const page = field(tag, attributes);
    change(page.find(tag));
    page.user(page.find(tag), 'input');
    page.user(page.find(tag), 'change');
    assert.deepEqual(page.take(), [['event', 2, 'input', value], ['event', 2, 'change', value]]);
  }
});

test('a toggle says whether its element is open', () => {
  const page = field('details', {}, ['toggle']);
  for (const open of [true, false]) {
    page.find('details').open = open;
    page.user(page.find('details'), 'toggle');
  }
  assert.deepEqual(page.take().map(([, , , value]) => value), [true, false]);
});

// MARK: Fields

test('the value of native code replaces what the user has typed', () => {
  const page = field('input', { value: 'a' });
  const input = page.find('input');
  assert.equal(input.value, 'a');
  assert.equal(input.getAttribute('value'), null);
  input.value = 'typed';
  page.patch(['attribute', 2, 'value', 'b']);
  assert.equal(input.value, 'b');
  page.patch(['attribute', 2, 'value', null]);
  assert.equal(input.value, '');
});

test('a tree sets the value again, even if it has not changed', () => {
  const tree = { id: 1, tag: 'input', attributes: { value: 'a' } };
  const page = shown(tree);
  page.find('input').value = 'typed';
  page.tree(tree);
  assert.equal(page.find('input').value, 'a');
  page.find('input').value = 'typed';
  page.tree({ id: 1, tag: 'input' });
  assert.equal(page.find('input').value, '');
});

test('a new value keeps the selection of the focused field, and the same value keeps every selection', () => {
  const page = field('input', { value: 'abcdef' });
  const input = page.find('input');
  const selection = () => [input.selectionStart, input.selectionEnd, input.selectionDirection];
  input.setSelectionRange(1, 3, 'backward');
  page.patch(['attribute', 2, 'value', 'abcdef']);
  assert.deepEqual(selection(), [1, 3, 'backward']);
  page.patch(['attribute', 2, 'value', 'abcdefg']);
  assert.deepEqual(selection(), [7, 7, 'none']);
  input.focus();
  input.setSelectionRange(1, 3, 'backward');
  page.patch(['attribute', 2, 'value', 'ABCDEF']);
  assert.deepEqual(selection(), [1, 3, 'backward']);
});

test('a focused field without a selection takes a value', () => {
  const page = field('input', { type: 'number', value: '1' });
  const input = page.find('input');
  input.setSelectionRange = () => assert.fail('InvalidStateError');
  input.focus();
  page.patch(['attribute', 2, 'value', '2']);
  assert.equal(input.value, '2');
});

test('`value` of other elements is an attribute', () => {
  const page = shown({ id: 1, tag: 'li', attributes: { value: '3' } });
  assert.equal(page.find('li').getAttribute('value'), '3');
});

test('the value is set after the limits of a range, and after the options of a select', () => {
  const range = field('input', { value: '400', type: 'range', max: '500' }).find('input');
  assert.equal(range.value, '400');
  const options = ['a', 'b'].map((value, index) => ({ id: 5 + index, tag: 'option', attributes: { value } }));
  const page = field('select', { value: 'b' }, ['change'], options);
  assert.equal(page.find('select').value, 'b');
  page.patch(['attribute', 2, 'value', 'a']);
  assert.equal(page.find('select').value, 'a');
  page.user(page.find('select'), 'change');
  assert.deepEqual(page.take(), [['event', 2, 'change', 'a']]);
});

test('`checked` and `selected` are set as properties, because attributes are only initial values', () => {
  const page = field('input', { type: 'checkbox', checked: '' });
  const input = page.find('input');
  assert.equal(input.checked, true);
  input.checked = false;
  page.patch(['attribute', 2, 'checked', '']);
  assert.equal(input.checked, true);
  page.patch(['attribute', 2, 'checked', null]);
  assert.equal(input.checked, false);
  const other = field('option', { selected: '' });
  assert.equal(other.find('option').selected, true);
  assert.equal(other.find('option').hasAttribute('selected'), false);
});

test('a text is at most 32,768 code units long, whatever native code sets', () => {
  for (const tag of ['input', 'textarea']) {
    const page = field(tag, {});
    const input = page.find(tag);
    assert.equal(input.maxLength, 32768);
    for (const [value, length] of [['10', 10], ['99999', 32768], [null, 32768], ['x', 0], ['0', 0]]) {
      page.patch(['attribute', 2, 'maxlength', value]);
      assert.equal(input.maxLength, length);
    }
    page.tree({ id: 1, tag: 'div', children: [{ id: 2, tag }] });
    assert.equal(input.maxLength, 32768);
  }
  assert.equal('maxLength' in field('p', { maxlength: '3' }).find('p'), false);
});

// MARK: Releases outside

/** A page with a button between 0 and 100, whose press must know of releases outside of it. */
function pressable() {
  const page = shown({ id: 1, tag: 'div', events: ['pointerup'], children: [
    { id: 2, tag: 'button', events: ['pointerupoutside'], children: [{ id: 3, tag: 'span' }] }, { id: 4, tag: 'p' }] });
  setBox(page.find('button'), 0, 0, 100, 100);
  setBox(page.find('span'), 10, 10, 20, 20);
  setBox(page.find('p'), 100, 0, 100, 100);
  return page;
}
const point = (x, more) => ({ clientX: x, clientY: 15, ...more });

test('a release outside of the pressed node is reported instead of the release', () => {
  const page = pressable();
  page.user(page.find('span'), 'pointerdown', point(15));
  // Touches release on the element where they began, so the position counts.
  page.user(page.find('span'), 'pointerup', point(150));
  assert.deepEqual(page.take(), [['event', 2, 'pointerupoutside', null]]);
});

test('a release on the pressed node, on another pointer, or after a cancellation is not outside', () => {
  const page = pressable();
  page.user(page.find('span'), 'pointerdown', point(15));
  page.user(page.find('span'), 'pointerup', point(15));
  page.user(page.find('p'), 'pointerup', point(150));
  page.user(page.find('span'), 'pointerdown', point(15));
  page.user(page.find('p'), 'pointerup', point(150, { pointerId: 2 }));
  page.user(page.find('span'), 'pointercancel', point(15));
  page.user(page.find('p'), 'pointerup', point(150));
  assert.deepEqual(page.take().filter(([, , type]) => type !== 'pointerup'), []);
});

test('a pointer that moves without a button has been released over an iframe', () => {
  const page = pressable();
  page.user(page.find('span'), 'pointerdown', point(15));
  page.user(page.find('span'), 'pointermove', point(150, { buttons: 1 }));
  assert.deepEqual(page.take(), []);
  page.user(page.find('span'), 'pointermove', point(15));
  page.user(page.find('span'), 'pointermove', point(150));
  assert.deepEqual(page.take(), [['event', 2, 'pointerupoutside', null]]);
});

test('a node that was removed while it was pressed is not reported', () => {
  const page = pressable();
  page.user(page.find('span'), 'pointerdown', point(15));
  page.patch(['remove', 2]);
  page.user(page.find('p'), 'pointerup', point(150));
  assert.deepEqual(page.take().map(([, , type]) => type), ['pointerup']);
});
