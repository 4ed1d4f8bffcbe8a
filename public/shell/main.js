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

/**
 * Nobody has touched the shell or a frame of it for a while, after somebody had. A touch in a frame shows in the user
 * activation alone, which browsers let grow old within seconds.
 * @param {number} time in ms
 * @param {() => void} then
 */
function watchIdleness(time, then) {
  let last = 0;
  const touched = () => (last = Date.now());
  for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel']) addEventListener(type, touched, true);
  setInterval(() => {
    if (/** @type {any} */ (navigator).userActivation?.isActive) touched();
    if (!last || Date.now() - last < time) return;
    last = 0;
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
  // What the pages of this tab have kept for themselves goes, too.
  begin() {
    sessionStorage.clear();
    location.replace(location.pathname + location.search);
  },
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
  fragment: location.hash.slice(1),
}]);
