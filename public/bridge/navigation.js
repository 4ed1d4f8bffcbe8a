// What a page tells of itself, what native code has it do, and the navigations that the shim alone does not see. A
// script of its own, behind the shim's.
'use strict';

/** @type {any} */ (window)._bridge((inside) => {
  const { page, on, post, later, register, hear, show, handled, decides, exempts, moved } = inside;
  const isFirst = 'decides' in (document.currentScript?.dataset ?? {}); // somebody decides: nothing of the page has run yet
  const { navigation, history } = page;
  const { stringify } = JSON;
  // Not the shim's, which ask.
  const { pushState, replaceState } = page.History.prototype;

  // What the page tells.

  let told = {};
  /** @param {string} name @param {any} value told when it is another than before */
  function tell(name, value) {
    const json = stringify(value);
    if (told[name] !== json) post('event', `${name} ${(told[name] = json)}`);
  }

  const tellTitle = () => tell('title', document.title.slice(0, 1000));
  // WebKit does not say whether there is a next entry.
  const tellHistory = () =>
    tell('history', {
      back: navigation ? navigation.canGoBack : history.length > 1,
      forward: !!navigation?.canGoForward,
    });
  const tellLoad = () => {
    tellTitle();
    tellHistory();
    if (document.readyState === 'complete') tell('loaded', true);
  };
  const changes = { childList: true, subtree: true, characterData: true };
  new MutationObserver(tellTitle).observe(document.head ?? document.documentElement, changes);
  navigation?.addEventListener('currententrychange', tellHistory);
  on('load', () => later(tellLoad));
  on('DOMContentLoaded', tellTitle, document);
  on('popstate', tellHistory);

  // What no `navigate` event is for: other windows, in Firefox other schemes, in WebKit everything.

  /** @param {string} href is not asked about for a moment: some of its events come in later tasks */
  function skip(href) {
    exempts(href);
    setTimeout(() => exempts(''), 500);
  }

  /** @param {string | URL} url @returns {boolean} whether native code handles it. If not, nothing asks again. */
  function asks(url) {
    const { href } = new URL(url, document.baseURI);
    const isHandled = handled({ url: href });
    if (!isHandled) skip(href);
    return isHandled;
  }

  /** @param {string} target of a link or a form */
  const isElsewhere = (target) =>
    !/^(|_self)$/i.test(target) && !(/^_(parent|top)$/i.test(target) && window === window.top);

  /** @param {any} event @param {string} url @param {string} target @param {boolean} [isOpened] in a new window */
  function ask(event, url, target, isOpened = isElsewhere(target)) {
    let to;
    try {
      to = new URL(url, document.baseURI);
    } catch {
      return; // the browser's to refuse
    }
    const isSame = !isOpened && to.href.split('#')[0] === location.href.split('#')[0];
    if (to.protocol === 'javascript:' || (navigation && !isOpened && to.protocol.startsWith('http'))) return;
    if (isSame && to.hash ? handled({ path: to.pathname + to.search + to.hash }) : asks(to)) event.preventDefault();
  }

  /** @param {any} event the last listener but those of the page's own on the window */
  function followed(event) {
    if (event.defaultPrevented || event.button > 1) return;
    const link = event.composedPath().find((node) => node.href !== undefined && /^(a|area)$/i.test(node.localName));
    if (!link) return;
    if (link.hasAttribute('download')) return skip(link.href); // Firefox takes one of `data:` for a navigation
    const { ctrlKey, metaKey, shiftKey, button } = event;
    const isOpened = ctrlKey || metaKey || shiftKey || button === 1;
    ask(event, link.href.baseVal ?? link.href, link.target.baseVal ?? link.target, isOpened || undefined);
  }
  on('click', followed);
  on('auxclick', followed);

  on('submit', (event) => {
    if (event.defaultPrevented) return;
    const { target: form, submitter } = event;
    const setting = (name) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? '';
    const url = new URL(setting('action') || location.href, document.baseURI);
    const method = setting('method').toLowerCase();
    if (method === 'dialog') return;
    if (method !== 'post') url.search = String(new URLSearchParams(/** @type {any} */ (new page.FormData(form, submitter))));
    ask(event, url.href, setting('target'));
  });

  const { open } = page;
  page.open = function (url, target) {
    let to;
    try {
      to = url && new URL(url, document.baseURI);
    } catch {} // the browser's to refuse
    if (to && to.protocol !== 'javascript:' && to.href !== 'about:blank' && asks(to)) return null;
    return open.apply(window, arguments);
  };

  // As WKWebView has it, where somebody decides about navigations.
  hear.decided = (isDecided) => {
    if (!isDecided) return;
    const handlers = ((page.webkit ??= {}).messageHandlers ??= {});
    handlers.intercept ??= { postMessage: (path) => void (typeof path === 'string' && handled({ path })) };
  };
  hear.decided(decides() ?? isFirst);

  // What native code has the page do. None of it is asked about.

  /** @param {string} url */
  function load(url) {
    skip(url);
    location.href = url;
  }

  /** @param {1 | -1} step */
  function traverse(step) {
    // In a frame `history` may move another frame. WebKit has nothing else, and does not say where it leads.
    if (!navigation) return history.go(step);
    const entry = navigation.entries()[navigation.currentEntry.index + step];
    if (!entry) return;
    handled({ url: entry.url, isNative: true }); // which gives the request its pass
    skip(entry.url);
    navigation.traverseTo(entry.key);
  }

  const commands = {
    back: () => traverse(-1),
    forward: () => traverse(1),
    stop: () => page.stop(),
    load,
  };
  /** @param {[name: string, value?: string]} command */
  hear.navigator = ([name, value]) => commands[name]?.(value);

  register('_bridge.state', (path, replace) => {
    if (typeof page.navigateFromNative === 'function') return page.navigateFromNative(path, { replace });
    (replace ? replaceState : pushState).call(history, null, '', path);
    moved();
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });

  let notice, timer;
  /** A navigation was stopped. @param {string} text why */
  hear.denied = (text) => {
    clearTimeout(timer);
    notice?.remove();
    notice = show(text);
    timer = setTimeout(() => notice?.remove(), 5000);
  };

  tellLoad();
  tell('hears', true);
});
