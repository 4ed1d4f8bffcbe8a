// The details of an entry: times, arguments, values, result, and the texts to copy.
import { asJavaScript, asSwiftTest } from './recording.js';
import { seconds } from './list.js';
import { KINDS } from './store.js';

/** @typedef {import('./store.js').Entry} Entry */

/**
 * Creates an element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Record<string, any>} properties properties, or attributes with `-` in their names
 * @param {(Node | string)[]} children
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes('-') || name === 'role') element.setAttribute(name, value);
    else /** @type {any} */ (element)[name] = value;
  }
  element.append(...children);
  return element;
}

/** Returns an element with formatted and colored JSON. @param {string} json @param {string} label */
export function jsonBlock(json, label) {
  const block = make('pre', { tabIndex: 0, role: 'group', 'aria-label': label });
  let text = json;
  try {
    text = JSON.stringify(JSON.parse(json), null, 2);
  } catch {}
  // A long text is not colored, because that would create too many elements.
  if (text.length > 20_000) return block.append(text), block;
  let end = 0;
  for (const match of text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d[\d.eE+-]*/g)) {
    block.append(text.slice(end, match.index));
    const kind = match[2] ? '' : match[1] ? 'string' : match[3] ? 'word' : 'number';
    block.append(kind ? make('span', { className: kind }, match[0]) : match[0]);
    end = match.index + match[0].length;
  }
  block.append(text.slice(end));
  return block;
}

/**
 * Returns the known times of an entry: in the queue, in the function, and until the page has acknowledged the message.
 * @param {Entry} entry
 */
export function spans(entry) {
  const { at, began, end, confirmed, state } = entry;
  if (state === 'pending' && !entry.valueCount) return [];
  /** @type {[string, number][]} */
  const found = [];
  if (began !== undefined && began <= end) found.push(['queue', began - at]);
  found.push(['run', end - (began !== undefined && began <= end ? began : at)]);
  if (confirmed !== undefined) found.push(['wire', Math.max(0, confirmed - end)]);
  return found;
}

/** @param {string} label @param {() => void} action @param {string} className */
export const button = (label, action, className = '') =>
  make('button', { type: 'button', className, onclick: action }, label);

/** Returns a paragraph in a quiet color. @param {string} text */
export const quiet = (text) => make('p', { className: 'quiet' }, text);

/**
 * Returns the elements that show the details of an entry.
 * @param {Entry} entry
 * @param {{
 *   repeat: (entry: Entry) => void, copy: (text: string) => void, address: string | undefined,
 *   whole: (line: number, from: 'page' | 'swift') => Promise<string>,
 * }} actions `whole` returns the JSON of a line that was cut.
 */
export function details(entry, { repeat, copy, address, whole }) {
  const direction = entry.from === 'page' ? 'page → Swift' : 'Swift → page';
  const times = spans(entry);
  /** @type {HTMLElement[]} */
  const nodes = [
    make('h2', {}, entry.name || entry.input),
    quiet(`${KINDS[entry.kind]} · ${entry.verb || 'connection'} · ${direction} · ${entry.state}`),
  ];
  const total = times.reduce((sum, [, time]) => sum + time, 0);
  if (total > 0) {
    const bar = make('div', { className: 'spans', 'aria-hidden': 'true' });
    for (const [name, time] of times) bar.append(make('i', { className: name, style: `flex-grow: ${time / total}` }));
    nodes.push(bar);
  }
  /** @type {[string, string][]} */
  const facts = [
    ['Started', entry.at.toFixed(3) + ' s'],
    ['Web view', address ? `${entry.tab}, ${address}` : String(entry.tab)],
  ];
  if (entry.number) facts.push(['Number', String(entry.number)]);
  const labels = { queue: 'In the queue', run: 'Function', wire: 'To the page and back' };
  for (const [name, time] of times) facts.push([labels[/** @type {'run'} */ (name)], seconds(time)]);
  nodes.push(definitions(facts));
  for (const cut of entry.cuts ?? []) {
    const title = `The whole line of ${cut.size.toLocaleString('en')} bytes`;
    const show = button(`Show: ${title}`, async () => {
      const json = await whole(cut.whole ?? 0, entry.from);
      if (json) show.replaceWith(make('h3', {}, title), jsonBlock(json, title));
    });
    if (cut.whole) nodes.push(make('div', { className: 'buttons' }, show));
    else nodes.push(quiet(`${title} is not in the recording.`));
  }
  if (entry.input && entry.input !== 'null') {
    const title = entry.verb === 'event' ? 'Content' : 'Arguments';
    nodes.push(make('h3', {}, title), jsonBlock(entry.input, title));
  }
  if (entry.valueCount) {
    const kept = entry.valueCount > entry.values.length ? `, the last ${entry.values.length}` : '';
    const values = make('div', { className: 'values', tabIndex: 0, role: 'group', 'aria-label': 'Values' });
    for (const { at, json } of entry.values) {
      values.append(make('span', { className: 'quiet' }, '+' + seconds(at - entry.at)), make('code', {}, json));
    }
    nodes.push(make('h3', {}, `Values (${entry.valueCount}${kept})`), values);
  }
  if (entry.state === 'failed') nodes.push(...failure(entry.result));
  else if (entry.result && !entry.valueCount) nodes.push(make('h3', {}, 'Result'), jsonBlock(entry.result, 'Result'));
  for (const note of entry.notes) nodes.push(make('h3', {}, note.name), jsonBlock(note.json, note.name));
  const actions = make('div', { className: 'buttons' }, button('Copy as JavaScript', () => copy(asJavaScript(entry))));
  if (entry.kind === 'call' || entry.kind === 'page') {
    actions.append(button('Copy as Swift test', () => copy(asSwiftTest(entry))));
    if (entry.verb !== 'eval') actions.append(button('Try again', () => repeat(entry)));
  }
  nodes.push(actions);
  return nodes;
}

/** @param {[string, string][]} facts */
export const definitions = (facts) =>
  make('dl', {}, ...facts.flatMap(([term, text]) => [make('dt', {}, term), make('dd', {}, text)]));

/** Returns elements that show the message and the stacks of an error. @param {string} json @returns {HTMLElement[]} */
export function failure(json) {
  let error;
  try {
    error = JSON.parse(json);
  } catch {}
  if (!error || typeof error !== 'object') return [make('h3', {}, 'Error'), jsonBlock(json, 'Error')];
  const { message, stack, swiftStack, callerStack, ...rest } = error;
  /** @type {HTMLElement[]} */
  const nodes = [make('h3', {}, 'Error'), make('p', { className: 'failure' }, String(message ?? ''))];
  if (Object.keys(rest).length) nodes.push(jsonBlock(JSON.stringify(rest), 'Error'));
  const stacks = { 'Stack in the page': stack ?? callerStack, 'Stack in Swift': swiftStack };
  for (const [title, text] of Object.entries(stacks)) {
    if (!text) continue;
    nodes.push(make('h3', {}, title), make('pre', { tabIndex: 0, role: 'group', 'aria-label': title }, String(text)));
  }
  return nodes;
}
