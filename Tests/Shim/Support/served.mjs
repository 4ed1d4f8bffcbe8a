import { readFileSync } from 'node:fs';

const read = (name) => readFileSync(new URL(`../../../public/bridge/${name}`, import.meta.url), 'utf8');

/**
 * The shim as the server puts it together: the parts in their order, without indentation and comments. No text of the
 * shim holds ` // ` or a comment's beginning.
 */
export const served = read('parts')
  .trim()
  .split('\n')
  .flatMap((name) => read(name).split('\n'))
  .map((line) => line.trimStart().replace(/\/\*\*.*?\*\/ ?/g, '').replace(/ \/\/ .*/, ''))
  .filter((line) => !/^($|\/\/|\*|\/\*\*)/.test(line))
  .join('\n');
