// The web view that the document continues to use, and the lifecycle events of the page.

// Browsers copy sessionStorage to duplicated tabs and popups. A stored web view's id is therefore valid only if its
// owner, the last document that stored the id, is no longer shown. When a document is hidden, it stores its owner name
// as `bridge.free`. It does not change the other items, because Chromium may fire the document's `pagehide` after the
// next page's `pageshow`.
let owner = documentID;

/**
 * Calls a function with the tab's storage.
 * @param {(storage: Storage) => any} use
 * @returns the function's result; null without storage
 */
function storage(use) {
  try {
    return window === window.top ? use(sessionStorage) : null;
  } catch {
    return null; // A sandboxed document has no storage.
  }
}

/** @type {string | null} */
let webView = storage((store) =>
  store.getItem('bridge.owner') === store.getItem('bridge.free') ? store.getItem('bridge.webView') : null,
);

// Returns the next number for a document of this tab. The hello of an earlier document may arrive late, and must not
// replace this document.
const nextOrder = () => storage((store) => Number(store.getItem('bridge.order')) + 1) || 1;
let order = nextOrder();

/** Stores the id of the document's web view. @param {string | null} id */
function keep(id) {
  webView = id;
  storage((store) => {
    if (!id) return;
    store.setItem('bridge.webView', id);
    store.setItem('bridge.owner', owner);
    store.setItem('bridge.order', order);
  });
}

keep(webView);
// The time at which the last navigation to another site began, in milliseconds since 1970; 0 if there was none. If the
// page is hidden soon afterwards, it does not announce that it is closing, because the user may come back to it.
let leftAt = 0;
on('pagehide', (event) => {
  storage((store) => store.setItem('bridge.free', owner));
  hasEnded = true;
  cancelAway();
  lane?.end?.();
  // A page that enters the back/forward cache or that the user leaves for another site must not announce that it is
  // closing. It closes its socket now for two reasons. A frozen page with an open socket would appear to be connected.
  // And when a document ends, the browser closes an open socket with code 1001, which announces the end.
  if (event.persisted || Date.now() - leftAt < 20000) return disconnect();
  // Firefox does not send on sockets during `pagehide`.
  sendRequest('leave', { keepalive: true }).catch(() => {});
});
on('pageshow', (event) => {
  if (!event.persisted) return;
  // The owner name must be new. Otherwise the browser might not store it: a browser process stores a value only if the
  // value differs from the one that this process has read.
  owner = random();
  order = nextOrder();
  keep(webView); // No other document of this tab is shown.
  hasEnded = false;
  failures = 0;
  connect();
});

// Posts `ready` once, when the document's own scripts have run, including its listeners for DOMContentLoaded.
let announced = false;
const ready = () => {
  if (!announced) later(() => post('event', 'ready null'));
  announced = true;
};
if (document.readyState === 'complete') ready();
on('DOMContentLoaded', ready, document);
on('load', ready);
