import { readFileSync } from 'node:fs';

// The environment variable DSBRIDGE_JS may name another script, such as the original dsbridge.js, which this repository
// must not contain.
const file = process.env.DSBRIDGE_JS ?? new URL('../../Browser/support/stock/dsbridge.js', import.meta.url);

/** A page's own bridge script, loaded by a script tag. */
export const script = readFileSync(file, 'utf8').replace(/(^|;)module\.exports ?= ?bridge;\s*$/m, '$1');

/** The same script, loaded by a bundler. Only the page's own code can access it, here as `window.imported`. */
export const bundle = `(function (module) {
  (function (module) { ${script}; module.exports = bridge; }).call(module.exports, module);
  window.imported = module.exports;
})({ exports: {} });`;
