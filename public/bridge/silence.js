// Measures the time for which the page receives nothing from its server. The page script decides when the page counts
// as offline. The server delivers this file and navigation.js as one script.

/** @type {any} */ (window)._bridge(({ addSilence, isBlocked }) => {
  let last = Date.now();
  setInterval(() => {
    const now = Date.now();
    // If a tick is late, the page was blocked, frozen or throttled, and data from the server may still be queued. Such
    // time does not count. Blocking calls are checked separately, because Firefox may run timers during them.
    const isRunning = now - last < 2000 && !document.hidden && !isBlocked();
    last = now;
    if (isRunning) addSilence(1);
  }, 1000);
});
