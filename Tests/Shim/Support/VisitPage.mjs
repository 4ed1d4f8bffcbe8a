import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import { FakeTurbo } from './FakeTurbo.mjs';
import { FakeWindow } from './FakeWindow.mjs';

// The variable `VISIT_SCRIPTS` names a directory with changed scripts, to find out whether the tests fail.
const folder = process.env.VISIT_SCRIPTS ?? new URL('../../../public/visits', import.meta.url).pathname;
const read = (name) => new vm.Script(readFileSync(`${folder}/${name}.js`, 'utf8'), { filename: `${name}.js` });
const scripts = { adapter: read('adapter'), components: read('components') };

/** A page of a session with one of the real scripts. The options are those of FakeWindow. */
export class VisitPage extends FakeWindow {
  #read = 0;

  constructor(script, { before, readyState = 'loading', ...options } = {}) {
    super({ name: 'screen-session-main', url: 'http://app.test/', ...options });
    this.document.readyState = readyState;
    before?.(this);
    this.run(scripts[script]);
  }

  /** Runs the script again, as a page that includes it twice. */
  again(script) {
    this.run(scripts[script]);
  }

  /** The messages to native code since the last call, without their times. */
  take() {
    const lines = this.posted.slice(this.#read);
    this.#read = this.posted.length;
    return lines.map(([kind, line, time]) => {
      const [, name, json] = /^(\w+) (.*)$/s.exec(line);
      const message = JSON.parse(json);
      if (kind !== 'event') throw new Error(`a line ${kind}`);
      if (name === 'component') return message;
      const { timestamp, ...data } = message[1];
      if (timestamp !== time) throw new Error(`a message of ${timestamp}`);
      return [message[0], data];
    });
  }

  /** Lets the browser paint. */
  paint() {
    this.clock.pass(40);
  }

  /** Ends the document's parsing and loading. */
  finishLoading() {
    this.document.readyState = 'interactive';
    this.document.dispatchEvent(new this.window.Event('DOMContentLoaded', { bubbles: true }));
    this.document.readyState = 'complete';
    this.fire('load');
    this.runTasks();
  }

  /** Sends a command of native code. */
  tell(name, value) {
    this.handlers.visit([name, value]);
  }
}

/** A page with Turbo that native code knows. */
export function withTurbo({ version, turboFirst, ...options } = {}) {
  const page = new VisitPage('adapter', options);
  page.turbo = new FakeTurbo(page, { version });
  page.window.Turbo = page.turbo;
  page.finishLoading();
  page.paint();
  page.take();
  /** Native code starts a visit. */
  page.visit = (location, { action = 'advance', ...more } = {}) =>
    page.tell('visitLocationWithOptionsAndRestorationIdentifier', { number: 7, location, options: { action }, ...more });
  return page;
}
