// Functions of pages in iframes that native code creates, such as the screens of a shell. The shell manages their
// history: the pages add no entries, because all iframes of a tab share one history. The server inserts this additional
// script after the page script.
'use strict';

/** @type {any} */ (window)._bridge((internals) => {
  const page = /** @type {any} */ (window);
  const { name } = window;
  if (window === window.top || !/^screen-/.test(name)) return;
  const { on, post, exempts, handlers, later } = internals;
  const { navigation, history } = page;
  const { stringify } = JSON;

  // Inserts the script of SnippetVisits before all scripts of the page, if the iframe's name shows that the page
  // belongs to one of its sessions.
  const [source, integrity] = document.currentScript?.dataset.session?.split(' ') ?? [];
  if (source && /^screen-session-/.test(name)) {
    document.write(`<script src="${source}" integrity="${integrity}"></script>`);
  }

  // In a kiosk, the second part of the iframe's name identifies the visit, the use of the kiosk by one person. In
  // Chromium, the shell cannot clear the sessionStorage of its iframes, so each page clears it when a visit begins.
  const [, visit] = name.split('.');
  try {
    if (visit && sessionStorage.getItem('bridge.visit') !== visit) {
      sessionStorage.clear();
      sessionStorage.setItem('bridge.visit', visit);
    }
  } catch {} // A sandboxed document has no storage.

  // In a kiosk, a new window would cover the shell, and the page could navigate an empty window anywhere. So only http
  // and https URLs of other documents are passed on to the page script, which asks native code. No window is opened.
  const { open } = page;
  if (visit) {
    page.open = function (url) {
      let to;
      try {
        to = new URL(url, document.baseURI);
      } catch {} // The URL is invalid.
      const isAsked =
        url && to && /^https?:/.test(to.protocol) && to.href.split('#')[0] !== location.href.split('#')[0];
      return isAsked ? open.apply(window, arguments) : null;
    };
    // Browsers open a window for such a click even if the `sandbox` of the iframe forbids windows.
    const { open: propose } = page;
    for (const type of ['click', 'auxclick']) {
      addEventListener(type, (event) => {
        const { ctrlKey, metaKey, shiftKey, button } = /** @type {MouseEvent} */ (event);
        const link = event.composedPath().find((/** @type {any} */ node) => node.href && /^(a|area)$/i.test(node.localName));
        if (!link || !(ctrlKey || metaKey || shiftKey || button === 1)) return;
        event.preventDefault();
        if (event.isTrusted) propose(/** @type {any} */ (link).href.baseVal ?? /** @type {any} */ (link).href);
      }, true);
    }
    // The browser would open a link or a file that is dropped beside a field.
    for (const type of ['dragover', 'drop']) {
      addEventListener(type, (event) => {
        const [target] = /** @type {any[]} */ (event.composedPath());
        const isFile = /** @type {DragEvent} */ (event).dataTransfer?.types.includes('Files');
        const isField = target.isContentEditable || /^(input|textarea)$/i.test(target.localName);
        if (isFile ? target.type !== 'file' : !isField) event.preventDefault();
      }, true);
    }
  }

  // A step is one entry of the page's history. If native code records the steps in its own history, it tells the page
  // which step to show.
  /** @type {number | undefined} */
  let step; // The number of the current step. Undefined if steps are not recorded.
  let last = 0; // The highest number of a step.
  /** @type {Map<number, { state: any, path: string, scroll: [x: number, y: number] }>} */
  const steps = new Map(); // The steps that are not shown any more, with their states.

  const path = () => location.href.slice(location.origin.length);
  const leave = () => steps.set(/** @type {number} */ (step), {
    state: history.state, path: path(), scroll: [scrollX, scrollY]
  });

  /** Changes the current history entry. Reports a new step if the entry has changed. @param {() => void} change */
  function record(change) {
    if (step === undefined) return change();
    leave();
    const { state } = history;
    const left = { number: step, path: path() };
    change();
    if (history.state === state && path() === left.path) return; // Native code has handled the navigation.
    step = ++last;
    steps.delete(last - 50); // Native code's history has at most 50 entries.
    post('event', `step ${stringify([left, { number: last, path: path() }])}`);
  }

  // `pushState` replaces the current entry. The page script's `replaceState` asks native code and reports the address.
  const { replaceState } = history;
  history.pushState = function (state, title, url) {
    record(() => replaceState.call(history, state, title, url));
  };

  /** Goes to a fragment of this document. @param {string} href */
  function goToFragment(href) {
    // In WebKit without the Navigation API, Back would also undo a `location.replace` of the iframe. So `replaceState`
    // changes the address there.
    if (step === undefined || navigation) return record(() => location.replace(href));
    const oldURL = location.href;
    record(() => replaceState.call(history, null, '', href));
    const newURL = location.href;
    if (newURL === oldURL) return;
    dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL }));
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }

  /** @param {number} number the number of the current step */
  handlers.steps = (number) => {
    step = number;
    last = Math.max(last, number);
  };

  /** Shows another step. @param {{ number: number, path: string }} to */
  handlers.step = (to) => {
    if (step !== undefined) leave();
    step = to.number;
    const known = steps.get(to.number);
    // If the step is unknown, it was made in an earlier document, and native code did not know yet that this document
    // has replaced that one. So the page loads the step's URL.
    if (!known) return replace(location.origin + to.path);
    const oldURL = location.href;
    // Calls the browser's own function, so that native code is not asked again.
    page.History.prototype.replaceState.call(history, known.state, '', known.path);
    const newURL = location.href;
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    if (newURL !== oldURL && newURL.split('#')[0] === oldURL.split('#')[0]) {
      dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL }));
    }
    scrollTo(...known.scroll);
  };

  /** Navigates without a new history entry, and without asking native code again. @param {string} href */
  function replace(href) {
    exempts(href);
    location.replace(href);
  }

  // The page script's listener runs first, so native code has decided about the navigations that arrive here.
  navigation?.addEventListener('navigate', (event) => {
    const { url, sameDocument } = event.destination;
    const isFragment = event.hashChange;
    if (event.defaultPrevented || event.navigationType !== 'push' || !event.cancelable) return;
    if (event.formData || event.downloadRequest != null || (sameDocument && !isFragment)) return;
    if (!/^https?:/.test(url)) return;
    event.preventDefault();
    // `replace` exempts a URL, so that native code is not asked about it. Native code is asked about a fragment by its
    // path instead, so the exemption would have no effect.
    if (isFragment) return later(() => goToFragment(url));
    later(() => replace(url));
  });

  // WebKit without the Navigation API has no `navigate` event.
  if (!navigation) {
    on('click', (event) => {
      const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
      if (event.defaultPrevented || event.button || !link?.hash) return;
      if (link.href.split('#')[0] !== location.href.split('#')[0]) return;
      event.preventDefault();
      goToFragment(link.href);
    });
  }

  // Reports clicks and key presses while the page loads, so that native code does not take the resulting navigations
  // for redirects.
  for (const type of ['click', 'keydown']) {
    addEventListener(type, ({ isTrusted }) => {
      if (isTrusted && document.readyState !== 'complete') post('event', 'acted true');
    }, true);
  }

  // The Escape key closes the sheet that contains the page, unless the page handles the key.
  on('keydown', (event) => {
    if (event.key === 'Escape') later(() => event.defaultPrevented || post('event', 'escape true'));
  });

  // A screen that is not visible must not take the focus, because key presses would be lost. The focus of a new page is
  // deferred until native code reports that the page is visible. The iframe's element in the shell is also checked,
  // because it changes before native code's message arrives. A page of another origin cannot access that element.
  let isSeen;
  let deferredFocus;
  const { focus } = HTMLElement.prototype;
  const isOnTop = () => (isSeen ?? document.hasFocus()) && !frameElement?.closest('[inert]');
  HTMLElement.prototype.focus = function (options) {
    if (isOnTop()) focus.call(this, options);
    else if (isSeen !== false) deferredFocus = this;
  };
  /** @param {boolean} value */
  handlers.seen = (value) => {
    isSeen = value;
    if (!isOnTop()) return;
    if (deferredFocus?.isConnected) focus.call(deferredFocus);
    deferredFocus = null;
  };

  // In a kiosk, pages have no context menu, and report user input so that the shell does not consider the user idle.
  handlers.kiosk = () => {
    let last = 0;
    addEventListener('contextmenu', (event) => event.preventDefault(), true);
    for (const type of ['pointerdown', 'pointermove', 'touchmove', 'keydown', 'wheel']) {
      addEventListener(type, ({ isTrusted }) => {
        if (!isTrusted || Date.now() - last < 500) return;
        last = Date.now();
        post('event', 'touched true');
      }, { capture: true, passive: true });
    }
    handlers.kiosk = () => {};
  };

  // Reports the scroll position, so that native code can restore it.
  let timer;
  on('scroll', () => {
    clearTimeout(timer);
    timer = setTimeout(() => post('event', `scroll [${scrollX | 0},${scrollY | 0}]`), 300);
  }, document);
  const { ResizeObserver } = page;
  /** @param {[x: number, y: number]} place */
  handlers.scroll = ([x, y]) => {
    // The document may still be too short, or Chromium may not have laid it out yet. So the page scrolls again whenever
    // the document grows, until five seconds after loading or until the user scrolls.
    let { scrollX: left, scrollY: top } = window;
    const observer = new ResizeObserver(restore);
    function restore() {
      if (scrollX !== left || scrollY !== top) return observer.disconnect();
      // The page's style may make scrolling smooth.
      scrollTo({ left: x, top: y, behavior: /** @type {any} */ ('instant') });
      ({ scrollX: left, scrollY: top } = window);
    }
    const finish = () => {
      restore();
      setTimeout(() => observer.disconnect(), 5000);
    };
    observer.observe(document.documentElement);
    if (document.readyState === 'complete') return finish();
    restore();
    on('load', finish);
  };
});
