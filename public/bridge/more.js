// Parts that only some pages need: scripts of their own, behind the shim's where the server puts them, or loaded later.

/** What they do about events of the server, by their names. @type {Record<string, (value: any) => void>} */
const handlers = {};

/** What they get. */
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
  isHandled,
  decides: () => intercept,
  exempts: (url) => (exempt = url),
  reportLocation,
  limits: () => limits,
  isBlocked: () => blocked,
  addSilence,
};
