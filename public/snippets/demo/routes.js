'use strict';
{
  const results = new Results('routes');
  const [start, stop] = document.querySelectorAll('#routes button');
  let events;

  start.addEventListener('click', () => {
    start.disabled = true;
    stop.disabled = false;
    stop.focus();
    events = new EventSource('/api/temperature');
    events.onmessage = (event) => results.show(`${JSON.parse(event.data).toFixed(1)} °C`);
    events.onerror = () => results.add('connecting again');
  });

  stop.addEventListener('click', () => {
    events.close();
    results.add('stopped');
    // Moves the focus before the focused button is disabled, because a disabled button leaves the tab order.
    start.disabled = false;
    if (document.activeElement === stop) start.focus();
    stop.disabled = true;
  });
}
