// The filter of the timeline, and the list of the entries that pass it.
import { duration, namespace } from './store.js';

/**
 * @typedef {import('./store.js').Entry} Entry
 * @typedef {{
 *   text?: string, kinds?: Set<string>, namespace?: string, tab?: number, milliseconds?: number, failedOnly?: boolean,
 * }} Criteria A missing member, and an empty text or set, accepts all entries.
 */

/** Returns whether an entry passes the filter. @param {Entry} entry @param {Criteria} criteria */
export function passes(entry, criteria) {
  if (criteria.kinds?.size && !criteria.kinds.has(entry.kind)) return false;
  if (criteria.tab && entry.tab !== criteria.tab) return false;
  if (criteria.failedOnly && entry.state !== 'failed') return false;
  if (criteria.namespace !== undefined) {
    if (entry.kind !== 'call' || namespace(entry.name) !== criteria.namespace) return false;
  }
  if (criteria.milliseconds && duration(entry) * 1000 < criteria.milliseconds) return false;
  return !criteria.text || searchText(entry).includes(criteria.text.toLowerCase());
}

/** @param {Entry} entry */
function searchText(entry) {
  return (entry.text ??= [entry.name, entry.input, entry.result, ...entry.values.map((value) => value.json)]
    .join(' ')
    .toLowerCase());
}

/** The filtered entries, oldest first. After a change of the store, only the new and changed entries are filtered. */
export class FilteredEntries {
  /** @type {Entry[]} */
  entries = [];
  /** @type {Criteria} */
  criteria = {};

  /** Applies a filter to all entries. @param {Entry[]} entries @param {Criteria} criteria */
  reset(entries, criteria) {
    this.criteria = criteria;
    this.entries = entries.filter((entry) => passes(entry, criteria));
  }

  /**
   * Applies a change of the store. Returns the number of entries that were removed at the beginning.
   * @param {{added: Entry[], changed: Entry[], oldest: number}} change the result of `Store.add`
   */
  apply({ added, changed, oldest }) {
    const removed = this.#position(oldest);
    if (removed > 0) this.entries.splice(0, removed);
    // An entry may pass the filter only after its answer, so it is inserted between older and newer entries. An entry
    // that no longer passes remains, because a row must not disappear while the user reads it.
    for (const entry of changed) {
      if (entry.id < oldest || !passes(entry, this.criteria)) continue;
      const position = this.#position(entry.id);
      if (this.entries[position] !== entry) this.entries.splice(position, 0, entry);
    }
    for (const entry of added) if (passes(entry, this.criteria)) this.entries.push(entry);
    return removed;
  }

  /** Returns the index of an entry, or -1. @param {number} id */
  indexOf(id) {
    const position = this.#position(id);
    return this.entries[position]?.id === id ? position : -1;
  }

  /** Returns the index of the first entry whose id is at least `id`. @param {number} id */
  #position(id) {
    let [low, high] = [0, this.entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.entries[middle].id < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
