// Parts that only some pages need: scripts of their own, behind the shim's where the server puts them, or loaded later.

/** Address and integrity of those that are loaded later; the server writes them. @type {Record<string, string[]>} */
const files = {};

/** @param {string} name */
function load(name) {
  const [path = `/_bridge/${name}.js`, integrity = ''] = files[name] ?? [];
  const script = Object.assign(document.createElement('script'), { integrity, src: server + path });
  document.documentElement.append(script);
  script.remove(); // it loads all the same
}

/** What they do about events of the server, by their names. @type {Record<string, (value: any) => void>} */
const hear = {};

/** What they get, by `_dsbridge.extend`. */
const inside = {
  page,
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
  isOver: () => over,
  takeLane: (made) => (lane = made),
  handled: (what) => handled(what),
  decides: () => intercept,
  exempts: (url) => (exempt = url),
  moved: () => moved(),
};
