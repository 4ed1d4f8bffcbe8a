// The bars of the shell: their geometry and scrolling (public/shell/bars.js).
import assert from 'node:assert/strict';
import test from 'node:test';
import { setBox } from '../Support/Dom/document.mjs';
import { ShellPage } from '../Support/ShellPage.mjs';
import { barNode, layOut, measured } from '../Support/bars.mjs';

const geometry = (page) => page.take().filter(([kind]) => kind === 'geometry');

test('a bar without a size is not measured; one that gets a size is', () => {
  const page = new ShellPage();
  page.tree({ id: 100, tag: 'div', children: [barNode()] });
  assert.deepEqual(geometry(page), []);
  layOut(page);
  page.patch(['attribute', 3, 'data-generation', '7']);
  assert.deepEqual(geometry(page), [['geometry', 'b', {
    buttons: [[0, 2, 100, 36], [100, 2, 100, 36], [200, 2, 100, 36]], guide: [200, 40], content: [300, 40],
      direction: 'ltr', generation: 7,
  }]]);
});

test('the observer measures a bar whose size has changed, and reports each geometry once', () => {
  const page = measured();
  assert.equal(geometry(page).length, 1);
  page.resize(page.find('.row'));
  page.resize(page.scroller);
  assert.deepEqual(geometry(page), []);
  setBox(page.find('[data-index="1"]'), 100, 2, 120.456, 36);
  page.resize(page.find('[data-index="1"]'));
  assert.deepEqual(geometry(page).map(([, , { buttons }]) => buttons[1]), [[100, 2, 120.46, 36]]);
});

test('a bar that was removed is not measured', () => {
  const page = measured();
  page.take();
  const row = page.find('.row');
  page.patch(['remove', 1]);
  setBox(row, 0, 0, 400, 40);
  page.resize(row);
  assert.deepEqual(geometry(page), []);
});

test('removed tabs are observed no more, and new ones are', () => {
  const page = measured();
  const [old] = page.root.querySelectorAll('.tab');
  const observer = page.resizeObservers.find(({ observed }) => observed.has(old));
  page.patch(['remove', 13], ['insert', 3, null, { ...barNode().children[0].children[0].children[0], id: 20 }],
    ['attribute', 3, 'data-generation', '2']);
  assert.equal(observer.observed.has(old), false);
  assert.equal(observer.observed.has(page.root.querySelectorAll('.tab').at(-1)), true);
  assert.equal(observer.observed.has(page.find('.row')), true);
});

test('positions are relative to the row, and do not contain the scale of an animation', () => {
  const page = measured({}, { left: -50, scale: 0.5 });
  const [[, , { buttons, content }]] = geometry(page);
  assert.deepEqual(buttons, [[0, 2, 100, 36], [100, 2, 100, 36], [200, 2, 100, 36]]);
  assert.deepEqual(content, [300, 40]);
});

test('a changed direction and a new set of buttons are reported after patches', () => {
  const page = measured();
  page.take();
  page.patch();
  assert.deepEqual(geometry(page), []);
  page.patch(['attribute', 2, 'dir', 'rtl']);
  assert.deepEqual(geometry(page).map(([, , { direction }]) => direction), ['rtl']);
  page.patch(['attribute', 3, 'data-generation', '2']);
  assert.deepEqual(geometry(page).map(([, , { generation }]) => generation), [2]);
});

test('a complete tree reports all geometries again, because a restarted server has lost them', () => {
  const page = measured();
  const first = geometry(page);
  page.tree({ id: 100, tag: 'div', children: [barNode()] });
  assert.deepEqual(geometry(page), first);
});

test('views that are placed by constraints are measured, without the sizes that Swift has set', () => {
  const page = measured();
  page.take();
  page.patch(['insert', 11, null,
    { id: 30, tag: 'span', attributes: { 'data-size': '4', 'data-content': '5' }, style: { width: '80px' } }],
    ['insert', 11, null, { id: 31, tag: 'svg', attributes: { 'data-content': '6' }, style: { width: '24px' } }]);
  const label = page.find('span');
  setBox(label, 0, 0, 33.333, 20);
  setBox(page.find('svg'), 0, 0, 16, 16);
  page.take();
  // The content of a label has its natural width; a picture has none of its own, and keeps the one of its style sheet.
  const widths = [];
  const { styleOf } = page;
  page.styleOf = function (element) {
    if (element.dataset.content) widths.push([element.localName, element.style.width, element.style.position,
      element.style.transition]);
    const style = styleOf.call(this, element);
    return element.style.width === 'max-content' ? { ...style, width: '61.5px', height: '20px' } : style;
  };
  page.patch();
  const [[, , { sizes, contents }]] = geometry(page);
  assert.deepEqual(sizes, [[4, 80, 20]]);
  assert.deepEqual(contents, [[5, 61.5, 20], [6, 16, 16]]);
  assert.deepEqual(widths.slice(0, 3),
    [['span', '80px', '', ''], ['span', 'max-content', 'absolute', 'none'], ['svg', '', 'absolute', 'none']]);
  // The styles are those of before.
  assert.deepEqual([label.style.all, page.find('svg').style.all], [{ width: '80px' }, { width: '24px' }]);
});

test('views with constraints are measured after every batch, and reported only after a change', () => {
  const page = measured();
  page.patch(['insert', 11, null, { id: 30, tag: 'span', attributes: { 'data-size': '4' } }]);
  page.take();
  page.patch(['text', 30, 'more']);
  assert.deepEqual(geometry(page), []);
  setBox(page.find('span'), 0, 0, 50, 20);
  page.patch(['text', 30, 'even more']);
  assert.deepEqual(geometry(page)[0][2].sizes, [[4, 50, 20]]);
});

test('a size that is no number counts as 0', () => {
  const page = measured();
  page.patch(['insert', 11, null, { id: 30, tag: 'span', attributes: { 'data-size': '4' } }]);
  page.take();
  page.styleOf = () => ({ direction: 'ltr', width: 'auto', height: 'auto' });
  setBox(page.find('.row'), 0, 0, 301, 40);
  page.patch();
  assert.deepEqual(geometry(page)[0][2].sizes, [[4, 0, 0]]);
});

// MARK: Scrolling

test('a bar scrolls once to each position of native code, the first time without an animation', () => {
  const page = measured();
  page.patch(['attribute', 2, 'data-scroll', '60'], ['attribute', 2, 'data-scroll-time', '0.3']);
  assert.deepEqual(page.scroller.scrolls, [{ left: 60, behavior: 'auto' }]);
  // The user scrolls away.
  page.scroller.scrollLeft = 10;
  page.patch();
  assert.equal(page.scroller.scrolls.length, 1);
  setBox(page.find('.row'), -10, 0, 300, 40);
  page.patch(['attribute', 2, 'data-scroll', '80']);
  assert.deepEqual(page.scroller.scrolls[1], { left: 80, behavior: 'smooth' });
});

test('a bar scrolls without an animation if native code wants none, or the user wants none', () => {
  for (const [time, isStill] of [[null, false], ['0.3', true]]) {
    const page = measured({ scroll: '0' });
    page.isStill = isStill;
    page.patch(['attribute', 2, 'data-scroll', '50'], ['attribute', 2, 'data-scroll-time', time]);
    assert.deepEqual(page.scroller.scrolls, [{ left: 50, behavior: 'auto' }]);
  }
});

test('a distance below a pixel is not scrolled', () => {
  const page = measured();
  page.patch(['attribute', 2, 'data-scroll', '0.5']);
  assert.deepEqual(page.scroller.scrolls, []);
});

test('an end of a scroller fades only if content is hidden there', () => {
  const fades = (page) => ['left', 'right'].map((side) => page.scroller.style.getPropertyValue(`--fade-${side}`)).join('');
  for (const [dir, places] of [[undefined, { 0: '01', 50: '11', 100: '10' }],
    ['rtl', { 0: '10', '-50': '11', '-100': '01' }]]) {
    const page = measured({ fading: true, dir });
    page.scroller.scrollWidth = 300;
    for (const [place, expected] of Object.entries(places)) {
      page.scroller.scrollLeft = Number(place);
      page.user(page.scroller, 'scroll');
      assert.equal(fades(page), expected, `at ${place}`);
    }
    page.scroller.scrollWidth = 200;
    page.scroller.scrollLeft = 0;
    page.patch();
    assert.equal(fades(page), '00');
  }
  const other = measured();
  other.scroller.scrollWidth = 300;
  other.user(other.scroller, 'scroll');
  assert.deepEqual(other.scroller.style.all, {});
});
