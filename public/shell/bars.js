// Bars: measured here, computed in Swift; while a finger drags pages, the indicator follows it here.

/**
 * @typedef {object} BarGeometry What BarGeometry in Swift reads: pixels, x from the left edge of the tab list.
 * @property {[number, number, number, number][]} buttons x, y, width, height, by index
 * @property {[number, number]} guide the part that is seen
 * @property {[number, number]} content the tab list
 * @property {'ltr' | 'rtl'} direction
 * @property {number} generation which buttons these are
 */

/**
 * Takes care of all bars in `root`, those that come later too. A bar is `nav.bar[data-bar]`, drawn by BarView in Swift.
 *
 * - `onGeometry(bar, geometry)`: a bar has other measures than those last reported. `bar` is its `data-bar`.
 * - `onSwipe(bar, step)`: a bar that is swiped was swiped, to the next page (1) or the one before (-1).
 *
 * Call `update()` after each batch of patches: it measures bars whose buttons or direction are others, and scrolls bars
 * to where Swift wants them. Bars in which something has another size are measured by themselves.
 *
 * Call `drag(bar, position)` while pages are dragged: the indicator goes to that position at once, interpolated between
 * the places that Swift has computed; and `drop(bar)` when Swift has answered where they came to rest: what it says
 * holds again. Dropped earlier, the indicator would go back first.
 *
 * `measure()` forgets what was reported, for a server that knows nothing yet. `dispose()` ends it all.
 *
 * Keys: arrows, Home and End move the focus within a tab list; Enter and the space bar press, as for any button.
 *
 * @param {HTMLElement} root
 * @param {{
 *   onGeometry: (bar: string, geometry: BarGeometry) => void,
 *   onSwipe?: (bar: string, step: 1 | -1) => void,
 * }} handlers
 */
const bars = (root, { onGeometry, onSwipe }) => {
  /** @type {WeakMap<Element, { state?: string, geometry: string, scroll: string | null, observed: Set<Element> }>} */
  const known = new WeakMap();
  /**
   * @param {Element} element
   * @param {string} selector
   */
  const part = (element, selector) => /** @type {HTMLElement | null} */ (element.querySelector(selector));
  const all = () => /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('.bar[data-bar]'));
  /** @param {number} number */
  const round = (number) => Math.max(Math.round(number * 100) / 100, 0);
  const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

  const observer = new ResizeObserver((entries) => {
    const changed = new Set(entries.map(({ target }) => target.closest('.bar')));
    for (const bar of changed) if (bar instanceof HTMLElement && bar.isConnected) measure(bar);
  });

  /** @param {HTMLElement} bar */
  const measure = (bar) => {
    const [scroller, row] = [part(bar, '.scroller'), part(bar, '.row')];
    if (!scroller || !row || !row.offsetWidth) return;
    const memory = known.get(bar) ?? { geometry: '', scroll: null, observed: new Set() };
    known.set(bar, memory);
    memory.state = state(bar);
    const tabs = [.../** @type {NodeListOf<HTMLElement>} */ (row.querySelectorAll('.tab'))]
      .sort((one, other) => Number(one.dataset.index) - Number(other.dataset.index));
    observe(memory.observed, new Set([scroller, row, ...tabs]));

    const edge = row.getBoundingClientRect();
    // A view that is being scaled must not be measured so: offsets know no transforms, but only whole pixels.
    const scale = row.offsetWidth && edge.width / row.offsetWidth || 1;
    /** @type {BarGeometry} */
    const geometry = {
      buttons: tabs.map((tab) => {
        const box = tab.getBoundingClientRect();
        return [round((box.left - edge.left) / scale), round((box.top - edge.top) / scale),
          round(box.width / scale), round(box.height / scale)];
      }),
      guide: [scroller.clientWidth, scroller.clientHeight],
      content: [round(edge.width / scale), round(edge.height / scale)],
      direction: getComputedStyle(row).direction === 'rtl' ? 'rtl' : 'ltr',
      generation: Number(row.dataset.generation ?? 0),
    };
    const text = JSON.stringify(geometry);
    if (text === memory.geometry) return;
    memory.geometry = text;
    onGeometry(bar.dataset.bar ?? '', geometry);
  };

  /**
   * @param {Set<Element>} old
   * @param {Set<Element>} now
   */
  const observe = (old, now) => {
    for (const element of old) if (!now.has(element)) observer.unobserve(element), old.delete(element);
    for (const element of now) if (!old.has(element)) observer.observe(element), old.add(element);
  };

  /**
   * So that `left`, counted from the tab list's left edge, is at the left of what is seen.
   * @param {HTMLElement} bar
   * @param {number} left
   * @param {boolean} smooth
   */
  const scrollTo = (bar, left, smooth) => {
    const [scroller, row] = [part(bar, '.scroller'), part(bar, '.row')];
    if (!scroller || !row) return;
    // A way, not a place: those count differently from right to left.
    const way = row.getBoundingClientRect().left + left - scroller.getBoundingClientRect().left;
    if (Math.abs(way) >= 1) scroller.scrollBy({ left: way, behavior: smooth && !isStill() ? 'smooth' : 'auto' });
  };

  /**
   * Where Swift wants it; once, so that the user can scroll away from there.
   * @param {HTMLElement} bar
   */
  const scroll = (bar) => {
    const [scroller, memory] = [part(bar, '.scroller'), known.get(bar)];
    const wanted = scroller?.dataset.scroll;
    if (!scroller || !memory || wanted === undefined || memory.scroll === wanted) return;
    // The first time there is nothing to be seen moving.
    scrollTo(bar, Number(wanted), memory.scroll !== null && 'scrollTime' in scroller.dataset);
    memory.scroll = wanted;
  };

  /**
   * What may change without another size.
   * @param {HTMLElement} bar
   */
  const state = (bar) => {
    const row = part(bar, '.row');
    return row ? `${row.dataset.generation} ${getComputedStyle(row).direction}` : '';
  };

  const update = () => {
    for (const bar of all()) {
      // What only grows or shrinks, the observer sees, before the frame is painted.
      if (state(bar) !== known.get(bar)?.state) measure(bar);
      scroll(bar);
      fade(part(bar, '.scroller'));
    }
  };

  /**
   * Fades an end only where there is more.
   * @param {HTMLElement | null} scroller
   */
  const fade = (scroller) => {
    if (!scroller?.classList.contains('fading')) return;
    const most = scroller.scrollWidth - scroller.clientWidth;
    const left = getComputedStyle(scroller).direction === 'rtl' ? most + scroller.scrollLeft : scroller.scrollLeft;
    scroller.style.setProperty('--fade-left', left > 1 ? '1' : '0');
    scroller.style.setProperty('--fade-right', left < most - 1 ? '1' : '0');
  };

  /**
   * @param {HTMLElement} bar
   * @param {number} position
   */
  const drag = (bar, position) => {
    const indicator = part(bar, '.row > .indicator');
    // Places from one before the first page to one after the last.
    const places = indicator?.dataset.focus?.split(',').map((place) => place.split(' ').map(Number));
    if (!indicator || !places || places.length < 3 || !Number.isFinite(position)) return;
    const at = Math.min(Math.max(position + 1, 0), places.length - 1);
    const lower = Math.floor(at);
    const [from, to] = [places[lower], places[Math.min(lower + 1, places.length - 1)]];
    const [x, width] = from.map((number, index) => number + (to[index] - number) * (at - lower));
    // Names of its own, so that what Swift writes meanwhile is not undone, and shows at the end.
    indicator.style.setProperty('--drag-x', `${x}px`);
    indicator.style.setProperty('--drag-w', `${Math.max(width, 0)}px`);
    indicator.dataset.dragged = '';
    const scroller = part(bar, '.scroller');
    if (scroller?.dataset.scroll !== undefined) scrollTo(bar, x + width / 2 - scroller.clientWidth / 2, false);
  };

  /** @param {HTMLElement} bar */
  const drop = (bar) => {
    const indicator = part(bar, '.row > .indicator');
    indicator?.style.removeProperty('--drag-x');
    indicator?.style.removeProperty('--drag-w');
    delete indicator?.dataset.dragged;
  };

  /** @param {KeyboardEvent} event */
  const press = (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !(event.target instanceof Element)) return;
    const list = event.target.closest('[role=tablist]');
    const tab = event.target.closest('[role=tab]');
    if (!list || !tab || !root.contains(list)) return;
    const tabs = [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll('[role=tab]:not(:disabled)'))];
    const at = tabs.indexOf(/** @type {HTMLElement} */ (tab));
    const step = getComputedStyle(list).direction === 'rtl' ? -1 : 1;
    /** @type {Record<string, number>} */
    const targets = { ArrowRight: at + step, ArrowLeft: at - step, Home: 0, End: tabs.length - 1 };
    const target = Object.hasOwn(targets, event.key) ? tabs[(targets[event.key] + tabs.length) % tabs.length] : null;
    if (!target || at < 0) return;
    event.preventDefault();
    reach(tabs, target);
    target.focus({ preventScroll: true });
    reveal(target);
  };

  /**
   * The Tab key stops at one tab of a list.
   * @param {HTMLElement[]} tabs
   * @param {HTMLElement} target
   */
  const reach = (tabs, target) => {
    for (const tab of tabs) tab.tabIndex = tab === target ? 0 : -1;
  };

  /** @param {HTMLElement} tab */
  const reveal = (tab) => tab.scrollIntoView({
    inline: 'nearest', block: 'nearest', behavior: isStill() ? 'auto' : 'smooth' });

  /** @param {FocusEvent} event */
  const focus = (event) => {
    if (event.target instanceof HTMLElement && event.target.matches('.bar [role=tab]')) reveal(event.target);
  };

  /**
   * When the focus leaves a list, the Tab key leads back to the selected tab.
   * @param {FocusEvent} event
   */
  const leave = (event) => {
    const list = event.target instanceof Element && event.target.closest('.bar [role=tablist]');
    if (!list || event.relatedTarget instanceof Node && list.contains(event.relatedTarget)) return;
    const tabs = [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll('[role=tab]'))];
    const selected = tabs.find((tab) => tab.ariaSelected === 'true') ?? tabs[0];
    if (selected) reach(tabs, selected);
  };

  /** @param {Event} event */
  const scrolled = (event) => {
    if (event.target instanceof HTMLElement && event.target.classList.contains('scroller')) fade(event.target);
  };

  /**
   * Where a swipe began.
   * @type {{ x: number, bar: string, direction: number } | null}
   */
  let swipe = null;
  /** @param {PointerEvent} event */
  const down = (event) => {
    const scroller = event.target instanceof Element && event.target.closest('[data-scroll-mode=swipe]');
    const bar = scroller && scroller.closest('.bar');
    if (!scroller || !(bar instanceof HTMLElement)) return void (swipe = null);
    const direction = getComputedStyle(scroller).direction === 'rtl' ? -1 : 1;
    swipe = { x: event.clientX, bar: bar.dataset.bar ?? '', direction };
  };
  /** @param {PointerEvent} event */
  const up = (event) => {
    const way = swipe ? (event.clientX - swipe.x) * swipe.direction : 0;
    if (swipe && Math.abs(way) > 30) onSwipe?.(swipe.bar, way < 0 ? 1 : -1);
    swipe = null;
  };

  /** @type {[string, (event: any) => void][]} */
  const listeners = [['keydown', press], ['focusin', focus], ['focusout', leave], ['scroll', scrolled],
    ['pointerdown', down], ['pointerup', up]];
  for (const [name, listener] of listeners) root.addEventListener(name, listener, true);
  update();

  /** @param {string} name */
  const find = (name) => [...all()].find((bar) => bar.dataset.bar === name);
  return {
    update,
    measure() {
      for (const bar of all()) {
        const memory = known.get(bar);
        if (memory) memory.geometry = '';
        measure(bar);
      }
    },
    /**
     * @param {string} name
     * @param {number} position
     */
    drag(name, position) {
      const bar = find(name);
      if (bar) drag(bar, position);
    },
    /** @param {string} name */
    drop(name) {
      const bar = find(name);
      if (bar) drop(bar);
    },
    dispose() {
      observer.disconnect();
      for (const [name, listener] of listeners) root.removeEventListener(name, listener, true);
    },
  };
};
