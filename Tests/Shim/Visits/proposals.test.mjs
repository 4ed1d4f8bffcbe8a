// Proposals of visits by the adapter between Turbo and native code (public/visits/adapter.js).
import assert from 'node:assert/strict';
import test from 'node:test';
import { withTurbo } from '../Support/VisitPage.mjs';

const names = (messages) => messages.map(([name]) => name);
const url = (path) => `http://app.test${path}`;
const to = (path) => new URL(url(path));

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

test('R38: of a proposal\'s options, its visit gets the action and the response, once', () => {
  const page = withTurbo();
  const response = { statusCode: 200, redirected: true, responseHTML: '<p>' };
  // Turbo proposes the target of a redirect like this. It has already shown the page.
  const options = { action: 'replace', response, willRender: false, shouldCacheSnapshot: false, snapshot: {} };
  page.turbo.adapter.visitProposedToLocation(to('/one'), options);
  page.visit('/one', { proposal: 1 });
  assert.deepEqual({ ...page.turbo.visit.options }, { action: 'advance', response });
  page.visit('/one', { proposal: 1 });
  assert.deepEqual({ ...page.turbo.visit.options }, { action: 'advance' });
  page.turbo.adapter.visitProposedToLocation(to('/two'), { response: { statusCode: 500 }, willRender: false });
  page.visit('/two', { proposal: 2 });
  assert.deepEqual({ ...page.turbo.visit.options }, { action: 'advance' });
});

test('the responses of the last eight proposals are kept', () => {
  const page = withTurbo();
  for (let number = 1; number <= 9; number++) {
    page.turbo.adapter.visitProposedToLocation(to(`/${number}`), { response: { statusCode: 200, responseHTML: `${number}` } });
  }
  page.visit('/1', { proposal: 1 });
  assert.equal(page.turbo.visit.options.response, undefined);
  page.visit('/2', { proposal: 2 });
  assert.equal(page.turbo.visit.options.response.responseHTML, '2');
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
