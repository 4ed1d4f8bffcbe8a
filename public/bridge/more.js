// The interface for additional scripts, which only some pages need. The server inserts them after the page script, or
// the page script loads them later.

/** The handlers for the server's `event` lines, by event name. @type {Record<string, (value: any) => void>} */
const handlers = {};
/**
 * The `event` lines that have no handler yet. The script that contains the handler may be loaded later.
 * @type {string[]}
 */
const early = [];

/** The variables and functions of the page script that the additional scripts use. */
const internals = {
  Worker,
  tag,
  documentID,
  later,
  on,
  post,
  register,
  sendRequest,
  show,
  handlers,
  setLane: (made) => (lane = made),
  askNative,
  decides: () => intercept,
  exempts: (url) => (exempt = url),
  explains: (made) => (causeOf = made),
  reportLocation,
  limits: () => limits,
  isBlocked: () => blocked,
  addSilence,
};
