// Makes `getUserMedia` ask Swift for permission before it asks the browser. The server inserts this additional script
// after the page script if the program provides a camera and microphone service.
(() => {
'use strict';

// The browser's functions, stored because pages may replace the globals later.
const page = /** @type {any} */ (window);
const { navigator, Object, Promise, DOMException, MediaDevices, Navigator, Permissions, PermissionStatus } = page;
/** The argument of the call to Swift, for each name of a permission. @type {Record<string, object>} */
const devices = { __proto__: null, camera: { video: true, audio: false }, microphone: { video: false, audio: true } };
const call = page.native?.call;
if (!call) return;

/** Whether a constraint requests the device. As in browsers, null requests any device. */
const isWanted = (value) => value === null || !!value;

/**
 * Asks Swift for permission. The constraints are copied, so that the page cannot change them while Swift decides.
 * @returns {Promise<any>} the constraints for the browser; rejects if Swift denies access
 */
async function allowed(constraints) {
  if (Object(constraints) !== constraints) return constraints;
  const { video, audio } = constraints;
  const wanted = { ...constraints, video, audio };
  // If the constraints request no device, the browser will reject them, so Swift is not asked.
  if (!isWanted(video) && !isWanted(audio)) return wanted;
  try {
    await call('_bridge.camera.permission', { video: isWanted(video), audio: isWanted(audio) });
  } catch (error) {
    throw new DOMException(Object(error).message, 'NotAllowedError');
  }
  return wanted;
}

const original = MediaDevices?.prototype.getUserMedia;
if (original) {
  Object.assign(MediaDevices.prototype, {
    async getUserMedia(constraints = undefined) {
      return original.call(this, await allowed(constraints));
    },
  });
} else if (!navigator.mediaDevices) {
  const why = 'The browser denies this page the camera and microphone: its address is neither https nor localhost.';
  const getUserMedia = () => Promise.reject(new DOMException(why, 'NotAllowedError'));
  const value = Object.assign(new EventTarget(), { getUserMedia, enumerateDevices: () => Promise.resolve([]) });
  Object.defineProperty(navigator, 'mediaDevices', { value, configurable: true, enumerable: true });
}

// Makes `navigator.permissions.query` report a permission as denied if Swift denies it. Otherwise the browser's answer
// is returned.
const query = Permissions?.prototype.query;
if (query) {
  Permissions.prototype.query = async function (descriptor) {
    const asked = devices[Object(descriptor).name];
    const isDenied = asked && (await call('_bridge.camera.permission', asked).then(() => false, () => true));
    if (!isDenied) return query.apply(this, arguments);
    // Some browsers do not know the names of these permissions.
    const unknown = () => Object.setPrototypeOf(new EventTarget(), PermissionStatus.prototype);
    const status = await query.apply(this, arguments).catch(unknown);
    return Object.defineProperty(status, 'state', { value: 'denied', configurable: true });
  };
}

// The deprecated functions that take callbacks also ask Swift.
for (const name of ['getUserMedia', 'webkitGetUserMedia', 'mozGetUserMedia']) {
  const old = Navigator.prototype[name];
  if (!old) continue;
  Navigator.prototype[name] = function (constraints, success, failure) {
    if (arguments.length < 3) return old.apply(this, arguments); // Throws.
    allowed(constraints).then((wanted) => old.call(this, wanted, success, failure), failure);
  };
}
})();
