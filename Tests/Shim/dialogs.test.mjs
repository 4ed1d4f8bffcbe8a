// public/bridge/dialogs.js: the page asks Swift before the browser shows a dialog.
import assert from 'node:assert/strict';
import test from 'node:test';
import { connected, plain } from './Support/connected.mjs';
import { services } from './Support/served.mjs';

const classes = `
  shown = [];
  alert = (...list) => { shown.push(['alert', ...list]); };
  confirm = (...list) => { shown.push(['confirm', ...list]); return true; };
  class HTMLInputElement {
    constructor(properties) { Object.assign(this, { type: 'file', accept: '', multiple: false, events: [] }, properties); }
    click() { shown.push(['click']); }
    dispatchEvent(event) { this.events.push(event.type); }
  }
  Object.assign(globalThis, { HTMLInputElement });
  DataTransfer = class { files = []; items = { add: (file) => this.files.push(file) } };
  File = class { constructor(parts, name, { type }) { Object.assign(this, { parts, name, type }); } };`;

/** Returns a page whose blocking calls receive the JSON that `answer` returns, or fail if it returns nothing. */
async function asking(answer) {
  const { browser, server, window } = await connected({
    before: ({ window }) => Object.assign(window, {
      Event, atob, prompt: (...list) => `browser ${list}`,
    }),
  });
  browser.run(classes);
  const asked = [];
  const { onCall } = browser;
  browser.onCall = (body, headers, request) => {
    const found = /^call (\d+) _bridge\.dialogs\.(\w+) (.*)$/m.exec(body);
    if (!found) return onCall(body, headers, request);
    const [, n, kind, json] = found;
    asked.push([kind, JSON.parse(json)]);
    const value = answer(kind, JSON.parse(json));
    return { status: 200, text: value === undefined ? `fail ${n} {"message":"no"}` : `reply ${n} ${value}` };
  };
  browser.run(services.dialogs);
  await browser.settle();
  return { browser, server, window, asked, run: (code) => plain(browser.run(code)) };
}

test('S24: Swift answers alert, confirm and prompt', async () => {
  const { asked, run } = await asking((kind, { text } = {}) =>
    ({ alert: '{"value":true}', confirm: '{"value":false}', prompt: text ? '{"value":"a"}' : '{}' })[kind]);
  assert.equal(run('alert(5)'), undefined);
  assert.equal(run('confirm("sure?")'), false);
  assert.equal(run('prompt("name?", "b")'), 'a');
  assert.equal(run('prompt("name?")'), null);
  run('alert()');
  assert.deepEqual(asked, [
    ['alert', '5'], ['confirm', 'sure?'], ['prompt', { message: 'name?', text: 'b' }],
    ['prompt', { message: 'name?', text: '' }], ['alert', ''],
  ]);
  assert.deepEqual(run('shown'), []);
});

test('S24: the browser shows its dialogs if Swift leaves them to it, or does not answer', async () => {
  for (const answer of ['null', undefined]) {
    const { run } = await asking(() => answer);
    run('alert("a")');
    assert.equal(run('confirm("b")'), true);
    assert.equal(run('prompt("c", "d")'), 'browser c,d');
    assert.deepEqual(run('shown'), [['alert', 'a'], ['confirm', 'b']]);
  }
});

test('S24: a call of a page\'s own dsbridge.js is no dialog', async () => {
  const { asked, run } = await asking(() => '{"value":"a"}');
  run('prompt("_dsbridge=f", "{}")');
  assert.deepEqual(asked, []);
});

test('S24: Swift chooses the files of an input', async () => {
  const file = '{"value":[{"name":"a.txt","type":"text/plain","data":"aGVsbG8="}]}';
  const { browser, asked, run } = await asking((_kind, { accept }) =>
    ({ text: file, none: '{"value":null}', browser: 'null' })[accept]);
  for (const accept of ['text', 'none', 'browser']) {
    run(`input = new HTMLInputElement({ accept: '${accept}', isConnected: false }); input.click();`);
    for (const timer of browser.timers.splice(0)) timer.f();
    const expected = { text: ['input', 'change'], none: ['cancel'], browser: [] }[accept];
    assert.deepEqual(run('input.events'), expected);
  }
  assert.deepEqual(run('shown'), [['click']]);
  assert.deepEqual(asked[0], ['files', { accept: 'text', multiple: false, directory: false }]);
  run(`input = new HTMLInputElement({ accept: 'text', isConnected: false }); input.click();`);
  for (const timer of browser.timers.splice(0)) timer.f();
  assert.deepEqual(run('input.files.map(({ name, type, parts }) => [name, type, [...parts[0]].length])'), [
    ['a.txt', 'text/plain', 5],
  ]);
});
