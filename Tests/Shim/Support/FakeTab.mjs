// A browser tab: its session history and its sessionStorage, which documents share. As in the HTML standard:
// - All iframes of a tab share one sequence of steps. A step of an iframe keeps the entry of the page around it, counts
//   in `history.length`, and fires no `popstate` in that page.
// - `pushState` and `replaceState` take effect at once. Traversals are queued: they take effect in a later task, are
//   relative to the step that is current then, and fire `popstate` only after that. A traversal beyond either end does
//   nothing and reports nothing.
// - `pushState` removes all later steps. `replaceState` keeps the entry's key in the Navigation API, `pushState` makes
//   a new one.
import { FakeStorage } from './FakeStorage.mjs';

export class FakeTab {
  steps = [];
  index = -1;
  storage = new FakeStorage();
  /** The time that a traversal takes, in ms. Infinity for a traversal that a busy browser never ends. */
  delay = 5;
  #keys = 0;
  /** The window of the document that the tab shows. */
  window = null;

  constructor(clock, url = 'http://app.test/') {
    this.clock = clock;
    this.navigate(url);
  }

  get entry() {
    return this.steps[this.index].entry;
  }
  get length() {
    return this.steps.length;
  }

  #push(entry) {
    this.steps.splice(++this.index, Infinity, { entry });
  }
  #make(url, state, document) {
    return { url, state, document, key: `place-${++this.#keys}` };
  }

  /** Loads another document in the tab, which adds an entry. */
  navigate(url) {
    this.#push(this.#make(url, null, {}));
  }

  pushState(state, url) {
    this.#push(this.#make(url, structuredClone(state), this.entry.document));
  }
  replaceState(state, url) {
    Object.assign(this.entry, { state: structuredClone(state), url });
  }

  /** A page in an iframe adds a step. */
  addStepOfIframe() {
    this.#push(this.entry);
  }

  /** The user edits the fragment in the address bar. */
  editFragment(fragment) {
    this.#push(this.#make(`${this.entry.url.split('#')[0]}#${fragment}`, null, this.entry.document));
    this.#tell();
  }

  go(delta) {
    return this.#traverse(() => this.index + delta);
  }
  traverseTo(key) {
    return this.#traverse(() => this.steps.findIndex(({ entry }) => entry.key === key));
  }

  #traverse(find) {
    return new Promise((resolve, reject) => {
      if (this.delay === Infinity) return;
      this.clock.setTimeout(() => {
        const index = find();
        if (!this.steps[index]) return reject(new Error('InvalidStateError'));
        const { entry } = this;
        this.index = index;
        resolve();
        if (this.entry === entry) return;
        if (this.entry.document === entry.document) this.#tell();
        else this.window = null; // The tab loads another document.
      }, this.delay);
    });
  }

  #tell() {
    this.window?.fire('popstate', { state: structuredClone(this.entry.state) });
  }

  /** The entries that the Navigation API shows: the neighbours of the current entry with its origin. */
  get entries() {
    const { origin } = new URL(this.entry.url);
    const isForeign = ({ entry }) => new URL(entry.url).origin !== origin;
    const first = this.steps.findLastIndex((step, at) => at < this.index && isForeign(step)) + 1;
    const end = this.steps.findIndex((step, at) => at > this.index && isForeign(step));
    return [...new Set(this.steps.slice(first, end < 0 ? undefined : end).map(({ entry }) => entry))];
  }

  /** The fragments and the current one in brackets, such as `a [b] c`. Steps of iframes are dots. */
  toString() {
    return this.steps.map(({ entry }, at) => {
      const text = this.steps[at - 1]?.entry === entry
        ? '.' : entry.url.split('#')[1] ?? entry.url.replace(/^http:\/\/app\.test/, '');
      return at === this.index ? `[${text}]` : text;
    }).join(' ');
  }
}
