// The values of the inspector's page: the store, the filter, recordings, and forms.
import assert from 'node:assert/strict';
import test from 'node:test';
import { FilteredEntries, passes } from '../../public/inspector/filter.js';
import { fields, fieldValue } from '../../public/inspector/form.js';
import { asJavaScript, asSwiftTest, exported, imported } from '../../public/inspector/recording.js';
import { recordingText } from '../../public/inspector/recorder.js';
import { duration, lineJSON, meaning, namespace, Store } from '../../public/inspector/store.js';

const page = (line, t = 0, number = 1) => ({ t, page: number, tab: number, from: 'page', line });
const swift = (line, t = 0, number = 1) => ({ t, page: number, tab: number, from: 'swift', line });
const one = (...records) => {
  const store = new Store();
  store.add(records);
  assert.equal(store.entries.length, 1);
  return store.entries[0];
};

test('a call is paired with its answer, and has three times', () => {
  const entry = one(page('ask 2 till.total [3,4]', 1), { t: 1.5, page: 1, began: 2 },
    swift('message 1', 2), swift('reply 2 7', 2), swift('ack 2', 2), page('ack 1', 2.25));
  assert.deepEqual([entry.kind, entry.name, entry.input, entry.state, entry.result], ['call', 'till.total', '[3,4]', 'done', '7']);
  assert.deepEqual([entry.at, entry.began, entry.end, entry.confirmed, duration(entry)], [1, 1.5, 2, 2.25, 1]);
});

test('answers belong to the calls of their page', () => {
  const store = new Store();
  store.add([page('ask 1 a 1'), page('ask 1 b 2', 0, 2), swift('reply 1 20', 0, 2)]);
  assert.deepEqual(store.entries.map((entry) => [entry.name, entry.tab, entry.state]), [['a', 1, 'pending'], ['b', 2, 'done']]);
});

test('a callback gets its values one by one', () => {
  const entry = one(page('post 1 count dscb0 3', 1), swift('callback dscb0 more 1', 2), swift('callback dscb0 more 2', 3),
    swift('callback dscb0 done 3', 4));
  assert.deepEqual(entry.values, [{ at: 2, json: '1' }, { at: 3, json: '2' }, { at: 4, json: '3' }]);
  assert.deepEqual([entry.state, entry.valueCount], ['done', 3]);
});

test('a callback may end without a value, and may fail', () => {
  const ended = one(page('post 1 f dscb0 null'), swift('callback dscb0 done'));
  assert.deepEqual([ended.state, ended.valueCount], ['done', 0]);
  const failed = one(page('post 1 f dscb0 null'), swift('fail 1 {"kind":"dropped","message":"no","callback":"dscb0"}'));
  assert.equal(failed.state, 'failed');
});

test('a sequence ends with an answer without JSON, and can be cancelled', () => {
  const entry = one(page('ask 1 f null'), swift('next 1 "a"', 1), swift('next 1 "b"', 2), swift('reply 1', 3));
  assert.deepEqual([entry.valueCount, entry.state, entry.result], [2, 'done', '']);
  const last = one(page('ask 1 f null'), swift('next 1 "a"', 1), swift('reply 1 "b"', 2));
  assert.deepEqual([last.valueCount, last.values[1].json, last.state], [2, '"b"', 'done']);
  assert.equal(one(page('ask 1 f null'), page('cancel 2 1'), swift('next 1 3')).state, 'cancelled');
});

test('a long sequence keeps its newest values', () => {
  const entry = one(page('ask 1 f null'), ...Array.from({ length: 1000 }, (_, index) => swift(`next 1 ${index}`)));
  assert.equal(entry.valueCount, 1000);
  assert.ok(entry.values.length <= 200 && entry.values.at(-1).json === '999');
});

test('calls of page functions and scripts', () => {
  const store = new Store();
  store.add([swift('invoke 1 addValue [3,4]'), swift('eval 2 "x"'), page('return 1 1 more 6'), page('return 2 1 done 7'),
    page('throw 3 2 {"message":"x is not defined"}')]);
  assert.deepEqual(store.entries.map(({ kind, name, state, result }) => [kind, name, state, result]),
    [['page', 'addValue', 'done', '7'], ['page', 'script', 'failed', '{"message":"x is not defined"}']]);
});

test('kinds of events', () => {
  const store = new Store();
  store.add([page('event 1 visit {}'), page('event 2 component {}'), page('event 3 shell {}'), page('event 4 location "x"'),
    page('event 5 title "x"'), swift('event shell {}'), swift('event denied "why"'), page('call 6 _bridge.intercept {"url":"x"}')]);
  assert.deepEqual(store.entries.map((entry) => entry.kind),
    ['visit', 'component', 'shell', 'navigation', 'event', 'shell', 'navigation', 'navigation']);
});

test('a decision belongs to the navigation that asks for it', () => {
  const store = new Store();
  store.add([page('call 1 _bridge.intercept {"url":"x"}'), { page: 1, note: 'navigation.policy', json: { allowed: false } },
    swift('reply 1 true'), { page: 1, note: 'navigation.policy', json: {} }]);
  assert.deepEqual(store.entries[0].notes, [{ at: 0, name: 'policy', json: '{"allowed":false}' }]);
  assert.equal(store.entries.length, 2);
});

test('a line that is sent again is dropped', () => {
  one(page('ask 1 f null'), page('ask 1 f null'), swift('reply 1 2'), page('ask 1 f null'));
});

test('a new document and a closed web view end the open calls', () => {
  const store = new Store();
  store.add([{ page: 1, tab: 5, opened: { url: 'http://x/a' } }, { ...page('ask 1 f null'), tab: 5 },
    { page: 2, tab: 5, opened: { url: 'http://x/b' } }, { ...page('ask 1 g null', 0, 2), tab: 5 }]);
  const [, f, , g] = store.entries;
  assert.deepEqual([f.state, g.state, store.addresses.get(5)], ['cancelled', 'pending', 'http://x/b']);
  store.add([{ tab: 5, closed: true }]);
  assert.equal(g.state, 'cancelled');
});

test('malformed records do no harm', () => {
  const store = new Store();
  store.add([page(''), page('ask'), page('reply'), page('throw 9'), swift('fail x {'), swift('callback'), swift(''), {}, { page: 1 },
    { t: NaN, page: -1, from: 'swift', line: 'event' }, { page: 1, note: '' }, { page: 1, note: '.' }]);
  assert.ok(store.entries.length > 0);
});

test('the store and its filter are bounded, and as fast as 100,000 lines per second', () => {
  const store = new Store(10_000);
  const filtered = new FilteredEntries();
  filtered.reset([], { text: 'till' });
  const start = performance.now();
  for (let n = 1; n <= 50_000; n += 50) {
    const records = [];
    for (let index = n; index < n + 50; index++) {
      records.push(page(`ask ${index} ${index % 2 ? 'till.scan' : 'other'} {"code":"A${index}"}`, index), swift(`reply ${index} true`, index + 1));
    }
    filtered.apply(store.add(records));
  }
  const took = performance.now() - start;
  assert.ok(took < 10_000, `${took} ms`);
  assert.ok(store.entries.length <= 10_000 && store.lost >= 40_000);
  assert.deepEqual(filtered.entries, store.entries.filter((entry) => passes(entry, { text: 'till' })));
});

test('the filter accepts by text, kind, namespace, web view, duration and errors', () => {
  const store = new Store();
  store.add([page('ask 1 till.scan {"code":"Milk"}', 0), swift('reply 1 true', 0.5), page('ask 2 add 1', 1), swift('fail 2 {"message":"No"}', 1.001),
    page('event 1 visit {}', 2, 2)]);
  const names = (criteria) => store.entries.filter((entry) => passes(entry, criteria)).map((entry) => entry.name);
  assert.deepEqual(names({}), ['till.scan', 'add', 'visit']);
  assert.deepEqual(names({ text: 'mILK' }), ['till.scan']);
  assert.deepEqual(names({ kinds: new Set(['visit', 'shell']) }), ['visit']);
  assert.deepEqual(names({ namespace: 'till' }), ['till.scan']);
  assert.deepEqual(names({ namespace: '' }), ['add']);
  assert.deepEqual(names({ tab: 2 }), ['visit']);
  assert.deepEqual(names({ milliseconds: 100 }), ['till.scan']);
  assert.deepEqual(names({ failedOnly: true }), ['add']);
});

test('an entry that passes the filter only after its answer is put between older and newer ones', () => {
  const store = new Store();
  const filtered = new FilteredEntries();
  filtered.reset([], { text: 'x' });
  filtered.apply(store.add([page('ask 1 x1'), page('ask 2 b'), page('ask 3 x3')]));
  assert.deepEqual(filtered.entries.map((entry) => entry.id), [1, 3]);
  filtered.apply(store.add([swift('reply 2 "x"'), swift('reply 1 1')]));
  assert.deepEqual(filtered.entries.map((entry) => entry.id), [1, 2, 3]);
  assert.deepEqual([filtered.indexOf(2), filtered.indexOf(4)], [1, -1]);
});

test('an event without a value says what it means', () => {
  const event = (name, input) => meaning(/** @type {any} */ ({ verb: 'event', name, input }));
  assert.equal(event('ready', 'null'), 'the document is parsed');
  assert.equal(event('hears', 'true'), 'the page asks about all of its navigations');
  assert.equal(event('title', '"ready"'), undefined);
  assert.equal(meaning(/** @type {any} */ ({ verb: 'ask', name: 'ready', input: 'null' })), undefined);
});

test('a recording is exported and imported', () => {
  const records = [{ t: 0, page: 1, tab: 1, opened: { url: 'http://x/' } }, page('ask 1 f "a\\n"'), swift('reply 1 2')];
  const further = [{ page: 1, began: 1 }, { page: 1, note: 'connected' }, swift('message 1'), swift('ack 1'), page('ack 1')];
  const cut = { ...page('ask 1 f "aa…'), cut: 9000 };
  const text = exported([...records, ...further, cut], { program: 'Till' });
  assert.deepEqual(imported(text), [{ version: 1, program: 'Till' }, ...records, { lost: 1 }]);
  assert.throws(() => imported(text.slice(0, -3)), { message: 'The recording ends inside line 5: it was cut.' });
  assert.throws(() => imported('{"version":1}\nx\n'), /^Error: Line 2 is not a JSON object\./);
  assert.throws(() => imported('{"version":2}\n'), { message: 'The recording has version 2; this inspector reads version 1.' });
  assert.throws(() => imported('{"a":2}\n'), /its first line has no version/);
  assert.throws(() => imported(''), /its first line has no version/);
});

test('copies of calls', () => {
  const call = one(page('ask 1 till.total [3,4]'), swift('reply 1 7'));
  assert.equal(asJavaScript(call), 'await bridge.ask("till.total", [3,4]);');
  assert.equal(asSwiftTest(call), `@Test func tillTotal() async throws {
  try await withTestPage(prepare: prepare) { page, server in
    let result = try await page.call("till.total", [3, 4], as: Int.self)
    #expect(result == 7)
  }
}`);
  const posted = one(page('post 1 count dscb0 {"a":"\\\\(x)\\u0007","b":null}'), swift('callback dscb0 done "x"'));
  assert.match(asJavaScript(posted), /^bridge.call\("count", \{.*\}, \(value\) => console\.log\(value\)\);$/);
  assert.match(asSwiftTest(posted), /page\.post\("count", \["a": "\\\\\(x\)\\u\{0007\}", "b": nil\], as: String\.self\)\.all\(\)/);
  assert.match(asSwiftTest(one(page('ask 1 f'), swift('fail 1 {}'))), /throws: CallFailure\.self/);
  assert.equal(asJavaScript(one(swift('eval 1 "document.title"'))), 'document.title');
  assert.equal(asJavaScript(one(swift('invoke 1 addValue [3,"x"]'))), 'addValue(3,"x");');
});

test('namespaces', () => {
  assert.deepEqual(['a.b.c', 'c', '.x'].map(namespace), ['a.b', '', '']);
});

test('forms from types', () => {
  const shape = (type) => fields(type).fields.map(({ name, control, isOptional }) => [name, control, isOptional]);
  assert.deepEqual(shape('(): Promise<number>'), []);
  assert.deepEqual(shape('(prices: number[]): Promise<number>'), [['prices', 'json', false]]);
  assert.deepEqual(shape('(x?: string | null): Promise<string | "">'), [['x', 'text', true]]);
  const place = fields('(input: { order: Order; every?: number | null; size: "small" | "la;rge"; "fourth of many": boolean }): Promise<"">');
  assert.ok(place.isObject);
  assert.deepEqual(place.fields.map(({ name, control, choices }) => [name, control, choices]),
    [['order', 'json', []], ['every', 'number', []], ['size', 'choice', ['small', 'la;rge']], ['fourth of many', 'boolean', []]]);
  assert.deepEqual(shape('(x: unknown /* Painted: (odd) */): Promise<"">'), [['x', 'json', false]]);
  assert.deepEqual(shape('nonsense'), []);
});

test('values of fields', () => {
  const [number, text, json] = fields('(input: { n: number; t?: string; j: Order }): X').fields;
  assert.equal(fieldValue(number, '4.5'), 4.5);
  assert.throws(() => fieldValue(number, 'x'), { message: 'n must be a number, not "x".' });
  assert.throws(() => fieldValue(number, ''), { message: 'Enter a value for n.' });
  assert.equal(fieldValue(text, ''), undefined);
  assert.deepEqual(fieldValue(json, '{"a":1}'), { a: 1 });
  assert.throws(() => fieldValue(json, '{'), /^Error: j must be JSON/);
});

test('the JSON of a line', () => {
  assert.equal(lineJSON('ask 2 till.total [3, 4]', 'page'), '[3, 4]');
  assert.equal(lineJSON('post 3 till.watch dscb1 {"a": 1}', 'page'), '{"a": 1}');
  assert.equal(lineJSON('reply 2 "a b"', 'swift'), '"a b"');
  assert.equal(lineJSON('callback dscb1 more 7', 'swift'), '7');
  assert.equal(lineJSON('event 9 title "a b"', 'page'), '"a b"');
  assert.equal(lineJSON('event shell ["tree", {}]', 'swift'), '["tree", {}]');
});

test('an entry keeps the numbers of its lines that were cut', () => {
  const store = new Store();
  store.add([
    { t: 1, page: 1, from: 'page', line: 'ask 1 echo "xxx…', cut: 9000, whole: 1 },
    { t: 2, page: 1, from: 'swift', line: 'reply 1 "xxx…', cut: 9001, whole: 2 },
  ]);
  assert.deepEqual(store.entries[0].cuts, [{ size: 9000, whole: 1 }, { size: 9001, whole: 2 }]);
});

test('the state of a recording is one sentence', () => {
  const recording = { name: 'a.jsonl', testName: 'ASessionTests.swift', tab: 3, isRunning: true, isFull: false, lines: 1, size: 30, duration: 0.2 };
  assert.equal(recordingText(recording), 'Recording starts when the page of web view 3 reloads.');
  assert.equal(recordingText({ ...recording, isRunning: false }), 'Nothing was recorded.');
  const full = { ...recording, lines: 1234, size: 16_400_000, duration: 71.6 };
  assert.equal(recordingText(full), 'Recording: 72 s, 1,234 lines, 16.4 MB.');
  assert.equal(recordingText({ ...full, isRunning: false, size: 500 }), 'Recorded: 72 s, 1,234 lines, 500 bytes.');
  assert.match(recordingText({ ...full, isRunning: false, isFull: true }), /^The recording ended, because its maximum size is reached: 72 s/);
});
