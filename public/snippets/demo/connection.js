'use strict';
if ('bridge' in window) {
  const status = document.querySelector('#connection');

  const show = (state, text) => {
    if (status.dataset.state === state) return; // what has not changed is not announced
    status.dataset.state = state;
    status.textContent = text;
  };

  // One question at a time: while there is no connection it waits, and its answer says that there is one again.
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
