// The entries of the timeline. A store pairs the records of one or more pages: calls with their answers, callbacks with
// their values, messages with their acknowledgements. A record is a line of a recording (docs/guides/tools.md).

/**
 * @typedef {'call' | 'page' | 'navigation' | 'visit' | 'component' | 'shell' | 'download' | 'event' | 'connection'
 * } Kind
 * @typedef {'pending' | 'done' | 'failed' | 'cancelled'} State
 * @typedef {{
 *   id: number, tab: number, page: number, at: number, kind: Kind, from: 'page' | 'swift', verb: string, name: string,
 *   input: string, state: State, end: number, values: {at: number, json: string}[], valueCount: number, result: string,
 *   began?: number, confirmed?: number, number?: number, text?: string,
 *   cuts?: {size: number, whole?: number}[],
 *   notes: {at: number, name: string, json: string}[],
 * }} Entry All times are in seconds since the first record of the recording.
 * @typedef {{
 *   t?: number, page?: number, tab?: number, from?: 'page' | 'swift', line?: string,
 *   opened?: {url: string, iframe?: string}, closed?: boolean, lost?: number, version?: number,
 *   interfaces?: Record<string, string>,
 *   began?: number, note?: string, json?: any, cut?: number, whole?: number,
 * }} Recorded
 *   A page is a document, and a tab is a web view. Only the program sends the members in the last line; they are not in
 *   recordings. `cut` is the size of a line of which only the beginning is present. The program returns the whole line
 *   for the number `whole`.
 */

export const KINDS = /** @type {const} */ ({
  call: 'Calls', page: 'Page functions', navigation: 'Navigations', visit: 'Visits', component: 'Components',
  shell: 'Shell', download: 'Downloads', event: 'Events', connection: 'Connections',
});

/** The maximum number of lines that were cut, of which an entry keeps the numbers. */
const MAXIMUM_CUTS = 20;
/** The maximum number of values that an entry keeps. If there are more, the oldest ones are dropped. */
const MAXIMUM_VALUES = 200;
/**
 * The events of a page and of the server that are not of the kind `event`.
 * @type {Record<string, Kind>}
 */
const EVENT_KINDS = {
  shell: 'shell', visit: 'visit', component: 'component', location: 'navigation', navigator: 'navigation',
  denied: 'navigation', intercept: 'navigation', step: 'navigation', steps: 'navigation', history: 'navigation',
  refused: 'connection',
};

/**
 * What the events without a value mean, by name.
 * @type {Record<string, string>}
 */
const MEANINGS = {
  ready: 'the document is parsed', loaded: 'the document and its resources are loaded',
  hears: 'the page asks about all of its navigations', acted: 'the user has clicked or pressed a key',
  touched: 'the user has touched the page', escape: 'the user has pressed Escape',
};

/** Returns what an event without a value means, or undefined for other entries. @param {Entry} entry */
export const meaning = (entry) =>
  entry.verb === 'event' && ['', 'true', 'null'].includes(entry.input) ? MEANINGS[entry.name] : undefined;

const NUMBERED = new Set(['ask', 'call', 'post', 'cancel', 'return', 'throw', 'event']);

/** @type {Record<string, Kind>} */
const NOTE_KINDS = {
  connected: 'connection', disconnected: 'connection', resumed: 'connection', denied: 'navigation',
  download: 'download',
};

/** Returns the value of a JSON text, or undefined if it was cut. @param {string} json @returns {any} */
export function parsed(json) {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Decodes a name, because names in lines are percent-encoded. @param {string} name */
function decoded(name) {
  try {
    return name.includes('%') ? decodeURIComponent(name) : name;
  } catch {
    return name;
  }
}

/** Splits a line of the wire protocol into `count` words and its JSON. @param {string} line @param {number} count */
function words(line, count) {
  const found = [];
  let start = 0;
  for (; found.length < count && start <= line.length; ) {
    const space = line.indexOf(' ', start);
    const end = space < 0 ? line.length : space;
    found.push(line.slice(start, end));
    start = end + 1;
  }
  while (found.length < count) found.push('');
  return { found, json: start <= line.length ? line.slice(start) : '' };
}

/** The numbers of words before the JSON of a line, by the line's verb. An event of the page has one word more. */
const WORDS = { ask: 3, call: 3, post: 4, return: 4, throw: 3, event: 2, invoke: 3, eval: 2, callback: 3 };

/** Returns the JSON in a line. @param {string} line @param {'page' | 'swift'} from */
export function lineJSON(line, from) {
  const verb = words(line, 1).found[0];
  const count = WORDS[/** @type {'ask'} */ (verb)] ?? 2;
  return words(line, verb === 'event' && from === 'page' ? count + 1 : count).json;
}

/** The open calls of one page. */
class Page {
  /** @param {number} number @param {number} tab */
  constructor(number, tab) {
    this.number = number;
    this.tab = tab;
  }

  /** @type {Map<string, Entry>} The calls by `ask 2`, `invoke 3` or `callback dscb0`. */
  open = new Map();
  /** @type {[number, Entry[]][]} The entries that each unacknowledged message of the server has ended. */
  messages = [];
  /** @type {[string, Entry][]} The calls that have not begun, oldest first. */
  waiting = [];
  /** The number of the last line. After a lost connection, a page sends lines again. */
  lastNumber = 0;
}

export class Store {
  /** @type {Entry[]} The entries, oldest first, in ascending order of their ids. */
  entries = [];
  /** The number of messages that the server could not keep, and of entries that the store has dropped. */
  lost = 0;
  /** @type {Map<number, string>} The address of each tab's newest page, for the newest 100 tabs. */
  addresses = new Map();
  /** @type {Record<string, any> | undefined} The first line of a recording. */
  header;
  /** @type {Set<string>} */
  namespaces = new Set();
  #nextID = 1;
  /** @type {Map<number, Page>} */
  #pages = new Map();
  #limit;

  /** @param {number} limit the maximum number of entries */
  constructor(limit = 20_000) {
    this.#limit = limit;
  }

  /**
   * Adds records and returns the entries that are new, and the entries that have changed.
   * @param {Recorded[]} records
   */
  add(records) {
    const changed = new Set(/** @type {Entry[]} */ ([]));
    const firstNew = this.#nextID;
    for (const record of records) {
      for (const entry of this.#take(record)) if (entry.id < firstNew) changed.add(entry);
    }
    const overflow = this.entries.length - this.#limit;
    if (overflow > 0) {
      // Drops a tenth of the entries at once, because each removal moves all remaining entries.
      const count = overflow + Math.floor(this.#limit / 10);
      this.entries.splice(0, count);
      this.lost += count;
    }
    const oldest = this.entries[0]?.id ?? this.#nextID;
    return { added: this.entries.slice(Math.max(0, firstNew - oldest)), changed: [...changed], oldest };
  }

  clear() {
    this.entries = [];
    this.lost = 0;
    this.namespaces = new Set();
  }

  /** @param {Recorded} record @returns {Entry[]} the entries that the record concerns */
  #take(record) {
    const { t: at = 0, page: number = 0 } = record;
    if (record.version) return (this.header = record), [];
    if (record.lost) return (this.lost += record.lost), [];
    if (record.closed) {
      const ended = this.#end((page) => page.tab === record.tab, at);
      return [...ended, this.#entry({ number: 0, tab: record.tab ?? 0 }, at, 'connection', 'swift', '', 'closed')];
    }
    const page = this.#pages.get(number) ?? new Page(number, record.tab ?? number);
    this.#pages.set(number, page);
    if (record.opened) {
      const ended = this.#end((other) => other !== page && other.tab === page.tab, at);
      this.addresses.set(page.tab, record.opened.url);
      if (this.addresses.size > 100) this.addresses.delete(/** @type {number} */ (this.addresses.keys().next().value));
      return [...ended, this.#entry(page, at, 'connection', 'page', '', 'opened', text(record.opened.url))];
    }
    if (record.began !== undefined) return this.#began(page, record.began, at);
    if (record.note) return [this.#note(page, at, record.note, text(record.json))];
    if (record.line === undefined) return [];
    const { line } = record;
    const entries = record.from === 'swift' ? this.#fromSwift(page, at, line) : this.#fromPage(page, at, line);
    if (record.cut) {
      for (const entry of entries) {
        entry.cuts = [...(entry.cuts ?? []).slice(-MAXIMUM_CUTS), { size: record.cut, whole: record.whole }];
      }
    }
    return entries;
  }

  /**
   * Removes the pages that no longer exist, and cancels their open calls.
   * @param {(page: Page) => boolean} isLeft @param {number} at
   */
  #end(isLeft, at) {
    const left = [...this.#pages.values()].filter(isLeft);
    for (const page of left) this.#pages.delete(page.number);
    return left.flatMap((page) => [...page.open.values()].map((entry) => end(entry, at, 'cancelled', '')));
  }

  /** @param {Page} page @param {number} upTo @param {number} at */
  #began(page, upTo, at) {
    const begun = [];
    while (page.waiting.length && Number(page.waiting[0][0]) <= upTo) {
      const [, entry] = /** @type {[string, Entry]} */ (page.waiting.shift());
      entry.began ??= at;
      begun.push(entry);
    }
    return begun;
  }

  /** Adds a note to the pending navigation that it explains, or as an entry of its own.
   * @param {Page} page @param {number} at @param {string} name @param {string} json */
  #note(page, at, name, json) {
    const [kind, detail] = name.includes('.') ? name.split('.', 2) : [NOTE_KINDS[name] ?? 'event', name];
    if (kind === 'navigation') {
      for (const entry of page.open.values()) {
        if (entry.kind === 'navigation') return entry.notes.push({ at, name: detail, json }), entry;
      }
    }
    const known = kind in KINDS ? /** @type {Kind} */ (kind) : 'event';
    return this.#entry(page, at, known, 'swift', 'note', detail, json);
  }

  /** @param {Page} page @param {number} at @param {string} line */
  #fromPage(page, at, line) {
    const verb = words(line, 1).found[0];
    if (NUMBERED.has(verb)) {
      const n = Number(words(line, 2).found[1]);
      if (n <= page.lastNumber) return [];
      page.lastNumber = n;
    }
    if (verb === 'ask' || verb === 'call' || verb === 'post') {
      const { found, json } = words(line, verb === 'post' ? 4 : 3);
      const [, n, name, callback] = found;
      /** @type {[Kind, string]} */
      const [kind, title] = name === '_bridge.intercept' ? ['navigation', 'navigate'] : ['call', name];
      const entry = this.#entry(page, at, kind, 'page', verb, title, json, 'pending');
      entry.number = Number(n);
      page.open.set(callback ? 'callback ' + callback : 'ask ' + n, entry);
      page.waiting.push([n, entry]);
      return [entry];
    }
    if (verb === 'ack') {
      const upTo = Number(line.slice(4));
      const entries = [];
      while (page.messages.length && page.messages[0][0] <= upTo) {
        const [, ended] = /** @type {[number, Entry[]]} */ (page.messages.shift());
        for (const entry of ended) entry.confirmed = at;
        entries.push(...ended);
      }
      return entries;
    }
    if (verb === 'cancel') {
      const key = 'ask ' + words(line, 3).found[2];
      const entry = page.open.get(key);
      page.open.delete(key);
      return entry ? [end(entry, at, 'cancelled', '')] : [];
    }
    if (verb === 'return') {
      const { found, json } = words(line, 4);
      const entry = page.open.get('invoke ' + found[2]);
      if (!entry) return [];
      if (found[3] === 'more') return [value(entry, at, json)];
      page.open.delete('invoke ' + found[2]);
      return [end(entry, at, 'done', json)];
    }
    if (verb === 'throw') {
      const { found, json } = words(line, 3);
      const entry = page.open.get('invoke ' + found[2]);
      page.open.delete('invoke ' + found[2]);
      return entry ? [end(entry, at, 'failed', json)] : [];
    }
    if (verb === 'event') {
      const { found, json } = words(line, 3);
      return [this.#event(page, at, 'page', found[2], json)];
    }
    return [this.#entry(page, at, 'connection', 'page', verb, verb, line.slice(verb.length + 1))];
  }

  /** @param {Page} page @param {number} at @param {string} line */
  #fromSwift(page, at, line) {
    const verb = words(line, 1).found[0];
    if (verb === 'message') {
      page.messages.push([Number(line.slice(8)), []]);
      if (page.messages.length > 1000) page.messages.shift();
      return [];
    }
    if (verb === 'ack') return [];
    if (verb === 'next' || verb === 'reply' || verb === 'fail') {
      const { found, json } = words(line, 2);
      const key = 'ask ' + found[1];
      let entry = page.open.get(key);
      if (!entry && verb === 'fail') {
        const callback = 'callback ' + parsed(json)?.callback;
        entry = page.open.get(callback);
        page.open.delete(callback);
      }
      if (!entry) return [];
      if (verb === 'next') return [this.#sent(page, value(entry, at, json))];
      page.open.delete(key);
      if (verb === 'reply' && entry.valueCount && json) value(entry, at, json);
      return [this.#sent(page, end(entry, at, verb === 'fail' ? 'failed' : 'done', json))];
    }
    if (verb === 'callback') {
      const { found, json } = words(line, 3);
      const key = 'callback ' + found[1];
      const entry = page.open.get(key);
      if (!entry) return [];
      if (json) value(entry, at, json);
      if (found[2] !== 'done') return [this.#sent(page, entry)];
      page.open.delete(key);
      return [this.#sent(page, end(entry, at, 'done', json))];
    }
    if (verb === 'invoke' || verb === 'eval') {
      const { found, json } = words(line, verb === 'eval' ? 2 : 3);
      const entry = this.#entry(page, at, 'page', 'swift', verb, found[2] || 'script', json, 'pending');
      page.open.set('invoke ' + found[1], entry);
      return [entry];
    }
    if (verb === 'event') {
      const { found, json } = words(line, 2);
      return [this.#event(page, at, 'swift', found[1], json)];
    }
    return [this.#entry(page, at, 'connection', 'swift', verb, verb, line.slice(verb.length + 1))];
  }

  /** @param {Page} page @param {Entry} entry */
  #sent(page, entry) {
    if (entry.verb !== 'call') page.messages.at(-1)?.[1].push(entry);
    return entry;
  }

  /** @param {Page} page @param {number} at @param {'page' | 'swift'} from @param {string} name @param {string} json */
  #event(page, at, from, name, json) {
    return this.#entry(page, at, EVENT_KINDS[name] ?? 'event', from, 'event', name, json);
  }

  /**
   * @param {{number: number, tab: number}} page @param {number} at @param {Kind} kind @param {'page' | 'swift'} from
   * @param {string} verb @param {string} name @param {string} input @param {State} state
   */
  #entry(page, at, kind, from, verb, name, input = '', state = 'done') {
    /** @type {Entry} */
    const entry = {
      id: this.#nextID++, tab: page.tab, page: page.number, at, kind, from, verb, name: decoded(name), input, state,
      end: at, values: [], valueCount: 0, result: '', notes: [],
    };
    if (kind === 'call') this.namespaces.add(namespace(name));
    this.entries.push(entry);
    return entry;
  }
}

/** @param {any} value */
const text = (value) => (value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value));

/** Returns the part of a function's name before the last dot, or an empty text. @param {string} name */
export const namespace = (name) => name.slice(0, Math.max(0, name.lastIndexOf('.')));

/** Returns the time in seconds from the beginning of an entry to its end, or to its last value. @param {Entry} entry */
export const duration = (entry) => entry.end - entry.at;

/** @param {Entry} entry @param {number} at @param {State} state @param {string} result */
function end(entry, at, state, result) {
  Object.assign(entry, { end: at, state, result });
  entry.text = undefined;
  return entry;
}

/** @param {Entry} entry @param {number} at @param {string} json */
function value(entry, at, json) {
  entry.valueCount++;
  entry.end = at;
  entry.values.push({ at, json });
  if (entry.values.length > MAXIMUM_VALUES) entry.values.splice(0, MAXIMUM_VALUES / 10);
  entry.text = undefined;
  return entry;
}
