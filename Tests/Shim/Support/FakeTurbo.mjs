/**
 * The parts of Turbo 7.1 that its adapters use, in Turbo's order of calls. A test decides when a response arrives
 * (`respond`), and sees in `did` what the adapter has requested.
 */
export class FakeTurbo {
  adapters = [];
  /** What the adapter has done, in order. */
  did = [];
  visits = [];

  constructor(page, { version = 7 } = {}) {
    const { window } = page;
    const turbo = this;
    const at = () => new URL(window.location.href);
    this.page = page;
    this.snapshots = new Set();
    const history = {
      location: at(),
      restorationIdentifier: 'first',
      data: {},
      replace: (location, restorationIdentifier) => history.update('replaceState', location, restorationIdentifier),
      push: (location, restorationIdentifier) => history.update('pushState', location, restorationIdentifier),
      update(method, location, restorationIdentifier) {
        window.history[method]({ turbo: { restorationIdentifier } }, '', location.href);
        Object.assign(history, { location, restorationIdentifier });
      },
      updateRestorationData: (data) =>
        (history.data[history.restorationIdentifier] = { ...history.data[history.restorationIdentifier],
          ...JSON.parse(JSON.stringify(data)) }),
      getRestorationDataForIdentifier: (identifier) => history.data[identifier] ?? {},
    };
    const view = {
      lastRenderedLocation: at(),
      snapshotCache: { size: 10 },
      cacheSnapshot: () => turbo.did.push('cacheSnapshot'),
      scrollToAnchorFromLocation: (location) => turbo.did.push(`scroll ${location.hash}`),
    };
    this.navigator = {
      history,
      view,
      currentVisit: undefined,
      get location() {
        return history.location;
      },
      get restorationIdentifier() {
        return history.restorationIdentifier;
      },
      startVisit(location, restorationIdentifier = `r${turbo.visits.length + 1}`, options = {}) {
        this.stop();
        this.currentVisit = turbo.#visit(location, restorationIdentifier, options);
        this.currentVisit.state = 'started';
        turbo.adapter.visitStarted(this.currentVisit);
        // Turbo marks the document only after the adapter has returned.
        page.document.documentElement.setAttribute('aria-busy', 'true');
      },
      stop() {
        this.currentVisit?.cancel();
        delete this.currentVisit;
      },
      // Only Turbo 7 has it.
      ...(version === 7 && {
        locationWithActionIsSamePage: (location, action) =>
          action !== 'restore' && !!location.hash && location.href.split('#')[0] === view.lastRenderedLocation.href.split('#')[0],
      }),
    };
    this.session = { view, clearCache: () => turbo.did.push('clearCache') };
  }

  get adapter() {
    return this.adapters.at(-1);
  }
  get visit() {
    return this.visits.at(-1);
  }
  registerAdapter(adapter) {
    this.adapters.push(adapter);
  }

  #visit(location, restorationIdentifier, options) {
    const turbo = this;
    const visit = {
      identifier: `visit-${this.visits.length + 1}`, location, restorationIdentifier, options, state: 'initialized',
      action: options.action ?? 'advance',
      hasCachedSnapshot: () => turbo.snapshots.has(location.href),
      hasPreloadedResponse: () => typeof options.response?.responseHTML === 'string',
      issueRequest: () => turbo.did.push('issueRequest'),
      changeHistory: () => {
        turbo.did.push('changeHistory');
        const { history } = turbo.navigator;
        history[visit.action === 'advance' && location.href !== history.location.href ? 'push' : 'replace'](location,
          restorationIdentifier);
      },
      loadCachedSnapshot: () => turbo.did.push('loadCachedSnapshot'),
      loadResponse: () => turbo.did.push('loadResponse'),
      cancel: () => {
        if (visit.state === 'started') visit.state = 'canceled';
        turbo.did.push(`cancel ${visit.identifier}`);
      },
    };
    this.visits.push(visit);
    return visit;
  }

  /** Ends the current visit as Turbo does after a response. */
  respond(title = this.visit.location.pathname) {
    const { visit, adapter } = this;
    adapter.visitRequestStarted(visit);
    adapter.visitRequestCompleted(visit);
    adapter.visitRequestFinished(visit);
    this.page.document.title = title;
    this.navigator.view.lastRenderedLocation = visit.location;
    adapter.visitRendered(visit);
    visit.state = 'completed';
    adapter.visitCompleted(visit);
    this.page.document.documentElement.removeAttribute('aria-busy');
  }
}
