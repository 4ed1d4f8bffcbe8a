// Synchronizes the browser's history with the shell's history. The browser has one entry per place. A place is a tab
// with its screens and sheets.

/** @typedef {{ key: string, fragment: string }} Entry */
/**
 * @typedef {{ entries: Entry[], index: number, title: string, saved: any }} HistoryState The shell's history, as Swift
 * encodes it.
 */

// The maximum sizes of the saved state (SavedShell.limit) and of a fragment. Swift rejects larger values completely.
const maxSaved = 128 << 10;
const fragment = () => location.hash.slice(1, 2002);

/**
 * Synchronizes the browser's history with native code's history. The key in an entry's state identifies the entry.
 * Browsers skip entries that a page adds without user input. Without input, a new place therefore replaces the current
 * entry. The missing entries are added after the next input.
 *
 * @param {(message: any[]) => void} send a function that sends a message to native code
 */
const follow = (send) => {
  const { navigation } = /** @type {any} */ (window);
  const storageKey = 'bridge.shell';
  const key = history.state?.shell ?? null;
  // An entry in the browser's history. `place` is its key in the Navigation API, if the browser has this API. `depth`
  // is the number of entries before it, including entries of iframes.
  /** @typedef {{ key: string, place?: string, depth?: number }} Own */
  /** The shell's known entries in the browser's history. */
  let own = /** @type {Own[]} */ (key ? [{ key, place: navigation?.currentEntry?.key }] : []);
  let at = 0;
  let saved = null;
  /** @type {HistoryState | undefined} */
  let wanted;
  let isMoving = false;
  /** The key of the entry to which the last traversal leads, until it has arrived. Empty if there is none. */
  let goal = '';
  let isTouched = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let traversalTimer;

  /**
   * Whether the browser still has an entry. After a visit to another site, later entries no longer exist.
   * @param {Own} entry @param {boolean} isBehind whether the entry precedes the current one
   */
  const exists = ({ place }, isBehind) => {
    if (navigation) return navigation.entries().some((entry) => entry.key === place);
    const [load] = /** @type {any[]} */ (performance.getEntriesByType('navigation'));
    return isBehind || load?.type !== 'back_forward';
  };

  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    const index = kept?.own.findIndex((entry) => entry.key === key) ?? -1;
    saved = JSON.stringify(kept?.saved ?? null).length > maxSaved ? null : kept?.saved ?? null;
    if (index >= 0) {
      own = kept.own.filter((_, other) => other === index || exists(kept.own[other], other < index));
      at = own.indexOf(kept.own[index]);
    }
  } catch {} // Nothing is stored, or another script has stored something else.

  // Whether a new visitor is using the kiosk. Events must not store the previous visitor's places again before the
  // document is unloaded.
  let isForgotten = false;
  const store = () => {
    if (isForgotten) return;
    try {
      sessionStorage.setItem(storageKey, JSON.stringify({ own, saved }));
    } catch {} // The storage is full or forbidden.
  };

  /**
   * Returns the unescaped fragment, because browsers and Swift escape fragments differently.
   * @param {string} fragment
   */
  const unescaped = (fragment) => {
    try {
      return decodeURI(fragment);
    } catch {
      return fragment;
    }
  };

  /** Returns the address of an entry. @param {Entry} entry */
  const address = ({ fragment }) => location.pathname + location.search + (fragment && `#${fragment}`);

  /** Adds an entry, or replaces the current one. @param {'pushState' | 'replaceState'} method @param {Entry} entry */
  function write(method, entry) {
    history[method]({ shell: entry.key }, '', address(entry));
    const depth = method === 'pushState' ? history.length - 1 : own[at]?.depth ?? history.length - 1;
    if (method === 'pushState') own = own.slice(0, ++at);
    own[at] = { key: entry.key, place: navigation?.currentEntry?.key, depth };
  }

  const isUsed = () => isTouched || /** @type {any} */ (navigator).userActivation?.isActive === true;

  /** Goes to an entry in the browser's history. @param {number} index the entry's index in `own` */
  function traverse(index) {
    /** Cancels the traversal. The browser's current entry is replaced with the wanted entry instead. */
    const giveUp = () => {
      isMoving = false;
      own[index] = { key: '', place: undefined };
      reconcile();
    };
    const { place } = own[index];
    // If the entry no longer exists, going back could leave the shell.
    if (!exists(own[index], true)) return giveUp();
    isMoving = true;
    goal = own[index].key;
    // Pages between the two entries may have added entries, so only the key identifies the entry.
    if (navigation) navigation.traverseTo(place).finished.catch(() => {});
    else history.go((own[index].depth ?? index) - (at === own.length - 1 ? history.length - 1 : own[at].depth ?? at));
    // `popstate` is not fired if the entry no longer exists.
    clearTimeout(traversalTimer);
    traversalTimer = setTimeout(giveUp, 1000);
  }

  /** Changes the browser's history to match native code's history, as far as this is possible now. */
  function reconcile() {
    if (!wanted || isMoving || !wanted.entries.length) return;
    const { entries, index } = wanted;
    const entry = entries[index];
    const known = own.findIndex(({ key }) => key === entry.key);
    if (known >= 0 && known !== at) return traverse(known);
    if (!own.length) write('replaceState', entry);
    else if (known < 0) add(entries.slice(0, index + 1));
    else if (unescaped(location.hash.slice(1)) !== unescaped(entry.fragment)) write('replaceState', entry);
    if (isUsed()) complete(entries.slice(0, index + 1));
    store();
  }

  /** Adds the last entry of a path, or replaces the current entry with it. @param {Entry[]} path */
  function add(path) {
    const last = path[path.length - 1];
    const isNext = own[at].key === path[path.length - 2]?.key;
    if (!isNext) {
      // Finds the first entry that native code has removed, and goes to it. This entry is then replaced, so that the
      // Back button does not lead to removed entries.
      const start = path.length > 1 ? own.findIndex(({ key }) => key === path[0].key) : 0;
      let removed = start;
      while (own[removed]?.key === path[removed - start]?.key) removed++;
      if (start >= 0 && removed < at && own[removed].key) return traverse(removed);
    }
    if (!isNext || !isUsed()) return write('replaceState', last);
    write('pushState', last);
    isTouched = false;
  }

  /** Adds the entries that were deferred until user input. @param {Entry[]} path the entries up to the current one */
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
  // The shell's page receives no events for user input in iframes, so it checks for input at intervals.
  setInterval(() => {
    if (wanted && own[at]?.key === wanted.entries[wanted.index]?.key && isUsed()) reconcile();
  }, 500);

  addEventListener('popstate', ({ state }) => {
    const found = own.findIndex(({ key }) => key === state?.shell);
    if (!state?.shell) {
      // The entry has no key because the user has edited the address.
      const edited = fragment();
      const present = wanted?.entries[wanted.index];
      if (present) write('replaceState', present);
      return send(['open', edited]);
    }
    const step = found < at ? -1 : 1;
    if (found >= 0) at = found;
    else [own, at] = [[{ key: state.shell, place: navigation?.currentEntry?.key }], 0];
    // A busy browser may end the traversal after `giveUp`. It is not a step of the user even then.
    const isOwn = state.shell === goal;
    isMoving = false;
    clearTimeout(traversalTimer);
    if (isOwn) goal = '';
    // A step of the user has arrived before the traversal. The browser may also have dropped the traversal.
    else if (goal) traversalTimer = setTimeout(() => (goal = ''), 1000);
    store();
    // If native code has requested this traversal, its history may have changed again since then.
    if (isOwn) return reconcile();
    if (wanted?.entries[wanted.index]?.key === state.shell) return;
    if (!wanted) return send(['moved', state.shell]);
    const isKnown = (/** @type {Own} */ { key }) => wanted?.entries.some((entry) => entry.key === key);
    let next = at;
    // Entries that native code has removed are skipped.
    if (found >= 0) while (own[next] && !isKnown(own[next])) next += step;
    if (own[next]) send(['moved', own[next].key]);
    else if (step > 0) reconcile();
    else goBeforeKnownEntries(wanted.entries[wanted.index - 1]);
  });

  /**
   * Handles a step back if native code knows neither the reached entry nor an entry before it, for example because a
   * restarted server could not restore them. If native code's history has a previous place, the reached entry becomes
   * that place. Otherwise goes to the browser's entry before the shell's first one. If there is none, returns to the
   * wanted entry.
   * @param {Entry | undefined} previous
   */
  function goBeforeKnownEntries(previous) {
    if (previous) {
      write('replaceState', previous);
      return send(['moved', previous.key]);
    }
    history.go((own[0].depth ?? 0) - (own[at].depth ?? at) - 1);
    traversalTimer = setTimeout(reconcile, 1000);
  }

  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && !navigation) own.splice(at + 1);
  });

  return {
    key,
    saved: () => saved,
    /** Deletes the stored places. From now on, no places are stored. */
    forget() {
      isForgotten = true;
      sessionStorage.removeItem(storageKey);
    },
    /** Sets native code's history. @param {HistoryState} state */
    apply(state) {
      wanted = state;
      saved = state.saved;
      document.title = state.title || document.title;
      reconcile();
      store();
    },
    /** Stores the state of changed screens. @param {{ [screen: string]: any }} screens */
    save(screens) {
      if (saved) Object.assign(saved.pages, screens);
      store();
    },
  };
};
