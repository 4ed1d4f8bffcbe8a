// Measures the time in which the page hears nothing from its server, for the shim, which decides when the page is
// offline. One script with navigation.js.

/** @type {any} */ (window)._bridge(({ addSilence, isBlocked }) => {
  let last = Date.now();
  setInterval(() => {
    const now = Date.now();
    // A late tick: the page was blocked, frozen or slowed down, and what the server has sent may still be in a queue.
    // Firefox may run timers inside a blocking call.
    const isRunning = now - last < 2000 && !document.hidden && !isBlocked();
    last = now;
    if (isRunning) addSilence(1);
  }, 1000);
});
