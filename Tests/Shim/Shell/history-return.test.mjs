// What the shell's page keeps over reloads, visits to other sites and restarts of the server (public/shell/history.js).
import assert from 'node:assert/strict';
import { both, opened } from '../Support/shells.mjs';

const stored = (model) => JSON.parse(model.tab.storage.getItem('bridge.shell'));

both('the first document knows no place', (shell) => {
  const { page } = shell();
  assert.deepEqual(page.hello,
    { ticket: '', key: null, saved: null, fragment: '', hasNavigateEvent: page.hello.hasNavigateEvent });
});

both('after a reload, the document knows its place and what was saved, and Back works', (shell, hasNavigation) => {
  const model = opened(shell);
  model.back();
  const saved = { entries: model.entries, index: model.index, pages: {} };
  model.load();
  assert.deepEqual(model.page.hello, { ticket: '', key: 'b', saved, fragment: 'b', hasNavigateEvent: hasNavigation });
  model.send();
  model.flow();
  assert.equal(model.browser, 'home a [b] c');
  model.back();
  assert.equal(model.keys, 'home [a] b c');
  model.goTo(3);
  model.flow();
  assert.equal(model.browser, 'home a b [c]');
});

both('native code that goes back after a reload reaches its entry over the steps of iframes', (shell) => {
  const model = opened(shell, ['a']);
  model.tab.addStepOfIframe();
  model.touch();
  model.push('b');
  model.flow();
  model.load();
  model.send();
  model.goTo(0);
  model.flow();
  assert.equal(model.browser, '[home] a . b');
});

both('what native code saves is stored with each history, and states of screens are added to it', (shell) => {
  const model = shell();
  model.send({ saved: { pages: { one: 1 } } });
  assert.deepEqual(stored(model).saved, { pages: { one: 1 } });
  model.page.tell('pages', { two: { scroll: [0, 700] } });
  assert.deepEqual(stored(model).saved, { pages: { one: 1, two: { scroll: [0, 700] } } });
  assert.equal(model.load().hello.saved.pages.two.scroll[1], 700);
});

both('an entry that a new one has removed is not stored', (shell) => {
  const model = opened(shell);
  model.back(2);
  model.touch();
  model.push('d');
  model.flow();
  assert.deepEqual(stored(model).own.map(({ key }) => key), ['home', 'a', 'd']);
});

both('states of screens that arrive before a history are not stored', (shell) => {
  const model = shell();
  model.send({ saved: null });
  model.page.tell('pages', { two: 1 });
  assert.equal(stored(model).saved, null);
});

both('a title that is empty keeps the former one', (shell) => {
  const model = shell();
  model.send({ title: '' });
  assert.equal(model.page.document.title, 'home');
});

both('saved state that is too large for native code is not reported', (shell) => {
  for (const [length, isKept] of [[(128 << 10) - 20, true], [128 << 10, false]]) {
    const model = shell();
    model.send({ saved: { pages: { a: 'x'.repeat(length) } } });
    assert.equal(model.load().hello.saved !== null, isKept);
  }
});

for (const content of ['null', '1', '{', '"x"', '{}', '{"own":1}', '{"own":[]}', '{"own":[{}],"saved":{"entries":[]}}',
  '{"own":[{"key":"home"}]}', '[null]']) {
  both(`the page works whatever another script has stored: ${content}`, (shell) => {
    const model = opened(shell, ['a']);
    model.tab.storage.setItem('bridge.shell', content);
    model.load();
    model.send();
    model.flow();
    assert.equal(model.browser, 'home [a]');
    assert.equal(model.page.hello.key, 'a');
    // The page has lost which entries are before this one. With the next input it adds those that it misses.
    model.touch();
    assert.equal(model.browser, 'home home [a]');
    model.back();
    assert.equal(model.keys, '[home] a');
  });
}

both('without storage, the page works', (shell) => {
  const model = opened(shell, ['a'], { storage: false });
  assert.equal(model.browser, 'home [a]');
  model.back();
  assert.equal(model.keys, '[home] a');
});

both('a full storage changes nothing', (shell) => {
  const model = shell();
  model.tab.storage.setItem = () => {
    throw new Error('QuotaExceededError');
  };
  model.touch();
  model.push('a');
  assert.equal(model.browser, 'home [a]');
});

// MARK: Other sites

both('after a visit to another site, Back reaches the places before', (shell) => {
  const model = opened(shell);
  model.back();
  model.tab.navigate('http://other.test/');
  model.tab.go(-1);
  model.clock.pass(20);
  model.load('back_forward');
  model.send();
  model.flow();
  // The entry of c has gone with the visit. Native code still has the place, and can go there.
  model.goTo(3);
  model.flow();
  assert.equal(model.current.key, 'c');
  assert.ok(model.tab.window, 'the tab still shows the shell');
  assert.deepEqual(model.tab.entry.state, { shell: 'c' });
  assert.match(model.browser, /^home a (\[c\]|b \[c\]) /);
});

both('a document from the cache after a visit to another site has lost the later entries', (shell, hasNavigation) => {
  const model = opened(shell);
  model.back();
  model.tab.navigate('http://other.test/');
  model.tab.go(-1);
  model.clock.pass(20);
  model.tab.window = model.page;
  model.page.fire('pageshow', { persisted: true });
  model.goTo(3);
  // The page does not wait for an entry that does not exist. Without the Navigation API, `pageshow` says so.
  model.flow();
  assert.deepEqual(model.tab.entry.state, { shell: 'c' });
  assert.equal(model.keys, 'home a b [c]');
});

both('`pageshow` of a document that is not from a cache keeps the entries', (shell) => {
  const model = opened(shell);
  model.back();
  model.page.fire('pageshow', { persisted: false });
  model.goTo(3);
  model.flow();
  assert.equal(model.browser, 'home a b [c]');
});

// MARK: Restarts of the server

/** The server has restarted and could not restore the shell: new keys, only the first place. */
const forgotten = (model, names = ['new']) => {
  model.load();
  model.entries = names.map((name) => ({ key: name, fragment: name }));
  model.index = names.length - 1;
  model.send();
  model.flow();
  model.take();
  return model;
};

both('a shell of which native code knows nothing begins at its first entry, so Back leaves it', (shell) => {
  const model = forgotten(opened(shell, ['a', 'b'], { before: ['http://other.test/'] }));
  assert.equal(model.browser, 'http://other.test/ [new] a b');
  model.back();
  assert.equal(model.tab.entry.url, 'http://other.test/');
});

both('if native code has a place before, the reached entry becomes that place', (shell) => {
  const model = forgotten(opened(shell, ['a', 'b']), ['n1', 'n2']);
  assert.equal(model.browser, 'home a [n2]');
  // The missing entry is not added above those of which native code knows nothing.
  model.touch();
  assert.equal(model.browser, 'home a [n2]');
  model.back();
  assert.deepEqual(model.take(), [['moved', 'n1']]);
  assert.equal(model.browser, 'home [n1] n2');
  assert.equal(model.keys, '[n1] n2');
});

both('Back from the first place leaves the shell over the entries of which native code knows nothing', (shell) => {
  const model = opened(shell, [], { before: ['http://other.test/'] });
  for (const name of ['a', 'b', 'c']) {
    model.tab.addStepOfIframe();
    model.touch();
    model.push(name);
    model.flow();
  }
  forgotten(model, ['n1', 'n2']);
  assert.equal(model.browser, 'http://other.test/ home . a . b . [n2]');
  model.back();
  assert.equal(model.keys, '[n1] n2');
  model.back(2);
  model.flow();
  assert.equal(model.tab.entry.url, 'http://other.test/');
});

both('if nothing is before the shell, Back from the first place returns to it', (shell) => {
  const model = forgotten(opened(shell, ['a', 'b']), ['n1', 'n2']);
  model.back();
  model.back();
  model.flow(2000);
  assert.equal(model.browser, 'home [n1] n2');
  assert.equal(model.keys, '[n1] n2');
  assert.ok(model.tab.window);
});
