// The web view that the document continues, and the events of the page's life.

// Browsers copy sessionStorage to duplicated tabs and popups, so a stored web view's id is valid only if its owner, the
// last document that stored it, has been left. A document that is left stores its owner name as `bridge.free`. It does
// not change the other items, because Chromium may fire its `pagehide` after `pageshow` of the next page.
let owner = documentID;

/**
 * Calls a function with the tab's storage.
 * @param {(storage: Storage) => any} use
 * @returns its result; null without storage
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
// The time at which a navigation to another site began, in milliseconds since 1970. The user may return from that site.
let leftAt = 0;
on('pagehide', (event) => {
  storage((store) => store.setItem('bridge.free', owner));
  hasEnded = true;
  cancelAway();
  lane?.end?.();
  // A page in the back/forward cache, or one that is left for another site, must not announce its end. It closes its
  // socket now, because a frozen page with an open socket would seem connected, and because the browser closes an open
  // socket at the end of a document with code 1001, which announces that end.
  if (event.persisted || Date.now() - leftAt < 20000) return disconnect();
  // Firefox does not send on sockets during `pagehide`.
  sendRequest('leave', { keepalive: true }).catch(() => {});
});
on('pageshow', (event) => {
  if (!event.persisted) return;
  // The owner name must be new, because a browser process writes a stored value only if it differs from the value that
  // the process has read.
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
