// Navigations.

let intercept; // whether native code decides navigations; undefined until the server has said
let href = location.href;
const decides = (handlers.intercept = (value) => {
  intercept = value;
  handlers.decided?.(value);
});
let exempt = ''; // an address that is not asked about

/**
 * @param {{url?: string, path?: string, isNative?: boolean, type?: string}} what
 * @returns true if native code handles it; failing, it passes
 */
function isHandled(what) {
  if (intercept === false || over || (what.path && intercept === 'url')) return false;
  if (what.url === exempt) return !!(exempt = '');
  return callBlocking('_bridge.intercept', stringify(what)).value === true;
}

function reportLocation() {
  if (location.href === href) return;
  href = location.href; // not what was asked for: browsers refuse and resolve
  post('event', `location ${stringify(href)}`);
}

for (const name of ['pushState', 'replaceState']) {
  const original = history[name];
  history[name] = function (state, title, url) {
    let to;
    try {
      to = new URL(url ?? location.href, document.baseURI);
    } catch {} // the browser's to refuse
    if (to?.origin === location.origin && isHandled({ path: to.pathname + to.search + to.hash })) return;
    original.apply(history, arguments);
    reportLocation();
  };
}
on('popstate', reportLocation);
on('hashchange', reportLocation);

// Unlike an answer 204, this leaves sockets and requests alone in every browser.
page.navigation?.addEventListener('navigate', (event) => {
  const { hashChange, navigationType: type } = event;
  const { url, sameDocument } = event.destination;
  const to = new URL(url);
  // What is pushed was asked about before.
  if (event.downloadRequest != null || (sameDocument && !hashChange)) return;
  const what = hashChange ? { path: to.pathname + to.search + to.hash } : { url, type };
  if (event.cancelable && isHandled(what)) return event.preventDefault();
  // Not `mailto:` and the like, with which the page stays.
  if (to.origin !== location.origin && /^http/.test(url)) leftAt = Date.now();
});
