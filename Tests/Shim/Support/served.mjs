import { readFileSync } from 'node:fs';

const read = (name) => readFileSync(new URL(`../../../public/bridge/${name}`, import.meta.url), 'utf8');

/**
 * The shim as the server puts it together: the parts in their order, without indentation and comments. No text of the
 * shim holds ` // ` or a comment's beginning.
 */
const compact = (names) =>
  names
    .flatMap((name) => read(name).split('\n'))
    .map((line) => line.trimStart().replace(/\/\*\*.*?\*\/ ?/g, '').replace(/ \/\/ .*/, ''))
    .filter((line) => !/^($|\/\/|\*|\/\*\*)/.test(line))
    .join('\n');

export const served = compact(read('parts').trim().split('\n'));

/** Those parts that only some pages load, by their names. */
export const more = { 'fast-lane': compact(['fast-lane.js']) };

/** The scripts of services, which stand behind the shim where Swift has bound one. */
export const services = { location: compact(['location.js']), camera: compact(['camera.js']) };
