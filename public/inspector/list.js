// A list box that creates elements only for the visible rows.
import { duration, meaning, parsed } from './store.js';

/** @typedef {import('./store.js').Entry} Entry */

const CELLS = ['time', 'tab', 'arrow', 'name', 'input', 'result', 'took'];
const PREVIEW = 160;

export class List {
  /** @type {Entry[]} */
  entries = [];
  selectedID = 0;
  #box;
  #rows;
  /** @type {HTMLElement[]} */
  #pool = [];
  #height = 26;
  #isScheduled = false;
  #followsEnd = true;
  #shownOldest = 0;
  #select;

  /**
   * @param {HTMLElement} box
   * @param {(entry: Entry, opens: boolean) => void} select called after the user has selected an entry
   */
  constructor(box, select) {
    this.#box = box;
    this.#rows = /** @type {HTMLElement} */ (box.firstElementChild);
    this.#select = select;
    box.addEventListener('scroll', () => {
      this.#followsEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - this.#height;
      this.schedule();
    }, { passive: true });
    box.addEventListener('click', (event) => {
      const row = /** @type {HTMLElement} */ (event.target).closest('.row');
      const entry = row && this.entries[Number(row.getAttribute('aria-posinset')) - 1];
      if (entry) this.#choose(entry, true);
    });
    box.addEventListener('keydown', (event) => this.#key(event));
    new ResizeObserver(() => this.schedule()).observe(box);
  }

  /** Draws the rows in the next frame. In a hidden page, which has no frames, draws them after 500 ms. */
  schedule() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const draw = () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      this.#isScheduled = false;
      this.#draw();
    };
    const frame = requestAnimationFrame(draw);
    const timer = setTimeout(draw, 500);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const page = Math.max(1, Math.floor(this.#box.clientHeight / this.#height) - 1);
    const last = this.entries.length - 1;
    const current = this.entries.findIndex((entry) => entry.id === this.selectedID);
    /** @type {Record<string, number>} */
    const target = {
      ArrowDown: current + 1, ArrowUp: current < 0 ? last : current - 1, PageDown: current + page,
      PageUp: current - page, Home: 0, End: last, Enter: current,
    };
    if (!(event.key in target) || last < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const index = Math.min(last, Math.max(0, target[event.key]));
    this.#choose(this.entries[index], event.key === 'Enter');
    const top = index * this.#height;
    const box = this.#box;
    const bottom = top + this.#height - box.clientHeight;
    this.#followsEnd = index === last; // A hidden page gets no `scroll` event.
    if (top < box.scrollTop) box.scrollTop = top;
    else if (bottom > box.scrollTop) box.scrollTop = bottom;
  }

  /** @param {Entry} entry @param {boolean} opens */
  #choose(entry, opens) {
    this.selectedID = entry.id;
    this.schedule();
    this.#select(entry, opens);
  }

  #draw() {
    const { entries } = this;
    const box = this.#box;
    this.#height = parseFloat(getComputedStyle(box).getPropertyValue('--row')) || 26;
    const height = this.#height;
    // If rows above the visible ones were dropped, the visible rows keep their place on the screen.
    const oldest = entries[0]?.id ?? 0;
    let top = box.scrollTop;
    if (!this.#followsEnd && oldest > this.#shownOldest && this.#shownOldest && top > 0) top -= this.#dropped * height;
    this.#dropped = 0;
    this.#shownOldest = oldest;
    this.#rows.style.height = entries.length * height + 'px';
    if (this.#followsEnd) top = Math.max(0, entries.length * height - box.clientHeight);
    if (top !== box.scrollTop) box.scrollTop = top;
    const first = Math.max(0, Math.floor(top / height) - 3);
    const count = Math.min(entries.length - first, Math.ceil(box.clientHeight / height) + 6);
    while (this.#pool.length < count) this.#pool.push(this.#rows.appendChild(row()));
    let active = '';
    this.#pool.forEach((element, index) => {
      element.hidden = index >= count;
      if (element.hidden) return element.removeAttribute('id');
      const entry = entries[first + index];
      const isSelected = entry.id === this.selectedID;
      fill(element, entry, first + index, entries.length, height, isSelected);
      if (isSelected) active = element.id;
    });
    if (active) box.setAttribute('aria-activedescendant', active);
    else box.removeAttribute('aria-activedescendant');
  }

  #dropped = 0;
  /** Records that the oldest entries were removed. @param {number} count */
  dropped(count) {
    this.#dropped += count;
  }
}

function row() {
  const element = document.createElement('div');
  element.className = 'row';
  element.setAttribute('role', 'option');
  for (const name of CELLS) element.appendChild(document.createElement('span')).className = name;
  return element;
}

/**
 * @param {HTMLElement} element @param {Entry} entry @param {number} index @param {number} count @param {number} height
 * @param {boolean} isSelected
 */
function fill(element, entry, index, count, height, isSelected) {
  element.id = 'row-' + entry.id;
  element.style.transform = `translateY(${index * height}px)`;
  set(element, 'aria-posinset', String(index + 1));
  set(element, 'aria-setsize', String(count));
  set(element, 'aria-selected', String(isSelected));
  set(element, 'data-state', entry.state);
  set(element, 'data-from', entry.from);
  const took = entry.kind === 'connection' || entry.verb === 'event' || entry.verb === 'note' ? '' : timeText(entry);
  const texts = [
    entry.at.toFixed(3),
    String(entry.tab),
    entry.from === 'page' ? '→' : '←',
    entry.name,
    meaning(entry) ?? preview(entry.input),
    outcome(entry),
    took,
  ];
  for (let cell = 0; cell < texts.length; cell++) {
    const node = /** @type {HTMLElement} */ (element.children[cell]);
    if (node.textContent !== texts[cell]) node.textContent = texts[cell];
  }
  // The bar has a logarithmic scale, from no width at 1 ms to the full width at 10 s.
  const width = took ? Math.min(1, Math.max(0, Math.log10(duration(entry) * 1000) / 4)) : 0;
  /** @type {HTMLElement} */ (element.lastElementChild).style.setProperty('--bar', Math.round(width * 100) + '%');
}

/** @param {Element} element @param {string} name @param {string} value */
function set(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** @param {string} json */
const preview = (json) => (json === 'null' ? '' : json.length > PREVIEW ? json.slice(0, PREVIEW) + '…' : json);

/** Returns a short text for the result of an entry. @param {Entry} entry */
function outcome(entry) {
  if (entry.state === 'cancelled') return 'cancelled';
  if (entry.state === 'failed') return '✗ ' + (parsed(entry.result)?.message ?? preview(entry.result));
  const values = entry.valueCount > 1 ? ` (${entry.valueCount} values)` : '';
  return preview(entry.valueCount ? (entry.values.at(-1)?.json ?? '') : entry.result) + values;
}

/** Returns the duration of an entry with its unit. @param {Entry} entry */
export const timeText = (entry) => (entry.state === 'pending' && !entry.valueCount ? '…' : seconds(duration(entry)));

/** @param {number} time in seconds */
export function seconds(time) {
  if (time >= 1) return time.toFixed(time < 10 ? 2 : 1) + ' s';
  return (time * 1000).toFixed(time < 0.01 ? 2 : time < 0.1 ? 1 : 0) + ' ms';
}

/** Returns a size with its unit, as the program does. @param {number} size in bytes */
export function sizeText(size) {
  if (size < 1_000) return `${size} bytes`;
  return size < 1_000_000 ? `${Math.round(size / 1_000)} kB` : `${(size / 1_000_000).toFixed(1)} MB`;
}
