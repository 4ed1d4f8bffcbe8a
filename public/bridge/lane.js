// The fast lane's worker: a socket of the document for blocking calls (docs/protocol.md, section 4). Its page stands
// still meanwhile and hears no message: it finds the answer in memory that both share.
'use strict';

/** A SharedArrayBuffer that grows. @type {any} */
let memory;
/** Places as in fast-lane.js. @type {Int32Array} */
let state;
/** @type {WebSocket} */
let socket;

// The first message says where, each later one is a frame to send.
onmessage = ({ data }) => (memory ? socket.send(data) : begin(data));

function end() {
  Atomics.store(state, 0, 2);
  close();
}

/** @param {{memory: SharedArrayBuffer, server: string, documentID: string}} page */
async function begin({ memory: shared, server, documentID }) {
  memory = shared;
  state = new Int32Array(memory, 0, 3);
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
    if (12 + bytes.length > memory.byteLength) memory.grow(12 + bytes.length);
  } catch {
    return end(); // larger than it may become: the page gets the answer by a request
  }
  new Uint8Array(memory, 12).set(bytes);
  Atomics.store(state, 2, bytes.length);
  Atomics.store(state, 1, +line.split(' ', 2)[1]);
}
