// The bars of the shell: their geometry, scrolling, the indicator, keys and swipes (public/shell/bars.js).
import assert from 'node:assert/strict';
import test from 'node:test';
import { setBox } from '../Support/Dom/document.mjs';
import { ShellPage } from '../Support/ShellPage.mjs';

const attributes = (given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

/** The node of a bar named `b`, with an id per part. Tabs are listed in reverse, because only `data-index` counts. */
const barNode = ({ tabs = 3, generation = '1', scroll, scrollTime, focus, dir, name = 'b', scrollMode, fading,
  first = 1 } = {}) => ({
  id: first, tag: 'nav', class: 'bar', attributes: { 'data-bar': name }, children: [{
    id: first + 1, tag: 'div', class: `scroller${fading ? ' fading' : ''}`,
    attributes: attributes({ 'data-scroll': scroll, 'data-scroll-time': scrollTime, 'data-scroll-mode': scrollMode,
      dir }), children: [{
      id: first + 2, tag: 'div', class: 'row',
        attributes: attributes({ role: 'tablist', 'data-generation': generation }), children: [
        ...Array.from({ length: tabs }, (_, index) => tabs - 1 - index).map((index) => ({
          id: first + 10 + index, tag: 'button', class: 'tab',
            attributes: { role: 'tab', 'data-index': `${index}`, 'aria-selected': `${index === 0}`,
            tabindex: index ? '-1' : '0' },
        })),
        { id: first + 3, tag: 'div', class: 'indicator', attributes: attributes({ 'data-focus': focus }) },
      ],
    }],
  }],
});

/** Lays out a bar at the left edge `left`: tabs of 100 × 40 px beside each other, and a visible part of 200 px. */
function layOut(page, { left = 0, width, visible = 200, scale = 1 } = {}) {
  const tabs = page.root.querySelectorAll('.tab');
  setBox(page.find('.scroller'), 0, 0, visible, 40);
  setBox(page.find('.row'), left, 0, width ?? tabs.length * 100 * scale, 40 * scale);
  page.find('.row').layoutWidth = tabs.length * 100;
  for (const tab of tabs) setBox(tab, left + Number(tab.dataset.index) * 100 * scale, 2 * scale, 100 * scale, 36 * scale);
}

/** A page with a bar that was measured once. */
function measured(options, layout, pageOptions) {
  const page = new ShellPage(pageOptions);
  page.tree({ id: 100, tag: 'div', children: [barNode(options)] });
  layOut(page, layout);
  page.patch();
  page.bar = page.find('.bar');
  page.scroller = page.find('.scroller');
  return page;
}
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

// MARK: The indicator while pages are dragged

/** A page with a pager of the name of the bar, whose indicator has places for -1, 0, 1, 2 and 3. */
function withPager(options) {
  const page = new ShellPage();
  page.tree({ id: 100, tag: 'div', children: [
    { id: 101, tag: 'div', attributes: { 'data-pager': 'b', 'data-page': '0', 'data-turn': '0' } },
    barNode({ focus: '-20 10,0 100,100 50,200 100,320 10', ...options })] });
  layOut(page);
  page.patch();
  page.pager = page.find('[data-pager]');
  page.scroller = page.find('.scroller');
  setBox(page.pager, 0, 0, 400, 300);
  page.dragTo = (position) => {
    page.pager.scrollLeft = position * 400;
    page.user(page.pager, 'scroll');
  };
  page.indicator = page.find('.indicator');
  page.place = () => ['x', 'w'].map((name) => page.indicator.style.getPropertyValue(`--drag-${name}`)).join(' ');
  return page;
}

test('the indicator follows the pages between the places that native code has computed', () => {
  const page = withPager();
  for (const [position, place] of [[0, '0px 100px'], [0.5, '50px 75px'], [1, '100px 50px'], [1.25, '125px 62.5px'],
    [2, '200px 100px'], [2.5, '260px 55px'], [9, '320px 10px']]) {
    page.dragTo(position);
    assert.equal(page.place(), place, `at ${position}`);
  }
  assert.equal(page.indicator.dataset.dragged, '');
});

test('the indicator returns to the place of native code at the update after the pages have stopped', () => {
  const page = withPager();
  page.dragTo(0.9);
  page.patch();
  assert.notEqual(page.place(), ' ');
  page.user(page.pager, 'scrollend');
  assert.notEqual(page.place(), ' ');
  page.patch();
  assert.equal(page.place(), ' ');
  assert.equal('dragged' in page.indicator.dataset, false);
});

test('pages that move again before the update keep the indicator', () => {
  const page = withPager();
  page.dragTo(0.9);
  page.user(page.pager, 'scrollend');
  page.dragTo(0.5);
  page.patch();
  assert.equal(page.place(), '50px 75px');
});

test('the indicator of dragged pages follows a new layout', () => {
  const page = withPager();
  page.dragTo(1);
  page.patch(['attribute', 4, 'data-focus', '-20 10,0 120,120 60,240 100,320 10']);
  assert.equal(page.place(), '120px 60px');
});

test('an indicator with fewer than three places does not move', () => {
  for (const focus of [undefined, '0 10', '0 10,20 10']) {
    const page = withPager({ focus });
    page.dragTo(0.5);
    assert.equal(page.place(), ' ');
  }
});

test('a bar that native code scrolls follows dragged pages, any other does not', () => {
  const page = withPager({ scroll: '0' });
  page.dragTo(1);
  // The middle of the indicator is at 125, and that of the visible part at 100.
  assert.deepEqual(page.scroller.scrolls, [{ left: 25, behavior: 'auto' }]);
  const other = withPager();
  other.dragTo(1);
  assert.deepEqual(other.scroller.scrolls, []);
});

test('all bars of a pager follow, and no others', () => {
  const page = withPager();
  const focus = '-20 10,0 100,100 50,200 100,320 10';
  page.patch(['insert', 100, null, barNode({ name: 'b.1', first: 200, focus })],
    ['insert', 100, null, barNode({ name: 'bb', first: 300, focus })]);
  page.dragTo(1);
  assert.deepEqual(page.root.querySelectorAll('.indicator').map(({ style }) => style.getPropertyValue('--drag-x')),
    ['100px', '100px', '']);
  page.user(page.pager, 'scrollend');
  page.patch();
  assert.deepEqual(page.root.querySelectorAll('.indicator').map(({ style }) => style.getPropertyValue('--drag-x')),
    ['', '', '']);
});

// MARK: Keys, focus and swipes

const focused = (page) => page.document.activeElement.dataset.index;
const stops = (page) => page.root.querySelectorAll('.tab').filter((tab) => tab.tabIndex === 0).map((tab) => tab.dataset.index);

test('arrow keys, Home and End move the focus within the tabs', () => {
  // The order of the document counts for keys, so it is that of the indexes here.
  for (const [dir, forward, back] of [[undefined, 'ArrowRight', 'ArrowLeft'], ['rtl', 'ArrowLeft', 'ArrowRight']]) {
    const page = measured({ dir });
    page.patch(['move', 3, null, 11], ['move', 3, null, 12], ['move', 3, null, 13]);
    page.find('[data-index="0"]').focus();
    for (const [key, index] of [[forward, '1'], [forward, '2'], [forward, '0'], [back, '2'], ['Home', '0'],
      ['End', '2'], [back, '1']]) {
      const event = page.user(page.document.activeElement, 'keydown', { key });
      assert.equal(event.defaultPrevented, true);
      assert.equal(focused(page), index, `after ${key}`);
      assert.deepEqual(stops(page), [index]);
      assert.deepEqual(page.document.activeElement.focusOptions, { preventScroll: true });
    }
  }
});

test('other keys, keys with modifiers, and keys elsewhere do nothing', () => {
  const page = measured();
  page.add(['input', {}]);
  const tab = page.find('[data-index="0"]');
  tab.focus();
  for (const init of [{ key: 'a' }, { key: 'toString' }, { key: 'Home', ctrlKey: true }, { key: 'End', altKey: true },
    { key: 'ArrowRight', metaKey: true }]) {
    assert.equal(page.user(tab, 'keydown', init).defaultPrevented, false);
  }
  assert.equal(page.user(page.find('input'), 'keydown', { key: 'Home' }).defaultPrevented, false);
  assert.equal(focused(page), '0');
});

test('keys skip disabled tabs', () => {
  const page = measured();
  page.patch(['attribute', 12, 'disabled', '']);
  page.find('[data-index="2"]').focus();
  page.user(page.document.activeElement, 'keydown', { key: 'ArrowRight' });
  assert.equal(focused(page), '0');
});

test('a focused tab scrolls into view, without an animation if the user wants none', () => {
  for (const [isStill, behavior] of [[false, 'smooth'], [true, 'auto']]) {
    const page = measured();
    page.isStill = isStill;
    const tab = page.find('[data-index="1"]');
    tab.focus();
    assert.deepEqual(tab.revealed, { inline: 'nearest', block: 'nearest', behavior });
  }
});

test('when the focus leaves the tabs, the Tab key reaches the selected one', () => {
  const page = measured();
  page.add(['input', {}]);
  const selected = page.find('[data-index="0"]');
  selected.focus();
  page.user(selected, 'keydown', { key: 'End' });
  const other = focused(page);
  assert.deepEqual(stops(page), [other]);
  page.find('input').focus();
  assert.deepEqual(stops(page), ['0']);
  // Without a selected tab, the first one in the document.
  page.patch(['attribute', 11, 'aria-selected', 'false']);
  page.find('[data-index="1"]').focus();
  page.find('input').focus();
  assert.deepEqual(stops(page), [page.root.querySelectorAll('.tab')[0].dataset.index]);
});

for (const [dir, distance, step] of [[undefined, -31, 1], [undefined, 31, -1], ['rtl', -31, -1], ['rtl', 31, 1],
  [undefined, 30, null], [undefined, -30, null]]) {
  test(`a swipe of ${distance} pixels ${dir ?? 'ltr'} is ${step ? `the step ${step}` : 'none'}`, () => {
    const page = measured({ scrollMode: 'swipe', dir });
    page.take();
    page.user(page.find('[data-index="1"]'), 'pointerdown', { clientX: 100 });
    page.user(page.root, 'pointerup', { clientX: 100 + distance });
    page.user(page.root, 'pointerup', { clientX: 500 });
    assert.deepEqual(page.take(), step ? [['swiped', 'b', step]] : []);
  });
}

test('a bar that scrolls is not swiped', () => {
  const page = measured();
  page.take();
  page.user(page.find('[data-index="1"]'), 'pointerdown', { clientX: 100 });
  page.user(page.root, 'pointerup', { clientX: 0 });
  assert.deepEqual(page.take(), []);
});
