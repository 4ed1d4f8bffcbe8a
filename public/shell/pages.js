// Pages that one swipes between: the browser scrolls them, from one to the next, and native code hears where they are.

/**
 * @param {HTMLElement} root
 * @param {{ onPosition: (pager: string, position: number, isAtRest: boolean, turn: number) => void,
 *   onDrag: (pager: string, position: number) => void, onRest: (pager: string) => void }} handlers
 */
const pages = (root, { onPosition, onDrag, onRest }) => {
  /** @typedef {{ turn: string, told: number, rest?: ReturnType<typeof setTimeout> }} Memory */
  /** @type {WeakMap<Element, Memory>} */
  const known = new WeakMap();
  /** @param {HTMLElement} pager */
  const positionOf = (pager) => Math.abs(pager.scrollLeft) / (pager.clientWidth || 1);
  const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

  /** @param {HTMLElement} pager @param {boolean} isSmooth */
  function goToPage(pager, isSmooth) {
    const side = getComputedStyle(pager).direction === 'rtl' ? -1 : 1;
    pager.scrollTo({
      left: Number(pager.dataset.page) * pager.clientWidth * side,
      behavior: isSmooth && !isStill() ? 'smooth' : /** @type {any} */ ('instant'),
    });
  }

  // Another width is no swipe: the same page stays.
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) goToPage(/** @type {HTMLElement} */ (target), false);
  });

  /** @param {HTMLElement} pager */
  function rest(pager) {
    const memory = known.get(pager);
    const name = pager.dataset.pager;
    if (!memory || !name) return;
    onPosition(name, Math.round(positionOf(pager)), true, Number(memory.turn));
    onRest(name);
  }

  // Without the event a pause is taken for the end.
  const tellsEnd = 'onscrollend' in window;
  root.addEventListener('scrollend', ({ target }) => {
    if (target instanceof HTMLElement) rest(target);
  }, true);

  root.addEventListener('scroll', ({ target }) => {
    if (!(target instanceof HTMLElement) || !target.dataset.pager) return;
    const memory = known.get(target);
    if (!memory) return;
    const name = target.dataset.pager;
    const position = positionOf(target);
    onDrag(name, position);
    const now = performance.now();
    if (now - memory.told > 80) {
      memory.told = now;
      onPosition(name, position, false, Number(memory.turn));
    }
    if (tellsEnd) return;
    clearTimeout(memory.rest);
    memory.rest = setTimeout(() => rest(target), 120);
  }, true);

  return {
    /** After patches: pagers that are new, or that native code has turned. What it says of a swipe is no turn. */
    update() {
      for (const pager of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('[data-pager]'))) {
        const memory = known.get(pager);
        const turn = pager.dataset.turn ?? '0';
        if (!memory) {
          known.set(pager, { turn, told: 0 });
          observer.observe(pager);
          goToPage(pager, false);
        } else if (memory.turn !== turn) {
          memory.turn = turn;
          goToPage(pager, true);
        }
      }
    },
  };
};
