// All pages use this script. It shows prices from Swift.
'use strict';

/** @param {number} amount */
const euros = (amount) => `${amount} €`;

// <output data-room="lake" data-nights="2"> shows the price from Swift. The call blocks, so no placeholder is needed.
for (const place of document.querySelectorAll('[data-room]')) {
  const { room, nights } = place.dataset;
  place.textContent = euros(bridge.call('hotel.price', { room, nights: Number(nights ?? 1) }));
}
