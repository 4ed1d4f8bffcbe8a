// The tree of sessions, web views and shells, and the controls of a web view.
import { button, definitions, make, quiet } from './detail.js';
import { sizeText } from './list.js';

/**
 * @typedef {{
 *   label: string, detail?: string, tab?: number, state?: 'connected' | 'lost', facts?: [string, string][],
 *   children?: TreeNode[],
 * }} TreeNode
 * @typedef {{tab: number, action: 'delay' | 'slow' | 'cut' | 'drop' | 'restart', value?: number}} Trouble
 */

/** Returns all web views among the nodes and below them. @param {TreeNode[]} nodes @returns {TreeNode[]} */
export const webViews = (nodes) =>
  nodes.flatMap((node) => [...(node.tab ? [node] : []), ...webViews(node.children ?? [])]);

/**
 * Returns the tree as nested lists.
 * @param {TreeNode[]} nodes @param {number} selected the number of the selected web view
 * @param {(tab: number) => void} select
 * @returns {HTMLElement}
 */
export function tree(nodes, selected, select) {
  return make('ul', {}, ...nodes.map((node) => {
    const content = [make('b', {}, node.label), make('span', { className: 'quiet' }, node.detail ?? '')];
    const { tab } = node;
    const line = tab ? button('', () => select(tab), 'node') : make('div', { className: 'node' });
    line.append(...content);
    if (tab) line.dataset.tab = String(tab);
    if (tab) line.setAttribute('aria-pressed', String(tab === selected));
    if (node.state) line.dataset.state = node.state;
    return make('li', {}, line, ...(node.children?.length ? [tree(node.children, selected, select)] : []));
  }));
}

/**
 * Returns the fact about the memory of a page.
 * @param {number | null | undefined} heap in bytes; null if the browser does not report it, undefined without an answer
 * @returns {[string, string]}
 */
export const heapFact = (heap) => [
  'JavaScript heap',
  heap === undefined ? 'the page does not answer' : heap === null ? 'not reported by this browser' : sizeText(heap),
];

/**
 * Returns elements that show the facts about a web view, and its controls.
 * @param {TreeNode} node
 * @param {{
 *   entries: () => void, functions: () => void, record: () => void, trouble: (trouble: Trouble) => void,
 * }} actions
 */
export function webViewDetails(node, { entries, functions, record, trouble }) {
  const tab = /** @type {number} */ (node.tab);
  /** @param {string} label @param {'delay' | 'slow'} action @param {[string, number][]} choices */
  const choice = (label, action, choices) => {
    const select = make('select', {}, ...choices.map(([text, value]) => new Option(text, String(value))));
    select.onchange = () => trouble({ tab, action, value: Number(select.value) });
    return make('label', { className: 'field' }, label, select);
  };
  return [
    make('h2', {}, node.label),
    quiet(node.detail ?? ''),
    definitions(node.facts ?? []),
    make('div', { className: 'buttons' }, button('Show its entries', entries), button('Show its functions', functions)),
    make('h3', {}, 'Recording'),
    quiet('Restarts the web view, and records its tab until you press Stop. The page reloads.'),
    make('div', { className: 'buttons' }, button('Record', record)),
    make('h3', {}, 'Trouble'),
    quiet('Shows how the page and the program behave in a bad network. Only this web view is affected.'),
    choice('Delay of each message', 'delay', [['None', 0], ['100 ms', 100], ['500 ms', 500], ['2 s', 2000]]),
    choice('Speed', 'slow', [['Unlimited', 0], ['50 kB/s', 50_000], ['5 kB/s', 5_000]]),
    make('div', { className: 'buttons' },
      button('Cut the connection', () => trouble({ tab, action: 'cut' })),
      button('Drop the next message', () => trouble({ tab, action: 'drop' })),
      button('Restart the web view', () => trouble({ tab, action: 'restart' }))),
  ];
}
