// The inspector's page: combines the views, and connects them with the program by the interface `inspector`.
import { details, make } from './detail.js';
import { FilteredEntries } from './filter.js';
import { list as listFunctions } from './functions.js';
import { List } from './list.js';
import { heapFact, tree, webViewDetails, webViews } from './live.js';
import { close, find, say, show } from './panels.js';
import { Recorder, save } from './recorder.js';
import { exported, imported, RecordKeeper } from './recording.js';
import { KINDS, lineJSON, Store } from './store.js';

/** @typedef {import('./store.js').Entry} Entry @typedef {import('./store.js').Recorded} Recorded */

/** @type {Record<string, HTMLFormElement>} */
const { filter: filterForm, choose } = /** @type {any} */ (document.forms);
const native = /** @type {any} */ (window).bridge?.native.inspector;

let store = new Store();
let keeper = new RecordKeeper();
const filtered = new FilteredEntries();
/** @type {Set<string>} */
const kinds = new Set();
/** @type {Recorded[]} The records that arrived while the timeline is paused. */
let waiting = [];
let isPaused = false;
let isImported = false;
/** @type {Entry | undefined} */
let selected;
/** @type {import('./live.js').TreeNode[]} */
let nodes = [];
let selectedTab = 0;

// MARK: Timeline

const list = new List(find('#list'), (entry, opens) => {
  selected = entry;
  showDetails(opens);
});

/** @param {Recorded[]} records */
function take(records) {
  if (isPaused) {
    waiting = waiting.concat(records);
    if (waiting.length > 100_000) waiting = [{ lost: waiting.length - 50_000 }, ...waiting.slice(-50_000)];
    return count();
  }
  keeper.add(records);
  const change = store.add(records);
  list.dropped(filtered.apply(change));
  list.entries = filtered.entries;
  list.schedule();
  if (selected && change.changed.includes(selected)) showDetails(false);
  choices();
  count();
}

function refilter() {
  const values = new FormData(filterForm);
  filtered.reset(store.entries, {
    text: String(values.get('text')),
    kinds,
    tab: Number(values.get('tab')),
    milliseconds: Number(values.get('milliseconds')),
    failedOnly: values.has('failedOnly'),
    namespace: values.get('namespace') === '*' ? undefined : String(values.get('namespace')),
  });
  list.entries = filtered.entries;
  list.schedule();
  count();
}

function count() {
  const { length } = store.entries;
  const shown = filtered.entries.length;
  /** @param {number} number */
  const text = (number) => number.toLocaleString('en');
  const parts = [`${shown === length ? '' : text(shown) + ' of '}${text(length)} entries`];
  if (store.lost) parts.push(`${text(store.lost)} dropped`);
  if (isPaused) parts.push(`${text(waiting.length)} waiting`);
  find('#count').textContent = parts.join(' · ');
  find('#empty').hidden = shown > 0;
  find('#empty').textContent = length
    ? 'No entry passes the filter.'
    : 'No entries yet. Use the program in another window: each call appears here.';
}

/** Adds new web views and namespaces to the filter's choices. */
function choices() {
  const tabs = filterForm.tab;
  for (const option of [...tabs.options]) {
    if (option.value && !option.selected && !store.addresses.has(Number(option.value))) option.remove();
  }
  for (const [tab, address] of store.addresses) {
    const text = `${tab} ${path(address)}`;
    const known = [...tabs.options].find((option) => Number(option.value) === tab);
    if (!known) tabs.add(new Option(text, String(tab)));
    else if (known.text !== text) known.text = text;
  }
  const { namespace } = filterForm;
  const known = new Set([...namespace.options].map((option) => option.value));
  for (const name of store.namespaces) if (!known.has(name)) namespace.add(new Option(name || '(no namespace)', name));
}

/** @param {string} address */
function path(address) {
  try {
    const { pathname, search } = new URL(address);
    return pathname + search;
  } catch {
    return address;
  }
}

/** @param {boolean} opens */
function showDetails(opens) {
  if (!selected) return;
  const entry = selected;
  show(find('#detail'), details(entry, {
    address: store.addresses.get(entry.tab),
    copy: async (text) => {
      await navigator.clipboard?.writeText(text).then(() => say('Copied.'), () => say(text));
    },
    whole: async (line, from) => {
      try {
        return lineJSON(await native.line(line), from);
      } catch (error) {
        return say(/** @type {Error} */ (error).message), '';
      }
    },
    repeat: (entry) => {
      selectTab(entry.tab);
      tab('try');
      functions(entry.name, entry.input);
    },
  }), opens);
}

for (const [kind, label] of Object.entries(KINDS)) {
  const chip = make('button', { type: 'button', 'aria-pressed': 'false', onclick: () => {
    if (!kinds.delete(kind)) kinds.add(kind);
    chip.setAttribute('aria-pressed', String(kinds.has(kind)));
    refilter();
  } }, label);
  find('#kinds').append(chip);
}
filterForm.addEventListener('input', refilter);
filterForm.addEventListener('submit', (event) => event.preventDefault());

find('#pause').onclick = () => {
  isPaused = !isPaused;
  find('#pause').setAttribute('aria-pressed', String(isPaused));
  const records = waiting;
  waiting = [];
  if (!isPaused) take(records);
  else count();
};
find('#clear').onclick = () => {
  store.clear();
  keeper.clear();
  waiting = [];
  selected = undefined;
  find('#detail').replaceChildren(make('p', { className: 'quiet' }, 'Select an entry.'));
  if (isImported) return location.reload(); // Shows the program's entries again.
  refilter();
};
find('#export').onclick = () => save('recording.jsonl', exported(keeper.all, store.header));
find('#import').onclick = () => find('#file').click();
find('#file').onchange = async () => {
  const [file] = find('#file').files;
  find('#file').value = '';
  if (!file) return;
  try {
    const records = imported(await file.text());
    isPaused = false;
    find('#pause').setAttribute('aria-pressed', 'false');
    isImported = false;
    store = new Store(Math.max(20_000, records.length));
    keeper = new RecordKeeper();
    take(records);
    isImported = true;
    refilter();
    say(`${file.name}: a recording. Clear shows the program again.`);
  } catch (error) {
    say(/** @type {Error} */ (error).message);
  }
};

// MARK: Web views and functions

const recorder = new Recorder(find('#recording'), native, say);

/** @param {number} number */
function selectTab(number) {
  selectedTab = number;
  choose.tab.value = String(number);
}

/** @param {boolean} opens */
function showWebView(opens) {
  const node = webViews(nodes).find((node) => node.tab === selectedTab);
  const panel = find('#view');
  if (!node) {
    // The web view was closed. On narrow screens, its panel would cover the page without a button to close it.
    if (panel.classList.contains('open')) close(panel);
    return panel.replaceChildren(make('p', { className: 'quiet' }, 'Select a web view.'));
  }
  if (!opens && Number(panel.dataset.tab) === node.tab) {
    // Replaces only the facts, because the user may be using a control.
    const facts = webViewDetails(node, /** @type {any} */ ({}))[2];
    return panel.querySelector('dl')?.replaceWith(facts);
  }
  panel.dataset.tab = node.tab;
  show(panel, webViewDetails(node, {
    entries: () => {
      filterForm.tab.value = String(selectedTab);
      refilter();
      tab('timeline');
    },
    functions: () => tab('try'),
    record: () => {
      close(panel);
      recorder.record(selectedTab);
    },
    trouble: async (trouble) => {
      try {
        await native.trouble(trouble);
      } catch (error) {
        say(/** @type {Error} */ (error).message);
      }
    },
  }), opens);
}

/** @param {import('./live.js').TreeNode[]} news */
function takeTree(news) {
  nodes = news;
  const holder = find('#tree');
  const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.tab;
  holder.replaceChildren(webViews(nodes).length ? tree(nodes, selectedTab, (number) => {
    selectTab(number);
    takeTree(nodes);
    showWebView(true);
  }) : make('p', { className: 'quiet' }, 'No page is open. Open the program in another window.'));
  if (focused) holder.querySelector(`[data-tab="${focused}"]`)?.focus();
  const options = webViews(nodes).map((node) => new Option(`${node.tab} ${node.label}`, String(node.tab)));
  if (options.map((option) => option.text).join() !== [...choose.tab.options].map((option) => option.text).join()) {
    choose.tab.replaceChildren(...options);
    if (options.some((option) => Number(option.value) === selectedTab)) choose.tab.value = String(selectedTab);
    else selectedTab = Number(options[0]?.value ?? 0);
    if (!find('#try').hidden) functions();
  }
  showWebView(false);
}

/**
 * Lists the functions of the selected web view.
 * @param {string} [name] the function to open @param {string} [input] its argument
 */
const functions = (name, input) => listFunctions(native, selectedTab, choose.text.value, name, input);
choose.addEventListener('submit', (event) => event.preventDefault());
choose.addEventListener('input', () => {
  selectedTab = Number(choose.tab.value);
  functions();
});

// MARK: Tabs

const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[role="tab"]')]);
/** @param {string} name */
function tab(name) {
  for (const other of tabs) {
    const isSelected = other.id === 'tab-' + name;
    other.setAttribute('aria-selected', String(isSelected));
    other.tabIndex = isSelected ? 0 : -1;
    find('#' + other.getAttribute('aria-controls')).hidden = !isSelected;
  }
  for (const open of document.querySelectorAll('.detail.open')) open.classList.remove('open');
  if (name === 'try') functions();
  list.schedule();
}
for (const [index, element] of tabs.entries()) {
  element.addEventListener('click', () => tab(element.id.slice(4)));
  element.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!step) return;
    const next = tabs[(index + step + tabs.length) % tabs.length];
    next.focus();
    next.click();
  });
}

// MARK: The program

/** @param {string} state @param {string} text */
function connection(state, text) {
  find('#connection').dataset.state = state;
  find('#connection').textContent = text;
}

/**
 * Calls `ask` repeatedly, with a pause of `interval` after each call.
 * @param {() => Promise<any>} ask @param {number} interval in milliseconds @param {(value: any) => void} use
 */
async function follow(ask, interval, use) {
  for (;;) {
    try {
      use(await ask());
      if (find('#connection').dataset.state !== 'connected') connection('connected', 'Connected');
    } catch (error) {
      connection('lost', /** @type {Error} */ (error).message);
    }
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
}

addEventListener('bridgeaway', (event) => {
  event.preventDefault();
  connection('lost', 'The program does not answer');
});
addEventListener('bridgeback', () => connection('connected', 'Connected'));
count();
if (native) {
  // The program answers `next` when there are new records.
  /** @type {Promise<number> | undefined} */
  let reading;
  const next = async () => {
    reading ??= native.begin().catch((/** @type {Error} */ error) => {
      reading = undefined;
      throw error;
    });
    return native.next(await reading);
  };
  follow(next, 100, (records) => isImported || take(records));
  follow(() => native.recording(), 1000, (recording) => recorder.show(recording || null));
  follow(async () => {
    const news = await native.webViews();
    const node = webViews(news).find((node) => node.tab === selectedTab);
    // Only the page whose details are visible is asked, because each question is a message to the page.
    if (node?.facts && node.state === 'connected' && !find('#live').hidden) {
      // `nil` arrives as an empty text.
      const heap = await native.heap(node.tab).then((size) => size || null, () => undefined);
      const place = node.facts.findIndex(([name]) => name === 'Memory for messages');
      node.facts.splice(place + 1, 0, heapFact(heap));
    }
    return news;
  }, 1000, takeTree);
} else connection('lost', 'This page has no bridge');
