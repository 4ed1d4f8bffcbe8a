'use strict';
if ('bridge' in window) {
  const status = document.querySelector('#connection');

  const show = (state, text) => {
    if (status.dataset.state === state) return; // An unchanged state is not announced again.
    status.dataset.state = state;
    status.textContent = text;
  };

  // The next call is made only after an answer, so at most one call is pending. Without a connection, the pending call
  // waits. Its answer then shows that the connection is back.
  const ask = () => {
    const late = setTimeout(() => show('lost', 'No answer from Swift; trying again…'), 2000);
    bridge.call('heartbeat.beat', () => {
      clearTimeout(late);
      show('connected', 'Connected to Swift');
      setTimeout(ask, 1000);
    });
  };
  ask();
}
