// The browser's history follows native code's history, and the user moves in both (public/shell/history.js). A
// traversal is asynchronous: its `popstate` comes in a later task (Support/FakeTab.mjs). Each test runs with and
// without the Navigation API, which older versions of Firefox and WebKit do not have.
import assert from 'node:assert/strict';
import test from 'node:test';
import { ShellModel } from '../Support/ShellModel.mjs';
import { both, opened } from '../Support/shells.mjs';

both('the first place replaces the entry of the document', (shell) => {
  const model = shell();
  assert.equal(model.browser, '[home]');
  assert.deepEqual(model.tab.entry.state, { shell: 'home' });
  assert.equal(model.tab.entry.url, 'http://app.test/#home');
  assert.equal(model.page.document.title, 'home');
});

both('an address keeps its path and query; a place without a fragment has none', (shell) => {
  const model = shell({ before: ['http://app.test/shell?x=1'], first: '' });
  model.tab.navigate('http://app.test/shell?x=1');
  model.load('navigate');
  model.entries = [{ key: 'k', fragment: '' }];
  model.send();
  assert.equal(model.tab.entry.url, 'http://app.test/shell?x=1');
});

both('a place that the user opens is a new entry', (shell) => {
  const model = opened(shell);
  assert.equal(model.browser, 'home a b [c]');
  assert.deepEqual(model.take(), []);
});

both('one touch is one entry; the next place replaces it until the user acts again', (shell) => {
  const model = shell();
  model.touch();
  model.push('a');
  model.push('b');
  model.flow();
  assert.equal(model.browser, 'home [b]');
  assert.deepEqual(model.tab.entry.state, { shell: 'b' });
});

both('without user input, a place replaces the entry; the missing entries come with the next input', (shell) => {
  const model = shell();
  for (const name of ['a', 'b', 'c']) model.push(name);
  model.flow();
  assert.equal(model.browser, '[c]');
  model.touch();
  assert.equal(model.browser, 'home a b [c]');
  model.back();
  assert.equal(model.keys, 'home a [b] c');
});

both('input that a script has simulated is none', (shell) => {
  const model = shell();
  const { window, document } = model.page;
  document.body.dispatchEvent(new window.Event('pointerdown', { bubbles: true }));
  model.push('a');
  model.flow();
  assert.equal(model.browser, '[a]');
});

both('a key press is input', (shell) => {
  const model = shell();
  model.page.user(model.page.root, 'keydown', { key: 'Enter' });
  model.push('a');
  assert.equal(model.browser, 'home [a]');
});

both('input in an iframe, which the shell does not see, completes the entries within 500 ms', (shell) => {
  const model = shell();
  model.push('a');
  model.push('b');
  model.flow(499);
  assert.equal(model.browser, '[b]');
  model.page.isActive = true;
  model.flow(500);
  assert.equal(model.browser, 'home a [b]');
});

both('while the browser counts input as recent, places are entries at once', (shell) => {
  const model = shell();
  model.page.isActive = true;
  for (const name of ['a', 'b']) model.push(name);
  assert.equal(model.browser, 'home a [b]');
});

both('Back and Forward of the browser move native code, one step or several', (shell) => {
  const model = opened(shell);
  model.back();
  assert.equal(model.keys, 'home a [b] c');
  model.back(2);
  assert.equal(model.keys, '[home] a b c');
  model.forward(3);
  assert.equal(model.keys, 'home a b [c]');
  assert.deepEqual(model.take(), [['moved', 'b'], ['moved', 'home'], ['moved', 'c']]);
  assert.equal(model.browser, 'home a b [c]');
});

both('Back of native code moves the browser, and does not count as a step of the user', (shell) => {
  const model = opened(shell);
  model.goTo(1);
  assert.equal(model.browser, 'home a b [c]');
  model.flow();
  assert.equal(model.browser, 'home [a] b c');
  model.goTo(3);
  model.flow();
  assert.equal(model.browser, 'home a b [c]');
  assert.deepEqual(model.take(), []);
});

both('native code that moves on during a traversal gets what it wants last', (shell) => {
  const model = opened(shell);
  for (const index of [2, 0, 3, 1]) model.goTo(index);
  model.flow();
  assert.equal(model.browser, 'home [a] b c');
  assert.equal(model.keys, 'home [a] b c');
  assert.deepEqual(model.take(), []);
});

both('a place that native code opens during a traversal replaces what is after it', (shell) => {
  const model = opened(shell);
  model.touch();
  model.goTo(1);
  model.push('d');
  model.flow();
  assert.equal(model.browser, 'home a [d]');
  assert.equal(model.keys, 'home a [d]');
});

both('rapid steps of the user end where the last one leads', (shell) => {
  const model = opened(shell);
  for (const delta of [-1, -1, 1, -2]) model.tab.go(delta).catch(() => {});
  model.flow();
  assert.equal(model.browser, '[home] a b c');
  assert.equal(model.keys, '[home] a b c');
});

both('a step of the user during a traversal of native code', (shell) => {
  const model = opened(shell);
  model.goTo(2);
  model.tab.go(-1).catch(() => {});
  model.flow();
  model.flow();
  assert.equal(model.browser.match(/\[(.*)\]/)[1], model.current.key);
});

test('a step of the user that overtakes a traversal does not make the traversal a step of the user', () => {
  const model = opened((options) =>
    new ShellModel({ hasNavigation: true, before: ['http://other.test/'], ...options }), ['a', 'b']);
  model.back();
  model.take();
  // The user goes forward. Before that, native code removes the first place, which the page goes back to replace.
  model.tab.go(1);
  model.entries = [{ key: 'x', fragment: 'x' }, model.entries[2]];
  model.index = 0;
  model.send();
  model.flow();
  assert.deepEqual(model.take(), [['moved', 'b']]);
  assert.equal(model.keys, 'x [b]');
  assert.match(model.browser, /^http:\/\/other\.test\/ .*\[b\]/);
});

test('a traversal that the browser has dropped for a step of the user is forgotten after a second', () => {
  const model = opened((options) => new ShellModel({ hasNavigation: true, ...options }));
  model.back(2);
  model.tab.go(1);
  model.tab.delay = Infinity;
  model.goTo(0);
  model.tab.delay = 5;
  model.flow();
  assert.equal(model.keys, 'home a [b] c');
  model.flow(1000);
  model.take();
  model.back(2);
  assert.deepEqual(model.take(), [['moved', 'home']]);
  assert.equal(model.browser, '[home] a b c');
});

both('a changed place replaces its entry', (shell) => {
  const model = opened(shell);
  model.replace('d');
  model.flow();
  assert.equal(model.browser, 'home a b [d]');
  model.back();
  assert.equal(model.keys, 'home a [b] d');
});

both('a changed fragment of the same place changes the address', (shell) => {
  const model = opened(shell, ['a']);
  model.entries[1].fragment = 'other';
  model.send();
  assert.equal(model.browser, 'home [other]');
  assert.deepEqual(model.tab.entry.state, { shell: 'a' });
});

both('fragments that are only escaped differently are the same', (shell) => {
  const model = opened(shell, ['a']);
  const { tab } = model;
  model.entries[1].fragment = 'ä b';
  model.send();
  let writes = 0;
  tab.replaceState = () => (writes += 1);
  model.send();
  assert.equal(writes, 0);
  // A fragment that is no valid escape does not throw.
  model.entries[1].fragment = '%E0%';
  model.send();
  assert.equal(writes, 1);
});

both('Back does not lead to places that native code has removed', (shell) => {
  const model = opened(shell);
  // Native code goes to another place with another stack below.
  model.touch();
  model.entries = [model.entries[0], { key: 'x', fragment: 'x' }];
  model.index = 1;
  model.send();
  model.flow();
  assert.equal(model.browser, 'home [x] b c');
  model.back();
  assert.equal(model.keys, '[home] x');
});

both('Forward skips entries that native code has removed', (shell) => {
  const model = opened(shell);
  model.back(3);
  model.entries = model.entries.filter(({ key }) => key !== 'a');
  model.send();
  model.take();
  model.forward();
  assert.deepEqual(model.take(), [['moved', 'b']]);
  assert.equal(model.browser, 'home a [b] c');
  model.back();
  assert.deepEqual(model.take(), [['moved', 'home']]);
  assert.equal(model.browser, '[home] a b c');
});

both('Forward to entries of which native code knows none returns', (shell) => {
  const model = opened(shell);
  model.back(2);
  model.entries = model.entries.slice(0, 2);
  model.send();
  model.take();
  model.forward();
  assert.deepEqual(model.take(), []);
  assert.equal(model.browser, 'home [a] b c');
});

both('an address that the user edits opens a place, and the entry is that of the current place again', (shell) => {
  const model = opened(shell, ['a']);
  model.tab.editFragment('typed');
  assert.equal(model.browser, 'home a [a]');
  model.flow();
  assert.deepEqual(model.taken, [['open', 'typed']]);
  assert.equal(model.keys, 'home a [typed]');
});

both('a fragment is cut after 2,001 characters', (shell) => {
  const model = opened(shell, ['a']);
  model.tab.editFragment('x'.repeat(3000));
  model.page.take().forEach(([, value]) => assert.equal(value.length, 2001));
});

both('an entry of which neither knows is reported, and is that of the current place after the next change', (shell) => {
  const model = opened(shell, ['a']);
  model.tab.pushState({ shell: 'stranger' }, 'http://app.test/#stranger');
  model.page.fire('popstate', { state: { shell: 'stranger' } });
  assert.deepEqual(model.page.take(), [['moved', 'stranger']]);
  assert.equal(model.keys, 'home [a]');
  model.send();
  model.flow();
  assert.equal(model.browser, 'home a [a]');
});

both('before native code has sent its history, a step is reported', (shell) => {
  const model = opened(shell, ['a', 'b']);
  const page = model.load();
  model.tab.go(-1);
  model.clock.pass(20);
  assert.deepEqual(page.take(), [['moved', 'a']]);
});

both('an empty history changes nothing', (shell) => {
  const model = opened(shell, ['a']);
  model.page.tell('history', { entries: [], index: 0, title: '', saved: null });
  assert.equal(model.browser, 'home [a]');
  assert.equal(model.page.document.title, 'a');
});

// MARK: Steps of iframes

both('steps that iframes have added lie between the entries, and are gone over', (shell) => {
  const model = opened(shell, ['a']);
  model.tab.addStepOfIframe();
  model.tab.addStepOfIframe();
  model.touch();
  model.push('b');
  model.flow();
  assert.equal(model.browser, 'home a . . [b]');
  model.goTo(1);
  model.flow();
  assert.match(model.browser, /^home (\[a\] \. \.|a \. \[\.\]|a \[\.\] \.) b$/);
  model.goTo(0);
  model.flow();
  assert.equal(model.browser, '[home] a . . b');
  model.goTo(2);
  model.flow();
  assert.equal(model.browser, 'home a . . [b]');
  assert.deepEqual(model.take(), []);
});

both('after steps of iframes at the end, Back of native code still finds its entry', (shell) => {
  const model = opened(shell, ['a', 'b']);
  model.tab.addStepOfIframe();
  model.goTo(0);
  model.flow();
  assert.equal(model.browser, '[home] a b .');
});

// MARK: Traversals that do not end

both('a traversal that does not arrive within a second is given up; the entry is replaced', (shell) => {
  const model = opened(shell);
  model.tab.delay = Infinity;
  model.goTo(1);
  model.flow(999);
  assert.equal(model.browser, 'home a b [c]');
  model.flow(1);
  assert.equal(model.browser, 'home a b [a]');
  assert.deepEqual(model.tab.entry.state, { shell: 'a' });
  model.tab.delay = 5;
  model.push('d');
  model.touch();
  assert.equal(model.current.key, 'd');
});

both('a traversal that ends late is no step of the user', (shell) => {
  const model = opened(shell);
  model.tab.delay = 1500;
  model.goTo(1);
  model.flow(1400);
  model.tab.delay = 5;
  model.flow(200);
  model.flow(2000);
  assert.equal(model.keys, 'home [a] b c');
  assert.deepEqual(model.take(), []);
});

both('a traversal that ends after the user has opened another place leads back to that place', (shell) => {
  const model = opened(shell, ['a']);
  model.tab.delay = 1500;
  model.goTo(0);
  model.flow(1100);
  assert.equal(model.browser, 'home [home]');
  model.tab.delay = 5;
  model.touch();
  model.push('c');
  model.flow(1000);
  assert.match(model.browser, /^home .*\[c\]$/);
  assert.equal(model.keys, 'home [c]');
  assert.deepEqual(model.take(), []);
  model.back();
  assert.equal(model.current.key, 'home');
});

both('a traversal that arrives cancels its timer', (shell) => {
  const model = opened(shell);
  model.goTo(1);
  model.flow(20);
  model.flow(5000);
  assert.equal(model.browser, 'home [a] b c');
  assert.equal(model.clock.pending, 0);
});
