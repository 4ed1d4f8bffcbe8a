'use strict';
{
  const results = new Results('promise');
  const form = document.querySelector('#promise form');

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const celsius = form.celsius.valueAsNumber;
    try {
      const fahrenheit = await native.thermometer.fahrenheit(celsius);
      results.show(`${fahrenheit.toFixed(1)} °F`);
    } catch (error) {
      results.show(`an error with the code ${error.code}`);
    }
  });
}
