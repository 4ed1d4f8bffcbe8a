// Sends files that a page downloads to native code instead of letting the browser save them. The server inserts this
// additional script if native code handles downloads.
'use strict';

/** @type {any} */ (window)._bridge(({ on, sendRequest, tag }) => {
  const page = /** @type {any} */ (window);
  const { fetch, navigation, HTMLAnchorElement, URLSearchParams } = page;
  const { click } = HTMLAnchorElement.prototype;
  const isHandedOn = 'handsOn' in tag.dataset;
  let own = 0; // The number of nested clicks that this script has made. The browser handles these clicks.

  /** Lets the browser download a file. @param {any} link its `href`, `download`, `target` and `rel` */
  function leaveToBrowser({ href, download, ...more }) {
    own++;
    click.call(Object.assign(document.createElement('a'), { href, download, ...more }));
    own--;
  }

  /** Fetches a file and sends it to native code. @param {any} link its `href`, `download`, `target` and `rel` */
  async function save({ href, download: name, target = '', rel = '' }) {
    const link = { href, download: name, target, rel };
    let content;
    try {
      const response = await fetch(href);
      if (!response.ok) throw response.status;
      content = { body: await response.blob(), name: response.headers.get('Content-Disposition') ?? '' };
    } catch {
      // The other server does not allow pages to read the file, or the page's policy forbids the request.
      return leaveToBrowser(link);
    }
    const query = new URLSearchParams({ name, disposition: content.name, ...(/^https?:/.test(href) && { url: href }) });
    const saved = await sendRequest(`download?${query}`, { body: content.body }).catch((error) => error);
    if (!saved.ok) console.error(`bridge: a download failed: ${saved.status ? await saved.text() : saved}`);
    else if (isHandedOn) leaveToBrowser(link);
  }

  on('click', (event) => {
    if (event.defaultPrevented || event.button || own) return;
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
    if (!link?.href || !link.hasAttribute('download')) return;
    event.preventDefault();
    save(link);
  });

  // Handles links that are not in a document, because their clicks do not reach the window.
  HTMLAnchorElement.prototype.click = function () {
    if (own || this.isConnected || !this.href || !this.hasAttribute('download')) return click.call(this);
    save(this);
  };
  navigation?.addEventListener('navigate', (event) => {
    if (own || event.downloadRequest == null || !event.cancelable) return;
    event.preventDefault();
    save({ href: event.destination.url, download: event.downloadRequest });
  });
});
