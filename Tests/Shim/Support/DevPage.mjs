import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import { FakeWindow } from './FakeWindow.mjs';

// The variable `DEV_SCRIPTS` names a directory with a changed script, to find out whether the tests fail.
const folder = process.env.DEV_SCRIPTS ?? new URL('../../../public/dev', import.meta.url).pathname;
const script = new vm.Script(readFileSync(`${folder}/dev.js`, 'utf8'), { filename: 'dev.js' });

/** A page of `snippet-bridge dev` with the real script. The options are those of FakeWindow. */
export class DevPage extends FakeWindow {
  /** The requests of the script: `{ address, init, resolve, reject }`. */
  requests = [];

  /** `content` are the elements of the body. `status` is the status of the document. */
  constructor({ content = [], readyState = 'complete', status = 200, before, ...options } = {}) {
    super(options);
    const page = this;
    const { document, window } = this;
    document.readyState = readyState;
    this.add(...content);
    Object.assign(window, {
      fetch: (address, init) => new Promise((resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(new Error('AbortError')));
        page.requests.push({ address, init, resolve, reject });
      }),
      CSSStyleSheet: class {
        replaceSync(text) {
          this.text = text;
        }
      },
    });
    const { getEntriesByType } = window.performance;
    window.performance.getEntriesByType = (type) => type === 'navigation'
      ? [{ type: 'reload', responseStatus: status }] : getEntriesByType(type);
    const { createElement } = document;
    document.createElement = function (name) {
      const element = createElement.call(this, name);
      if (name !== 'bridge-problems') return element;
      return Object.assign(element, {
        attachShadow() {
          this.shadow = createElement.call(document, 'shadow');
          return this.shadow;
        },
        showPopover() {
          this.isShown = this.isConnected;
        },
      });
    };
    before?.(this);
    this.run(script);
  }

  /** Sends a command. */
  tell(name, value) {
    this.handlers.dev([name, value]);
  }

  /** Answers the oldest request with a status. */
  async answer(status, body) {
    this.requests.shift().resolve({ status, json: async () => body });
    await this.settle();
  }

  /** Loads the same address again in the tab: the document ends, and another one begins. */
  next(options) {
    this.fire('pagehide');
    return new DevPage({ tab: this.tab, ...options });
  }

  get overlay() {
    return this.document.querySelector('bridge-problems');
  }
  /** The text of the overlay by lines. */
  get problems() {
    return this.overlay?.shadow.children.map((element) => element.textContent) ?? null;
  }
}
