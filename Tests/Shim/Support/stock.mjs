import { readFileSync } from 'node:fs';

// DSBRIDGE_JS may name another script to try: the real one, which is not ours to keep here.
const file = process.env.DSBRIDGE_JS ?? new URL('../../Browser/support/stock/dsbridge.js', import.meta.url);

/** A page's own bridge script, as from a script tag. */
export const script = readFileSync(file, 'utf8').replace(/(^|;)module\.exports ?= ?bridge;\s*$/m, '$1');

/** The same as a bundler has it: only the page's own code, here `window.imported`, sees it. */
export const bundle = `(function (module) {
  (function (module) { ${script}; module.exports = bridge; }).call(module.exports, module);
  window.imported = module.exports;
})({ exports: {} });`;
