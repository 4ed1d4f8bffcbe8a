import { Clock } from './Clock.mjs';
import { FakeTab } from './FakeTab.mjs';
import { ShellPage } from './ShellPage.mjs';

/**
 * Native code's history of a shell, and a tab with the shell's page. Each key is also the fragment. Messages take no
 * time, but `flow` decides when they arrive.
 */
export class ShellModel {
  entries = [];
  index = 0;
  /** The messages of the page that native code has received. */
  taken = [];
  #count = 0;

  constructor({ before = [], first = 'home', ...options } = {}) {
    this.clock = new Clock();
    this.tab = new FakeTab(this.clock, before[0] ?? 'http://app.test/');
    for (const url of [...before.slice(1), ...(before.length ? ['http://app.test/'] : [])]) this.tab.navigate(url);
    this.options = options;
    this.load('navigate');
    this.entries = [this.#entry(first)];
    this.send();
  }

  /** Loads the shell's page in the tab, as a reload does. Native code keeps its history. */
  load(loadType = 'reload') {
    this.page = new ShellPage({ ...this.options, tab: this.tab, loadType });
    return this.page;
  }

  #entry(name) {
    return { key: name ?? `e${++this.#count}`, fragment: name ?? `e${this.#count}` };
  }
  get current() {
    return this.entries[this.index];
  }
  get keys() {
    return this.entries.map(({ key }, at) => (at === this.index ? `[${key}]` : key)).join(' ');
  }

  /** Sends native code's history to the page. */
  send(more) {
    const { entries, index } = this;
    const message = { entries, index, title: this.current.key, saved: { entries, index, pages: {} }, ...more };
    this.page.tell('history', message);
  }

  push(name) {
    this.entries = [...this.entries.slice(0, this.index + 1), this.#entry(name)];
    this.index += 1;
    this.send();
  }
  /** Shows another place in place of the current one. */
  replace(name) {
    this.entries = this.entries.with(this.index, this.#entry(name));
    this.send();
  }
  goTo(index) {
    this.index = index;
    this.send();
  }
  /** Removes places. The current one must stay. */
  erase(...keys) {
    const { current } = this;
    this.entries = this.entries.filter(({ key }) => !keys.includes(key));
    this.index = this.entries.indexOf(current);
    this.send();
  }

  /** Receives the page's messages, and answers them as native code does. */
  receive() {
    const messages = this.page.take();
    this.taken.push(...messages);
    for (const [name, value] of messages) {
      if (name === 'open') this.push(value);
      else if (name === 'moved') {
        const index = this.entries.findIndex(({ key }) => key === value);
        if (index >= 0) this.goTo(index);
      }
    }
    return messages.length;
  }

  /** The user touches the shell. */
  touch() {
    this.page.user(this.page.root, 'pointerdown');
    this.flow();
  }

  /** Runs everything that is pending, until native code and the page have nothing to say. */
  flow(time = 20) {
    do this.clock.pass(time);
    while (this.receive());
  }

  /** Moves in the browser's history, as the browser's buttons do. */
  back(steps = 1) {
    this.tab.go(-steps).catch(() => {});
    this.flow();
  }
  forward(steps = 1) {
    this.tab.go(steps).catch(() => {});
    this.flow();
  }
  get browser() {
    return `${this.tab}`;
  }
  take() {
    return this.taken.splice(0);
  }
}
