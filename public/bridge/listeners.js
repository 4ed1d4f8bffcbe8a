// Events of the window and of the document.

/** @type {[EventTarget, string, (event: any) => void][]} */
const listeners = [];

/** @param {string} type @param {(event: any) => void} handler @param {EventTarget} [target] */
function on(type, handler, target = window) {
  listeners.push([target, type, handler]);
  target.addEventListener(type, handler);
}

// `document.open()` takes every listener away, and only the tree tells. What is there is not added twice.
new MutationObserver(() => listeners.forEach(([target, type, handler]) => target.addEventListener(type, handler)))
  .observe(document, { childList: true });
