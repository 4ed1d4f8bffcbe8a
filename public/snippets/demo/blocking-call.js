'use strict';
{
  const results = new Results('blocking');
  const form = document.querySelector('#blocking form');

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const number = form.number.valueAsNumber;
    const start = performance.now();
    const sum = bridge.call('addingOne', number);
    results.show(`${sum}, after ${(performance.now() - start).toFixed(1)} ms`);
  });
}
