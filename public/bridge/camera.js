// getUserMedia, about which Swift is asked before the browser: a script of its own behind the shim's, in the pages of a
// server with a camera and microphone service.
(() => {
'use strict';

// Taken now, because pages replace them.
const page = /** @type {any} */ (window);
const { navigator, Object, Promise, DOMException, MediaDevices, Navigator } = page;
const call = page.native?.call;
if (!call) return;

/** As the browser reads it: null asks for any. */
const isWanted = (value) => value === null || !!value;

/** What the browser is asked for, as it is now, once Swift allows it. @returns {Promise<any>} */
async function allowed(constraints) {
  if (Object(constraints) !== constraints) return constraints;
  const { video, audio } = constraints;
  const wanted = { ...constraints, video, audio };
  if (!isWanted(video) && !isWanted(audio)) return wanted; // an error of the browser's own
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
  const why = 'The browser gives no camera and no microphone to this page: its address is neither https nor localhost.';
  const getUserMedia = () => Promise.reject(new DOMException(why, 'NotAllowedError'));
  const value = Object.assign(new EventTarget(), { getUserMedia, enumerateDevices: () => Promise.resolve([]) });
  Object.defineProperty(navigator, 'mediaDevices', { value, configurable: true, enumerable: true });
}

// The old ones, with callbacks.
for (const name of ['getUserMedia', 'webkitGetUserMedia', 'mozGetUserMedia']) {
  const old = Navigator.prototype[name];
  if (!old) continue;
  Navigator.prototype[name] = function (constraints, success, failure) {
    if (arguments.length < 3) return old.apply(this, arguments); // throws
    allowed(constraints).then((wanted) => old.call(this, wanted, success, failure), failure);
  };
}
})();
