// The shell's tree: complete trees, patches, and what both keep (public/shell/tree.js).
import assert from 'node:assert/strict';
import test from 'node:test';
import { ShellPage } from '../Support/ShellPage.mjs';

/** A node. The first element of `rest` may be an object with other properties; the others are children. */
const node = (id, tag, ...rest) => {
  const more = rest[0] && !Array.isArray(rest[0]) && !rest[0].tag ? rest.shift() : {};
  return { id, tag, ...more, ...(rest.length && { children: rest }) };
};

/** A page that shows this tree: a list with three items. */
function listed(options) {
  const page = new ShellPage(options);
  page.tree(node(1, 'ul', node(2, 'li', { text: 'two' }), node(3, 'li', { text: 'three' }), node(4, 'li', { text: 'four' })));
  return page;
}

test('a tree becomes elements with classes, attributes, styles and texts', () => {
  const page = new ShellPage();
  page.tree(node(1, 'div', { class: 'shell wide', attributes: { role: 'main', 'data-place': 'top' },
    style: { '--p': '1', color: 'red' } },
    node(2, 'p', { text: '<b>5 & 6</b>' }), node(3, 'span')));
  const [div] = page.root.children;
  assert.equal(page.shape, 'div(p"<b>5 & 6</b>" span)');
  assert.equal(div.getAttribute('class'), 'shell wide');
  assert.equal(div.getAttribute('role'), 'main');
  assert.equal(div.dataset.place, 'top');
  assert.deepEqual(div.style.all, { '--p': '1', color: 'red' });
});

test('pictures are in the namespace of SVG, other elements are not', () => {
  const page = new ShellPage();
  const shapes = ['svg', 'g', 'path', 'circle', 'rect', 'line', 'polyline', 'polygon', 'ellipse'];
  page.tree(node(1, 'div', ...shapes.map((tag, index) => node(index + 2, tag)), node(20, 'p')));
  const spaces = page.root.children[0].children.map(({ namespace }) => namespace);
  assert.deepEqual(spaces, [...shapes.map(() => 'http://www.w3.org/2000/svg'), undefined]);
});

test('a second tree keeps the elements with the same id and tag', () => {
  const page = listed();
  const [ul] = page.root.children;
  const [two, three, four] = ul.children;
  page.tree(node(1, 'ul', { class: 'new' }, node(4, 'li', { text: 'four' }), node(2, 'b', { text: 'two' }),
    node(5, 'li', { text: 'five' })));
  assert.equal(page.shape, 'ul(li"four" b"two" li"five")');
  assert.equal(page.root.children[0], ul);
  assert.equal(ul.children[0], four);
  assert.notEqual(ul.children[1], two);
  assert.equal(two.isConnected || three.isConnected, false);
  assert.equal(ul.getAttribute('class'), 'new');
});

test('a second tree removes the classes, attributes, styles, events and texts that it does not have', () => {
  const page = new ShellPage();
  page.tree(node(1, 'p', { class: 'a', attributes: { title: 't', role: 'note' }, style: { color: 'red', '--x': '1' },
    events: ['click'], text: 'text' }));
  const [p] = page.root.children;
  page.tree(node(1, 'p', { attributes: { role: 'note' }, style: { color: 'red' } }));
  assert.equal(page.root.children[0], p);
  assert.deepEqual(p.attributeNames, ['role']);
  assert.deepEqual(p.style.all, { color: 'red' });
  assert.equal(p.textContent, '');
  page.user(p, 'click');
  assert.deepEqual(page.take(), []);
});

test('attributes that other scripts have set remain', () => {
  const page = new ShellPage();
  page.tree(node(1, 'p', { attributes: { title: 't' } }));
  const [p] = page.root.children;
  p.dataset.dragged = '';
  p.style.setProperty('--drag-x', '4px');
  page.tree(node(1, 'p'));
  assert.deepEqual(p.attributeNames, ['data-dragged']);
  assert.deepEqual(p.style.all, { '--drag-x': '4px' });
});

test('another root replaces the former one, whose nodes are then unknown', () => {
  const page = listed();
  page.tree(node(9, 'main', { text: 'other' }));
  assert.equal(page.shape, 'main"other"');
  page.patch(['text', 2, 'x']);
  assert.deepEqual(page.take(), [['lost']]);
});

test('a node that returns in a later tree is a new element', () => {
  const page = listed();
  const [two] = page.root.children[0].children;
  page.tree(node(1, 'ul'));
  page.tree(node(1, 'ul', node(2, 'li', { text: 'two' })));
  assert.notEqual(page.root.children[0].children[0], two);
});

test('elements that other scripts have added to the body are removed by a tree', () => {
  const page = listed();
  page.add(['div', 'foreign']);
  page.tree(node(1, 'ul'));
  assert.equal(page.shape, 'ul');
});

test('children take the place of a text, and a text that of children', () => {
  const page = new ShellPage();
  page.tree(node(1, 'p', { text: 'text' }));
  page.tree(node(1, 'p', node(2, 'b')));
  assert.equal(page.shape, 'p(b)');
  page.tree(node(1, 'p', { text: 'again' }));
  assert.equal(page.shape, 'p"again"');
  page.patch(['insert', 1, null, node(3, 'i')], ['text', 1, 'last']);
  assert.equal(page.shape, 'p"last"');
});

// MARK: Patches

for (const [name, patches, shape] of [
  ['inserts at the end', [['insert', 1, null, node(5, 'b')]], 'ul(li"two" li"three" li"four" b)'],
  ['inserts before a node', [['insert', 1, 3, node(5, 'b', node(6, 'i'))]], 'ul(li"two" b(i) li"three" li"four")'],
  ['moves to the end', [['move', 1, null, 2]], 'ul(li"three" li"four" li"two")'],
  ['moves before a node', [['move', 1, 2, 4]], 'ul(li"four" li"two" li"three")'],
  ['moves to another parent', [['insert', 1, null, node(5, 'ol')], ['move', 5, null, 3]], 'ul(li"two" li"four" ol(li"three"))'],
  ['removes', [['remove', 3]], 'ul(li"two" li"four")'],
  ['removes and inserts the same id', [['remove', 3], ['insert', 1, 2, node(3, 'b')]], 'ul(b li"two" li"four")'],
  ['replaces a text', [['text', 3, 'drei']], 'ul(li"two" li"drei" li"four")'],
  ['removes a text', [['text', 3, '']], 'ul(li"two" li li"four")'],
  ['adds a text', [['text', 3, ''], ['text', 3, 'new']], 'ul(li"two" li"new" li"four")'],
  ['replaces everything', [['root', node(7, 'p', { text: 'x' })]], 'p"x"'],
  ['does nothing', [], 'ul(li"two" li"three" li"four")'],
]) {
  test(`a patch ${name}`, () => {
    const page = listed();
    page.patch(...patches);
    assert.equal(page.shape, shape);
    assert.deepEqual(page.take(), []);
  });
}

test('patches change attributes, styles, classes and events', () => {
  const page = listed();
  const two = page.root.children[0].children[0];
  page.patch(['attribute', 2, 'role', 'tab'], ['style', 2, '--p', '0.5'], ['class', 2, 'on'], ['events', 2, ['click']]);
  assert.equal(two.getAttribute('role'), 'tab');
  assert.equal(two.style.getPropertyValue('--p'), '0.5');
  assert.equal(two.getAttribute('class'), 'on');
  page.user(two, 'click');
  assert.deepEqual(page.take(), [['event', 2, 'click', null]]);
  page.patch(['attribute', 2, 'role', null], ['style', 2, '--p', null], ['class', 2, ''], ['events', 2, []]);
  assert.deepEqual(two.attributeNames, []);
  assert.deepEqual(two.style.all, {});
  page.user(two, 'click');
  assert.deepEqual(page.take(), []);
});

test('a later tree removes the attributes and styles of patches', () => {
  const page = new ShellPage();
  page.tree(node(1, 'p'));
  page.patch(['attribute', 1, 'title', 'x'], ['style', 1, 'color', 'red']);
  page.tree(node(1, 'p'));
  const [p] = page.root.children;
  assert.deepEqual([p.attributeNames, p.style.all], [[], {}]);
});

for (const [name, patch] of [
  ['text of an unknown node', ['text', 99, 'x']],
  ['insertion into an unknown node', ['insert', 99, null, node(5, 'b')]],
  ['insertion before an unknown node', ['insert', 1, 99, node(5, 'b')]],
  ['move of an unknown node', ['move', 1, null, 99]],
  ['removal of an unknown node', ['remove', 99]],
  ['attribute of an unknown node', ['attribute', 99, 'a', 'b']],
  ['style of an unknown node', ['style', 99, 'a', 'b']],
  ['class of an unknown node', ['class', 99, 'a']],
  ['events of an unknown node', ['events', 99, []]],
  ['unknown patch', ['paint', 1]],
  ['name of a property of objects', ['toString', 1]],
]) {
  test(`the tree is lost: ${name}`, () => {
    const page = listed();
    page.patch(patch);
    assert.deepEqual(page.take(), [['lost']]);
    assert.equal(page.errors.length, 1);
    // A new tree makes it right again.
    page.tree(node(1, 'ul', node(2, 'li', { text: 'b' })));
    page.patch(['text', 2, 'c']);
    assert.equal(page.shape, 'ul(li"c")');
    assert.deepEqual(page.take(), []);
  });
}

test('descendants of a removed node are unknown', () => {
  const page = new ShellPage();
  page.tree(node(1, 'div', node(2, 'p', node(3, 'b', node(4, 'i')))));
  page.patch(['remove', 2]);
  for (const id of [2, 3, 4]) page.patch(['text', id, 'x']);
  assert.deepEqual(page.take(), [['lost'], ['lost'], ['lost']]);
});

test('the removal of an element that another one has replaced keeps the record of the new one', () => {
  const page = new ShellPage();
  page.tree(node(1, 'div', node(2, 'p', node(3, 'b'))));
  // The node 3 moves to another parent as another element, before its former parent is removed.
  page.patch(['insert', 1, null, node(3, 'i')], ['remove', 2], ['text', 3, 'new']);
  assert.equal(page.shape, 'div(i"new")');
  assert.deepEqual(page.take(), []);
});

// MARK: What changes keep

test('a text changes only where it differs, so a selection elsewhere stays', () => {
  const page = new ShellPage();
  page.tree(node(1, 'p', { text: 'one two three' }));
  const [text] = page.root.children[0].childNodes;
  const { selection } = page.document;
  selection.setBaseAndExtent(text, 0, text, 3);
  page.patch(['text', 1, 'one 2 three']);
  assert.equal(text.data, 'one 2 three');
  assert.equal(page.root.children[0].childNodes[0], text);
  assert.deepEqual([selection.anchorNode, selection.anchorOffset, selection.focusOffset], [text, 0, 3]);
  selection.setBaseAndExtent(text, 6, text, 11);
  page.patch(['text', 1, 'one twenty three']);
  assert.deepEqual([selection.anchorOffset, selection.focusOffset], [11, 16]);
});

for (const [from, to] of [['aa', 'aaa'], ['aaa', 'aa'], ['abab', 'ab'], ['a', 'a'], ['abc', 'xyz'], ['', 'x'], ['x', '']]) {
  test(`a text changes from '${from}' to '${to}'`, () => {
    const page = new ShellPage();
    page.tree(node(1, 'p', { text: from }));
    page.patch(['text', 1, to]);
    assert.equal(page.root.children[0].textContent, to);
  });
}

for (const hasMoveBefore of [true, false]) {
  const name = hasMoveBefore ? 'with moveBefore' : 'without moveBefore';
  const moving = () => new ShellPage({ hasMoveBefore });
  const field = (id, text) => node(id, 'input', { attributes: { type: 'text', value: text } });

  test(`a moved field keeps focus and selection, ${name}`, () => {
    const page = moving();
    page.tree(node(1, 'div', field(2, 'abc'), node(3, 'p'), node(4, 'p')));
    const input = page.find('input');
    input.focus();
    input.setSelectionRange(1, 2, 'backward');
    // Browsers may lose the selection of a field that is moved without `moveBefore`.
    const { remove } = input;
    input.remove = function () {
      remove.call(this);
      this.setSelectionRange(0, 0);
    };
    page.patch(['move', 1, null, 2]);
    assert.equal(page.document.moves, hasMoveBefore ? 1 : 0);
    assert.equal(page.document.activeElement, input);
    assert.deepEqual([input.selectionStart, input.selectionEnd, input.selectionDirection], [1, 2, 'backward']);
    assert.deepEqual(page.take(), []);
  });

  test(`a moved selection is restored, ${name}`, () => {
    const page = moving();
    page.tree(node(1, 'div', node(2, 'p', { text: 'selected' }), node(3, 'p')));
    const [text] = page.find('p').childNodes;
    page.document.selection.setBaseAndExtent(text, 7, text, 8);
    page.patch(['move', 1, null, 2], ['text', 2, 'select']);
    const { selection } = page.document;
    assert.deepEqual([selection.anchorNode, selection.anchorOffset, selection.focusNode, selection.focusOffset],
      [text, 6, text, 6]);
  });
}

test('without moveBefore, moves keep the scroll positions', () => {
  const page = new ShellPage({ hasMoveBefore: false });
  page.tree(node(1, 'div', node(2, 'section', node(3, 'div')), node(4, 'p')));
  const [inner] = page.find('section').children;
  Object.assign(inner, { scrollTop: 70, scrollLeft: 7 });
  page.patch(['move', 1, null, 2]);
  assert.equal(page.shape, 'div(p section(div))');
  assert.deepEqual([inner.scrollTop, inner.scrollLeft], [70, 7]);
  // The page's style may make scrolling smooth.
  assert.equal(inner.scrolls[0].behavior, 'instant');
});

test('an element that stays in its place is not moved, so its iframe does not load again', () => {
  const page = new ShellPage();
  const iframe = (id) => node(id, 'iframe', { attributes: { src: `/${id}` } });
  page.tree(node(1, 'div', iframe(2), iframe(3), iframe(4)));
  page.tree(node(1, 'div', iframe(2), iframe(3), iframe(4), iframe(5)));
  page.patch(['move', 1, 3, 2], ['move', 1, null, 5]);
  assert.deepEqual(page.root.querySelectorAll('iframe').map(({ loads }) => loads), [1, 1, 1, 1]);
  assert.equal(page.document.moves, 0);
  page.tree(node(1, 'div', iframe(4), iframe(2), iframe(3), iframe(5)));
  assert.deepEqual(page.root.querySelectorAll('iframe').map(({ loads }) => loads), [1, 1, 1, 1]);
  assert.ok(page.document.moves > 0);
});

test('the address of an iframe is set only if it differs, because the iframe would load again', () => {
  const page = new ShellPage();
  page.tree(node(1, 'iframe', { attributes: { src: '/a' } }));
  const iframe = page.find('iframe');
  const written = [];
  const { setAttribute } = iframe;
  iframe.setAttribute = function (name, value) {
    written.push([name, value]);
    setAttribute.call(this, name, value);
  };
  page.tree(node(1, 'iframe', { attributes: { src: '/a', title: 'A' } }));
  assert.deepEqual(written, [['title', 'A']]);
});

test('patches and trees report no events, such as the blur of a removed field', () => {
  const page = new ShellPage();
  const field = node(2, 'input', { events: ['blur', 'focus'] });
  page.tree(node(1, 'div', field));
  page.find('input').focus();
  assert.deepEqual(page.take(), [['event', 2, 'focus', null]]);
  page.patch(['remove', 2]);
  assert.deepEqual(page.take(), []);
  page.patch(['insert', 1, null, field]);
  page.find('input').focus();
  page.take();
  page.tree(node(1, 'div'));
  assert.deepEqual(page.take(), []);
  // Later events are reported again, also after a failed patch.
  page.patch(['insert', 1, null, field], ['text', 99, '']);
  page.take();
  page.find('input').focus();
  assert.deepEqual(page.take(), [['event', 2, 'focus', null]]);
});
