// The pagers of the shell: requested scrolls, the user's swipes, and the reports of both (public/shell/pages.js).
import assert from 'node:assert/strict';
import test from 'node:test';
import { setBox } from '../Support/Dom/document.mjs';
import { ShellPage } from '../Support/ShellPage.mjs';

/** A page with a pager of 400 px at the page `page`. */
function paged({ page: index = '1', dir, ...options } = {}) {
  const page = new ShellPage(options);
  // The pager is laid out before it is inserted, as a browser lays out at the first question.
  const { createElement } = page.document;
  page.document.createElement = function (tag) {
    const element = createElement.call(this, tag);
    if (tag === 'section') setBox(element, 0, 0, 400, 300);
    return element;
  };
  page.tree({ id: 1, tag: 'div',
    children: [{ id: 2, tag: 'section',
    attributes: { 'data-pager': 'p', 'data-page': index, 'data-turn': '0', ...(dir && { dir }) } }] });
  page.pager = page.find('section');
  /** Native code requests a page. */
  page.turnTo = (to, turn, more = []) =>
    page.patch(['attribute', 2, 'data-page', `${to}`], ['attribute', 2, 'data-turn', `${turn}`], ...more);
  page.scroll = (position, init) => {
    page.pager.scrollLeft = position * 400;
    page.user(page.pager, 'scroll', init);
  };
  page.take();
  return page;
}
const at = (position, isAtRest, turn = 0) => ['position', 'p', position, isAtRest, turn];
const last = (page) => page.pager.scrolls.at(-1);

test('a new pager shows its page at once', () => {
  const page = paged();
  assert.deepEqual(page.pager.scrolls, [{ left: 400, behavior: 'instant' }]);
  assert.deepEqual(page.take(), []);
  page.patch();
  assert.equal(page.pager.scrolls.length, 1);
});

test('from right to left, positions are negative in the browser and positive for native code', () => {
  const page = paged({ dir: 'rtl' });
  assert.equal(page.pager.scrollLeft, -400);
  page.clock.pass(1000);
  page.scroll(-1.5);
  assert.deepEqual(page.take(), [at(1.5, false)]);
});

test('a requested page is scrolled to smoothly, and the end is reported with the turn', () => {
  const page = paged();
  page.turnTo(2, 7);
  assert.deepEqual(last(page), { left: 800, behavior: 'smooth' });
  assert.deepEqual(page.take(), []);
  page.clock.pass(100);
  page.scroll(1.5);
  page.scroll(2);
  page.user(page.pager, 'scrollend');
  assert.deepEqual(page.take(), [at(1.5, false, 7), at(2, true, 7)]);
  page.clock.pass(5000);
  assert.deepEqual(page.take(), []);
});

test('without an animation if the user wants none, or pages were inserted', () => {
  const still = paged();
  still.isStill = true;
  still.turnTo(2, 7);
  assert.deepEqual(last(still), { left: 800, behavior: 'instant' });
  const page = paged();
  page.turnTo(2, 7, [['attribute', 2, 'data-jump', '7']]);
  assert.deepEqual(last(page), { left: 800, behavior: 'instant' });
  // The jump of an earlier turn does not count.
  page.turnTo(1, 8);
  assert.equal(last(page).behavior, 'smooth');
});

test('the same turn is not scrolled to again', () => {
  const page = paged();
  page.turnTo(2, 7);
  const { length } = page.pager.scrolls;
  page.turnTo(2, 7);
  assert.equal(page.pager.scrolls.length, length);
});

test('positions are reported at most every 80 ms, but each moves the indicator', () => {
  const page = paged();
  page.clock.pass(1000);
  for (let step = 0; step < 10; step++) {
    page.scroll(1 + step / 20);
    page.clock.pass(20);
  }
  assert.deepEqual(page.take(), [at(1, false), at(1.25, false)]);
});

test('a swipe ends at the nearest page', () => {
  const page = paged();
  page.scroll(1.98);
  page.take();
  page.user(page.pager, 'scrollend');
  assert.deepEqual(page.take(), [at(2, true)]);
});

test('the late end of an earlier scroll does not end a requested one', () => {
  const page = paged();
  page.turnTo(3, 1);
  page.user(page.pager, 'scrollend');
  assert.deepEqual(page.take(), []);
  page.scroll(3);
  page.take();
  page.user(page.pager, 'scrollend');
  assert.deepEqual(page.take(), [at(3, true, 1)]);
});

test('a requested scroll that the browser does not make is made at once after 500 ms', () => {
  const page = paged();
  page.turnTo(3, 1);
  page.clock.pass(499);
  assert.deepEqual([page.take(), last(page).behavior], [[], 'smooth']);
  page.clock.pass(1);
  assert.deepEqual(last(page), { left: 1200, behavior: 'instant' });
  assert.deepEqual(page.take(), [at(3, true, 1)]);
});

test('a requested scroll that the browser has undone is made at once', () => {
  const page = paged();
  page.turnTo(3, 1);
  page.scroll(2);
  page.clock.pass(300);
  page.scroll(1);
  page.take();
  page.clock.pass(500);
  assert.equal(page.pager.scrollLeft, 1200);
  assert.deepEqual(page.take(), [at(3, true, 1)]);
});

test('a scroll of the user instead of a requested one counts', () => {
  const page = paged();
  page.turnTo(3, 1);
  page.scroll(2);
  page.take();
  page.clock.pass(500);
  assert.equal(page.pager.scrollLeft, 800);
  assert.deepEqual(page.take(), [at(2, true, 1)]);
});

test('each movement extends the wait for a requested scroll', () => {
  const page = paged();
  page.turnTo(3, 1);
  for (const position of [1.5, 2, 2.5]) {
    page.clock.pass(400);
    page.scroll(position);
  }
  page.clock.pass(400);
  assert.equal(page.take().some(([, , , isAtRest]) => isAtRest), false);
});

test('a request for the page that is shown needs no wait', () => {
  const page = paged();
  page.turnTo(1, 1);
  page.clock.pass(1000);
  assert.deepEqual(page.take(), []);
  page.scroll(2);
  page.take();
  page.user(page.pager, 'scrollend');
  assert.deepEqual(page.take(), [at(2, true, 1)]);
});

test('a changed width keeps the page, and ends a running scroll', () => {
  const page = paged();
  page.turnTo(3, 1);
  page.scroll(2);
  page.take();
  setBox(page.pager, 0, 0, 200, 300);
  page.resize(page.pager);
  assert.deepEqual(last(page), { left: 600, behavior: 'instant' });
  assert.deepEqual(page.take(), [at(3, true, 1)]);
  page.clock.pass(5000);
  assert.deepEqual(page.take(), []);
});

test('a pager without a size reports nothing', () => {
  for (const [width, height] of [[0, 300], [400, 0]]) {
    const page = paged();
    setBox(page.pager, 0, 0, width, height);
    page.scroll(0);
    page.user(page.pager, 'scrollend');
    page.resize(page.pager);
    assert.deepEqual(page.take(), []);
  }
});

test('scrolls of other elements, and of pagers that native code has not shown, are ignored', () => {
  const page = paged();
  const other = page.add(['section', { 'data-pager': 'x' }], ['p', {}]);
  for (const element of [other, page.find('[data-pager=x]')]) {
    page.user(element, 'scroll');
    page.user(element, 'scrollend');
  }
  assert.deepEqual(page.take(), []);
});

test('without `scrollend`, a scroll ends 120 ms after the last event', () => {
  const page = paged({ omit: ['onscrollend'] });
  page.clock.pass(1000);
  page.scroll(1.5);
  page.clock.pass(119);
  page.scroll(2);
  page.take();
  page.clock.pass(119);
  assert.deepEqual(page.take(), []);
  page.clock.pass(1);
  assert.deepEqual(page.take(), [at(2, true)]);
});

test('without `scrollend`, the pause of a requested scroll is not its end', () => {
  const page = paged({ omit: ['onscrollend'] });
  page.turnTo(3, 1);
  page.scroll(1.5);
  page.take();
  page.clock.pass(120);
  assert.deepEqual(page.take(), []);
  page.clock.pass(500);
  // The pager is between the pages, so the user holds it.
  assert.deepEqual(page.take(), [at(2, true, 1)]);
});

test('a pager that is shown again is new', () => {
  const page = paged();
  page.patch(['remove', 2]);
  page.patch(['insert', 1, null,
    { id: 3, tag: 'section', attributes: { 'data-pager': 'p', 'data-page': '2', 'data-turn': '4' } }]);
  assert.deepEqual(page.find('section').scrolls, [{ left: 800, behavior: 'instant' }]);
  assert.deepEqual(page.take(), []);
});
