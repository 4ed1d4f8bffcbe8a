// Changed files: what is replaced in place, and what reloads the page (public/dev/dev.js).
import assert from 'node:assert/strict';
import test from 'node:test';
import { DevPage } from '../Support/DevPage.mjs';

const link = (href, rel = 'stylesheet') => ['link', { rel, href }];
const changed = (page, ...paths) => page.tell('changed', paths);
const attributes = (page, selector, name) =>
  page.document.querySelectorAll(selector).map((element) => element.getAttribute(name));
const isAsked = (page) => page.requests.length > 0; // Before a reload, the script asks whether the document exists.
const used = (page, ...names) =>
  page.window.performance.resources.push(...names.map((name) => ({ name, initiatorType: 'script' })));

test('a style sheet is loaded again, and the old one is removed when the new one has loaded', () => {
  const page = new DevPage({ content: [link('/style.css'), link('/other.css')] });
  const [old] = page.document.querySelectorAll('link');
  changed(page, '/style.css');
  assert.deepEqual(attributes(page, 'link', 'href'), ['/style.css', 'http://app.test/style.css?dev=1', '/other.css']);
  const fresh = page.document.querySelectorAll('link')[1];
  fresh.onload();
  assert.equal(old.isConnected, false);
  changed(page, '/style.css');
  assert.deepEqual(attributes(page, 'link', 'href'),
    ['http://app.test/style.css?dev=1', 'http://app.test/style.css?dev=2', '/other.css']);
  // A style sheet that cannot be loaded replaces the old one too.
  page.document.querySelectorAll('link')[1].onerror();
  assert.equal(fresh.isConnected, false);
  assert.equal(isAsked(page), false);
});

test('paths are compared without their escapes and queries; other origins and invalid addresses do not match', () => {
  const page = new DevPage({ content: [link('/a%20b.css?v=1'), link('http://other.test/a b.css'), link('http://[')] });
  page.document.querySelectorAll('link')[2].getAttribute = () => '';
  changed(page, '/a b.css');
  assert.deepEqual(attributes(page, 'link', 'href').slice(0, 2), ['/a%20b.css?v=1', 'http://app.test/a%20b.css?v=1&dev=1']);
  assert.equal(page.document.querySelectorAll('link').length, 4);
});

test('pictures, posters and icons are replaced in place', () => {
  const page = new DevPage({ content: [['img', { src: '/a.png' }],
    ['img', { src: '/b.png', srcset: '/a.png 1x, /b.png 2x, /a.png 3x' }],
    ['picture', ['source', { srcset: '/a.png' }]], ['video', { poster: '/a.png', src: '/a.png' }],
      link('/a.png', 'icon'), link('/a.png', 'preload')] });
  changed(page, '/a.png');
  const fresh = (number) => `http://app.test/a.png?dev=${number}`;
  assert.deepEqual(attributes(page, 'img', 'src'), [fresh(1), '/b.png']);
  assert.deepEqual(attributes(page, 'img', 'srcset'), [null, `${fresh(2)} 1x, /b.png 2x, ${fresh(3)} 3x`]);
  assert.deepEqual(attributes(page, 'source', 'srcset'), [fresh(4)]);
  // The video itself would start again.
  assert.deepEqual([attributes(page, 'video', 'poster'), attributes(page, 'video', 'src')], [[fresh(5)], ['/a.png']]);
  assert.deepEqual(attributes(page, 'link', 'href'), [fresh(6), '/a.png']);
  assert.equal(isAsked(page), false);
});

for (const [path, url, reloads] of [
  ['/p/index.html', 'http://app.test/p/index.html', true], ['/p/index.html', 'http://app.test/p/', true],
    ['/p/index.html', 'http://app.test/p', true],
  ['/p', 'http://app.test/p', true], ['/index.html', 'http://app.test/?q#h', true],
    ['/other.html', 'http://app.test/p/index.html', false],
  ['/x/index.html', 'http://app.test/p/', false], ['/ä.html', 'http://app.test/%C3%A4.html', true],
]) {
  test(`the change of ${path} ${reloads ? 'reloads' : 'does not reload'} ${url}`, () => {
    const page = new DevPage({ url });
    changed(page, path);
    assert.equal(isAsked(page), reloads);
  });
}

test('a file that the document has loaded reloads it, the page of an iframe does not', () => {
  const page = new DevPage();
  used(page, 'http://app.test/page.js?v=2', 'http://other.test/there.js');
  page.window.performance.resources.push({ name: 'http://app.test/frame.html', initiatorType: 'iframe' });
  for (const path of ['/there.js', '/frame.html', '/unknown.js']) changed(page, path);
  assert.equal(isAsked(page), false);
  changed(page, '/unknown.js', '/page.js');
  assert.equal(isAsked(page), true);
});

test('an imported style sheet reloads the page, because it is in no link', () => {
  const page = new DevPage({ content: [link('/style.css')] });
  used(page, 'http://app.test/style.css', 'http://app.test/imported.css');
  changed(page, '/style.css');
  assert.equal(isAsked(page), false);
  changed(page, '/imported.css');
  assert.equal(isAsked(page), true);
});

test('a style sheet and a script that change together: the page reloads', async () => {
  const page = new DevPage({ content: [link('/style.css')] });
  used(page, 'http://app.test/page.js');
  changed(page, '/style.css', '/page.js');
  await page.answer(200);
  assert.deepEqual(page.done, [['replace', 'http://app.test/']]);
});

// MARK: Reloading

for (const [how, options, expected] of [
  ['with the Navigation API', { hasNavigation: true }, ['reload']],
    ['with a fragment', { url: 'http://app.test/#x' }, ['reload']],
  ['without both', {}, ['replace', 'http://app.test/']],
]) {
  test(`the page reloads ${how}, if its file exists or the server does not say`, async () => {
    for (const answer of [(page) => page.answer(200), (page) => page.answer(503),
      (page) => (page.requests.shift().reject(new Error('NetworkError')), page.settle())]) {
      const page = new DevPage(options);
      page.tell('reload');
      assert.deepEqual([page.done, page.requests[0].address, page.requests[0].init.method],
        [[], page.window.location.href, 'HEAD']);
      assert.equal(page.requests[0].init.cache, 'no-store');
      await answer(page);
      assert.deepEqual(page.done, [expected]);
      assert.equal(page.clock.pending, 0);
    }
  });
}

test('a server that does not answer is waited for 5 s', async () => {
  const page = new DevPage();
  page.tell('reload');
  page.clock.pass(4999);
  await page.settle();
  assert.deepEqual(page.done, []);
  page.clock.pass(1);
  await page.settle();
  assert.equal(page.done.length, 1);
});

test('a page whose file is missing stays until the next change, of whatever file', async () => {
  const page = new DevPage({ url: 'http://app.test/p.html' });
  page.tell('reload');
  await page.answer(404);
  assert.deepEqual(page.done, []);
  assert.deepEqual(page.problems,
    ['1 problem', '/p.html is missing.', 'This view disappears when the problem is solved.', 'Hide']);
  changed(page, '/unused.css');
  await page.answer(200);
  assert.equal(page.done.length, 1);
  assert.equal(page.problems, null);
});

test('an error page, and a page in an iframe, reloads without a question', async () => {
  for (const options of [{ status: 404 }, { name: 'screen-1' }]) {
    const page = new DevPage(options);
    page.tell('reload');
    await page.settle();
    assert.deepEqual([page.requests, page.done.length], [[], 1]);
  }
});

test('unknown commands are ignored', () => {
  new DevPage().tell('paint');
});

// MARK: Problems

const problems = [{ title: 'build', lines: ['a.swift:1', 'b'] }, { title: 'page', lines: [] }];

test('problems are shown over the page, and the next list replaces them', () => {
  const page = new DevPage();
  page.tell('problems', problems);
  assert.deepEqual(page.problems,
    ['2 problems', 'build', 'a.swift:1\nb', 'page', 'This view disappears when the problem is solved.', 'Hide']);
  const { overlay } = page;
  assert.deepEqual([overlay.getAttribute('role'), overlay.popover, overlay.isShown], ['alert', 'manual', true]);
  page.tell('problems', problems.slice(1));
  assert.equal(page.problems[0], '1 problem');
  assert.equal(page.document.querySelectorAll('bridge-problems').length, 1);
  page.tell('problems', []);
  assert.equal(page.overlay, null);
});

test('the user can hide the problems', () => {
  const page = new DevPage();
  page.tell('problems', problems);
  page.overlay.shadow.children.at(-1).onclick();
  assert.equal(page.overlay, null);
});

test('a page in an iframe shows no problems, because the page around it does', () => {
  const page = new DevPage({ name: 'screen-1' });
  page.tell('problems', problems);
  assert.equal(page.overlay, null);
});

test('a reload that waits for the document keeps the other problems', async () => {
  const page = new DevPage();
  page.tell('problems', problems);
  page.tell('reload');
  await page.answer(404);
  assert.equal(page.problems[0], '3 problems');
});

test('while the server is away, the page asks the command for problems every 500 ms', async () => {
  const page = new DevPage();
  page.fire('bridgeaway');
  assert.deepEqual([page.requests[0].address, page.requests[0].init.cache], ['/_bridge/dev', 'no-store']);
  await page.answer(503, [{ title: 'crash', lines: [] }]);
  assert.equal(page.problems[1], 'crash');
  page.clock.pass(500);
  await page.answer(200);
  assert.equal(page.overlay, null);
  page.clock.pass(500);
  page.requests.shift().reject(new Error('NetworkError'));
  await page.settle();
  page.clock.pass(500);
  assert.equal(page.requests.length, 1);
  // The server is back.
  page.fire('bridgeback');
  page.clock.pass(5000);
  assert.equal(page.requests.length, 1);
});

test('after the server is back, the problems that it has named before are shown again', async () => {
  const page = new DevPage();
  page.tell('problems', problems.slice(1));
  page.fire('bridgeaway');
  await page.answer(503, [{ title: 'crash', lines: [] }]);
  assert.equal(page.problems[1], 'crash');
  page.fire('bridgeback');
  assert.equal(page.problems[1], 'page');
});

test('a second `bridgeaway` does not ask twice as often', () => {
  const page = new DevPage();
  page.fire('bridgeaway');
  page.fire('bridgeaway');
  page.clock.pass(1000);
  assert.equal(page.requests.length, 4);
});
