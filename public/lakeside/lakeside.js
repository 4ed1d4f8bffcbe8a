// What the pages share: prices from Swift.
'use strict';

/** @param {number} amount */
const euros = (amount) => `${amount} €`;

// <output data-room="lake" data-nights="2">: the price, which Swift knows. The call blocks, so it is there at once.
for (const place of document.querySelectorAll('[data-room]')) {
  const { room, nights } = place.dataset;
  place.textContent = euros(bridge.call('hotel.price', { room, nights: Number(nights ?? 1) }));
}
