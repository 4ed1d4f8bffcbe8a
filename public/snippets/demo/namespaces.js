'use strict';
{
  const results = new Results('namespaces');

  for (const button of document.querySelectorAll('#namespaces button')) {
    button.addEventListener('click', () => {
      const name = bridge.call(button.value);
      results.show(name);
    });
  }
}
