'use strict';
{
  const element = (id) => document.querySelector(`#${id}`);
  const results = new Results('history');

  /** @param {string} tag @param {string} textContent @param {string} [className] */
  const make = (tag, textContent, className = '') =>
    Object.assign(document.createElement(tag), { textContent, className });

  /** @param {number} bytes */
  function size(bytes) {
    if (bytes < 1000) return `${bytes} B`;
    const kilobytes = bytes / 1000;
    return kilobytes < 1000 ? `${kilobytes.toFixed(0)} kB` : `${(kilobytes / 1000).toFixed(1)} MB`;
  }

  /** @param {string} target a URL */
  const short = (target) => (target.startsWith(location.origin) ? target.slice(location.origin.length) || '/' : target);

  /** @param {{target: string, decision: string, reason?: string}} entry */
  function line({ target, decision, reason }) {
    const item = document.createElement('li');
    const word = make('span', decision, 'decision');
    word.dataset.decision = decision;
    item.append(make('span', short(target)), word);
    if (reason) item.append(make('small', reason, 'reason'));
    return item;
  }

  /** @param {{name: string, bytes: number, fraction?: number, state: string, reason?: string}} download */
  function download({ name, bytes, fraction, state, reason }) {
    const item = document.createElement('li');
    const bar = document.createElement('progress');
    if (fraction != null) bar.value = fraction; // Without a value, the bar is indeterminate.
    bar.setAttribute('aria-label', name);
    item.append(make('span', name), make('small', `${size(bytes)}, ${state}`), bar);
    if (reason) item.append(make('small', reason, 'reason failed'));
    return item;
  }

  const file = ({ name, bytes }) => {
    const item = document.createElement('li');
    item.append(make('span', name), make('small', size(bytes)));
    return item;
  };

  const shown = {};
  /**
   * Draws a list again if its values have changed.
   * @param {string} id @param {any[]} values @param {(value: any) => Element} draw
   */
  function list(id, values, draw) {
    const json = JSON.stringify(values);
    if (shown[id] === json) return;
    shown[id] = json;
    element(id).replaceChildren(...values.map(draw));
  }

  document.addEventListener('browser', ({ detail: state }) => {
    element('seen-title').textContent = state.title;
    element('seen-url').textContent = state.url ?? '';
    element('seen-state').textContent = state.loading + (state.reason ? `: ${state.reason}` : '');
    element('seen-progress').textContent = `${Math.round(state.progress * 100)} %`;
    element('seen-history').textContent =
      [state.canGoBack && 'back', state.canGoForward && 'forward'].filter(Boolean).join(', ') || 'nowhere';
    list('decisions', [...state.decisions].reverse().slice(0, 8), line);
    list('downloads', state.downloads, download);
    list('files', state.files, file);
  });

  let step = Number(new URLSearchParams(location.search).get('step'));
  /** @param {string} path */
  function push(path) {
    history.pushState(null, '', path);
    // No history entry is added if Swift has handled the navigation.
    if (location.pathname + location.search === path) results.show(`The address is now ${path}`);
  }
  element('push').addEventListener('click', () => push(`${location.pathname}?step=${++step}`));
  element('push-native').addEventListener('click', () => push('/native/tab/2'));
  element('push-swift').addEventListener('click', () => native.browser.push(`${location.pathname}?step=${++step}`));
  addEventListener('popstate', () => {
    results.show(`popstate: the address is now ${location.pathname}${location.search}`);
  });

  element('load').addEventListener('submit', async (event) => {
    event.preventDefault();
    results.show('');
    await native.browser.load(element('load-address').value).catch(({ code }) => {
      results.show(code === 'denied' ? 'Swift does not go there.' : 'That is no address.');
    });
  });

  element('make').addEventListener('click', () => {
    const text = `${'All work and no play makes a dull page. '.repeat(25)}\n`;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(Array(48_000).fill(text), { type: 'text/plain' }));
    link.download = 'made-in-the-page.txt';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  });
}
