// Tab bars. The page measures the bars, and Swift computes the positions of the indicators. While a user drags pages,
// the page itself moves the indicator.

/**
 * @typedef {object} BarGeometry The geometry of a bar, as BarGeometry in Swift decodes it. All lengths are in CSS
 * pixels, and x is relative to the left edge of the tab list.
 * @property {[number, number, number, number][]} buttons x, y, width, height, by index
 * @property {[number, number]} guide the width and height of the visible part
 * @property {[number, number]} content the width and height of the tab list
 * @property {'ltr' | 'rtl'} direction
 * @property {number} generation the number of this set of buttons
 * @property {[number, number, number][]} [sizes] the number of a view with `data-size`, its width and height
 * @property {[number, number, number][]} [contents] the number of a view with `data-content`, and the width and height
 *   that its content needs
 */

/**
 * Manages all bars in `root`, including bars that are added later. A bar is an element `nav.bar[data-bar]`, created by
 * BarView in Swift.
 *
 * - `onGeometry(bar, geometry)` reports a bar's changed geometry. `bar` is the value of `data-bar`.
 * - `onSwipe(bar, step)` reports a swipe on a bar: to the next page (1) or the previous page (-1).
 *
 * Call `update()` after each batch of patches. It measures bars whose buttons or direction have changed, and scrolls
 * bars to the positions that Swift has set. Size changes are observed automatically.
 *
 * Call `drag(bar, position)` while pages are dragged. The indicator immediately moves to a position that is
 * interpolated between the positions that Swift has computed. Call `drop(bar)` when Swift has answered with the final
 * position, so that the indicator uses Swift's position again. An earlier call would first move the indicator back.
 *
 * `measure()` discards the reported geometries and measures all bars. Call it after a server restart, because the
 * server has then lost the geometries. `dispose()` removes all listeners.
 *
 * Keys: arrow keys, Home and End move the focus within a tab list. Enter and the space bar press the focused button.
 *
 * @param {HTMLElement} root
 * @param {{
 *   onGeometry: (bar: string, geometry: BarGeometry) => void,
 *   onSwipe?: (bar: string, step: 1 | -1) => void,
 * }} handlers
 */
const bars = (root, { onGeometry, onSwipe }) => {
  /**
   * The last known state of a bar. `dragged` is the position of the dragged pages, which the indicator follows.
   * @typedef {{ state?: string, geometry: string, scroll: string | null, dragged?: number,
   *   observed: Set<Element> }} BarMemory
   */
  /** @type {WeakMap<Element, BarMemory>} */
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

  // Measures a bar when a size has changed, before the next paint.
  const observer = new ResizeObserver((entries) => {
    const changed = new Set(entries.map(({ target }) => target.closest('.bar')));
    for (const bar of changed) if (bar instanceof HTMLElement && bar.isConnected) measure(bar);
  });

  /** Measures a bar, and reports its geometry if it has changed. @param {HTMLElement} bar */
  const measure = (bar) => {
    const [scroller, row] = [part(bar, '.scroller'), part(bar, '.row')];
    if (!scroller || !row || !row.offsetWidth) return;
    const memory = known.get(bar) ?? { geometry: '', scroll: null, observed: new Set() };
    known.set(bar, memory);
    memory.state = state(bar);
    const tabs = [.../** @type {NodeListOf<HTMLElement>} */ (row.querySelectorAll('.tab'))]
      .sort((one, other) => Number(one.dataset.index) - Number(other.dataset.index));
    observe(memory.observed, new Set([scroller, row, ...tabs, ...bar.querySelectorAll('[data-size]')]));

    const edge = row.getBoundingClientRect();
    // Divides by the scale of a running animation. `offsetWidth` ignores transforms, but has only whole pixels.
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
      ...measureViews(bar),
    };
    const text = JSON.stringify(geometry);
    if (text === memory.geometry) return;
    memory.geometry = text;
    onGeometry(bar.dataset.bar ?? '', geometry);
  };

  /**
   * Measures the views that Swift places by constraints. The sizes are layout sizes, without transforms.
   * @param {HTMLElement} bar
   */
  const measureViews = (bar) => {
    /** @param {string} name */
    const marked = (name) => /** @type {NodeListOf<HTMLElement>} */ (bar.querySelectorAll(`[data-${name}]`));
    const [outer, inner] = [marked('size'), [...marked('content')]];
    /** @param {HTMLElement} view @param {string | undefined} id @returns {[number, number, number]} */
    const size = (view, id) => {
      const { width, height } = getComputedStyle(view);
      return [Number(id), round(parseFloat(width) || 0), round(parseFloat(height) || 0)];
    };
    const sizes = [...outer].map((view) => size(view, view.dataset.size));
    // The contents are measured without the sizes that Swift has set. To get only two layouts and no animation, all
    // views are changed before the first one is measured, and changed back before their animations are enabled again.
    const styles = inner.map(({ style }) => [style.width, style.height, style.position]);
    for (const { style, localName } of inner) {
      const fit = localName === 'svg' || localName === 'img' ? '' : 'max-content';
      style.transition = 'none';
      [style.width, style.height, style.position] = [fit, fit, 'absolute'];
    }
    const contents = inner.map((view) => size(view, view.dataset.content));
    inner.forEach(({ style }, index) => ([style.width, style.height, style.position] = styles[index]));
    if (inner.length) void getComputedStyle(inner[0]).width;
    for (const { style } of inner) style.transition = '';
    return { ...(sizes.length && { sizes }), ...(contents.length && { contents }) };
  };

  /**
   * Updates the set of observed elements.
   * @param {Set<Element>} old
   * @param {Set<Element>} now
   */
  const observe = (old, now) => {
    for (const element of old) if (!now.has(element)) observer.unobserve(element), old.delete(element);
    for (const element of now) if (!old.has(element)) observer.observe(element), old.add(element);
  };

  /**
   * Scrolls the position `left` of the tab list to the left edge of the visible part.
   * @param {HTMLElement} bar
   * @param {number} left
   * @param {boolean} smooth
   */
  const scrollTo = (bar, left, smooth) => {
    const [scroller, row] = [part(bar, '.scroller'), part(bar, '.row')];
    if (!scroller || !row) return;
    // Scrolls by a distance, because absolute scroll positions are negative in right-to-left text.
    const distance = row.getBoundingClientRect().left + left - scroller.getBoundingClientRect().left;
    const behavior = smooth && !isStill() ? 'smooth' : 'auto';
    if (Math.abs(distance) >= 1) scroller.scrollBy({ left: distance, behavior });
  };

  /**
   * Scrolls a bar to the position that Swift has set, but only once for each position, so that the user can scroll
   * away.
   * @param {HTMLElement} bar
   */
  const scroll = (bar) => {
    const [scroller, memory] = [part(bar, '.scroller'), known.get(bar)];
    const wanted = scroller?.dataset.scroll;
    if (!scroller || !memory || wanted === undefined || memory.scroll === wanted) return;
    // The first position is set without an animation.
    scrollTo(bar, Number(wanted), memory.scroll !== null && 'scrollTime' in scroller.dataset);
    memory.scroll = wanted;
  };

  /**
   * Returns the part of a bar's state that can change without a size change.
   * @param {HTMLElement} bar
   */
  const state = (bar) => {
    const row = part(bar, '.row');
    return row ? `${row.dataset.generation} ${getComputedStyle(row).direction}` : '';
  };

  /** Measures and scrolls the bars after a batch of patches. */
  const update = () => {
    for (const bar of all()) {
      // The observer handles size changes, but not content changes in views whose size Swift has set.
      if (state(bar) !== known.get(bar)?.state || part(bar, '[data-size], [data-content]')) measure(bar);
      scroll(bar);
      fade(part(bar, '.scroller'));
      // Swift may have computed new positions since the last call of `drag`, and there might be no further call.
      const dragged = known.get(bar)?.dragged;
      if (dragged !== undefined) drag(bar, dragged);
    }
  };

  /**
   * Fades out an end of a scroller only if content is hidden there.
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
   * Moves the indicator to the position of the dragged pages.
   * @param {HTMLElement} bar
   * @param {number} position
   */
  const drag = (bar, position) => {
    const indicator = part(bar, '.row > .indicator');
    // The indicator's positions for all pages, including one before the first page and one after the last page.
    const places = indicator?.dataset.focus?.split(',').map((place) => place.split(' ').map(Number));
    if (!indicator || !places || places.length < 3 || !Number.isFinite(position)) return;
    const at = Math.min(Math.max(position + 1, 0), places.length - 1);
    const lower = Math.floor(at);
    const [from, to] = [places[lower], places[Math.min(lower + 1, places.length - 1)]];
    const [x, width] = from.map((number, index) => number + (to[index] - number) * (at - lower));
    // These are separate properties, so that Swift's values remain and apply when the drag ends.
    indicator.style.setProperty('--drag-x', `${x}px`);
    indicator.style.setProperty('--drag-w', `${Math.max(width, 0)}px`);
    indicator.dataset.dragged = '';
    const memory = known.get(bar);
    if (memory) memory.dragged = position;
    const scroller = part(bar, '.scroller');
    if (scroller?.dataset.scroll !== undefined) scrollTo(bar, x + width / 2 - scroller.clientWidth / 2, false);
  };

  /** Returns the indicator to the position that Swift has set. @param {HTMLElement} bar */
  const drop = (bar) => {
    const indicator = part(bar, '.row > .indicator');
    indicator?.style.removeProperty('--drag-x');
    indicator?.style.removeProperty('--drag-w');
    delete indicator?.dataset.dragged;
    delete known.get(bar)?.dragged;
  };

  /** Moves the focus within a tab list. @param {KeyboardEvent} event */
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
    setTabStop(tabs, target);
    target.focus({ preventScroll: true });
    reveal(target);
  };

  /**
   * Makes `target` the only tab in a list that the Tab key can reach.
   * @param {HTMLElement[]} tabs
   * @param {HTMLElement} target
   */
  const setTabStop = (tabs, target) => {
    for (const tab of tabs) tab.tabIndex = tab === target ? 0 : -1;
  };

  /** Scrolls a tab into view. @param {HTMLElement} tab */
  const reveal = (tab) => tab.scrollIntoView({
    inline: 'nearest', block: 'nearest', behavior: isStill() ? 'auto' : 'smooth' });

  /** Scrolls the focused tab into view. @param {FocusEvent} event */
  const focus = (event) => {
    if (event.target instanceof HTMLElement && event.target.matches('.bar [role=tab]')) reveal(event.target);
  };

  /**
   * Makes the selected tab reachable with the Tab key when the focus leaves a list.
   * @param {FocusEvent} event
   */
  const leave = (event) => {
    const list = event.target instanceof Element && event.target.closest('.bar [role=tablist]');
    if (!list || event.relatedTarget instanceof Node && list.contains(event.relatedTarget)) return;
    const tabs = [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll('[role=tab]'))];
    const selected = tabs.find((tab) => tab.ariaSelected === 'true') ?? tabs[0];
    if (selected) setTabStop(tabs, selected);
  };

  /** Updates the fading of a scroller. @param {Event} event */
  const scrolled = (event) => {
    if (event.target instanceof HTMLElement && event.target.classList.contains('scroller')) fade(event.target);
  };

  /**
   * The start of a swipe.
   * @type {{ x: number, bar: string, direction: number } | null}
   */
  let swipe = null;
  /** Starts a swipe. @param {PointerEvent} event */
  const down = (event) => {
    const scroller = event.target instanceof Element && event.target.closest('[data-scroll-mode=swipe]');
    const bar = scroller && scroller.closest('.bar');
    if (!scroller || !(bar instanceof HTMLElement)) return void (swipe = null);
    const direction = getComputedStyle(scroller).direction === 'rtl' ? -1 : 1;
    swipe = { x: event.clientX, bar: bar.dataset.bar ?? '', direction };
  };
  /** Ends and reports a swipe. @param {PointerEvent} event */
  const up = (event) => {
    const distance = swipe ? (event.clientX - swipe.x) * swipe.direction : 0;
    if (swipe && Math.abs(distance) > 30) onSwipe?.(swipe.bar, distance < 0 ? 1 : -1);
    swipe = null;
  };

  /** @type {[string, (event: any) => void][]} */
  const listeners = [['keydown', press], ['focusin', focus], ['focusout', leave], ['scroll', scrolled],
    ['pointerdown', down], ['pointerup', up]];
  for (const [name, listener] of listeners) root.addEventListener(name, listener, true);
  update();

  /** Returns all bars of a pager. The first has the pager's name; the other names add a number. @param {string} name */
  const find = (name) => [...all()].filter(({ dataset: { bar } }) => bar === name || bar?.startsWith(`${name}.`));
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
      for (const bar of find(name)) drag(bar, position);
    },
    /** @param {string} name */
    drop(name) {
      for (const bar of find(name)) drop(bar);
    },
    dispose() {
      observer.disconnect();
      for (const [name, listener] of listeners) root.removeEventListener(name, listener, true);
    },
  };
};
