import { readFileSync } from 'node:fs';

const read = (name) => readFileSync(new URL(`../../../public/bridge/${name}`, import.meta.url), 'utf8');

/**
 * Removes the spaces around punctuation in a line of code. Keeps string literals. Also keeps the line from its first
 * slash on, which may begin a regular expression. Template literals must not span lines.
 */
const tighten = (line) =>
  line.replace(/('(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`|\/.*)| ?([{}(),;:?=&|]+) ?/g, (_, kept, signs) => kept ?? signs);

/**
 * Returns a script in the form that the server sends: its parts in order, without indentation, comments and most
 * spaces. No string literal may contain ` // ` or the beginning of a comment.
 */
const compact = (names) =>
  names
    .flatMap((name) => read(name).split('\n'))
    .map((line) => line.trimStart().replace(/\/\*\*.*?\*\/ ?/g, '').replace(/ \/\/ .*/, ''))
    .filter((line) => !/^($|\/\/|\*|\/\*\*)/.test(line))
    .map(tighten)
    .join('\n');

export const served = compact(read('parts').trim().split('\n'));

/** The parts that only some pages load, by name. */
export const more = { 'fast-lane': compact(['fast-lane.js']), silence: compact(['silence.js']) };

/** The scripts of services. The server inserts them after the page script if Swift has bound the service. */
export const services = {
  location: compact(['location.js']), camera: compact(['camera.js']), dialogs: compact(['dialogs.js']),
};
