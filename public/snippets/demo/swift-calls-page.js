'use strict';
{
  const results = new Results('page');
  const form = document.querySelector('#page form');

  window.bridge?.register('addValue', (a, b) => {
    results.add(`this page adds ${a} and ${b}`);
    return a + b;
  });

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const numbers = [form.first.valueAsNumber, form.second.valueAsNumber];
    results.show('Swift is asked to call');
    bridge.call('page.letPageAdd', numbers, (answer) => results.add(answer));
  });
}
