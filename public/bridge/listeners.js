// Events of the window and of the document.

/** @type {[EventTarget, string, (event: any) => void][]} */
const listeners = [];

// What fails to load tells its element alone, on the way down.
/** @param {typeof listeners[0]} listener */
const listen = ([target, type, handler]) => target.addEventListener(type, handler, type === 'error');

/** @param {string} type @param {(event: any) => void} handler @param {EventTarget} [target] */
function on(type, handler, target = window) {
  listeners.push([target, type, handler]);
  listen([target, type, handler]);
}

// `document.open()` takes every listener away, and only the tree tells. What is there is not added twice.
new MutationObserver(() => listeners.forEach(listen)).observe(document, { childList: true });
