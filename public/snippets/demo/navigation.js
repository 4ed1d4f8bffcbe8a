'use strict';
{
  const results = new Results('navigation');
  const push = document.querySelector('#navigation button[name=push]');

  // Stays as it is when Swift handles a navigation: this document is not loaded again.
  document.querySelector('#opened').textContent = new Date().toLocaleTimeString();

  window.bridge?.register('showNative', (text) => {
    results.show(text);
  });

  push.addEventListener('click', () => {
    history.pushState(null, '', push.value);
    // An entry that Swift has handled is not made.
    if (location.pathname === push.value) results.show(`the address is now ${location.pathname}`);
  });
}
