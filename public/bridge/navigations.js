// Asks native code about navigations, and reports the document's address.

let intercept; // Whether native code decides navigations. Undefined until the server has answered for the first time.
let href = location.href; // The last reported address.
const decides = (handlers.intercept = (value) => {
  intercept = value;
  handlers.decided?.(value);
});
let exempt = ''; // The URL of a navigation that needs no decision.
let causeOf; // Returns the details of a `navigate` event's cause.

/**
 * Asks native code about a navigation.
 * @param {Record<string, any>} what
 * @returns true if native code handles the navigation; false if not, or if the call fails
 */
function askNative(what) {
  if (intercept === false || hasEnded || (what.path && intercept === 'url')) return false;
  if (what.url === exempt) return !!(exempt = '');
  return callSync('_bridge.intercept', stringify(what)).value === true;
}

/** Reports the document's address if it has changed. */
function reportLocation() {
  if (location.href === href) return;
  href = location.href; // The address may differ from the requested URL, because browsers resolve URLs and reject some.
  post('event', `location ${stringify(href)}`);
}

for (const name of ['pushState', 'replaceState']) {
  const original = history[name];
  history[name] = function (state, title, url) {
    let to;
    try {
      to = new URL(url ?? location.href, document.baseURI);
    } catch {} // The browser rejects an invalid URL.
    if (to?.origin === location.origin && askNative({ path: to.pathname + to.search + to.hash })) return;
    original.apply(history, arguments);
    reportLocation();
  };
}
on('popstate', reportLocation);
on('hashchange', reportLocation);

// Cancelling the event keeps sockets and requests open in every browser. Answering the navigation's request with status
// 204 would not.
page.navigation?.addEventListener('navigate', (event) => {
  const { hashChange, navigationType: type } = event;
  const { url, sameDocument } = event.destination;
  const to = new URL(url);
  // The wrappers above have already asked native code about `pushState` and `replaceState`.
  if (event.downloadRequest != null || (sameDocument && !hashChange)) return;
  const what = hashChange ? { path: to.pathname + to.search + to.hash } : { url, type, ...causeOf?.(url, event) };
  if (event.cancelable && askNative(what)) return event.preventDefault();
  // URLs with schemes such as `mailto:` do not replace the page.
  if (to.origin !== location.origin && /^http/.test(url)) leftAt = Date.now();
});
