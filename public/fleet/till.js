'use strict';
const { body } = document;
const find = (selector) => document.querySelector(selector);
// The host till-1.lakeside.localhost belongs to till 1.
const name = location.hostname.split('.')[0].replace('-', ' ');
let rings = 0;

function say(text) {
  find('.said').textContent = text;
}

/** Lets a button call a function of Swift, and shows its result or its error. */
function bind(selector, call) {
  find(selector).onclick = () => call().then(say, (error) => say(error.message));
}

bridge.register('ring', () => {
  say(`Rang ${++rings === 1 ? 'once' : `${rings} times`} since this page was loaded.`);
  body.classList.remove('ringing');
  requestAnimationFrame(() => body.classList.add('ringing'));
});
bind('#print', () => native.printer.print(`A receipt of ${name}`));
bind('#ring', () => native.till.ringAll());

addEventListener('bridgeaway', (event) => {
  event.preventDefault();
  body.classList.add('away');
  find('.badge').textContent = 'looks for a server…';
});
addEventListener('bridgeback', () => {
  body.classList.remove('away');
  showServer();
});

async function showServer() {
  const server = await native.till.open(name);
  body.dataset.server = server;
  find('.badge').textContent = `served by ${server}`;
}

find('.name').textContent = document.title = name;
// WebKitGTK keeps no cookies of other hosts in iframes if it does not know the top-level domain. Without cookies, a
// page has no server.
document.cookie = 'probe=1; SameSite=Strict';
if (document.cookie.includes('probe')) showServer();
else find('.badge').textContent = 'needs a tab: click its name above';
