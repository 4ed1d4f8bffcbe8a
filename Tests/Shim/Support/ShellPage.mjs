import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import { FakeWindow } from './FakeWindow.mjs';

// The server's order of the parts, in Sources/SnippetShell/Server/ShellPage.swift. The variable `SHELL_SCRIPTS` names a
// directory with changed scripts, to find out whether the tests fail.
const names = ['begin', 'tree', 'bars', 'pages', 'history', 'focus', 'main', 'end'].map((name) => `${name}.js`);
const folder = process.env.SHELL_SCRIPTS ?? new URL('../../../public/shell', import.meta.url).pathname;
const script = new vm.Script(names.map((name) => readFileSync(`${folder}/${name}`, 'utf8')).join(''), { filename: 'shell.js' });

/** The shell's page with its real script. The options are those of FakeWindow, and the script's data attributes. */
export class ShellPage extends FakeWindow {
  #read = 0;

  constructor({ dataset, before, ...options } = {}) {
    super(options);
    before?.(this);
    this.run(script, dataset);
  }

  get root() {
    return this.document.body;
  }

  /** Sends a command of native code. Values are sent as JSON. A document that the tab has left receives nothing. */
  tell(name, ...values) {
    if (this.tab.window !== this) return;
    this.handlers.shell(JSON.parse(JSON.stringify([name, ...values])));
  }
  tree(node) {
    this.tell('tree', node);
  }
  patch(...patches) {
    this.tell('patches', patches);
  }

  /** The messages to native code since the last call, without the first one. */
  take() {
    const messages = this.all.slice(Math.max(this.#read, 1));
    this.#read = this.posted.length;
    return messages;
  }
  get all() {
    return this.posted.map(([, text]) => JSON.parse(text.slice('shell '.length)));
  }
  get hello() {
    return this.all[0][1];
  }

  find(selector) {
    return this.document.querySelector(selector);
  }
  /** The tree in one line, such as `div(p"text" b)`. */
  get shape() {
    const of = (node) => node.childNodes.length === 0 ? node.localName
      : node.childNodes.every((child) => !child.localName) ? `${node.localName}"${node.textContent}"`
        : `${node.localName}(${node.childNodes.map(of).join(' ')})`;
    return this.root.childNodes.map(of).join(' ');
  }
}
