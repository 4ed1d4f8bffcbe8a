// The fast lane: where the document is isolated, a worker has a socket of its own for blocking calls, and the page
// spins until the answer is in memory that both share. If the worker fails, the same call goes by a request, and joins
// what runs.

/** @type {any} a Worker */
let lane;
/**
 * Whether its socket is open (1) or over (2); the last call answered; the bytes of that answer, which follows.
 * @type {Int32Array}
 */
let state;
let given = 0; // the last call that was given to it
let vain = 0; // calls in a row that a request brought sooner

/** @param {number} n @param {string} frame @returns the answer, unless it has to come by a request */
function spin(n, frame) {
  // What is large is not faster here.
  if (!lane || state[0] !== 1 || state[1] !== given || frame.length > 1 << 18) return;
  given = n | 0;
  lane.postMessage(frame);
  const start = now();
  for (let turns = 1; page.Atomics.load(state, 1) !== given; turns++) {
    if (turns & 31) page.Atomics.pause?.();
    else if (now() - start > 250 || state[0] !== 1) return;
  }
  vain = 0;
  return { status: 200, text: new TextDecoder().decode(new Uint8Array(state.buffer).slice(12, 12 + state[2])) };
}

/** Looks after it, when call `n` was answered by a request. @param {number} n @param {string} answer */
function tend(n, answer) {
  if (state?.[1] !== given) {
    // This one, or one before it: then the worker is killed, hung or cut off.
    if (given !== (n | 0)) endLane();
    else if (answer.length < 1 << 16) vain++;
  }
  if (vain > 2 || state?.[0] === 2) endLane();
  if (!lane) later(startLane);
}

function startLane() {
  // A policy of the page's own may forbid workers, which would be an error in its console.
  if (lane || over || vain > 2 || !page.crossOriginIsolated || !tag?.dataset.lane || document.querySelector('[http-equiv*=policy i]')) return;
  try {
    given = 0;
    state = new Int32Array(new page.SharedArrayBuffer(1 << 16, { maxByteLength: 1 << 26 }), 0, 3);
    lane = new Worker(server + tag.dataset.lane);
    lane.postMessage({ memory: state.buffer, server, documentID });
  } catch {
    vain = 3; // Trusted Types
  }
}

const endLane = () => (lane = lane?.terminate()); // undefined
