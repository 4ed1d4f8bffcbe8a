'use strict';
{
  const results = new Results('sequence');
  const [start, stop] = document.querySelectorAll('#sequence button');
  let stopped;

  start.addEventListener('click', async () => {
    start.disabled = true;
    stop.disabled = stopped = false;
    stop.focus();
    for await (const celsius of native.thermometer.readings()) {
      results.show(`${celsius.toFixed(1)} °C`);
      if (stopped) break;
    }
    results.add('stopped');
    // Moves the focus before the focused button is disabled, because a disabled button leaves the tab order.
    start.disabled = false;
    if (document.activeElement === stop) start.focus();
    stop.disabled = true;
  });

  stop.addEventListener('click', () => (stopped = true));
}
