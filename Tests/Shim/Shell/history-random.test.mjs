// Random steps of the user, of native code and of iframes, with traversals that overlap. When nothing is pending, the
// browser shows the entry of native code's place, and the shell has not been left.
// `HISTORY_SEED=17` runs only the sequence with this seed.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Random } from '../Support/Random.mjs';
import { ShellModel } from '../Support/ShellModel.mjs';

const only = Number(process.env.HISTORY_SEED) || 0;

/** The steps, by name. Each gets the model and a random number below a limit. */
const steps = {
  push: (model) => model.push(),
  touchAndPush(model) {
    model.page.user(model.page.root, 'pointerdown');
    model.push();
  },
  replace: (model) => model.replace(),
  back: (model, below) => model.tab.go(-1 - below(2)).catch(() => {}),
  forward: (model, below) => model.tab.go(1 + below(2)).catch(() => {}),
  nativeGoes: (model, below) => model.goTo(below(model.entries.length)),
  erase(model, below) {
    const others = model.entries.filter((entry) => entry !== model.current);
    if (others.length) model.erase(others[below(others.length)].key);
  },
  iframe: (model) => model.tab.addStepOfIframe(),
  reload(model) {
    model.receive();
    model.load();
    model.send();
  },
  wait: (model) => model.flow(10),
  touch: (model) => model.touch(),
};

function run(seed, hasNavigation) {
  const random = new Random(seed);
  const below = (limit) => random.below(limit);
  const model = new ShellModel({ hasNavigation, before: ['http://other.test/'] });
  const done = [];
  const check = () => {
    const text = `seed ${seed}: ${done.join(' ')} → ${model.browser} | ${model.keys}`;
    assert.ok(model.tab.window, `the shell was left; ${text}`);
    assert.equal(model.tab.entry.state?.shell, model.current.key, text);
  };
  for (let count = 0; count < 25; count++) {
    const name = random.of(Object.keys(steps));
    // Without the Navigation API, the page only knows distances. It may miss its entry if an iframe has added steps, or
    // if the user moves at the same time.
    if (name === 'iframe' && !hasNavigation) continue;
    const isAlone = !hasNavigation && /^(back|forward)$/.test(name);
    if (isAlone) model.flow(3000);
    // The browser's Back at the first entry would leave the shell, which is right.
    const first = model.tab.steps.findIndex(({ entry }) => entry.url.startsWith('http://app.test'));
    if (name === 'back' && model.tab.index - first < 8) continue;
    if (name === 'reload') model.flow(2000);
    done.push(name);
    steps[name](model, below);
    if (isAlone) model.flow(3000);
    if (below(3) === 0) {
      model.flow(3000);
      check();
    }
  }
  model.flow(3000);
  check();
  return model;
}

for (const hasNavigation of [true, false]) {
  test(`random steps, ${hasNavigation ? 'with' : 'without'} the Navigation API`, () => {
    const [first, last] = only ? [only, only] : [1, 200];
    for (let seed = first; seed <= last; seed++) run(seed, hasNavigation);
  });
}
