// The adapter between Turbo and native code: registration, proposals and visits (public/visits/adapter.js). The fake of
// Turbo follows version 7.1; tests in browsers use the real one.
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

// MARK: Proposals

test('R38: a visit is proposed with its action, and does not start', () => {
  const page = withTurbo();
  page.turbo.adapter.visitProposedToLocation(to('/one'));
  page.turbo.adapter.visitProposedToLocation(to('/two'), { action: 'replace' });
  assert.deepEqual(page.take(), [
    ['visitProposed', { location: url('/one'), proposal: 1, options: { action: 'advance' } }],
    ['visitProposed', { location: url('/two'), proposal: 2, options: { action: 'replace' } }],
  ]);
  assert.deepEqual(page.turbo.visits, []);
});

test('a proposal with a response sends its HTML in parts, without splitting a character', () => {
  const page = withTurbo();
  const html = `${'x'.repeat((40 << 10) - 1)}😀${'y'.repeat(10)}`;
  page.turbo.adapter.visitProposedToLocation(to('/done'),
    { response: { statusCode: 200, redirected: true, responseHTML: html } });
  const messages = page.take();
  assert.deepEqual(names(messages), ['visitProposedHTML', 'visitProposedHTML', 'visitProposed']);
  assert.equal(messages[0][1].html.length, (40 << 10) - 1);
  assert.equal(messages[0][1].html + messages[1][1].html, html);
  assert.deepEqual(messages[2][1],
    { location: url('/done'), proposal: 1,
    options: { action: 'advance', response: { statusCode: 200, redirected: true } } });
});

test('R38: a response without HTML, or with too much of it', () => {
  const page = withTurbo();
  page.turbo.adapter.visitProposedToLocation(to('/a'), { response: { statusCode: 500 } });
  page.turbo.adapter.visitProposedToLocation(to('/b'), { response: { statusCode: 200, responseHTML: '' } });
  page.turbo.adapter.visitProposedToLocation(to('/c'),
    { response: { statusCode: 200, responseHTML: 'x'.repeat((4 << 20) + 1) } });
  const messages = page.take();
  assert.deepEqual(names(messages), ['visitProposed', 'visitProposed', 'visitProposed']);
  assert.deepEqual(messages.map(([, { options }]) => options.response),
    [undefined, { statusCode: 200, redirected: false }, { statusCode: 200, redirected: false }]);
});

test('the options of a proposal return with its visit: functions and snapshots cannot be sent', () => {
  const page = withTurbo();
  const snapshot = { element: 1 };
  page.turbo.adapter.visitProposedToLocation(to('/one'), { action: 'replace', snapshot });
  page.visit('/one', { proposal: 1 });
  assert.equal(page.turbo.visit.options.snapshot, snapshot);
  assert.equal(page.turbo.visit.options.action, 'advance');
  // They are used once.
  page.visit('/one', { proposal: 1 });
  assert.equal(page.turbo.visit.options.snapshot, undefined);
});

test('the options of the last eight proposals are kept', () => {
  const page = withTurbo();
  for (let number = 1; number <= 9; number++) page.turbo.adapter.visitProposedToLocation(to(`/${number}`), { number });
  page.visit('/1', { proposal: 1 });
  assert.equal(page.turbo.visit.options.number, undefined);
  page.visit('/2', { proposal: 2 });
  assert.equal(page.turbo.visit.options.number, 2);
});

test('the second click of a double click proposes nothing; a response is proposed even then', () => {
  const page = withTurbo();
  page.visit('/one');
  page.take();
  // The visit has changed the address already, so the click would refresh the page.
  page.turbo.adapter.visitProposedToLocation(to('/one'));
  assert.deepEqual(page.take(), []);
  page.turbo.adapter.visitProposedToLocation(to('/two'), { response: { statusCode: 200 } });
  page.turbo.adapter.visitProposedToLocation(to('/two'));
  assert.deepEqual(names(page.take()), ['visitProposed', 'visitProposed']);
});

test('R39, R68: an anchor of the page scrolls, and is no visit', () => {
  const page = withTurbo();
  page.turbo.adapter.visitProposedToLocation(to('/#part'), { action: 'replace' });
  assert.deepEqual(page.take(),
    [['visitProposalScrollingToAnchor', { location: url('/#part'), options: { action: 'replace' } }]]);
  assert.deepEqual([page.turbo.did, page.window.location.href], [['scroll #part'], url('/#part')]);
  page.turbo.adapter.visitProposedToLocation(to('/other#part'));
  assert.deepEqual(names(page.take()), ['visitProposed']);
});

test('R39, R68: the address of the page itself refreshes it in place', () => {
  const page = withTurbo();
  page.turbo.adapter.visitProposedToLocation(to('/'), { action: 'replace' });
  assert.deepEqual(names(page.take()), ['visitProposalRefreshingPage', 'visitStarted']);
  const { visit } = page.turbo;
  assert.deepEqual([visit.location.href, visit.restorationIdentifier, visit.options.action], [url('/'), 'first', 'replace']);
});

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
