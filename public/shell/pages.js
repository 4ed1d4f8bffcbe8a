// Pagers, which are strips of pages placed side by side. The browser scrolls from one page to the next when the user
// swipes. The scroll positions are reported to native code.

/**
 * Manages the pagers in `root`. Native code numbers its requests to scroll to a page; these numbers are called turns.
 * Each report contains the last turn that the pager has received.
 * @param {HTMLElement} root
 * @param {{ onPosition: (pager: string, position: number, isAtRest: boolean, turn: number) => void,
 *   onDrag: (pager: string, position: number) => void, onRest: (pager: string) => void }} handlers
 */
const pages = (root, { onPosition, onDrag, onRest }) => {
  /**
   * `start` is the position at which a scroll began that native code has requested. Without such a scroll, it is
   * undefined.
   * @typedef {{ turn: string, start?: number, reportedAt: number, timer?: ReturnType<typeof setTimeout> }} Memory
   */
  /** @type {WeakMap<Element, Memory>} */
  const known = new WeakMap();
  /** Returns the position of a pager, in pages. @param {HTMLElement} pager */
  const positionOf = (pager) => Math.abs(pager.scrollLeft) / (pager.clientWidth || 1);
  /** Whether a pager is at a position, in pages. @param {HTMLElement} pager @param {number} position */
  const isNear = (pager, position) => Math.abs(positionOf(pager) - position) < 0.05;
  /**
   * Whether a pager has a size. In a window without height, the pager's scroll position is lost.
   * @param {HTMLElement} pager
   */
  const hasRoom = (pager) => pager.clientWidth > 0 && pager.clientHeight > 0;
  const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

  /** Scrolls to the page that native code has set. @param {HTMLElement} pager @param {boolean} isSmooth */
  function goToPage(pager, isSmooth) {
    const side = getComputedStyle(pager).direction === 'rtl' ? -1 : 1;
    pager.scrollTo({
      left: Number(pager.dataset.page) * pager.clientWidth * side,
      behavior: isSmooth && !isStill() ? 'smooth' : /** @type {any} */ ('instant'),
    });
  }

  // Keeps the page when the width changes.
  const observer = new ResizeObserver((entries) => {
    for (const { target } of /** @type {{ target: any }[]} */ (entries)) {
      goToPage(target, false);
      // The size change has ended a running scroll without firing `scrollend`. The scroll position may still be one of
      // that scroll.
      rest(target, Number(target.dataset.page));
    }
  });

  /**
   * Reports that a pager has stopped at a page.
   * @param {HTMLElement} pager @param {number} [page] the page if it is known; otherwise the nearest one
   */
  function rest(pager, page = Math.round(positionOf(pager))) {
    const memory = known.get(pager);
    const name = pager.dataset.pager;
    if (!memory || !name || !hasRoom(pager)) return;
    clearTimeout(memory.timer);
    memory.start = undefined;
    onPosition(name, page, true, Number(memory.turn));
    onRest(name);
  }

  /**
   * Handles the end of a scroll. If a requested scroll has not reached its page, the end may be that of an earlier
   * scroll, whose event was late.
   * @param {HTMLElement} pager
   */
  function stop(pager) {
    const memory = known.get(pager);
    if (!memory) return;
    if (memory.start === undefined || isNear(pager, Number(pager.dataset.page))) rest(pager);
    else watch(pager, memory);
  }

  /**
   * Ends a requested scroll if the pager does not move for 500 ms.
   * @param {HTMLElement} pager @param {Memory} memory
   */
  function watch(pager, memory) {
    clearTimeout(memory.timer);
    memory.timer = setTimeout(() => {
      // The browser has not scrolled, because the window is in the background, or because Firefox has returned to the
      // former page when an iframe was added. If the pager is elsewhere, the user has scrolled.
      if (isNear(pager, memory.start ?? NaN)) goToPage(pager, false);
      rest(pager);
    }, 500);
  }

  // Browsers without `scrollend` need a timer: scrolling counts as ended when there was no event for 120 ms.
  const hasScrollEnd = 'onscrollend' in window;
  root.addEventListener('scrollend', ({ target }) => {
    if (target instanceof HTMLElement) stop(target);
  }, true);

  root.addEventListener('scroll', ({ target }) => {
    if (!(target instanceof HTMLElement) || !target.dataset.pager) return;
    const memory = known.get(target);
    if (!memory || !hasRoom(target)) return;
    const name = target.dataset.pager;
    const position = positionOf(target);
    onDrag(name, position);
    const now = performance.now();
    if (now - memory.reportedAt > 80) {
      memory.reportedAt = now;
      onPosition(name, position, false, Number(memory.turn));
    }
    clearTimeout(memory.timer);
    if (!hasScrollEnd) memory.timer = setTimeout(() => stop(target), 120);
    else if (memory.start !== undefined) watch(target, memory);
  }, true);

  return {
    /** Sets up new pagers, and scrolls to requested pages. Must be called after each batch of patches. */
    update() {
      for (const pager of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('[data-pager]'))) {
        const memory = known.get(pager);
        const turn = pager.dataset.turn ?? '0';
        if (!memory) {
          known.set(pager, { turn, reportedAt: 0 });
          observer.observe(pager);
          goToPage(pager, false);
        } else if (memory.turn !== turn) {
          memory.turn = turn;
          memory.start = positionOf(pager);
          // If pages were inserted or removed, the pager scrolls without an animation.
          goToPage(pager, pager.dataset.jump !== turn);
          if (isNear(pager, Number(pager.dataset.page))) memory.start = undefined;
          else watch(pager, memory);
        }
      }
    },
  };
};
