// The browser's history follows the shell's: one entry for each place.

/** @typedef {{ key: string, fragment: string }} Entry */
/** @typedef {{ entries: Entry[], index: number, title: string, saved: any }} HistoryState what Swift writes */

// What Swift saves at most (SavedShell.limit), and the most that it reads of an address. More would be refused whole.
const mostSaved = 128 << 10;
const fragment = () => location.hash.slice(1, 2002);

/**
 * The browser's own entries are known by the key in their state. Browsers skip an entry that was made without the user
 * having touched the page, so a new place takes the present entry until the next touch; then the entries are made.
 *
 * @param {(message: any[]) => void} say
 */
const follow = (say) => {
  const { navigation } = /** @type {any} */ (window);
  const store = 'bridge.shell';
  const key = history.state?.shell ?? null;
  // `depth`: how many entries of all frames lie before it.
  /** @typedef {{ key: string, place?: string, depth?: number }} Own */
  /** The browser's entries that are the shell's, as far as is known. */
  let own = /** @type {Own[]} */ (key ? [{ key, place: navigation?.currentEntry?.key }] : []);
  let at = 0;
  let saved = null;
  /** @type {HistoryState | undefined} */
  let wanted;
  let isMoving = false;
  /** The key of the entry that it moves to. */
  let goal = '';
  let isTouched = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let patience;

  /**
   * Whether the browser still has it. Who has left for another site and come back has lost what lay ahead.
   * @param {Own} entry @param {boolean} isBehind
   */
  const isThere = ({ place }, isBehind) => {
    if (navigation) return navigation.entries().some((entry) => entry.key === place);
    const [load] = /** @type {any[]} */ (performance.getEntriesByType('navigation'));
    return isBehind || load?.type !== 'back_forward';
  };

  try {
    const kept = JSON.parse(sessionStorage.getItem(store) ?? 'null');
    const index = kept?.own.findIndex((entry) => entry.key === key) ?? -1;
    saved = JSON.stringify(kept?.saved ?? null).length > mostSaved ? null : kept?.saved ?? null;
    if (index >= 0) {
      own = kept.own.filter((_, other) => other === index || isThere(kept.own[other], other < index));
      at = own.indexOf(kept.own[index]);
    }
  } catch {} // nothing was kept, or not by this script

  // Whether the shell has begun anew: until its page has gone, events must not save the last visitor's places again.
  let isForgotten = false;
  const keep = () => {
    if (isForgotten) return;
    try {
      sessionStorage.setItem(store, JSON.stringify({ own, saved }));
    } catch {} // full, or not allowed
  };

  /** Browsers and Swift escape differently. What cannot be unescaped stays. @param {string} fragment */
  const plain = (fragment) => {
    try {
      return decodeURI(fragment);
    } catch {
      return fragment;
    }
  };

  /** @param {Entry} entry */
  const address = ({ fragment }) => location.pathname + location.search + (fragment && `#${fragment}`);

  /** @param {'pushState' | 'replaceState'} method @param {Entry} entry */
  function write(method, entry) {
    history[method]({ shell: entry.key }, '', address(entry));
    const depth = method === 'pushState' ? history.length - 1 : own[at]?.depth ?? history.length - 1;
    if (method === 'pushState') own = own.slice(0, ++at);
    own[at] = { key: entry.key, place: navigation?.currentEntry?.key, depth };
  }

  const isUsed = () => isTouched || /** @type {any} */ (navigator).userActivation?.isActive === true;

  /** @param {number} index of one of the browser's own */
  function traverse(index) {
    /** The place takes the present entry. */
    const giveUp = () => {
      isMoving = false;
      own[index] = { key: '', place: undefined };
      reconcile();
    };
    const { place } = own[index];
    // A step could lead out of the shell.
    if (!isThere(own[index], true)) return giveUp();
    isMoving = true;
    goal = own[index].key;
    // A page that has made entries of its own lies in between: only the key leads to the right one.
    if (navigation) navigation.traverseTo(place).finished.catch(() => {});
    else history.go((own[index].depth ?? index) - (at === own.length - 1 ? history.length - 1 : own[at].depth ?? at));
    // Where there is no such entry any more, `popstate` does not come.
    clearTimeout(patience);
    patience = setTimeout(giveUp, 1000);
  }

  /** Has the browser show what native code wants, as far as that can be now. */
  function reconcile() {
    if (!wanted || isMoving || !wanted.entries.length) return;
    const { entries, index } = wanted;
    const entry = entries[index];
    const known = own.findIndex(({ key }) => key === entry.key);
    if (known >= 0 && known !== at) return traverse(known);
    if (!own.length) write('replaceState', entry);
    else if (known < 0) add(entries.slice(0, index + 1));
    else if (plain(location.hash.slice(1)) !== plain(entry.fragment)) write('replaceState', entry);
    if (isUsed()) complete(entries.slice(0, index + 1));
    keep();
  }

  /** The last of these is new. @param {Entry[]} path */
  function add(path) {
    const last = path[path.length - 1];
    const isNext = own[at].key === path[path.length - 2]?.key;
    if (!isNext || !isUsed()) return write('replaceState', last);
    write('pushState', last);
    isTouched = false;
  }

  /** Makes the entries that were put off. @param {Entry[]} path to the present one */
  function complete(path) {
    let shared = 0;
    while (shared < at && own[shared].key === path[shared]?.key) shared++;
    const missing = path.slice(shared);
    if (shared < at || missing.length < 2) return;
    write('replaceState', missing[0]);
    for (const entry of missing.slice(1)) write('pushState', entry);
    isTouched = false;
  }

  for (const type of ['pointerdown', 'keydown']) {
    addEventListener(
      type,
      (event) => {
        if (!event.isTrusted) return;
        isTouched = true;
        setTimeout(reconcile);
      },
      true,
    );
  }
  // What is touched in a frame is told nowhere.
  setInterval(() => {
    if (wanted && own[at]?.key === wanted.entries[wanted.index]?.key && isUsed()) reconcile();
  }, 500);

  addEventListener('popstate', ({ state }) => {
    const found = own.findIndex(({ key }) => key === state?.shell);
    if (!state?.shell) {
      // The address was edited.
      const edited = fragment();
      const present = wanted?.entries[wanted.index];
      if (present) write('replaceState', present);
      return say(['open', edited]);
    }
    if (found >= 0) at = found;
    else [own, at] = [[{ key: state.shell, place: navigation?.currentEntry?.key }], 0];
    const isOwn = isMoving && state.shell === goal;
    isMoving = false;
    clearTimeout(patience);
    keep();
    // Native code has had it go there, and may want to be elsewhere by now.
    if (isOwn) return reconcile();
    if (wanted?.entries[wanted.index]?.key !== state.shell) say(['moved', state.shell]);
  });

  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && !navigation) own.splice(at + 1);
  });

  return {
    key,
    saved: () => saved,
    /** Deletes the saved places, and saves none from now on. */
    forget() {
      isForgotten = true;
      sessionStorage.removeItem(store);
    },
    /** @param {HistoryState} state */
    apply(state) {
      wanted = state;
      saved = state.saved;
      document.title = state.title || document.title;
      reconcile();
      keep();
    },
    /** Saves the screens that have changed. @param {{ [screen: string]: any }} screens */
    save(screens) {
      if (saved) Object.assign(saved.pages, screens);
      keep();
    },
  };
};
