'use strict';
{
  const results = new Results('progress');
  const bar = document.querySelector('#progress-bar');
  const [start, cancel] = document.querySelectorAll('#progress button');

  start.addEventListener('click', () => {
    start.disabled = true;
    cancel.disabled = false;
    results.show('running');
    bridge.call('longTask.start', 3, (progress) => {
      bar.value = progress.percent;
      if (progress.state === 'running') return;
      results.show(`${progress.state} at ${progress.percent} %`);
      // Moves the focus before the focused button is disabled, because a disabled button leaves the tab order.
      start.disabled = false;
      if (document.activeElement === cancel) start.focus();
      cancel.disabled = true;
    });
    cancel.focus();
  });

  cancel.addEventListener('click', () => bridge.call('longTask.cancel'));
}
