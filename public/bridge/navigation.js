// What a page tells of itself, what native code has it do, and the navigations that the shim alone does not see. A
// script of its own, behind the shim's.
'use strict';

/** @type {any} */ (window)._bridge((inside) => {
  const page = /** @type {any} */ (window);
  const { on, post, later, register, hear, show, handled, decides, exempts, moved } = inside;
  // The tag says that somebody decides. Nothing of the page has run yet.
  const isFirst = 'decides' in (document.currentScript?.dataset ?? {});
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

  // Navigations without a `navigate` event: in all browsers those in other windows, in Firefox also those to other
  // schemes, in WebKit all.

  /** @param {string} href address whose next event is not asked about, if it comes soon: some come in later tasks */
  function skip(href) {
    exempts(href);
    setTimeout(() => exempts(''), 500);
  }

  /** @param {URL} to @param {boolean} isOpened in another window @returns {boolean} whether only this script sees it */
  const isUnseen = (to, isOpened) =>
    to.protocol !== 'javascript:' && (!navigation || isOpened || !to.protocol.startsWith('http'));

  /** @param {URL} to @param {boolean} isOpened @returns {boolean} whether native code handles it */
  function asks(to, isOpened) {
    const { href, hash } = to;
    const isFragment = hash && !isOpened && href.split('#')[0] === location.href.split('#')[0];
    if (isFragment) return handled({ path: to.pathname + to.search + hash });
    if (handled({ url: href })) return true;
    if (navigation && !isOpened) skip(href); // Chromium has an event for other schemes too
    return false;
  }

  /** @param {string | URL} url @returns {URL | undefined} nothing for one that the browser refuses */
  function resolved(url) {
    try {
      return new URL(url, document.baseURI);
    } catch {}
  }

  /** @param {string} target of a link or a form */
  const isElsewhere = (target) =>
    !/^(|_self)$/i.test(target) && !(/^_(parent|top)$/i.test(target) && window === window.top);

  /** @param {any} event the last listener but those of the page's own on the window */
  function followed(event) {
    if (event.defaultPrevented || event.button > 1) return;
    const link = event.composedPath().find((node) => node.href !== undefined && /^(a|area)$/i.test(node.localName));
    const to = link && resolved(link.href.baseVal ?? link.href);
    if (!to) return;
    // Of another server it is no download: browsers follow it. Firefox takes one of `data:` for a navigation.
    const isOwn = to.origin === location.origin || /^(data|blob):/.test(to.protocol);
    if (link.hasAttribute('download') && isOwn) return skip(to.href);
    const { ctrlKey, metaKey, shiftKey, button } = event;
    const isOpened = ctrlKey || metaKey || shiftKey || button === 1 || isElsewhere(link.target.baseVal ?? link.target);
    if (isUnseen(to, isOpened) && asks(to, isOpened)) event.preventDefault();
  }
  on('click', followed);
  on('auxclick', followed);

  const { HTMLFormElement, FormData } = page;
  const { getAttribute } = page.Element.prototype; // a form's fields may have any name

  /** @param {HTMLFormElement} form @param {HTMLElement | null} [submitter] @returns {boolean} whether it is handled */
  function submits(form, submitter) {
    const setting = (name) =>
      (submitter && getAttribute.call(submitter, `form${name}`)) ?? getAttribute.call(form, name) ?? '';
    const to = resolved(setting('action') || location.href);
    const method = setting('method').toLowerCase();
    const isOpened = isElsewhere(setting('target'));
    if (!to || method === 'dialog' || decides() === false || !isUnseen(to, isOpened)) return false;
    if (method !== 'post') {
      // The page's own `formdata` listeners are for the browser's form, not for this look at it.
      const mute = (event) => event.stopImmediatePropagation();
      page.addEventListener('formdata', mute, true);
      to.search = String(new URLSearchParams(/** @type {any} */ (new FormData(form, submitter))));
      page.removeEventListener('formdata', mute, true);
    }
    return asks(to, isOpened);
  }

  on('submit', (event) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return;
    if (submits(event.target, event.submitter)) event.preventDefault();
  });
  const { submit } = HTMLFormElement.prototype;
  HTMLFormElement.prototype.submit = function () {
    if (!submits(this)) submit.call(this);
  };

  const { open } = page;
  page.open = function (url, target) {
    const to = url ? resolved(url) : undefined;
    if (to && to.protocol !== 'javascript:' && to.href !== 'about:blank' && asks(to, true)) return null;
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
    const { href } = new URL(url, document.baseURI); // as its event has it
    skip(href);
    location.href = href;
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

  /** The program could not prepare the page: nothing of it is of use. @param {string} reason */
  function showError(reason) {
    const view = /** @type {any} */ (document.createElement('bridge-error'));
    view.role = 'alert';
    view.popover = 'manual';
    const place = 'position:fixed;inset:0;width:auto;height:auto;padding:10vh 10vw;overflow:auto;font:16px system-ui';
    view.style.cssText = `all:initial;display:block;color-scheme:light dark;color:CanvasText;background:Canvas;${place}`;
    for (const [tag, text] of [['h1', 'This page cannot be shown'], ['p', reason], ['button', 'Try again']]) {
      view.appendChild(document.createElement(tag)).textContent = text;
    }
    view.lastChild.onclick = () => location.reload();
    document.documentElement.append(view);
    view.showPopover?.();
  }

  const commands = {
    back: () => traverse(-1),
    forward: () => traverse(1),
    stop: () => page.stop(),
    load,
    error: showError,
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

  hear.refused = console.error; // an event, for its size

  tellLoad();
  tell('hears', true);
});
