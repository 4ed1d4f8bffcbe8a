// Connects Turbo with native code, in pages that a session of SnippetVisits shows. iframe.js inserts this script before
// all scripts of such a page. A visit is a navigation that Turbo performs within the document. Works with Turbo 7.1 and
// 8. If a page does not use Turbo, this is reported to native code.
'use strict';

/** @type {any} */ (window)._bridge((internals) => {
  const page = /** @type {any} */ (window);
  const { post, handlers, on, later, reportLocation } = internals;
  const { history } = window;
  if (!/^screen-session-/.test(window.name) || window === window.top) return;
  if (handlers.visit) return; // The page includes the script twice.
  const { stringify } = JSON;
  const root = document.documentElement;

  // MARK: The user agent

  // The last part of the iframe's name is text that native code appends to the user agent. Scripts cannot change the
  // header `User-Agent`, so requests contain the user agent in an additional header, which the server copies.
  const [, , agent] = window.name.split('.');
  if (agent) {
    const userAgent = `${navigator.userAgent} ${decodeURIComponent(agent)}`;
    Object.defineProperty(navigator, 'userAgent', { configurable: true, get: () => userAgent });
    const field = 'Bridge-User-Agent';
    /** Returns whether an address has the page's own origin. @param {any} address */
    const isOwn = (address) => {
      try {
        return new URL(address, document.baseURI).origin === location.origin;
      } catch {
        return false;
      }
    };
    const { fetch } = page;
    page.fetch = function (input, init) {
      const isRequest = input instanceof Request;
      if (init instanceof Request || !isOwn(isRequest ? input.url : input)) return fetch.apply(this, arguments);
      const headers = new Headers(init?.headers ?? (isRequest ? input.headers : undefined));
      headers.set(field, userAgent);
      return fetch.call(this, input, { ...init, headers });
    };
    const { open } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.open = function (method, address) {
      open.apply(this, /** @type {any} */ (arguments));
      if (isOwn(address)) this.setRequestHeader(field, userAgent);
    };
  }

  /** Sends a message to native code. @param {string} name @param {object} [data] */
  const tell = (name, data) => post('event', `visit ${stringify([name, { ...data, timestamp: Date.now() }])}`);

  /**
   * Calls a function after the next paint. The timer is needed for browsers that withhold animation frames.
   * @param {() => void} then
   */
  function afterPaint(then) {
    let hasRun = false;
    const run = () => {
      if (!hasRun) then();
      hasRun = true;
    };
    requestAnimationFrame(() => requestAnimationFrame(run));
    setTimeout(run, 500);
  }

  /** Returns the current address and title. */
  const state = () => ({ location: location.href, title: document.title.slice(0, 1000) });

  /** Turbo, once the adapter has been registered. @type {any} */
  let turbo;
  /** The visit that native code is starting. @type {any} */
  let starting;
  /** The numbers of native code's visits, by Turbo's visits. @type {WeakMap<object, number>} */
  const numbers = new WeakMap();
  /** The visits whose failure was reported. @type {WeakSet<object>} */
  const failed = new WeakSet();

  // Whether the page changes its address without asking native code, because native code has already decided about the
  // visit that causes the change.
  let isDecided = false;
  const { replaceState: ask } = history;
  const { replaceState } = page.History.prototype;
  // Visits do not add entries to the history, so `pushState` also replaces the current entry.
  history.pushState = history.replaceState = (...given) => {
    if (!isDecided) return ask.apply(history, given);
    replaceState.apply(history, given);
    reportLocation();
  };

  /** Changes the address without asking native code. @param {() => void} change */
  function decided(change) {
    isDecided = true;
    try {
      change();
    } finally {
      isDecided = false;
    }
  }

  // MARK: Proposals

  /**
   * The responses of the last proposals, by number. Proposals are visits that Turbo has proposed. The response stays
   * here, so that native code need not send it back. The other options are for visits that Turbo starts itself: after a
   * redirect, `willRender: false` would keep the scripts of the page from seeing the new screen. Only the visit of a
   * frame, which has already rendered, keeps them. Otherwise the frame would load its content again.
   */
  const proposals = new Map();
  let lastProposal = 0;
  const longestPart = 40 << 10; // In UTF-16 code units. With its escapes, a part fits into an event of 256 kB.
  const longestHTML = 4 << 20;

  /** Sends a document in parts. @param {number} proposal @param {string} html */
  function tellHTML(proposal, html) {
    for (let start = 0; start < html.length;) {
      let end = Math.min(start + longestPart, html.length);
      // A surrogate pair must not be split.
      if (end < html.length && /[\uD800-\uDBFF]/.test(html[end - 1])) end -= 1;
      tell('visitProposedHTML', { proposal, html: html.slice(start, end) });
      start = end;
    }
  }

  /** Proposes a visit to native code. @param {URL} to @param {any} options */
  function propose(to, options) {
    const proposal = ++lastProposal;
    const { action = 'advance', response } = options;
    const html = response?.responseHTML;
    if (typeof html === 'string') proposals.set(proposal, options.visitCachedSnapshot ? options : { response });
    if (proposals.size > 8) proposals.delete(proposals.keys().next().value);
    if (typeof html === 'string' && html.length <= longestHTML) tellHTML(proposal, html);
    const sent = typeof html === 'string' && { statusCode: response.statusCode, redirected: !!response.redirected };
    tell('visitProposed', { location: to.href, proposal, options: { action, ...(sent && { response: sent }) } });
  }

  const withoutFragment = (url) => url.href.split('#')[0];

  // MARK: The adapter

  const clearBusy = () => root.removeAttribute('aria-busy');

  /** Ends a visit that has failed. The previous page stays. @param {any} visit */
  function giveUp(visit) {
    visit.cancel();
    clearBusy();
    later(clearBusy); // Turbo sets `aria-busy` after `visitStarted` returns.
  }

  /** Reports the failure of a visit, once. @param {any} visit @param {number} statusCode */
  function fail(visit, statusCode) {
    if (failed.has(visit)) return;
    failed.add(visit);
    const name = statusCode > 0 ? 'visitRequestFailed' : 'visitRequestFailedWithNonHttpStatusCode';
    tell(name, { location: visit.location.href, identifier: visit.identifier, statusCode });
    giveUp(visit);
  }

  const adapter = {
    /** @param {URL} to @param {any} [options] */
    visitProposedToLocation(to, options = {}) {
      const { navigator } = turbo;
      const visit = navigator.currentVisit;
      const data = { location: to.href, options: { action: options.action ?? 'advance' } };
      if (!options.response) {
        // The second click of a double click does not propose another visit.
        if (visit?.state === 'started' && visit.location.href === to.href) return;
        if (to.hash && withoutFragment(to) === location.href.split('#')[0]) {
          tell('visitProposalScrollingToAnchor', data);
          history.replaceState(history.state, '', to.href);
          return navigator.view.scrollToAnchorFromLocation(to);
        }
      }
      if (navigator.location?.href !== to.href) return propose(to, options);
      tell('visitProposalRefreshingPage', data);
      navigator.startVisit(to, navigator.restorationIdentifier, options);
    },

    /** @param {any} visit */
    visitStarted(visit) {
      if (starting) numbers.set(visit, starting.number);
      tell('visitStarted', {
        identifier: visit.identifier,
        visit: numbers.get(visit),
        hasCachedSnapshot: visit.hasCachedSnapshot(),
        isPageRefresh: !!visit.isPageRefresh,
      });
      // Saves the old page's scroll position now, because Turbo saves it in a later task, which may see the position of
      // the new page.
      const kept = turbo.navigator.history;
      if (kept.restorationIdentifier !== visit.restorationIdentifier) {
        kept.updateRestorationData({ scrollPosition: { x: scrollX, y: scrollY } });
      }
      visit.issueRequest();
      decided(() => visit.changeHistory());
      // If the response has already arrived, no snapshot is loaded, because it would be rendered instead of the
      // response.
      if (!visit.hasPreloadedResponse?.()) visit.loadCachedSnapshot();
    },
    visitRequestStarted: ({ identifier }) => tell('visitRequestStarted', { identifier }),
    visitRequestCompleted(visit) {
      tell('visitRequestCompleted', { identifier: visit.identifier });
      visit.loadResponse();
    },
    visitRequestFailedWithStatusCode: fail,
    visitRequestFinished: ({ identifier }) => tell('visitRequestFinished', { identifier }),
    visitRendered: ({ identifier }) => afterPaint(() => tell('visitRendered', { identifier, ...state() })),
    visitCompleted: ({ identifier, restorationIdentifier }) =>
      tell('visitCompleted', { identifier, restorationIdentifier, ...state() }),
    visitFailed: clearBusy,
    formSubmissionStarted: ({ location }) => tell('formSubmissionStarted', { location: `${location}` }),
    formSubmissionFinished: ({ location }) => tell('formSubmissionFinished', { location: `${location}` }),
    pageInvalidated: (reason) => tell('pageInvalidated', { reason: reason?.reason ?? reason }),
    linkPrefetchingIsEnabledForLocation: () => false,
  };

  // If the connection is lost while a response body arrives, Turbo reports only the end of the request.
  on('turbo:before-fetch-response', ({ target, detail }) => {
    const visit = turbo?.navigator.currentVisit;
    if (target !== root || visit?.state !== 'started') return;
    Promise.resolve(detail.fetchResponse.responseText).catch(() => visit.state === 'started' && fail(visit, 0));
  });

  // MARK: Registration

  let isLoaded = false; // Whether native code knows that the page can receive visits.

  /** Reports that the page can receive visits. @param {boolean} isReady whether Turbo is present */
  function tellLoaded(isReady) {
    if (isLoaded) return;
    isLoaded = true;
    tell('turboIsReady', { isReady });
    afterPaint(() =>
      tell('pageLoaded', { restorationIdentifier: turbo?.navigator.restorationIdentifier ?? '', ...state() }));
  }

  /** Registers the adapter, once per document. @param {any} value the current value of `window.Turbo` */
  function register(value) {
    if (turbo || typeof value?.registerAdapter !== 'function') return;
    turbo = value;
    turbo.registerAdapter(adapter);
    // Turbo caches 10 pages by default. Going back further than that would request the page again.
    const cache = turbo.session?.view?.snapshotCache;
    if (cache) cache.size = 100;
    // A page that was reported as not using Turbo is reported again.
    if (isLoaded) isLoaded = false;
    if (document.readyState !== 'loading') tellLoaded(true);
  }

  let global = page.Turbo;
  Object.defineProperty(page, 'Turbo', {
    configurable: true,
    enumerable: true,
    get: () => global,
    // Turbo assigns an empty object first, and then the complete one, before it starts.
    set(value) {
      global = value;
      register(value);
    },
  });
  on('DOMContentLoaded', () => {
    register(page.Turbo);
    if (turbo) tellLoaded(true);
  }, document);
  on('load', () => later(() => {
    register(page.Turbo);
    tellLoaded(!!turbo);
  }));

  on('error', ({ message, filename, lineno }) => {
    // If an element cannot be loaded, the event has no message and is not reported.
    if (message) tell('errorRaised', { error: `${message} (${filename}:${lineno})`.slice(0, 1000) });
  });

  // MARK: Native code's commands

  /**
   * Completes a visit without Turbo, because the document already shows the page. This is the case if the previous
   * visit was not rendered, or if the screen below in the stack has the same address.
   * @param {URL} to @param {string} restorationIdentifier @param {number} number
   */
  function settleInPlace(to, restorationIdentifier, number) {
    const { navigator } = turbo;
    const { history } = navigator;
    const identifier = `in-place-${number}`;
    navigator.stop();
    clearBusy();
    const isRendered = history.location?.href === to.href;
    const isOther = isRendered && history.restorationIdentifier !== restorationIdentifier;
    if (isOther) history.updateRestorationData({ scrollPosition: { x: scrollX, y: scrollY } });
    decided(() => history.replace(to, restorationIdentifier));
    const place = isOther && history.getRestorationDataForIdentifier(restorationIdentifier).scrollPosition;
    if (place) scrollTo(place.x, place.y);
    tell('visitStarted', { identifier, visit: number, hasCachedSnapshot: true, isPageRefresh: false });
    tell('visitCompleted', { identifier, restorationIdentifier, ...state() });
    afterPaint(() => tell('visitRendered', { identifier, ...state() }));
  }

  const commands = {
    /**
     * @param {{ number: number, location: string, restorationIdentifier?: string, proposal?: number,
     *   options: { action: string, response?: any } }} visit
     */
    visitLocationWithOptionsAndRestorationIdentifier(visit) {
      const { number, location, restorationIdentifier, proposal, options } = visit;
      if (!turbo) return tell('log', { message: `there is no Turbo for the visit of ${location}` });
      const { navigator } = turbo;
      const to = new URL(location, document.baseURI);
      const shown = navigator.view.lastRenderedLocation;
      const isShown = shown && withoutFragment(shown) === withoutFragment(to);
      if (options.action === 'restore' && isShown && restorationIdentifier) {
        return settleInPlace(to, restorationIdentifier, number);
      }
      const { action } = options;
      const { response: known, ...others } = proposals.get(proposal) ?? {};
      const response = typeof options.response?.responseHTML === 'string' ? options.response : known;
      proposals.delete(proposal);
      const all = { ...others, action, ...(response && { response }) };
      // If the address is on the current page, Turbo would only scroll. The action is therefore changed to `replace`.
      if (navigator.locationWithActionIsSamePage?.(to, action)) all.action = 'replace';
      starting = visit;
      try {
        navigator.startVisit(to, restorationIdentifier, all);
      } finally {
        starting = undefined;
      }
    },
    /** @param {string} identifier */
    cancelVisitWithIdentifier(identifier) {
      const visit = turbo?.navigator.currentVisit;
      if (visit?.identifier === identifier) giveUp(visit);
    },
    clearSnapshotCache: () => turbo?.session.clearCache(),
    cacheSnapshot: () => turbo?.session.view.cacheSnapshot(),
  };
  /** @param {[name: keyof typeof commands, value?: any]} command */
  handlers.visit = ([name, value]) => {
    if (Object.hasOwn(commands, name)) commands[name](value);
    else tell('log', { message: `there is no command ${name}` });
  };
});
