// Pages in frames that native code has put up, such as the screens of a shell. Their history is the shell's: they make
// no entries of their own, as the history of a tab is one for all its frames. A script of its own, behind the shim's.
'use strict';

/** @type {any} */ (window)._bridge((internals) => {
  const page = /** @type {any} */ (window);
  const { name } = window;
  if (window === window.top || !/^screen-/.test(name)) return;
  const { on, post, exempts, handlers, later } = internals;
  const { navigation, history } = page;
  const { stringify } = JSON;

  // In a kiosk the frame's name ends with the visit's. In Chromium the frames keep what is their session's apart from
  // the shell's own, which cannot clear it.
  const [, visit] = name.split('.');
  try {
    if (visit && sessionStorage.getItem('bridge.visit') !== visit) {
      sessionStorage.clear();
      sessionStorage.setItem('bridge.visit', visit);
    }
  } catch {} // a sandbox without storage

  // A window would lie above the shell of a kiosk, and an empty one could be led anywhere. For other addresses native
  // code is asked, which opens none.
  const { open } = page;
  if (visit) {
    page.open = function (url) {
      let to;
      try {
        to = new URL(url, document.baseURI);
      } catch {} // none
      const isAsked = url && to && /^https?:/.test(to.protocol) && to.href.split('#')[0] !== location.href.split('#')[0];
      return isAsked ? open.apply(window, arguments) : null;
    };
  }

  // A new entry of the page takes the place of the present one. The shim's `replaceState` asks, and tells where it led.
  const { replaceState } = history;
  history.pushState = function (state, title, url) {
    replaceState.call(history, state, title, url);
  };

  /** @param {string} href loads it, or goes to its fragment, without a new entry */
  function replace(href) {
    exempts(href);
    location.replace(href);
  }

  // What is left of a navigation here was decided about by the shim's listener, which came first.
  navigation?.addEventListener('navigate', (event) => {
    const { url, sameDocument } = event.destination;
    const isFragment = event.hashChange;
    if (event.defaultPrevented || event.navigationType !== 'push' || !event.cancelable) return;
    if (event.formData || event.downloadRequest != null || (sameDocument && !isFragment)) return;
    if (!/^https?:/.test(url)) return;
    event.preventDefault();
    // A fragment was asked about as a path: nothing is asked about this once more.
    if (isFragment) return later(() => location.replace(url));
    later(() => replace(url));
  });

  // WebKit has no such event.
  if (!navigation) {
    on('click', (event) => {
      const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
      if (event.defaultPrevented || event.button || !link?.hash) return;
      if (link.href.split('#')[0] !== location.href.split('#')[0]) return;
      event.preventDefault();
      location.replace(link.href);
    });
  }

  // A form's POST is no address that another screen could show: it is told before it is asked.

  const { getAttribute } = Element.prototype; // a form's fields may have any name
  /** @param {HTMLFormElement} form @param {HTMLElement | null} [submitter] */
  function tellForm(form, submitter) {
    const setting = (name) =>
      (submitter && getAttribute.call(submitter, `form${name}`)) ?? getAttribute.call(form, name) ?? '';
    if (setting('method').toLowerCase() !== 'post') return;
    const action = setting('action');
    post('event', `form ${stringify(action ? new URL(action, document.baseURI).href : location.href)}`);
  }
  addEventListener('submit', ({ target, submitter }) => tellForm(/** @type {any} */ (target), submitter), true);
  const { submit } = HTMLFormElement.prototype;
  HTMLFormElement.prototype.submit = function () {
    tellForm(this);
    submit.call(this);
  };

  // What the user does while the page loads is no redirect of the page: native code is told before it is asked.
  for (const type of ['click', 'keydown']) {
    addEventListener(type, ({ isTrusted }) => {
      if (isTrusted && document.readyState !== 'complete') post('event', 'acted true');
    }, true);
  }

  // Closes the sheet that the page is in, unless the page has a use for it.
  on('keydown', (event) => {
    if (event.key === 'Escape') later(() => event.defaultPrevented || post('event', 'escape true'));
  });

  // A screen that is not seen takes no focus: a key that is pressed meanwhile would be lost. What a new page focuses
  // waits until native code has said that it is seen. The shell's own element is asked as well: it knows at once, while
  // native code's message is on its way. A page of another origin cannot see that element.
  let isSeen;
  let wish;
  const { focus } = HTMLElement.prototype;
  const isOnTop = () => (isSeen ?? document.hasFocus()) && !frameElement?.closest('[inert]');
  HTMLElement.prototype.focus = function (options) {
    if (isOnTop()) focus.call(this, options);
    else if (isSeen !== false) wish = this;
  };
  /** @param {boolean} value */
  handlers.seen = (value) => {
    isSeen = value;
    if (!isOnTop()) return;
    if (wish?.isConnected) focus.call(wish);
    wish = null;
  };

  // In a kiosk there is no context menu, and what is touched here is no idleness.
  handlers.kiosk = () => {
    let last = 0;
    addEventListener('contextmenu', (event) => event.preventDefault(), true);
    for (const type of ['pointerdown', 'pointermove', 'touchmove', 'keydown', 'wheel']) {
      addEventListener(type, () => {
        if (Date.now() - last < 500) return;
        last = Date.now();
        post('event', 'touched true');
      }, { capture: true, passive: true });
    }
    handlers.kiosk = () => {};
  };

  // Where the page is scrolled to, for when native code shows it again.
  let timer;
  on('scroll', () => {
    clearTimeout(timer);
    timer = setTimeout(() => post('event', `scroll [${scrollX | 0},${scrollY | 0}]`), 300);
  }, document);
  /** @param {[x: number, y: number]} place */
  handlers.scroll = ([x, y]) => {
    scrollTo(x, y);
    if (document.readyState === 'complete') return;
    // The document may not be high enough yet. A user who has scrolled since then stays there.
    const { scrollX: left, scrollY: top } = window;
    on('load', () => {
      if (scrollX === left && scrollY === top) scrollTo(x, y);
    });
  };
});
