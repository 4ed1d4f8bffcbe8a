// Cookies that scripts set in an iframe. A proxied site has another host name than the page around the iframe, so it is
// a third party there: browsers store its cookies only if they are partitioned. The server adds the attributes to the
// cookies of responses; this script adds them to the cookies that scripts set with `document.cookie`. The server
// inserts this additional script after the page script.
'use strict';

/** @type {any} */ (window)._bridge(() => {
  const own = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
  if (window === window.top || !own?.get || !own.set) return;
  const { get, set } = own;

  /** Whether the browser stores a cookie with these attributes. @param {string} attributes */
  const isStored = (attributes) => {
    set.call(document, `bridge-probe=1; Path=/; ${attributes}`);
    const isThere = /(^|; )bridge-probe=1/.test(get.call(document));
    if (isThere) set.call(document, `bridge-probe=; Max-Age=0; Path=/; ${attributes}`);
    return isThere;
  };

  /**
   * The attributes that replace those of the script. `null` if the browser stores cookies as the script sets them, and
   * `undefined` if this is not known yet.
   * @type {string | null | undefined}
   */
  let attributes;
  const findAttributes = () => {
    if (isStored('SameSite=Strict')) return null; // The page around the iframe belongs to the same site.
    // WebKit refuses `Secure` over http.
    return ['; SameSite=None; Secure; Partitioned', ''].find(isStored) ?? null;
  };

  Object.defineProperty(Document.prototype, 'cookie', {
    ...own,
    set(text) {
      if (attributes === undefined) attributes = findAttributes();
      if (attributes === null) return set.call(this, text);
      const [pair, ...further] = String(text).split(';');
      const kept = further.filter((part) => !/^\s*(samesite|secure|partitioned)\s*(=|$)/i.test(part));
      set.call(this, [pair, ...kept].join(';') + attributes);
    },
  });
});
