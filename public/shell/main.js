// Connects the tree, the bars, the pages, the focus and the history with native code.

const { handlers, post } = internals;
const script = /** @type {HTMLScriptElement} */ (document.currentScript);
const root = document.body;
/** Sends a message to native code. @param {any[]} message */
const send = (message) => void post('event', `shell ${JSON.stringify(message)}`);

const nodes = tree(root, (id, name, value) => send(['event', id, name, value]));
const focus = watchFocus(root);
const place = follow(send);

const measured = bars(root, {
  onGeometry: (bar, geometry) => send(['geometry', bar, geometry]),
  onSwipe: (bar, step) => send(['swiped', bar, step]),
});
/**
 * The bars whose pages have stopped moving. At the next update from native code, their indicators move to the positions
 * that Swift has computed.
 * @type {Set<string>}
 */
const stoppedBars = new Set();
const strips = pages(root, {
  onPosition: (pager, position, isAtRest, turn) => send(['position', pager, position, isAtRest, turn]),
  onDrag(pager, position) {
    stoppedBars.delete(pager);
    measured.drag(pager, position);
  },
  onRest: (pager) => stoppedBars.add(pager),
});

/** Updates the bars, the pagers and the focus after a batch of patches. */
function settle() {
  for (const bar of stoppedBars) measured.drop(bar);
  stoppedBars.clear();
  measured.update();
  strips.update();
  focus.settle();
}

// The time of the last user input in the shell or its iframes, in milliseconds since 1970. 0 before the first input,
// and after the user was reported as idle. If the page was reloaded, the reload counts as input.
let lastTouch = place.key ? Date.now() : 0;
const touched = () => (lastTouch = Date.now());

/**
 * Calls a function when a certain time has passed since the last user input.
 * @param {number} time the time since the last input, in milliseconds
 * @param {() => void} then
 */
function watchIdleness(time, then) {
  for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel']) {
    addEventListener(type, ({ isTrusted }) => isTrusted && touched(), true);
  }
  setInterval(() => {
    // The first input in an iframe may occur before the iframe's page has been told to report input.
    if (!lastTouch && /** @type {any} */ (navigator).userActivation?.isActive) touched();
    if (!lastTouch || Date.now() - lastTouch < time) return;
    lastTouch = 0;
    then();
  }, Math.min(1000, time / 2));
}

const commands = {
  tree(node) {
    nodes.replace(node);
    measured.measure();
    settle();
  },
  patches(patches) {
    if (!nodes.apply(patches)) return send(['lost']);
    settle();
  },
  history: place.apply,
  pages: place.save,
  // Starts a new visit, the use of a kiosk by another person. Also clears the sessionStorage of this tab's pages.
  // Removes the iframes first, because their `beforeunload` dialogs could delay the next visit.
  begin() {
    root.replaceChildren();
    place.forget();
    sessionStorage.clear();
    location.replace(location.pathname + location.search);
  },
  touched,
  /** @param {string} address */
  open(address) {
    if (/^https?:/i.test(address)) return void open(address, '_blank', 'noopener');
    // The browser passes an address such as `mailto:` to another program, and the shell stays.
    if (/** @type {any} */ (navigator).userActivation?.isActive !== false) location.replace(address);
  },
};
/** @param {[string, ...any[]]} command */
handlers.shell = ([name, ...values]) => commands[name]?.(...values);

/** Shows or hides the notice about an unreachable server. @param {boolean} isAway */
const showAway = (isAway) => {
  const notice = root.querySelector('[data-away]');
  if (notice) /** @type {HTMLElement} */ (notice).hidden = !isAway;
};
addEventListener('bridgeaway', (event) => {
  event.preventDefault();
  showAway(true);
});
addEventListener('bridgeback', () => showAway(false));

if ('kiosk' in script.dataset) {
  addEventListener('contextmenu', (event) => event.preventDefault());
  // The browser would open a link or a file that is dropped.
  for (const type of ['dragover', 'drop']) {
    addEventListener(type, (event) => {
      const { target, dataTransfer } = /** @type {DragEvent} */ (event);
      if (dataTransfer?.types.includes('Files') || !(target instanceof HTMLInputElement)) event.preventDefault();
    }, true);
  }
}
if (script.dataset.idle) watchIdleness(Number(script.dataset.idle), () => send(['idle']));

send(['hello', {
  ticket: script.dataset.ticket?.trim() ?? '',
  key: place.key,
  saved: place.saved(),
  fragment: fragment(),
  hasNavigateEvent: 'navigation' in window,
}]);
