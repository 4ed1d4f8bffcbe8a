// The page script's listeners for events of the window and of the document.

/** @type {[EventTarget, string, (event: any) => void][]} */
const listeners = [];

// The `error` event of a resource does not bubble, so its listener must use the capture phase.
/** Adds a listener to its target. @param {typeof listeners[0]} listener */
const listen = ([target, type, handler]) => target.addEventListener(type, handler, type === 'error');

/**
 * Adds a listener that survives `document.open()`.
 * @param {string} type
 * @param {(event: any) => void} handler
 * @param {EventTarget} [target]
 */
function on(type, handler, target = window) {
  listeners.push([target, type, handler]);
  listen([target, type, handler]);
}

// `document.open()` removes all listeners without firing an event. It also changes the document's children, so the
// listeners are added again after every such change. `addEventListener` ignores a listener that is still present.
new MutationObserver(() => listeners.forEach(listen)).observe(document, { childList: true });
