// The fast lane, for cross-origin isolated documents. A worker has a separate socket for blocking calls. During a call,
// the page checks the shared memory in a loop (it "spins") until the answer is there. If the worker fails, the page
// repeats the call as a request, and receives the answer of the function that is already running.
'use strict';

/** @type {any} */ (window)._bridge(({ Worker, tag, documentID, later, setLane, limits, addSilence }) => {
  const server = new URL(tag.src).origin;
  const page = /** @type {any} */ (window);
  const { performance } = page;
  /** The worker, or undefined. @type {any} */
  let lane;
  /**
   * The shared memory. The answer to the last call follows these four integers:
   * - [0] The state of the worker's socket: 1 is open, and 2 is closed.
   * - [1] The number of the last answered call.
   * - [2] The size of its answer, in bytes.
   * - [3] The number of the call during which the worker last checked whether the server answers. It is negative until
   *   that check has ended.
   * @type {Int32Array}
   */
  let state;
  let given = 0; // The number of the last call that was sent to the worker.
  let failures = 0; // The number of consecutive calls that were answered through a request before the worker answered.
  let isProven = false; // Whether the worker has answered a call while the page was blocked.

  function start() {
    if (lane || failures > 2) return;
    try {
      given = 0;
      state = new Int32Array(new page.SharedArrayBuffer(1 << 16, { maxByteLength: 1 << 26 }), 0, 4);
      lane = new Worker(server + tag.dataset.lane.split(' ')[2]);
      lane.postMessage({ memory: state.buffer, server, documentID });
    } catch {
      failures = 3; // Trusted Types may forbid workers.
    }
  }

  // Ends the worker. `terminate` returns undefined, so `lane` becomes undefined too.
  const end = () => (lane = lane?.terminate());

  start();
  setLane({
    end,

    /**
     * Sends a blocking call to the worker, and spins until it is answered.
     * @param {number} n the call's number
     * @param {string} message
     * @returns the answer, or undefined if the page must send a request
     */
    spin(n, message) {
      // The fast lane is not faster for large messages.
      if (!lane || state[0] !== 1 || state[1] !== given || message.length > 1 << 18) return;
      given = n | 0;
      lane.postMessage(message);
      const start = performance.now();
      const longest = (limits().call ?? 60) * 1000;
      let isChecking = false;
      for (let turns = 1; page.Atomics.load(state, 1) !== given; turns++) {
        if (turns & 31) {
          page.Atomics.pause?.();
          continue;
        }
        const time = performance.now() - start;
        if (state[0] !== 1) return;
        if (time <= 250) continue;
        // A request cannot be cancelled, so the page sends one only after the worker has found that the server answers.
        // If the worker has never answered while the page was blocked, the page does not wait for this check, because
        // the worker may be unable to run during that time. A worker that does not start the check is stuck.
        if (!isProven || page.Atomics.load(state, 3) === given) return;
        if (!isChecking) lane.postMessage(given);
        isChecking = true;
        if (time > 500 && page.Atomics.load(state, 3) !== -given) return;
        if (time <= longest) continue;
        addSilence(Infinity); // The page is offline, so the next call fails immediately.
        return { text: '' };
      }
      failures = 0;
      isProven = true;
      return { status: 200, text: new TextDecoder().decode(new Uint8Array(state.buffer).slice(16, 16 + state[2])) };
    },

    /**
     * Restarts or ends the worker after call `n` was answered through a request.
     * @param {number} n @param {string} answer
     */
    tend(n, answer) {
      if (state?.[1] !== given) {
        // The worker has not answered the last call that was sent to it. If that call was made before call `n`, the
        // worker is stuck or disconnected.
        if (given !== (n | 0)) end();
        else if (answer.length < 1 << 16) failures++;
      }
      if (failures > 2 || state?.[0] === 2) end();
      if (!lane) later(start);
    },
  });
});
