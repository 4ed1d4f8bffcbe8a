// The list of a web view's functions, and the form of the one that is open.
import { make } from './detail.js';
import { form, scriptForm } from './form.js';
import { find, say, show } from './panels.js';

let asked = 0;
/**
 * Lists the functions of a web view.
 * @param {any} native the interface of the program @param {number} tab the number of the web view, or 0 for none
 * @param {string} text a part of the functions' names
 * @param {string} [name] the function to open @param {string} [input] its argument
 */
export async function list(native, tab, text, name, input = '') {
  const turn = ++asked;
  /** @type {import('./form.js').Callable[]} */
  let callables = [];
  try {
    if (tab) callables = await native.functions(tab);
  } catch (error) {
    say(/** @type {Error} */ (error).message);
  }
  if (turn !== asked) return; // Another web view was selected meanwhile.
  const panel = find('#form');
  const search = text.toLowerCase();
  /** @param {string} label @param {string} detail @param {() => Node[]} content */
  const item = (label, detail, content) => {
    const line = make('button', { type: 'button', className: 'node', 'aria-pressed': 'false', onclick: () => {
      for (const other of find('#functions').querySelectorAll('.node')) {
        other.setAttribute('aria-pressed', String(other === line));
      }
      show(panel, content(), true);
    } }, make('b', {}, label), make('code', {}, detail));
    if (name === label) setTimeout(() => line.click());
    return make('li', {}, line);
  };
  find('#functions').replaceChildren(
    ...(tab ? [item('Run a script', '', () => scriptForm((script) => native.run({ tab, script })))] : []),
    ...callables.filter((callable) => callable.name.toLowerCase().includes(search)).map((callable) =>
      item(callable.name, callable.type, () => {
        const { isPage = false } = callable;
        let attempt = 0;
        return form(callable, name === callable.name ? input : '', (input) => {
          attempt = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
          return native.try({ tab, name: callable.name, input, isPage, attempt });
        }, () => native.stop({ tab, attempt }).catch((/** @type {Error} */ error) => say(error.message)));
      })));
}
