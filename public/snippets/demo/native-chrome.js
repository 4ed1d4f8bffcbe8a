'use strict';
// Simulates a program's native views: a toolbar, and a card for navigations that Swift has handled. Both show state
// from Swift, and the page decides nothing. Each document creates these views again. Other scripts of the page receive
// the state in the event `browser`.
if ('bridge' in window) {
  const symbols = {
    back: '<path d="M15 5l-7 7 7 7"/>',
    forward: '<path d="M9 5l7 7-7 7"/>',
    reload: '<path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.4M20 4.4v5h-5"/>',
    stop: '<path d="M6.5 6.5l11 11M17.5 6.5l-11 11"/>',
    window: '<rect x="3.5" y="5" width="17" height="14" rx="3"/><path d="M3.5 9.5h17M7 7.3h.01M9.6 7.3h.01"/>',
    phone:
      '<path d="M6.2 3.8l2.6.6 1.3 3.7-1.9 1.7a12 12 0 0 0 6 6l1.7-1.9 3.7 1.3.6 2.6' +
      'a2 2 0 0 1-2 2.4A16 16 0 0 1 3.8 5.8a2 2 0 0 1 2.4-2z"/>',
  };
  const picture = (name) => `<svg viewBox="0 0 24 24" aria-hidden="true">${symbols[name] ?? symbols.window}</svg>`;
  const tool = (id, label) =>
    `<button type="button" class="tool" id="${id}" aria-label="${label}" title="${label}" disabled>` +
    `${picture(id)}</button>`;

  const toolbar = document.querySelector('.toolbar');
  toolbar.innerHTML = `
    <div class="tools">${tool('back', 'Back')}${tool('forward', 'Forward')}${tool('reload', 'Reload')}</div>
    <div class="place"><b id="title"></b><span id="address"></span></div>
    <span class="word" id="word"></span>
    <div class="line" id="line" data-over></div>`;
  const [back, forward, reload, title, address, word, line] = [
    'back', 'forward', 'reload', 'title', 'address', 'word', 'line'
  ].map((id) => toolbar.querySelector(`#${id}`));

  back.addEventListener('click', () => native.browser.goBack());
  forward.addEventListener('click', () => native.browser.goForward());
  reload.addEventListener('click', () => native.browser[reload.dataset.does]());

  /** @param {'reload' | 'stop'} what the new function of the button that reloads or stops */
  function become(what) {
    reload.disabled = false;
    if (reload.dataset.does === what) return;
    reload.dataset.does = what;
    reload.title = what === 'stop' ? 'Stop' : 'Reload';
    reload.ariaLabel = reload.title;
    reload.innerHTML = picture(what);
  }

  bridge.register('showBrowser', (state) => {
    const isLoading = state.loading === 'loading';
    back.disabled = !state.canGoBack;
    forward.disabled = !state.canGoForward;
    become(isLoading ? 'stop' : 'reload');
    const url = new URL(state.url ?? location.href);
    title.textContent = state.title || url.host;
    address.textContent = url.host + (url.pathname === '/' ? '' : url.pathname) + url.search + url.hash;
    word.textContent = isLoading ? `${Math.round(state.progress * 100)} %` : state.loading === 'failed' ? 'Failed' : '';
    line.style.setProperty('--progress', state.progress);
    line.toggleAttribute('data-over', !isLoading);
    document.dispatchEvent(new CustomEvent('browser', { detail: state }));
  });

  const card = document.createElement('dialog');
  card.className = 'card';
  card.setAttribute('aria-labelledby', 'card-title');
  card.innerHTML =
    '<div class="symbol"></div><h2 id="card-title"></h2><p></p><form method="dialog"><button>Done</button></form>';
  document.body.append(card);

  bridge.register('showNative', (text, screen) => {
    card.querySelector('.symbol').innerHTML = picture(screen.symbol);
    card.querySelector('h2').textContent = screen.title;
    card.querySelector('p').textContent = text;
    if (!card.open) card.showModal();
  });

  native.browser.draw();
}
