// The fast lane: where the document is isolated, a worker has a socket of its own for blocking calls, and the page
// spins until the answer is in memory that both share. If the worker fails, the same call goes by a request, and joins
// what runs.
'use strict';

/** @type {any} */ (window)._bridge(({ Worker, tag, documentID, later, setLane, limits, addSilence }) => {
  const server = new URL(tag.src).origin;
  const page = /** @type {any} */ (window);
  const { performance } = page;
  /** @type {any} a Worker */
  let lane;
  /**
   * Whether the worker's socket is open (1) or over (2); the last call answered; the size of that answer in bytes; the
   * call for which the worker asks whether the server is there, negative until it knows. The answer follows.
   * @type {Int32Array}
   */
  let state;
  let given = 0; // the last call that was given to it
  let vain = 0; // calls in a row that a request brought sooner
  let isProven = false; // its socket moves while the page stands still

  function start() {
    if (lane || vain > 2) return;
    try {
      given = 0;
      state = new Int32Array(new page.SharedArrayBuffer(1 << 16, { maxByteLength: 1 << 26 }), 0, 4);
      lane = new Worker(server + tag.dataset.lane.split(' ')[2]);
      lane.postMessage({ memory: state.buffer, server, documentID });
    } catch {
      vain = 3; // Trusted Types
    }
  }

  const end = () => (lane = lane?.terminate()); // undefined

  start();
  setLane({
    end,

    /** @param {number} n @param {string} message @returns the answer, unless it has to come by a request */
    spin(n, message) {
      // What is large is not faster here.
      if (!lane || state[0] !== 1 || state[1] !== given || message.length > 1 << 18) return;
      given = n | 0;
      lane.postMessage(message);
      const start = performance.now();
      const longest = (limits().call ?? 60) * 1000;
      let isLooking = false;
      for (let turns = 1; page.Atomics.load(state, 1) !== given; turns++) {
        if (turns & 31) {
          page.Atomics.pause?.();
          continue;
        }
        const time = performance.now() - start;
        if (state[0] !== 1) return;
        if (time <= 250) continue;
        // A request cannot be ended, so it begins when the worker knows that the server answers. An unproven worker may
        // know nothing while the page stands still, and one that does not even begin to look is hung.
        if (!isProven || page.Atomics.load(state, 3) === given) return;
        if (!isLooking) lane.postMessage(given);
        isLooking = true;
        if (time > 500 && page.Atomics.load(state, 3) !== -given) return;
        if (time <= longest) continue;
        addSilence(Infinity); // the next call does not wait
        return { text: '' };
      }
      vain = 0;
      isProven = true;
      return { status: 200, text: new TextDecoder().decode(new Uint8Array(state.buffer).slice(16, 16 + state[2])) };
    },

    /** Looks after it, when call `n` was answered by a request. @param {number} n @param {string} answer */
    tend(n, answer) {
      if (state?.[1] !== given) {
        // This one, or one before it: then the worker is killed, hung or cut off.
        if (given !== (n | 0)) end();
        else if (answer.length < 1 << 16) vain++;
      }
      if (vain > 2 || state?.[0] === 2) end();
      if (!lane) later(start);
    },
  });
});
