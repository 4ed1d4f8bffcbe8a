// The adapter between Turbo and native code: the registration of Turbo, and its messages about forms and caches
// (public/visits/adapter.js). The fake of Turbo follows version 7.1; tests in browsers use the real one.
import assert from 'node:assert/strict';
import test from 'node:test';
import { FakeTurbo } from '../Support/FakeTurbo.mjs';
import { VisitPage, withTurbo } from '../Support/VisitPage.mjs';

const names = (messages) => messages.map(([name]) => name);
const url = (path) => `http://app.test${path}`;
const to = (path) => new URL(url(path));

// MARK: Registration

test('the script does nothing in other iframes, in the top window, and a second time', () => {
  for (const name of ['', 'screen-1', 'x-screen-session-main']) {
    const page = new VisitPage('adapter', { name });
    assert.equal(page.handlers.visit, undefined);
    assert.equal(page.document.windowTarget.listens('load'), false);
  }
  assert.equal(new VisitPage('adapter', { isTop: true }).handlers.visit, undefined);
  const page = new VisitPage('adapter');
  const { visit } = page.handlers;
  page.again('adapter');
  assert.equal(page.handlers.visit, visit);
});

test('R67, R68: Turbo is registered when the page assigns it, and ready when the document has been parsed', () => {
  const page = new VisitPage('adapter');
  const turbo = new FakeTurbo(page);
  // Turbo assigns an empty object first.
  page.window.Turbo = {};
  page.window.Turbo = turbo;
  assert.equal(turbo.adapters.length, 1);
  assert.equal(page.window.Turbo, turbo);
  assert.deepEqual(page.take(), []);
  page.document.title = 'Home';
  page.finishLoading();
  assert.deepEqual(page.take(), [['turboIsReady', { isReady: true }]]);
  page.paint();
  assert.deepEqual(page.take(), [['pageLoaded', { restorationIdentifier: 'first', location: url('/'), title: 'Home' }]]);
  page.clock.pass(1000);
  assert.deepEqual(page.take(), []);
  assert.equal(turbo.adapters.length, 1);
});

test('Turbo that was there before the script is registered when the document has been parsed', () => {
  const page = new VisitPage('adapter', { before: (early) => (early.window.Turbo = new FakeTurbo(early)) });
  page.finishLoading();
  assert.equal(page.window.Turbo.adapters.length, 1);
  assert.deepEqual(page.take(), [['turboIsReady', { isReady: true }]]);
});

test('the page is reported within 500 ms, even if the browser paints nothing', () => {
  const page = new VisitPage('adapter', { before: ({ window }) => (window.requestAnimationFrame = () => 0) });
  page.finishLoading();
  page.take();
  page.clock.pass(499);
  assert.deepEqual(page.take(), []);
  page.clock.pass(1);
  assert.deepEqual(names(page.take()), ['pageLoaded']);
  page.clock.pass(5000);
  assert.deepEqual(page.take(), []);
});

test('R73: a page without Turbo is reported after it has loaded', () => {
  const page = new VisitPage('adapter');
  page.finishLoading();
  assert.deepEqual(page.take(), [['turboIsReady', { isReady: false }]]);
  page.paint();
  assert.deepEqual(page.take(), [['pageLoaded', { restorationIdentifier: '', location: url('/'), title: '' }]]);
});

test('R67: Turbo that comes later is reported again, once', () => {
  const page = new VisitPage('adapter');
  page.finishLoading();
  page.paint();
  page.take();
  const turbo = new FakeTurbo(page);
  page.window.Turbo = turbo;
  page.window.Turbo = turbo;
  page.paint();
  assert.deepEqual(names(page.take()), ['turboIsReady', 'pageLoaded']);
  assert.equal(turbo.adapters.length, 1);
});

test('an object that is no Turbo is not registered', () => {
  const page = new VisitPage('adapter');
  for (const value of [null, 7, {}, { registerAdapter: 1 }]) page.window.Turbo = value;
  page.finishLoading();
  assert.deepEqual(page.take(), [['turboIsReady', { isReady: false }]]);
});

test('Turbo caches 100 pages; other versions have no cache', () => {
  assert.equal(withTurbo().turbo.session.view.snapshotCache.size, 100);
  const page = new VisitPage('adapter');
  const turbo = new FakeTurbo(page);
  turbo.session = undefined;
  page.window.Turbo = turbo;
  assert.equal(turbo.adapters.length, 1);
});

test('a title is at most 1,000 characters long', () => {
  const page = new VisitPage('adapter');
  page.document.title = 'x'.repeat(2000);
  page.finishLoading();
  page.paint();
  assert.equal(page.take().at(-1)[1].title.length, 1000);
});

test('R68: errors of the page are reported, errors of its elements are not', () => {
  const page = withTurbo();
  page.fire('error', { message: 'it broke', filename: url('/a.js'), lineno: 7 });
  page.fire('error', {});
  page.fire('error', { message: 'x'.repeat(3000), filename: '', lineno: 1 });
  const [[name, { error }], [, { error: long }], ...more] = page.take();
  assert.deepEqual([name, error, long.length, more], ['errorRaised', 'it broke (http://app.test/a.js:7)', 1000, []]);
});

// MARK: The other messages of Turbo

test('R67, R68: forms, invalidated pages and prefetching', () => {
  const page = withTurbo();
  const { adapter } = page.turbo;
  adapter.formSubmissionStarted({ location: to('/form') });
  adapter.formSubmissionFinished({ location: to('/form') });
  adapter.pageInvalidated({ reason: 'tracked_element_mismatch' });
  adapter.pageInvalidated('request_failed');
  adapter.pageInvalidated();
  assert.deepEqual(page.take(), [
    ['formSubmissionStarted', { location: url('/form') }], ['formSubmissionFinished', { location: url('/form') }],
    ['pageInvalidated', { reason: 'tracked_element_mismatch' }], ['pageInvalidated', { reason: 'request_failed' }],
      ['pageInvalidated', {}],
  ]);
  assert.equal(adapter.linkPrefetchingIsEnabledForLocation(to('/x')), false);
});
