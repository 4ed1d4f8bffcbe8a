// Words on the wire.

/** @param {string} name */
const encode = (name) =>
  name.replace(/[\0- \x7f%]/g, (c) => '%' + c.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase());

/** @param {string} field */
const decode = (field) => field.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)));

/** @param {string} line @param {1 | 2} count @returns {string[]} so many fields, and the rest */
const splitFields = (line, count) =>
  (count > 1 ? /^([^ ]*) ?([^ ]*) ?([^]*)/ : /^([^ ]*) ?([^]*)/).exec(line)?.slice(1) ?? [];

const report = (error) => (page.reportError ? page.reportError(error) : console.error(error));

/** @param {any} failure section 5 of the protocol */
const failureText = ({ message = '', kind, expected, got }) =>
  (message || kind) + (expected && !message.includes(expected) ? ` (expected ${expected}, got ${got})` : '');

/** @param {string} method @param {any} failure */
const reportFailure = (method, failure) => console.error(`bridge.call(${stringify(method)}): ${failureText(failure)}`);
