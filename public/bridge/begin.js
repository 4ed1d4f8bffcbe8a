// The shim: gives a page the dsbridge.js 3.1.4 contract over the wire of docs/protocol.md, whose words it uses.
//
// The files that `parts` lists are one classic script, put together in that order: everything between `begin` and `end`
// is inside one function. It is the first script in <head>, so that no page script runs before it.
(() => {
'use strict';

const page = /** @type {any} */ (window);
if (page._dsbridge?.protocol) return; // included twice

// Taken now, because pages replace them.
const { XMLHttpRequest, WebSocket, Promise, fetch, setTimeout, clearTimeout, queueMicrotask, history, Worker } = page;
const { parse, stringify } = JSON;
const evaluate = eval;
const closeWindow = page.close;
const promptUser = page.prompt;

// The script's own address, because `<base>` and `about:srcdoc` make the document's useless.
const tag = /** @type {any} */ (document.currentScript);
const server = tag?.src ? new URL(tag.src).origin : window.origin;
const random = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
const documentID = random();
const key = random();

/** Cookies go also to a server of another port. No cross-site form can send the header. @param {RequestInit} more */
const sendRequest = (path, more) =>
  fetch(`${server}/_bridge/${path}`, { method: 'POST', credentials: 'include', headers: { 'Bridge-Document': documentID }, ...more });
