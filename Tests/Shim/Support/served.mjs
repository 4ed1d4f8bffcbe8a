import { readFileSync } from 'node:fs';

const read = (name) => readFileSync(new URL(`../../../public/bridge/${name}`, import.meta.url), 'utf8');

/**
 * Code without the spaces around these signs. Texts stay as they are, and so does a line from its first slash on, which
 * may begin a regular expression. No template spans lines.
 */
const tighten = (line) =>
  line.replace(/('(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`|\/.*)| ?([{}(),;:?=&|]+) ?/g, (_, kept, signs) => kept ?? signs);

/**
 * The shim as the server puts it together: the parts in their order, without indentation, comments and most spaces. No
 * text of the shim holds ` // ` or a comment's beginning.
 */
const compact = (names) =>
  names
    .flatMap((name) => read(name).split('\n'))
    .map((line) => line.trimStart().replace(/\/\*\*.*?\*\/ ?/g, '').replace(/ \/\/ .*/, ''))
    .filter((line) => !/^($|\/\/|\*|\/\*\*)/.test(line))
    .map(tighten)
    .join('\n');

export const served = compact(read('parts').trim().split('\n'));

/** Those parts that only some pages load, by their names. */
export const more = { 'fast-lane': compact(['fast-lane.js']), silence: compact(['silence.js']) };

/** The scripts of services, which stand behind the shim where Swift has bound one. */
export const services = { location: compact(['location.js']), camera: compact(['camera.js']) };
