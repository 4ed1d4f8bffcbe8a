'use strict';
// The servers and the tills are always the same: only their states change.
const find = (selector) => document.querySelector(selector);
const words = { runs: 'runs', stops: 'finishes its calls', ended: 'has ended, and starts again soon', starts: 'starts' };

/** Creates an element with children. */
function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** Creates a button that calls a function of Swift, and shows its result or its error. */
function button(text, call) {
  const made = element('button', { type: 'button', textContent: text });
  made.onclick = () => call().then((said) => said && say(said), (error) => say(error.message));
  return made;
}

function say(text) {
  find('#said').textContent = text;
}

const servers = new Map(['A', 'B', 'C'].map((name) => {
  const state = element('p', { className: 'muted' });
  const buttons = {
    kill: button('Kill', () => native.stage.kill(name)),
    stop: button('Stop', () => native.stage.stop(name)),
    begin: button('Start', () => native.stage.begin(name)),
  };
  buttons.kill.title = 'SIGKILL: ends at once';
  buttons.stop.title = 'SIGTERM: finishes its calls and ends';
  const card = element('div', {},
    element('div', { className: 'row' },
      element('h2', { className: 'badge', textContent: `Server ${name}` }), ...Object.values(buttons)),
    state);
  card.dataset.server = name;
  find('.servers').append(card);
  return [name, { card, state, buttons }];
}));

const tills = new Map([1, 2, 3, 4, 5, 6].map((number) => {
  const name = `till ${number}`;
  const badge = element('span', { className: 'badge' });
  const address = `//till-${number}.${location.host}/till.html`;
  const link = element('a', { textContent: name, href: address, target: '_blank' });
  // The server of the till checks which page shows it.
  const iframe = element('iframe', { title: name, referrerPolicy: 'origin', src: address });
  const card = element('div', {},
    element('div', { className: 'row' },
      element('h2', {}, link), badge, button('Ring', () => native.stage.ring(name))),
    iframe);
  find('.tills').append(card);
  return [name, { card, badge }];
}));

find('#ring-all').onclick = () => native.stage.ringAll().then(say, (error) => say(error.message));

function show(scene) {
  for (const [name, { card, state, buttons }] of servers) {
    const is = scene.servers[name] ?? 'starts';
    const count = Object.values(scene.tills).filter((server) => server === name).length;
    card.dataset.state = is;
    state.textContent = is === 'runs' ? `runs, with ${count} ${count === 1 ? 'till' : 'tills'}` : words[is];
    buttons.kill.hidden = buttons.stop.hidden = is === 'ended';
    buttons.kill.disabled = is === 'starts';
    buttons.stop.disabled = is !== 'runs';
    buttons.begin.hidden = is !== 'ended';
  }
  for (const [name, { card, badge }] of tills) {
    const server = scene.tills[name];
    card.dataset.server = server ?? '';
    badge.textContent = server ? `at server ${server}` : 'moves';
  }
}

(async () => {
  for await (const scene of native.stage.scenes()) show(scene);
})();
