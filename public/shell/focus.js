// Moves the focus to new dialogs and sheets. If a page in an iframe takes the focus without user input, this script
// returns the focus to the shell.

/** Manages the focus of the shell. @param {HTMLElement} root */
const watchFocus = (root) => {
  /** @type {HTMLElement | null} */
  let last = null;
  let typed = 0; // The time of the last key press in the shell, in milliseconds since 1970.
  /**
   * The open modal elements, and the elements that had the focus before.
   * @type {{ above: Element, before: HTMLElement | null }[]}
   */
  const covered = [];

  addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.localName !== 'iframe') last = target;
  });
  addEventListener('keydown', ({ key }) => (typed = key === 'Tab' ? 0 : Date.now()), true);
  addEventListener('pointerdown', () => (typed = 0), true);

  // A click outside of a dialog does not move the focus, so that the dialog still receives key presses.
  addEventListener(
    'mousedown',
    (event) => {
      const top = covered[covered.length - 1]?.above;
      if (top && !isClosed(top) && !top.contains(/** @type {any} */ (event.target))) event.preventDefault();
    },
    true,
  );

  /** Returns the focus to the shell if an iframe has taken it without user input. */
  function takeBack() {
    const iframe = document.activeElement;
    if (iframe?.localName !== 'iframe' || !last?.isConnected) return;
    const isWanted = /** @type {any} */ (navigator).userActivation?.isActive !== false && Date.now() - typed > 1000;
    if (!iframe.closest('[inert]') && isWanted) return;
    // Without `blur()`, Chromium ignores `focus()`, because it considers the element to be focused already.
    /** @type {HTMLElement} */ (iframe).blur();
    window.focus();
    last.focus({ preventScroll: true });
  }
  // A timer is needed, because the focus is still moving during the event, and an element that is focused now would
  // lose the focus again.
  addEventListener('blur', () => setTimeout(takeBack));

  /**
   * Whether a modal element is closed. Closed sheets remain in the tree, because the user can go forward to them.
   * @param {Element} above
   */
  const isClosed = (above) => !above.isConnected || !!above.closest('[data-place=away], [data-place=hidden]');

  return {
    /** Moves the focus to new modal elements. Restores the previous focus when they close. */
    settle() {
      while (covered.length && isClosed(covered[covered.length - 1].above)) {
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
