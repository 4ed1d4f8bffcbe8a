// The interface for the parts that only some pages need. These are separate scripts, which the server inserts after the
// page script, or which the page script loads later.

/** The handlers for the server's `event` lines, by event name. @type {Record<string, (value: any) => void>} */
const handlers = {};
/** The `event` lines without a handler yet: a part's script may arrive after them. @type {string[]} */
const early = [];

/** The variables and functions of the page script that those parts use. */
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
