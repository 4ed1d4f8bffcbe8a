// The transport of bridge components, for the unmodified page library of Hotwire Native (`HotwireNative.web`, formerly
// `Strada.web`). The library finds `window.nativeBridge`, or waits until this script calls the library's `setAdapter`.
'use strict';

/** @type {any} */ (window)._bridge((internals) => {
  const page = /** @type {any} */ (window);
  const { post, handlers } = internals;
  if (!/^screen-session-/.test(window.name) || window === window.top) return;
  if (handlers.component) return; // The page includes the script twice.
  const { stringify } = JSON;

  /** The page library, or undefined while it has not loaded. */
  const library = () => page.HotwireNative?.web ?? page.Strada?.web;
  /** @type {any} */
  let adapted; // The library in which this adapter has been set.
  let isRegistered = false; // Whether native code has announced its components.

  const bridge = {
    platform: 'ios',
    /** @type {string[]} */
    supportedComponents: [],
    /** @param {string} name */
    supportsComponent: (name) => bridge.supportedComponents.includes(name),
    /** Announces components. Can be called again with the same names. @param {string | string[]} names */
    register(names) {
      isRegistered = true;
      bridge.supportedComponents = [...new Set(bridge.supportedComponents.concat(names))];
      announce();
    },
    /** @param {string} name */
    unregister(name) {
      bridge.supportedComponents = bridge.supportedComponents.filter((other) => other !== name);
      announce();
    },
    /** Passes native code's message to the page. @param {any} message */
    replyWith: (message) => library()?.receive(typeof message === 'string' ? JSON.parse(message) : message),
    /** Passes the page's message to native code. @param {any} message */
    receive: (message) => postMessage(message),
    postMessage,
  };

  /** Sends a message, or `"ready"`, to native code. @param {any} message */
  function postMessage(message) {
    const json = stringify(message);
    post('event', `component ${json}`, () => console.error(`bridge: a component's message is too large: ${json.length}`));
  }

  /** Sets this adapter in the library, or informs the library about changed components. */
  function announce() {
    const web = library();
    if (!web || !isRegistered) return;
    if (web !== adapted) web.setAdapter((adapted = web) && bridge);
    else web.adapterDidUpdateSupportedComponents();
  }

  page.nativeBridge = bridge;
  const messageHandlers = ((page.webkit ??= {}).messageHandlers ??= {});
  messageHandlers.bridge ??= { postMessage };
  document.addEventListener('web-bridge:ready', announce);
  postMessage('ready');

  /** @param {[name: 'register' | 'unregister' | 'replyWith', value: any]} command */
  handlers.component = ([name, value]) => bridge[name](value);
});
