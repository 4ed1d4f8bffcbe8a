// Shows the offer for the request that was submitted with the form in book.html.
'use strict';

const asked = new URLSearchParams(location.search);
const room = asked.get('room') ?? 'lake';
const nights = Number(asked.get('nights') ?? 1);
/** @param {string} id */
const place = (id) => /** @type {HTMLElement} */ (document.querySelector(`#${id}`));

place('price').textContent = `${bridge.call('hotel.price', { room, nights })} €`;
place('terms').textContent = `${nights === 1 ? 'One night' : `${nights} nights`} for two, with breakfast and boat.`;
/** @type {HTMLAnchorElement} */ (place('book')).href = `/book.html?room=${encodeURIComponent(room)}`;
