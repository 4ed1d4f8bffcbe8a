// Visits that native code starts, restores and cancels by the adapter of Turbo (public/visits/adapter.js).
import assert from 'node:assert/strict';
import test from 'node:test';
import { VisitPage, withTurbo } from '../Support/VisitPage.mjs';

const names = (messages) => messages.map(([name]) => name);
const url = (path) => `http://app.test${path}`;
const to = (path) => new URL(url(path));

// MARK: Visits

test('R68, R69: a visit of native code: messages in order, with native code\'s number in the first one', () => {
  const page = withTurbo();
  page.visit('/one');
  assert.deepEqual(page.take(),
    [['visitStarted', { identifier: 'visit-1', visit: 7, hasCachedSnapshot: false, isPageRefresh: false }]]);
  assert.deepEqual(page.turbo.did, ['issueRequest', 'changeHistory', 'loadCachedSnapshot']);
  page.turbo.respond('One');
  assert.deepEqual(page.turbo.did.slice(3), ['loadResponse']);
  const state = { location: url('/one'), title: 'One' };
  assert.deepEqual(page.take(), [
    ['visitRequestStarted', { identifier: 'visit-1' }], ['visitRequestCompleted', { identifier: 'visit-1' }],
    ['visitRequestFinished', { identifier: 'visit-1' }],
      ['visitCompleted', { identifier: 'visit-1', restorationIdentifier: 'r1', ...state }],
  ]);
  page.paint();
  assert.deepEqual(page.take(), [['visitRendered', { identifier: 'visit-1', ...state }]]);
});

test('a visit that the page starts itself has no number', () => {
  const page = withTurbo();
  page.visit('/one');
  page.turbo.navigator.startVisit(to('/two'));
  assert.equal(page.take().at(-1)[1].visit, undefined);
});

test('a snapshot is reported, and not loaded if the response has arrived already', () => {
  const page = withTurbo();
  page.turbo.snapshots.add(url('/one'));
  page.visit('/one');
  assert.equal(page.take()[0][1].hasCachedSnapshot, true);
  page.turbo.did.splice(0);
  page.visit('/two', { options: { action: 'advance', response: { statusCode: 200, responseHTML: '<p>' } } });
  assert.equal(page.turbo.visit.options.response.responseHTML, '<p>');
  assert.deepEqual(page.turbo.did.filter((one) => !one.startsWith('cancel')), ['issueRequest', 'changeHistory']);
  page.visit('/three', { options: { action: 'advance', response: { statusCode: 500 } } });
  assert.equal('response' in page.turbo.visit.options, false);
});

test('visits add no entries to the history, and native code is not asked about their addresses', () => {
  const page = withTurbo({
    before: ({ window }) => {
      // The page script asks native code about addresses, here with the answer that native code handles them.
      window.history.replaceState = () => (window.asked = (window.asked ?? 0) + 1);
      window.history.pushState = () => assert.fail('an entry was added');
    },
  });
  page.visit('/one');
  assert.equal(page.window.location.href, url('/one'));
  assert.deepEqual([page.tab.length, page.window.asked, page.reported], [1, undefined, 1]);
  page.window.history.pushState(1, '', '/own');
  page.window.history.replaceState(1, '', '/own');
  assert.deepEqual([page.window.asked, page.window.location.href], [2, url('/one')]);
});

test('after an error in the change of the address, native code is asked again', () => {
  const page = withTurbo({ before: ({ window }) => (window.history.replaceState = () => (window.asked = 1)) });
  page.turbo.navigator.history.update = () => {
    throw new Error('it broke');
  };
  assert.throws(() => page.visit('/one'), /it broke/);
  page.window.history.replaceState(1, '', '/own');
  assert.equal(page.window.asked, 1);
  // A later visit that the page starts is not that of native code.
  page.take();
  delete page.turbo.navigator.history.update;
  page.turbo.navigator.history.update = () => {};
  page.turbo.navigator.startVisit(to('/two'));
  assert.equal(page.take()[0][1].visit, undefined);
});

test('the scroll position of the left page is kept at the start of a visit to another page', () => {
  const page = withTurbo();
  Object.assign(page.window, { scrollX: 1, scrollY: 700 });
  page.visit('/one');
  assert.deepEqual(page.turbo.navigator.history.data, { first: { scrollPosition: { x: 1, y: 700 } } });
  Object.assign(page.window, { scrollX: 0, scrollY: 5 });
  page.visit('/one', { restorationIdentifier: 'r1' });
  assert.equal(page.turbo.navigator.history.data.r1, undefined);
});

test('an anchor of the shown page is a replacement, because Turbo would only scroll; Turbo 8 knows', () => {
  for (const [version, action] of [[7, 'replace'], [8, 'advance']]) {
    const page = withTurbo({ version });
    page.visit('/#part');
    assert.equal(page.turbo.visit.options.action, action);
    page.visit('/two');
    assert.equal(page.turbo.visit.options.action, 'advance');
  }
});

test('without Turbo, a visit is logged', () => {
  const page = new VisitPage('adapter');
  page.tell('visitLocationWithOptionsAndRestorationIdentifier',
    { number: 1, location: '/one', options: { action: 'advance' } });
  assert.deepEqual(page.take(), [['log', { message: 'there is no Turbo for the visit of /one' }]]);
  for (const name of ['cancelVisitWithIdentifier', 'clearSnapshotCache', 'cacheSnapshot']) page.tell(name, 'visit-1');
  assert.deepEqual(page.take(), []);
});

test('unknown commands are logged', () => {
  const page = withTurbo();
  for (const name of ['paint', 'toString']) page.tell(name);
  assert.deepEqual(page.take().map(([, { message }]) => message),
    ['there is no command paint', 'there is no command toString']);
});

test('R69: commands for the snapshots', () => {
  const page = withTurbo();
  page.tell('clearSnapshotCache');
  page.tell('cacheSnapshot');
  assert.deepEqual(page.turbo.did, ['clearCache', 'cacheSnapshot']);
});

// MARK: Restoring

const restore = { action: 'restore' };

test('a page that the document shows already is restored without Turbo', () => {
  const page = withTurbo();
  page.document.title = 'Home';
  page.visit('/', { options: restore, restorationIdentifier: 'first' });
  assert.deepEqual(page.turbo.visits, []);
  const state = { location: url('/'), title: 'Home' };
  assert.deepEqual(page.take(), [
    ['visitStarted', { identifier: 'in-place-7', visit: 7, hasCachedSnapshot: true, isPageRefresh: false }],
    ['visitCompleted', { identifier: 'in-place-7', restorationIdentifier: 'first', ...state }],
  ]);
  page.paint();
  assert.deepEqual(page.take(), [['visitRendered', { identifier: 'in-place-7', ...state }]]);
});

test('a visit that was not rendered is stopped, and the address is that of the shown page again', () => {
  const page = withTurbo();
  Object.assign(page.window, { scrollY: 70 });
  page.visit('/slow');
  page.visit('/', { options: restore, restorationIdentifier: 'first' });
  assert.equal(page.turbo.visits[0].state, 'canceled');
  assert.equal(page.window.location.href, url('/'));
  assert.equal(page.turbo.navigator.history.restorationIdentifier, 'first');
  assert.equal(page.document.documentElement.getAttribute('aria-busy'), null);
  // The page was never left, so its position stays.
  assert.equal(page.window.scrollY, 70);
});

test('two screens with the same address have separate scroll positions', () => {
  const page = withTurbo();
  const { history } = page.turbo.navigator;
  history.data.below = { scrollPosition: { x: 0, y: 300 } };
  Object.assign(page.window, { scrollX: 0, scrollY: 900 });
  page.visit('/', { options: restore, restorationIdentifier: 'below' });
  assert.equal(page.window.scrollY, 300);
  assert.deepEqual(history.data.first, { scrollPosition: { x: 0, y: 900 } });
  assert.equal(history.restorationIdentifier, 'below');
  // A screen without a known position stays where it is.
  page.visit('/', { options: restore, restorationIdentifier: 'new' });
  assert.equal(page.window.scrollY, 300);
});

test('another page, and one without an identifier, is restored by Turbo', () => {
  const page = withTurbo();
  page.visit('/one', { options: restore, restorationIdentifier: 'r' });
  assert.equal(page.turbo.visit.restorationIdentifier, 'r');
  page.turbo.respond();
  page.visit('/one', { options: restore });
  page.visit('/one', { restorationIdentifier: 'r' });
  assert.equal(page.turbo.visits.length, 3);
  // Of the same page, the fragment does not count.
  page.visit('/one#part', { options: restore, restorationIdentifier: 'r' });
  assert.equal(page.turbo.visits.length, 3);
});

// MARK: Failures

test('R68, R72: a failed visit is reported once, cancelled, and the page is not busy', () => {
  for (const [status, name] of [[404, 'visitRequestFailed'], [500, 'visitRequestFailed'],
    [0, 'visitRequestFailedWithNonHttpStatusCode'], [-2, 'visitRequestFailedWithNonHttpStatusCode']]) {
    const page = withTurbo();
    page.visit('/one');
    page.take();
    const { adapter, visit } = page.turbo;
    adapter.visitRequestFailedWithStatusCode(visit, status);
    adapter.visitRequestFailedWithStatusCode(visit, status);
    assert.deepEqual(page.take(), [[name, { location: url('/one'), identifier: 'visit-1', statusCode: status }]]);
    assert.equal(visit.state, 'canceled');
    assert.equal(page.document.documentElement.getAttribute('aria-busy'), null);
  }
});

test('a visit that fails while it starts leaves the page not busy', () => {
  const page = withTurbo();
  const { startVisit } = page.turbo.navigator;
  page.turbo.adapter.visitStarted = ((original) => (visit) => {
    original(visit);
    page.turbo.adapter.visitRequestFailedWithStatusCode(visit, 0);
  })(page.turbo.adapter.visitStarted);
  startVisit.call(page.turbo.navigator, to('/one'));
  assert.equal(page.document.documentElement.getAttribute('aria-busy'), 'true');
  page.runTasks();
  assert.equal(page.document.documentElement.getAttribute('aria-busy'), null);
});

test('a response that ends too early fails its visit, if it has not ended otherwise', async () => {
  for (const [state, target, count] of [['started', 'html', 1], ['completed', 'html', 0], ['started', 'body', 0]]) {
    const page = withTurbo();
    page.visit('/cut');
    page.take();
    const { Event } = page.window;
    const responseText = Promise.reject(new Error('cut'));
    responseText.catch(() => {});
    page.document.querySelector(target).dispatchEvent(new Event('turbo:before-fetch-response', {
      bubbles: true, detail: { fetchResponse: { responseText } },
    }));
    page.turbo.visit.state = state;
    await page.settle();
    assert.deepEqual(names(page.take()), Array(count).fill('visitRequestFailedWithNonHttpStatusCode'));
  }
});

test('R69: native code cancels the visit that it names, and no other one', () => {
  const page = withTurbo();
  page.visit('/one');
  page.tell('cancelVisitWithIdentifier', 'visit-9');
  assert.equal(page.turbo.visit.state, 'started');
  page.tell('cancelVisitWithIdentifier', 'visit-1');
  assert.equal(page.turbo.visit.state, 'canceled');
  assert.equal(page.document.documentElement.getAttribute('aria-busy'), null);
});

test('R72: a visit that Turbo ends with an error leaves the page not busy', () => {
  const page = withTurbo();
  page.visit('/one');
  assert.equal(page.document.documentElement.getAttribute('aria-busy'), 'true');
  page.turbo.adapter.visitFailed(page.turbo.visit);
  assert.equal(page.document.documentElement.getAttribute('aria-busy'), null);
});
