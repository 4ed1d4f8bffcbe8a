// Which web view this is, and the life of the page.

// sessionStorage is copied to duplicated tabs and popups, so an id counts only if its owner has left. Who leaves says
// so under its own name, because Chromium runs `pagehide` of one page after `pageshow` of the next.
let owner = documentID;

/** @param {(storage: Storage) => any} use */
function storage(use) {
  try {
    return window === window.top ? use(sessionStorage) : null;
  } catch {
    return null; // a sandbox without storage
  }
}

/** @type {string | null} */
let webView = storage((store) =>
  store.getItem('bridge.owner') === store.getItem('bridge.free') ? store.getItem('bridge.webView') : null,
);

// The documents of this tab are counted: the hello of an earlier one may come late, and must not take its place.
const count = () => storage((store) => Number(store.getItem('bridge.order')) + 1) || 1;
let order = count();

/** @param {string | null} id */
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
let leftAt = 0; // when a navigation to another site began, ms: its user may come back
on('pagehide', (event) => {
  storage((store) => store.setItem('bridge.free', owner));
  over = true;
  stay();
  lane?.end?.();
  // A frozen page with a live socket would look connected. A page that is left for another site must not say that it is
  // left, as the browser does on a socket that is open when the document ends.
  if (event.persisted || Date.now() - leftAt < 20000) return disconnect();
  // Firefox sends nothing on a socket now.
  sendRequest('leave', { keepalive: true }).catch(() => {});
});
on('pageshow', (event) => {
  if (!event.persisted) return;
  owner = random(); // a new name: a process writes a value only if it differs from what it last saw
  order = count();
  keep(webView); // nothing else lives in this tab
  over = false;
  failures = 0;
  connect();
});

// `ready` once the document's own scripts have run, DOMContentLoaded listeners included.
let announced = false;
const ready = () => {
  if (!announced) later(() => post('event', 'ready null'));
  announced = true;
};
if (document.readyState === 'complete') ready();
on('DOMContentLoaded', ready, document);
on('load', ready);
