// The fast lane's worker: a socket of the document for blocking calls (docs/guides/protocol.md, section 4). Its page
// stands still meanwhile and hears no message: it finds the answer in memory that both share.
'use strict';

/** A SharedArrayBuffer that grows. @type {any} */
let memory;
/** Places as in fast-lane.js. @type {Int32Array} */
let state;
/** @type {WebSocket} */
let socket;
/** The server's origin. @type {string} */
let server;

// The first message says where. Each later one is a message to send, or the number of a call that takes long.
onmessage = ({ data }) => {
  if (!memory) begin(data);
  else if (typeof data === 'number') look(data);
  else socket.send(data);
};

/**
 * Tells whether a request to the server ends: it has answered one, or the browser has given one up.
 * @param {number} call
 */
async function look(call) {
  Atomics.store(state, 3, -call);
  await fetch(`${server}/_bridge/bridge.mjs`, { method: 'HEAD', cache: 'no-store' }).catch(() => {});
  Atomics.store(state, 3, call);
}

function end() {
  Atomics.store(state, 0, 2);
  close();
}

/** @param {{memory: SharedArrayBuffer, server: string, documentID: string}} page */
async function begin({ memory: shared, server: origin, documentID }) {
  memory = shared;
  server = origin;
  state = new Int32Array(memory, 0, 4);
  try {
    const response = await fetch(`${server}/_bridge/lane`, { method: 'POST', headers: { 'Bridge-Document': documentID } });
    if (!response.ok) return end();
    const hello = { document: documentID, ticket: await response.text(), received: 0, lane: 'blocking' };
    socket = new WebSocket(`${server.replace('http', 'ws')}/_bridge/socket`, 'snippetbridge.1');
    socket.onopen = () => socket.send(`hello ${JSON.stringify(hello)}`);
    socket.onmessage = ({ data }) => receive(data);
    socket.onclose = end;
  } catch {
    end(); // no network, or a policy
  }
}

/** @param {string} line */
function receive(line) {
  if (line.startsWith('welcome')) return Atomics.store(state, 0, 1);
  const bytes = new TextEncoder().encode(line);
  try {
    if (16 + bytes.length > memory.byteLength) memory.grow(16 + bytes.length);
  } catch {
    return end(); // larger than it may become: the page gets the answer by a request
  }
  new Uint8Array(memory, 16).set(bytes);
  Atomics.store(state, 2, bytes.length);
  Atomics.store(state, 1, +line.split(' ', 2)[1]);
}
