'use strict';
{
  const results = new Results('callback');
  const [one, three] = document.querySelectorAll('#callback button');

  one.addEventListener('click', () => {
    const returned = bridge.call('asyncStyledFunction', (value) => {
      results.add(`the callback got ${value}`);
    });
    results.show(`the call returned ${JSON.stringify(returned)}`);
  });

  three.addEventListener('click', () => {
    const returned = bridge.call('asyncFunction', 1, (value) => {
      results.add(`the callback got ${value}`);
    });
    results.show(`the call returned ${JSON.stringify(returned)}`);
  });
}
