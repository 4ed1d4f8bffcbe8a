// Export and import of recordings, and texts for other programs: JavaScript and tests in Swift.

/** @typedef {import('./store.js').Entry} Entry @typedef {import('./store.js').Recorded} Recorded */

/** The newest version of a recording that this page reads. */
const VERSION = 1;

/** A pattern for lines that only concern the transport, and therefore are not in recordings. */
const TRANSPORT = /^(ack|hello|message|welcome|bye) /;

/**
 * Returns the text of a recording. Each line that was cut is replaced by `{"lost":1}`.
 * @param {Recorded[]} records @param {Record<string, any> | undefined} header
 */
export const exported = (records, header) =>
  [{ version: VERSION, ...header }, ...records.filter(isRecorded)]
    .map((record) => JSON.stringify(record.cut ? { lost: 1 } : record) + '\n')
    .join('');

/** Returns whether a record belongs into a recording. @param {Recorded} record */
const isRecorded = (record) => !record.began && !record.note && !(record.line && TRANSPORT.test(record.line));

/** Returns the records in a recording. Throws an error that names the first wrong line. @param {string} text */
export function imported(text) {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  else if (lines.length) throw Error(`The recording ends inside line ${lines.length}: it was cut.`);
  /** @type {Recorded[]} */
  const records = lines.map((line, index) => {
    try {
      const record = JSON.parse(line);
      if (record && typeof record === 'object') return record;
    } catch {}
    throw Error(`Line ${index + 1} is not a JSON object. Choose a file that the inspector or --record has written.`);
  });
  const version = records[0]?.version;
  if (!version) throw Error('The file is not a recording: its first line has no version.');
  if (version > VERSION) throw Error(`The recording has version ${version}; this inspector reads version ${VERSION}.`);
  return records;
}

/** Keeps the newest records for an export. */
export class RecordKeeper {
  /** @type {Recorded[]} */
  #records = [];
  /** The number of records that were removed. */
  #lost = 0;

  /** The records. The first one states how many records before them were removed. */
  get all() {
    return this.#lost ? [{ lost: this.#lost }, ...this.#records] : this.#records;
  }

  /** @param {Recorded[]} records */
  add(records) {
    for (const record of records) if (!record.version) this.#records.push(record);
    if (this.#records.length > 100_000) this.#lost += this.#records.splice(0, 20_000).length;
  }

  clear() {
    this.#lost += this.#records.length;
    this.#records = [];
  }
}

/** Returns a line of JavaScript that repeats the call. @param {Entry} entry */
export function asJavaScript(entry) {
  const name = JSON.stringify(entry.name);
  const input = entry.input && entry.input !== 'null' ? `, ${entry.input}` : '';
  if (entry.verb === 'call') return `bridge.call(${name}${input});`;
  if (entry.verb === 'post') return `bridge.call(${name}${input}, (value) => console.log(value));`;
  if (entry.verb === 'ask' && !entry.valueCount) return `await bridge.ask(${name}${input});`;
  if (entry.verb === 'ask') return `for await (const value of bridge.ask(${name}${input})) console.log(value);`;
  if (entry.verb === 'eval') return text(entry.input);
  if (entry.verb === 'invoke') return `${entry.name}(${entry.input.slice(1, -1)});`;
  return `// ${entry.name} ${entry.input}`.replace(/[\r\n\u2028\u2029]+/g, ' ');
}

/** Returns a test in Swift that repeats the call and compares the result. @param {Entry} entry */
export function asSwiftTest(entry) {
  const input = entry.input && entry.input !== 'null' ? `, ${swift(entry.input)}` : '';
  const call = swiftString(entry.name) + input;
  const expected = entry.state === 'failed' ? 'nil' : entry.result;
  const type = swiftType(entry.valueCount ? entry.values[0].json : expected);
  let body;
  if (entry.verb === 'invoke' || entry.verb === 'eval') {
    const result = swiftType(entry.result || 'null');
    const input = swift(entry.input);
    const method = entry.verb === 'eval' ? `evaluateJavaScript(${input}` : `call(${swiftString(entry.name)}, with: ${input}`;
    body = `    let webView = try #require(server.webViews.first)
    let result = try await webView.${method}, returning: ${result}.self)
    #expect(result == ${swift(entry.result || 'null')})`;
  } else if (entry.state === 'failed') {
    body = `    await #expect(throws: CallFailure.self) { try await page.call(${call}, as: String.self) }`;
  } else if (entry.valueCount) {
    const method = entry.verb === 'post' ? 'post' : 'ask';
    body = `    let values = try await page.${method}(${call}, as: ${type}.self).all()
    #expect(values == [${entry.values.map((value) => swift(value.json)).join(', ')}])`;
  } else {
    body = `    let result = try await page.call(${call}, as: ${type}.self)
    #expect(result == ${swift(expected)})`;
  }
  return `@Test func ${identifier(entry.name)}() async throws {
  try await withTestPage(prepare: prepare) { page, server in
${body}
  }
}`;
}

/** @param {string} name */
const identifier = (name) =>
  name.replace(/[^\p{L}\p{N}]+(.)?/gu, (_, next = '') => next.toUpperCase()).replace(/^\d/, '_$&') || 'call';

/** @param {string} json */
function text(json) {
  try {
    return String(JSON.parse(json));
  } catch {
    return json;
  }
}

/** Returns JSON as a Swift literal. @param {string} json */
function swift(json) {
  /** @param {any} value @returns {string} */
  const literal = (value) => {
    if (value === null || value === undefined) return 'nil';
    if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
    if (typeof value === 'object') {
      const members = Object.entries(value).map(([key, member]) => `${literal(key)}: ${literal(member)}`);
      return `[${members.join(', ') || ':'}]`;
    }
    return typeof value === 'string' ? swiftString(value) : String(value);
  };
  try {
    return literal(JSON.parse(json));
  } catch {
    return swiftString(json);
  }
}

/** @param {string} value */
const swiftString = (value) =>
  // JSON's escapes are those of Swift, except for these: U+0008, U+000C and \uXXXX, and Swift's interpolation.
  JSON.stringify(value)
    .replace(/\\(u([0-9a-f]{4})|[bf]|\\)/g, (found, _, code) =>
      found === '\\\\' ? found : `\\u{${code ?? (found === '\\b' ? '8' : 'c')}}`);

/** Returns the Swift type of a JSON value. @param {string} json */
function swiftType(json) {
  /** @param {any} value @returns {string} */
  const type = (value) => {
    if (typeof value === 'string') return 'String';
    if (typeof value === 'boolean') return 'Bool';
    if (typeof value === 'number') return Number.isInteger(value) ? 'Int' : 'Double';
    if (Array.isArray(value)) return `[${[...new Set(value.map(type))].sort().at(0) ?? 'String'}]`;
    return value ? `[String: ${type(Object.values(value)[0] ?? '')}]` : 'String?';
  };
  try {
    return type(JSON.parse(json));
  } catch {
    return 'String';
  }
}
