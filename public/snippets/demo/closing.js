'use strict';
{
  const results = new Results('closing');

  window.bridge?.register('showDismissal', (text) => {
    results.show(text);
  });

  document.querySelector('#closing button').addEventListener('click', () => {
    window.close();
  });
}
