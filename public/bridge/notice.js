// Informs the page and the user while the server is unreachable.

const noticeText = tag?.dataset.notice ?? 'Connecting\u2026'; // An empty text shows no notice.
/** @type {any} */
let notice;
let isAway = false; // Whether the page has received `bridgeaway`.
let timeout; // The timer until `bridgeaway`.

/**
 * Dispatches an event to the page.
 * @param {string} name
 * @returns {boolean} false if the page has called `preventDefault()`
 */
const tell = (name) => dispatchEvent(new CustomEvent(name, { cancelable: true }));

/** Reports an unreachable server to the page after one second. Shorter interruptions are not reported. */
function onAway() {
  // The event was already dispatched: `isAway` remains true while the page is in the back/forward cache.
  if (isAway) return;
  timeout ??= setTimeout(function tellAway() {
    isAway = true;
    // Only the top-level document shows the notice, not each iframe.
    if (tell('bridgeaway') && noticeText && window === window.top) notice = show(noticeText);
  }, 1000);
}

/** Reports to the page that the server is reachable again. */
function onBack() {
  cancelAway();
  if (!isAway) return;
  isAway = false;
  notice?.remove();
  tell('bridgeback');
}

/** Cancels a pending report, because the document ends or the server is reachable. */
function cancelAway() {
  clearTimeout(timeout);
  timeout = undefined;
}

/**
 * Shows a notice. It uses only the DOM and CSSOM, because no policy forbids them. The notice is in the top layer, so it
 * is visible above dialogs and in full screen.
 * @param {string} text
 * @returns {any} the element, or nothing if the document cannot show a notice
 */
function show(text) {
  try {
    /** @type {any} */
    const notice = document.createElement('bridge-notice');
    notice.role = 'status';
    notice.popover = 'manual';
    document.documentElement.append(notice);
    const root = notice.attachShadow({ mode: 'closed' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      ':host{all:initial!important;position:fixed!important;right:12px!important;bottom:12px!important;' +
        'max-width:80vw!important;padding:6px 12px!important;border-radius:8px!important;' +
        'font:14px system-ui!important;color-scheme:light dark!important;color:CanvasText!important;' +
        'background:Canvas!important;box-shadow:0 1px 6px #0009!important;pointer-events:none!important}' +
        '@media print{:host{display:none!important}}',
    );
    root.adoptedStyleSheets = [sheet];
    root.append(text);
    notice.showPopover();
    return notice;
  } catch (error) {
    report(error); // The document is not HTML, or the browser is too old.
  }
}
