// Parts that a page does not need at once, or not at all: scripts of their own, loaded later.

/** Address and integrity of each; the server writes them here. @type {Record<string, string[]>} */
const files = {};

/** What they get of the shim. */
const inside = {
  page,
  Worker,
  tag,
  documentID,
  later,
  on,
  post,
  isOver: () => over,
  handled: (what) => handled(what),
  exempts: (url) => (exempt = url),
  moved: () => moved(),
};

/** @param {string} name @param {(part: any) => void} [use] not called when it cannot be loaded */
function load(name, use) {
  const [path = `/_bridge/${name}.js`, integrity = ''] = files[name] ?? [];
  // As `document.currentScript` it is where the part finds the shim.
  const script = Object.assign(document.createElement('script'), {
    crossOrigin: 'use-credentials',
    integrity,
    src: server + path,
    begin: (make) => use?.(make(inside)),
  });
  document.documentElement.append(script);
  script.remove(); // it loads all the same
}

// navigation.js is loaded when the page has a socket, unless its tag is right behind the shim's.
let isExtended = false;
if (tag) {
  tag.begin = (make) => {
    isExtended = true;
    make(inside);
  };
}
