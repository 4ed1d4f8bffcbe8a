// What the page and its user see of a server that is away.

const noticeText = tag?.dataset.notice ?? 'Connecting\u2026'; // none: no notice
/** @type {any} */
let notice;
let isAway = false; // the page was told
let awayTimer;

/** @param {string} name @returns {boolean} false if the page has prevented what is done by default */
const tell = (name) => dispatchEvent(new CustomEvent(name, { cancelable: true }));

// A moment is nobody's business.
function serverAway() {
  if (isAway) return; // also after a while in the back/forward cache
  awayTimer ??= setTimeout(function tellAway() {
    isAway = true;
    // In one place of the screen, not in each frame.
    if (tell('bridgeaway') && noticeText && window === window.top) notice = show(noticeText);
  }, 1000);
}

function serverBack() {
  stay();
  if (!isAway) return;
  isAway = false;
  notice?.remove();
  tell('bridgeback');
}

// The document is left, or nothing is wrong any more.
function stay() {
  clearTimeout(awayTimer);
  awayTimer = undefined;
}

// By DOM and CSSOM alone: no policy forbids them. In the top layer: above dialogs, and in full screen.
/** @param {string} text @returns {any} the element; its types know no `popover` yet */
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
    report(error); // not HTML, or an old browser
  }
}
