// Encodes and decodes the fields of lines, and formats failures.

/** Percent-encodes a method's name. @param {string} name */
const encode = (name) =>
  name.replace(/[\0- \x7f%]/g, (c) => '%' + c.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase());

/** Decodes a percent-encoded field. @param {string} field */
const decode = (field) => field.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)));

/**
 * Splits off the first fields of a line.
 * @param {string} line
 * @param {1 | 2} count
 * @returns {string[]} the first `count` fields, followed by the rest of the line
 */
const fields = (line, count) =>
  (count > 1 ? /^([^ ]*) ?([^ ]*) ?([^]*)/ : /^([^ ]*) ?([^]*)/).exec(line)?.slice(1) ?? [];

/** Reports an exception as if it were uncaught. @param {any} error */
const report = (error) => (page.reportError ? page.reportError(error) : console.error(error));

/** Returns the message of a failure. @param {any} failure a failure, as in section 5 of the protocol */
const failureText = ({ message = '', kind, expected, got }) =>
  (message || kind) + (expected && !message.includes(expected) ? ` (expected ${expected}, got ${got})` : '');

/** Logs the failure of a call. @param {string} method @param {any} failure */
const reportFailure = (method, failure) => console.error(`bridge.call(${stringify(method)}): ${failureText(failure)}`);
