// Parts that only some pages need: scripts of their own, behind the shim's where the server puts them, or loaded later.

/** What they do about events of the server, by their names. @type {Record<string, (value: any) => void>} */
const hear = {};

/** What they get. */
const inside = {
  Worker,
  tag,
  documentID,
  later,
  on,
  post,
  register,
  demand,
  show,
  hear,
  takeLane: (made) => (lane = made),
  handled: (what) => handled(what),
  decides: () => intercept,
  exempts: (url) => (exempt = url),
  moved: () => moved(),
  limits: () => limits,
  isBlocked: () => blocked,
  elapse,
};
