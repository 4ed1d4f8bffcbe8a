// What holds it together.

const { hear, post } = inside;
const script = /** @type {HTMLScriptElement} */ (document.currentScript);
const root = document.body;
/** @param {any[]} message */
const say = (message) => void post('event', `shell ${JSON.stringify(message)}`);

const nodes = tree(root, (id, name, value) => say(['event', id, name, value]));
const focus = watchFocus(root);
const place = follow(say);

const measured = bars(root, {
  onGeometry: (bar, geometry) => say(['geometry', bar, geometry]),
  onSwipe: (bar, step) => say(['swiped', bar, step]),
});
/** Bars whose pages have come to rest: what native code says of them next holds. @type {Set<string>} */
const resting = new Set();
const strips = pages(root, {
  onPosition: (pager, position, isAtRest, turn) => say(['position', pager, position, isAtRest, turn]),
  onDrag(pager, position) {
    resting.delete(pager);
    measured.drag(pager, position);
  },
  onRest: (pager) => resting.add(pager),
});

function settle() {
  for (const bar of resting) measured.drop(bar);
  resting.clear();
  measured.update();
  strips.update();
  focus.settle();
}

// When somebody has touched the shell or a frame of it; 0 for a shell that is new and that nobody has touched.
let lastTouch = place.key ? Date.now() : 0;
const touched = () => (lastTouch = Date.now());

/**
 * Nobody has touched it for a while, after somebody had.
 * @param {number} time in ms
 * @param {() => void} then
 */
function watchIdleness(time, then) {
  for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel']) addEventListener(type, touched, true);
  setInterval(() => {
    // The first touch of a frame may come before its page has been told to say so.
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
  patches(duration, patches) {
    if (!nodes.apply(patches, duration)) return say(['lost']);
    settle();
  },
  history: place.apply,
  pages: place.save,
  // What the pages of this tab have kept for themselves goes, too. The frames go first: what one asks its user before
  // it is left must not hold the next one up.
  begin() {
    root.replaceChildren();
    place.forget();
    sessionStorage.clear();
    location.replace(location.pathname + location.search);
  },
  touched,
  open: (address) => void open(address, '_blank', 'noopener'),
};
/** @param {[string, ...any[]]} command */
hear.shell = ([name, ...values]) => commands[name]?.(...values);

/** @param {boolean} isAway */
const showAway = (isAway) => {
  const notice = root.querySelector('[data-away]');
  if (notice) /** @type {HTMLElement} */ (notice).hidden = !isAway;
};
addEventListener('bridgeaway', (event) => {
  event.preventDefault();
  showAway(true);
});
addEventListener('bridgeback', () => showAway(false));

if ('kiosk' in script.dataset) addEventListener('contextmenu', (event) => event.preventDefault());
if (script.dataset.idle) watchIdleness(Number(script.dataset.idle), () => say(['idle']));

say(['hello', {
  ticket: script.dataset.ticket?.trim() ?? '',
  key: place.key,
  saved: place.saved(),
  fragment: fragment(),
}]);
