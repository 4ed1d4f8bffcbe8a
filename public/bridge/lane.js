// The fast lane's worker. It opens a second socket for the document's blocking calls (docs/guides/protocol.md, section
// 4). The page is blocked during a call and receives no events, so the worker writes the answer to shared memory.
'use strict';

/** The shared memory, a growable SharedArrayBuffer. @type {any} */
let memory;
/** The beginning of the shared memory; fast-lane.js describes it. @type {Int32Array} */
let state;
/** @type {WebSocket} */
let socket;
/** The server's origin. @type {string} */
let server;

// The page's first message contains the settings. Each later message is a wire message to send, or the number of a call
// that takes long. In that case the worker checks whether the server still answers.
onmessage = ({ data }) => {
  if (!memory) begin(data);
  else if (typeof data === 'number') check(data);
  else socket.send(data);
};

/**
 * Sends a request to the server. Records in the shared memory when the request has ended, either with an answer or with
 * an error.
 * @param {number} call
 */
async function check(call) {
  Atomics.store(state, 3, -call);
  await fetch(`${server}/_bridge/bridge.mjs`, { method: 'HEAD', cache: 'no-store' }).catch(() => {});
  Atomics.store(state, 3, call);
}

/** Records that the socket is closed, and ends the worker. */
function end() {
  Atomics.store(state, 0, 2);
  close();
}

/** Opens the socket. @param {{memory: SharedArrayBuffer, server: string, documentID: string}} page */
async function begin({ memory: shared, server: origin, documentID }) {
  memory = shared;
  server = origin;
  state = new Int32Array(memory, 0, 4);
  try {
    const headers = { 'Bridge-Document': documentID };
    const response = await fetch(`${server}/_bridge/lane`, { method: 'POST', headers });
    if (!response.ok) return end();
    const hello = { document: documentID, ticket: await response.text(), received: 0, lane: 'blocking' };
    socket = new WebSocket(`${server.replace('http', 'ws')}/_bridge/socket`, 'snippetbridge.1');
    socket.onopen = () => socket.send(`hello ${JSON.stringify(hello)}`);
    socket.onmessage = ({ data }) => receive(data);
    socket.onclose = end;
  } catch {
    end(); // The server is unreachable, or a policy forbids the request.
  }
}

/** Handles a message from the server. @param {string} line */
function receive(line) {
  if (line.startsWith('welcome')) return Atomics.store(state, 0, 1);
  const bytes = new TextEncoder().encode(line);
  try {
    if (16 + bytes.length > memory.byteLength) memory.grow(16 + bytes.length);
  } catch {
    return end(); // The answer exceeds the maximum size. The page gets it through a request.
  }
  new Uint8Array(memory, 16).set(bytes);
  Atomics.store(state, 2, bytes.length);
  Atomics.store(state, 1, +line.split(' ', 2)[1]);
}
