import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import { Event } from './Dom/events.mjs';
import { FakeWindow } from './FakeWindow.mjs';

// The variable `IFRAME_SCRIPT` names a changed script, to find out whether the tests fail.
const path = process.env.IFRAME_SCRIPT ?? new URL('../../../public/bridge/iframe.js', import.meta.url).pathname;
const script = new vm.Script(readFileSync(path, 'utf8'), { filename: 'iframe.js' });

/** A page in an iframe of a shell, with the real script iframe.js. The options are those of FakeWindow. */
export class ScreenPage extends FakeWindow {
  /** The markup that the script has written into the document. */
  written = [];
  hasFocus = true;
  /** The URLs about which native code is not asked. */
  exempt = [];
  #navigated = [];

  constructor({ name = 'screen-1', dataset, before, frame = null, ...options } = {}) {
    super({ name, url: 'http://app.test/a', ...options });
    const { window, document } = this;
    document.write = (text) => this.written.push(text);
    document.hasFocus = () => this.hasFocus;
    Object.assign(window, {
      frameElement: frame,
      PopStateEvent: Event,
      HashChangeEvent: Event,
    });
    if (window.navigation) window.navigation.addEventListener = (type, f) => this.#navigated.push(f);
    this.internals.exempts = (url) => this.exempt.push(url);
    before?.(this);
    this.run(script, dataset);
  }

  /** The lines to native code since the last call. */
  take() {
    return this.posted.splice(0).map(([, text]) => text);
  }

  /** Fires a `navigate` event, as before a navigation of the page. Returns whether the script has prevented it. */
  navigate(url, { sameDocument = false, ...init } = {}) {
    const event = Object.assign(new Event('navigate', { cancelable: true }), {
      navigationType: 'push', hashChange: false, formData: null, downloadRequest: null, ...init,
      destination: { url: new URL(url, this.window.location.href).href, sameDocument },
    });
    for (const f of this.#navigated) f(event);
    return event.defaultPrevented;
  }
}
