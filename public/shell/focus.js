// Who has the focus. A page in a frame may take it whenever it likes; native code gives it to what appears.

/** @param {HTMLElement} root */
const watchFocus = (root) => {
  /** @type {HTMLElement | null} */
  let last = null;
  let typed = 0; // when the shell was last typed into, ms
  /** What had the focus before what stands above it. @type {{ above: Element, before: HTMLElement | null }[]} */
  const covered = [];

  addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.localName !== 'iframe') last = target;
  });
  addEventListener('keydown', ({ key }) => (typed = key === 'Tab' ? 0 : Date.now()), true);
  addEventListener('pointerdown', () => (typed = 0), true);

  // A click beside a dialog leaves it the focus, so that it still hears the keyboard.
  addEventListener(
    'mousedown',
    (event) => {
      const top = covered[covered.length - 1]?.above;
      if (top && !isGone(top) && !top.contains(/** @type {any} */ (event.target))) event.preventDefault();
    },
    true,
  );

  function takeBack() {
    const frame = document.activeElement;
    if (frame?.localName !== 'iframe' || !last?.isConnected) return;
    const isWanted = /** @type {any} */ (navigator).userActivation?.isActive !== false && Date.now() - typed > 1000;
    if (!frame.closest('[inert]') && isWanted) return;
    // Chromium thinks that the element has the focus already, unless the frame's element gives it up.
    /** @type {HTMLElement} */ (frame).blur();
    window.focus();
    last.focus({ preventScroll: true });
  }
  // While the event is told, the focus is still on its way: what is focused then loses it again.
  addEventListener('blur', () => setTimeout(takeBack));

  /** Sheets that were closed stay, for Forward. @param {Element} above */
  const isGone = (above) => !above.isConnected || !!above.closest('[data-place=away], [data-place=hidden]');

  return {
    /** What has appeared gets the focus, and gives it back when it goes. */
    settle() {
      while (covered.length && isGone(covered[covered.length - 1].above)) {
        const { before } = /** @type {any} */ (covered.pop());
        if (before?.isConnected && !before.closest('[inert]')) before.focus({ preventScroll: true });
      }
      for (const above of root.querySelectorAll('[aria-modal]')) {
        if (covered.some((entry) => entry.above === above) || above.closest('[inert]')) continue;
        covered.push({ above, before: /** @type {any} */ (document.activeElement) });
        /** @type {any} */ (above.querySelector('[data-focus]') ?? above).focus({ preventScroll: true });
      }
    },
  };
};
