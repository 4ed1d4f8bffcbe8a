// Makes `navigator.geolocation` report positions from Swift. The server inserts this additional script after the page
// script if the program provides a location service.
(() => {
'use strict';

// The browser's functions, stored because pages may replace the globals later.
const page = /** @type {any} */ (window);
const { document, navigator, Object, Date, setTimeout, clearTimeout, queueMicrotask } = page;
const { Geolocation, GeolocationPosition, GeolocationCoordinates, GeolocationPositionError, Permissions } = page;
const call = page.native?.call;
const { geolocation } = navigator;
if (!call || !geolocation) return;
const own = { ...Geolocation.prototype }; // the browser's functions

/**
 * Creates an object of a browser class. The values are own properties of the object, because the getters of the class
 * reject objects that the browser has not created.
 * @returns {any}
 */
const make = (type, values) => {
  // Some browsers provide the class only in secure contexts.
  const object = Object.create(type?.prototype ?? {});
  for (const name in values) Object.defineProperty(object, name, { value: values[name], enumerable: true });
  return Object.defineProperty(object, 'toJSON', { value: () => ({ ...values }) });
};

/** Calls a callback of the page, and reports its exception. @param {any} callback @param {any} value */
const tell = (callback, value) => {
  try {
    callback?.(value);
  } catch (error) {
    queueMicrotask(() => {
      throw error; // Reported as an uncaught exception of the page.
    });
  }
};

/** The functions that stop the watches, by id. @type {Map<number, () => void>} */
const watches = new Map();
let lastID = 0;
let known, knownSince; // The last position, and the time of its arrival.

/** The functions that start the timeouts of waiting requests. @type {Set<() => void>} */
const patient = new Set();
let isAway = false;
addEventListener('bridgeback', () => (isAway = false));
addEventListener('bridgeaway', () => {
  isAway = true;
  patient.forEach((begin) => begin());
});

/**
 * Requests positions from Swift.
 * @param {string} name @param {number} id the watch's id, or 0
 * @param {any} success @param {any} failure @param {any} options
 */
async function request(name, id, success, failure, options) {
  const { timeout, maximumAge } = options;
  const answer = call(`_bridge.location.${name}`, options);
  let timer;
  let isOver = false;
  const end = () => {
    isOver = true;
    patient.delete(begin);
    clearTimeout(timer);
    if (id) watches.delete(id);
    answer.cancel();
  };
  const fail = (code, message, isLast = true) => {
    if (isLast) end();
    tell(failure, make(GeolocationPositionError, { code, message }));
  };
  const give = (position) => {
    clearTimeout(timer);
    if (!id) end();
    tell(success, position);
  };
  // Starts the timeout. Called only when Swift has allowed the request, because Swift may have to ask the user first.
  // Also called when the server is unreachable, because Swift cannot answer then.
  const begin = () => {
    // A timer's delay is limited to 2^31 - 1 ms.
    if (patient.delete(begin) && timeout < 2 ** 31) timer = setTimeout(fail, timeout, 3, 'No position in time', !id);
  };
  patient.add(begin);
  if (isAway) begin();
  if (id) watches.set(id, end);
  try {
    for await (const given of answer) {
      if (isOver) return;
      if (given === false) {
        // No service is bound, so the browser answers the request.
        end();
        const ownID = own[name].call(geolocation, success, failure, options);
        if (id) watches.set(id, () => own.clearWatch.call(geolocation, ownID));
        return;
      }
      begin();
      if (given === true) {
        if (known && Date.now() - knownSince < maximumAge) give(known);
      } else if (given.code) fail(given.code, given.message);
      else {
        const { timestamp, ...coords } = given;
        if (coords.speed === 0) coords.heading = NaN; // The standard requires NaN if the device does not move.
        known = make(GeolocationPosition, { coords: make(GeolocationCoordinates, coords), timestamp });
        knownSince = Date.now();
        give(known);
      }
    }
  } catch (error) {
    if (!isOver) fail(2, String(error));
  }
}

const whole = (value) => Math.min(Math.max(Math.round(+value), 0) || 0, 2 ** 32 - 1);

/**
 * Checks the arguments and starts a request. Invalid arguments are passed to the browser's function, which reports the
 * error. Requests from a document that is no longer shown are also passed to that function.
 * @param {string} name @param {any} self @param {IArguments} given
 */
function ask(name, self, given) {
  const [success, failure, options] = given;
  const isFine =
    self === geolocation &&
    document.defaultView &&
    typeof success === 'function' &&
    typeof (failure ?? success) === 'function' &&
    (options == null || Object(options) === options);
  if (!isFine) return own[name].apply(self, given);
  const { enableHighAccuracy: isExact, maximumAge = 0, timeout = Infinity } = options ?? {};
  const wanted = { enableHighAccuracy: !!isExact, maximumAge: whole(maximumAge), timeout: whole(timeout) };
  const id = name === 'watchPosition' ? ++lastID : 0;
  request(name, id, success, failure, wanted);
  return id;
}

Object.assign(Geolocation.prototype, {
  getCurrentPosition(success) {
    ask('getCurrentPosition', this, arguments);
  },
  watchPosition(success) {
    return ask('watchPosition', this, arguments);
  },
  clearWatch(id) {
    const stop = watches.get(id | 0);
    if (!stop) return own.clearWatch.apply(this, arguments);
    watches.delete(id | 0);
    stop();
  },
});

const query = Permissions?.prototype.query;
if (!query) return;
Permissions.prototype.query = async function (descriptor) {
  const status = await query.apply(this, arguments);
  const state = status.name === 'geolocation' && (await call('_bridge.location.permission'));
  return state ? Object.defineProperty(status, 'state', { value: state, configurable: true }) : status;
};
})();
