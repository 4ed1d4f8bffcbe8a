'use strict';
{
  const results = new Results('navigation');
  const push = document.querySelector('#navigation button[name=push]');

  // The time does not change when Swift handles a navigation, because this document is not loaded again.
  document.querySelector('#opened').textContent = new Date().toLocaleTimeString();

  window.bridge?.register('showNative', (text) => {
    results.show(text);
  });

  push.addEventListener('click', () => {
    history.pushState(null, '', push.value);
    // No history entry is added if Swift has handled the navigation.
    if (location.pathname === push.value) results.show(`the address is now ${location.pathname}`);
  });
}
