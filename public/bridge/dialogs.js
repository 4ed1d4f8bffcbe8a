// Asks Swift before the browser shows an alert, confirm or prompt dialog or a file chooser. The server inserts this
// additional script after the page script if native code may answer dialogs.
(() => {
'use strict';

// The browser's functions, stored because pages may replace the globals later.
const page = /** @type {any} */ (window);
const { alert, confirm, prompt, bridge, native, HTMLInputElement, DataTransfer, Object } = page;
if (!bridge) return;
const { call } = bridge;

/**
 * Asks Swift, and blocks the page until the answer arrives.
 * @param {string} kind
 * @param {any} question
 * @returns {any} `{ value }`; undefined if the browser must show its own dialog, for example after a failure
 */
function ask(kind, question) {
  const answer = call(`_bridge.dialogs.${kind}`, question);
  return Object(answer) === answer ? answer : undefined;
}

Object.assign(page, {
  alert(message = '') {
    if (!ask('alert', `${message}`)) alert.apply(window, arguments);
  },
  confirm(message = '') {
    const answer = ask('confirm', `${message}`);
    return answer ? answer.value === true : confirm.apply(window, arguments);
  },
  prompt(message = '', text = '') {
    // A page's own copy of dsbridge.js makes its calls through `prompt`. Such a call is not a dialog.
    const isCall = /^_dsbridge=/.test(message);
    const answer = isCall ? undefined : ask('prompt', { message: `${message}`, text: `${text}` });
    return answer ? answer.value ?? null : prompt.apply(window, arguments);
  },
});

// Browsers forbid blocking requests in `beforeunload`, so native code is asked in advance, when the page loads.
let leavesSilently = false;
native.call('_bridge.dialogs.leavesSilently').then((value) => {
  leavesSilently = value === true;
}, () => {});
addEventListener('beforeunload', (event) => {
  // Otherwise the page's own listeners could make the browser ask the user.
  if (leavesSilently) event.stopImmediatePropagation();
}, true);

/** Returns whether the element is a usable file input. @param {any} node */
const isFileInput = (node) => node instanceof HTMLInputElement && node.type === 'file' && !node.disabled;

/** Lets Swift choose the files. Returns false if the browser shows its own chooser. @param {any} input */
function choose(input) {
  const { accept, multiple } = input;
  const answer = ask('files', { accept, multiple, directory: input.webkitdirectory === true });
  if (!answer) return false;
  // The events are fired in a later task, as in browsers.
  setTimeout(() => {
    if (!answer.value) return input.dispatchEvent(new Event('cancel', { bubbles: true }));
    const chosen = new DataTransfer();
    for (const { name, type, data } of answer.value) {
      chosen.items.add(new File([Uint8Array.from(atob(data), (char) => char.charCodeAt(0))], name, { type }));
    }
    input.files = chosen.files;
    for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
  });
  return true;
}

addEventListener('click', (event) => {
  const [node] = event.composedPath();
  if (!event.defaultPrevented && isFileInput(node) && choose(node)) event.preventDefault();
});

// If an input is not in a document, its clicks do not reach the window. For such inputs, `click()` is replaced.
const { click } = HTMLInputElement.prototype;
HTMLInputElement.prototype.click = function () {
  if (this.isConnected || !isFileInput(this) || !choose(this)) click.call(this);
};
})();
