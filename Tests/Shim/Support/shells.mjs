import test from 'node:test';
import { ShellModel } from './ShellModel.mjs';

/** Defines a test that runs with and without the Navigation API. `body` receives a function that creates a shell. */
export function both(name, body) {
  for (const hasNavigation of [true, false]) {
    test(`${name}; ${hasNavigation ? 'with' : 'without'} the Navigation API`, async () => {
      await body((options) => new ShellModel({ hasNavigation, ...options }), hasNavigation);
    });
  }
}

/** Returns a shell with the places home, a, b, c, which the user has opened. */
export function opened(shell, names = ['a', 'b', 'c'], options) {
  const model = shell(options);
  for (const name of names) {
    model.touch();
    model.push(name);
    model.flow();
  }
  model.take();
  return model;
}
