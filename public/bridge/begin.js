// The page script, which implements the API of dsbridge.js 3.1.4 over the protocol in docs/guides/protocol.md. That
// guide defines the terms that these comments use.
//
// The server concatenates the files that public/bridge/parts lists, in that order, into one classic script. All code
// between `begin.js` and `end.js` is inside one function. The script is the first script in <head>, so it runs before
// all scripts of the page.
(() => {
'use strict';

const page = /** @type {any} */ (window);
if (page._dsbridge?.protocol) return; // The page includes the script twice.

// The browser's functions, stored because pages may replace the globals later.
const { XMLHttpRequest, WebSocket, Promise, fetch, setTimeout, clearTimeout, queueMicrotask, history, Worker } = page;
const { parse, stringify } = JSON;
const evaluate = eval;
const closeWindow = page.close;
const promptUser = page.prompt;

// The server's origin is taken from the script's URL, because the document's base URL may be changed by `<base>` or be
// `about:srcdoc`.
const tag = /** @type {any} */ (document.currentScript);
const server = tag?.src ? new URL(tag.src).origin : window.origin;
const random = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
const documentID = random();
const key = random();

/**
 * Sends a POST request to an endpoint of the bridge. The credentials mode makes browsers send cookies even to a server
 * on another port. The header proves that the request does not come from a cross-site form.
 * @param {string} path the endpoint, relative to `/_bridge/`
 * @param {RequestInit} more further options of `fetch`
 */
const sendRequest = (path, more) =>
  fetch(`${server}/_bridge/${path}`, {
    method: 'POST', credentials: 'include', headers: { 'Bridge-Document': documentID }, ...more,
  });
