// Reports the page's state to native code, performs commands from native code, and detects navigations for which no
// `navigate` event is fired. The server inserts this additional script after the page script.
'use strict';

/** @type {any} */ (window)._bridge((internals) => {
  const page = /** @type {any} */ (window);
  const { on, post, later, register, handlers, show, askNative, decides, exempts, explains, reportLocation } =
    internals;
  // Whether the script's tag indicates that native code decides navigations. If so, this script runs before the page's
  // scripts.
  const isFirst = 'decides' in (document.currentScript?.dataset ?? {});
  const { navigation, history } = page;
  const { stringify } = JSON;
  // The browser's functions. The page script's versions ask native code.
  const { pushState, replaceState } = page.History.prototype;

  // The page's state.

  let reported = { theme: 'null', icon: 'null' };
  /** Reports a value if it differs from the last reported one. @param {string} name @param {any} value */
  function tell(name, value) {
    const json = stringify(value);
    if (reported[name] !== json) post('event', `${name} ${(reported[name] = json)}`);
  }

  /**
   * Returns the first matching element that has no media query or whose media query applies.
   * @param {any} selector
   */
  const applying = (selector) =>
    [...document.querySelectorAll(selector)].find(({ media }) => !media || page.matchMedia(media).matches);

  /** Reports the title, the theme color and the icon of the page. */
  function tellTitle() {
    tell('title', document.title.slice(0, 1000));
    tell('theme', applying('meta[name=theme-color]')?.content ?? null);
    tell('icon', applying('link[rel~=icon]')?.href ?? null);
  }
  // WebKit without the Navigation API does not report whether a next entry exists.
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
  // A script may replace the head or the whole document, for example with `document.write`.
  const changes = { childList: true, subtree: true, characterData: true, attributes: true };
  let watched;
  const observer = new MutationObserver(() => {
    if (watched !== (document.head ?? document.documentElement)) watch();
    tellTitle();
  });
  function watch() {
    watched = document.head ?? document.documentElement;
    observer.disconnect();
    observer.observe(document, { childList: true });
    if (!watched) return;
    if (document.documentElement !== watched) observer.observe(document.documentElement, { childList: true });
    observer.observe(watched, changes);
  }
  watch();
  navigation?.addEventListener('currententrychange', tellHistory);
  on('load', () => later(tellLoad));
  on('DOMContentLoaded', tellTitle, document);
  on('popstate', tellHistory);

  // Navigations for which no `navigate` event is fired: navigations in other windows, navigations to non-HTTP URLs in
  // Firefox, and all navigations in older versions of WebKit.

  /**
   * Prevents the page script from asking native code about the next navigation to a URL. The exemption lasts for 500
   * ms, because some events are fired in later tasks.
   * @param {string} href
   */
  function skip(href) {
    exempts(href);
    setTimeout(() => exempts(''), 500);
  }

  let cause; // The click or submission that causes the next navigation: target, details, and expiry time.

  /** Returns a URL without its query and fragment. @param {string} url */
  const withoutQuery = (url) => url.split(/[?#]/)[0];

  /** Records the cause of the next navigation. @param {URL} to @param {{cause: string, method?: string}} what */
  const begins = (to, what) => (cause = { to: withoutQuery(to.href), what, until: Date.now() + 500 });

  // An event with form data but without a recorded cause belongs to a form with the method POST.
  explains((url, { userInitiated, formData }) => ({
    ...(cause?.to === withoutQuery(url) && cause.until > Date.now()
      ? cause.what
      : formData && { cause: 'form', method: 'POST' }),
    isUsers: userInitiated || undefined,
  }));

  /**
   * Whether no `navigate` event is fired for a navigation.
   * @param {URL} to
   * @param {boolean} isOpened whether the navigation opens a window
   * @returns {boolean}
   */
  const isUnseen = (to, isOpened) =>
    to.protocol !== 'javascript:' && (!navigation || isOpened || !to.protocol.startsWith('http'));

  /**
   * Asks native code about a navigation.
   * @param {URL} to
   * @param {boolean} isOpened whether the navigation opens a window
   * @param {{cause?: string, method?: string}} [what] the cause of the navigation
   * @returns {boolean} whether native code handles it
   */
  function asks(to, isOpened, what) {
    const { href, hash } = to;
    const isFragment = hash && !isOpened && href.split('#')[0] === location.href.split('#')[0];
    if (isFragment) return askNative({ path: to.pathname + to.search + hash });
    const isUsers = page.navigator.userActivation?.isActive || undefined;
    if (askNative({ url: href, ...what, isOpened: isOpened || undefined, isUsers })) return true;
    if (navigation && !isOpened) skip(href); // Chromium also fires `navigate` for other schemes.
    return false;
  }

  /** Resolves a URL. @param {string | URL} url @returns {URL | undefined} nothing for an invalid URL */
  function resolved(url) {
    try {
      return new URL(url, document.baseURI);
    } catch {}
  }

  /** Whether a link or form opens another window or iframe. @param {string} target its `target` */
  const isElsewhere = (target) =>
    !/^(|_self)$/i.test(target) && !(/^_(parent|top)$/i.test(target) && window === window.top);

  /**
   * Handles a click on a link. Called after the page's own listeners, except for listeners on the window.
   * @param {any} event
   */
  function followed(event) {
    if (event.defaultPrevented || event.button > 1) return;
    const link = event.composedPath().find((node) => node.href !== undefined && /^(a|area)$/i.test(node.localName));
    const to = link && resolved(link.href.baseVal ?? link.href);
    if (!to) return;
    // Native code is not asked about downloads, although Firefox fires `navigate` when a `data:` URL is downloaded.
    // Browsers ignore `download` for other origins, so such a link is a navigation.
    const isOwn = to.origin === location.origin || /^(data|blob):/.test(to.protocol);
    if (link.hasAttribute('download') && isOwn) return skip(to.href);
    const { ctrlKey, metaKey, shiftKey, button } = event;
    const isOpened = ctrlKey || metaKey || shiftKey || button === 1 || isElsewhere(link.target.baseVal ?? link.target);
    const what = { cause: 'link' };
    begins(to, what);
    if (isUnseen(to, isOpened) && asks(to, isOpened, what)) event.preventDefault();
  }
  on('click', followed);
  on('auxclick', followed);
  // Turbo adds its listener again in the capture phase of each click, so that it runs last. `followed` must run after
  // Turbo's listener, so it is also added again for each click.
  if (!navigation) {
    document.addEventListener('click', () => {
      removeEventListener('click', followed);
      addEventListener('click', followed);
    }, true);
  }

  const { HTMLFormElement, FormData } = page;
  const { getAttribute } = page.Element.prototype; // A field named `getAttribute` would hide a form's own function.

  /**
   * Asks native code about a form.
   * @param {HTMLFormElement} form
   * @param {HTMLElement | null} [submitter]
   * @returns {boolean} whether native code handles it
   */
  function submits(form, submitter) {
    const setting = (name) =>
      (submitter && getAttribute.call(submitter, `form${name}`)) ?? getAttribute.call(form, name) ?? '';
    const to = resolved(setting('action') || location.href);
    const method = setting('method').toLowerCase();
    const isOpened = isElsewhere(setting('target'));
    if (!to || method === 'dialog' || decides() === false) return false;
    const what = { cause: 'form', method: method === 'post' ? 'POST' : undefined };
    begins(to, what);
    if (!isUnseen(to, isOpened)) return false;
    if (method !== 'post') {
      // Hides the event from the page's `formdata` listeners. They run when the browser submits the form.
      const mute = (event) => event.stopImmediatePropagation();
      page.addEventListener('formdata', mute, true);
      to.search = String(new URLSearchParams(/** @type {any} */ (new FormData(form, submitter))));
      page.removeEventListener('formdata', mute, true);
    }
    return asks(to, isOpened, what);
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

  // Provides the message handler `intercept`, as in WKWebView, if native code decides navigations.
  handlers.decided = (isDecided) => {
    if (!isDecided) return;
    const messageHandlers = ((page.webkit ??= {}).messageHandlers ??= {});
    messageHandlers.intercept ??= { postMessage: (path) => void (typeof path === 'string' && askNative({ path })) };
  };
  handlers.decided(decides() ?? isFirst);

  // Commands from native code. Native code is not asked about navigations that these commands cause.

  /** Loads a URL. @param {string} url */
  function load(url) {
    const { href } = new URL(url, document.baseURI); // The URL in the same form as in the event.
    skip(href);
    location.href = href;
  }

  /** Goes back or forward by one entry. @param {1 | -1} step */
  function traverse(step) {
    // In an iframe, `history` may navigate another iframe. Older WebKit has no alternative.
    if (!navigation) return history.go(step);
    const entry = navigation.entries()[navigation.currentEntry.index + step];
    if (!entry) return;
    // Announces the navigation, so that the server does not ask native code about the navigation's request.
    askNative({ url: entry.url, isNative: true });
    skip(entry.url);
    navigation.traverseTo(entry.key);
  }

  /**
   * Covers the page with an error message, because the program could not prepare the page's web view.
   * @param {string} reason
   */
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
  handlers.navigator = ([name, value]) => commands[name]?.(value);

  register('_bridge.state', (path, replace) => {
    if (typeof page.navigateFromNative === 'function') return page.navigateFromNative(path, { replace });
    (replace ? replaceState : pushState).call(history, null, '', path);
    reportLocation();
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });

  let notice, timer;
  /** Shows for 5 s the reason why a navigation was denied. @param {string} text the reason */
  handlers.denied = (text) => {
    clearTimeout(timer);
    notice?.remove();
    notice = show(text);
    timer = setTimeout(() => notice?.remove(), 5000);
  };

  handlers.refused = console.error; // The server rejected an event above the size limit.

  tellLoad();
  tell('hears', true);
});
