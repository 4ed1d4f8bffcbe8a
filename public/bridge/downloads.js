// Downloads: what a page would have its browser save goes to native code. A script of its own, where native code wants
// them.
'use strict';

/** @type {any} */ (window)._bridge(({ on, sendRequest, tag }) => {
  const page = /** @type {any} */ (window);
  const { fetch, navigation, HTMLAnchorElement, URLSearchParams } = page;
  const { click } = HTMLAnchorElement.prototype;
  const isHandedOn = 'handsOn' in tag.dataset;
  let own = 0; // clicks of this script's, which are the browser's to follow

  /** @param {any} link with its `href`, `download`, `target` and `rel` */
  function leaveToBrowser({ href, download, ...more }) {
    own++;
    click.call(Object.assign(document.createElement('a'), { href, download, ...more }));
    own--;
  }

  /** @param {any} link likewise */
  async function save({ href, download: name, target = '', rel = '' }) {
    const link = { href, download: name, target, rel };
    let content;
    try {
      const response = await fetch(href);
      if (!response.ok) throw response.status;
      content = { body: await response.blob(), name: response.headers.get('Content-Disposition') ?? '' };
    } catch {
      return leaveToBrowser(link); // another server's that lets nobody read it, or a policy of the page's
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

  // A link that is in no document: its clicks do not reach the window.
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
