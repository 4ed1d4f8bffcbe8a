// The bars of the shell: the indicator of dragged pages, keys, focus and swipes (public/shell/bars.js).
import assert from 'node:assert/strict';
import test from 'node:test';
import { setBox } from '../Support/Dom/document.mjs';
import { ShellPage } from '../Support/ShellPage.mjs';
import { barNode, layOut, measured } from '../Support/bars.mjs';

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
