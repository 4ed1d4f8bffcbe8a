'use strict';
{
  const map = new TownMap();
  const element = (id) => document.querySelector(`#${id}`);
  const points = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'];
  let watch, last;
  let way = 0; // The distance travelled, in metres.

  const degrees = (value, [positive, negative]) => `${Math.abs(value).toFixed(5)}° ${value < 0 ? negative : positive}`;

  const say = (text, failed = false) => {
    element('state').textContent = text;
    element('state').toggleAttribute('data-failed', failed);
  };

  /** @param {GeolocationPosition} position */
  function show({ coords, timestamp }) {
    const { latitude, longitude, altitude, accuracy, heading, speed } = coords;
    const { x, y } = TownMap.place(coords);
    if (last) {
      const step = Math.hypot(x - last.x, y - last.y);
      if (step < 200) way += step; // A larger step is a new start of the ride, not a movement.
    }
    const interval = last ? timestamp - last.timestamp : 0;
    last = { x, y, timestamp };
    map.move(coords, Math.min(Math.max(interval, 100), 2000));
    element('away').hidden = Math.hypot(x, y) < 5000;
    element('speed').textContent = speed === null ? '–' : (speed * 3.6).toFixed(0);
    const knowsCourse = Number.isFinite(heading) && heading !== null;
    element('course').textContent = knowsCourse ? `${heading.toFixed(0)}° ${points[Math.round(heading / 45) % 8]}` : '–';
    element('latitude').textContent = degrees(latitude, 'NS');
    element('longitude').textContent = degrees(longitude, 'EW');
    element('altitude').textContent = altitude === null ? '–' : `${altitude.toFixed(0)} m`;
    element('precision').textContent = `± ${accuracy.toFixed(0)} m`;
    element('way').textContent = way < 1000 ? `${way.toFixed(0)} m` : `${(way / 1000).toFixed(2)} km`;
    say('Watched.');
  }

  /** @param {GeolocationPositionError} error */
  function complain({ code, message, PERMISSION_DENIED }) {
    say(`No position: ${message}`, true);
    if (code === PERMISSION_DENIED) stop();
  }

  function start() {
    say('Waiting for a position…');
    element('watch').textContent = 'Stop';
    watch = navigator.geolocation.watchPosition(show, complain);
  }

  function stop() {
    navigator.geolocation.clearWatch(watch);
    watch = undefined;
    element('watch').textContent = 'Watch';
  }

  element('watch').addEventListener('click', () => {
    if (watch === undefined) return start();
    stop();
    say('Not watched.');
  });
  element('overview').addEventListener('click', ({ target }) => {
    const showsAll = target.getAttribute('aria-pressed') === 'false';
    target.setAttribute('aria-pressed', showsAll);
    map.show(showsAll);
  });
  if ('bridge' in window) start();
}
