// Forms for functions, from the TypeScript type of their parameter.
import { button, failure, jsonBlock, make, quiet } from './detail.js';
import { seconds } from './list.js';

/**
 * @typedef {{name: string, documentation?: string, type: string, isPage?: boolean}} Callable
 *   `type` is `(prices: number[]): Promise<number>`.
 * @typedef {{
 *   name: string, type: string, isOptional: boolean, control: 'number' | 'text' | 'boolean' | 'choice' | 'json',
 *   choices: string[],
 * }} Field
 */

/** Splits at separators that are outside of brackets and quotes. @param {string} text @param {string} separator */
function split(text, separator) {
  const parts = [''];
  let depth = 0;
  let quote = '';
  for (const character of text) {
    if (quote) quote = character === quote ? '' : quote;
    else if (character === '"') quote = character;
    else if ('({[<'.includes(character)) depth++;
    else if (')}]>'.includes(character)) depth--;
    else if (character === separator && depth === 0) {
      parts.push('');
      continue;
    }
    parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

/** @param {string} declaration such as `every?: number | null` @returns {Field} */
function field(declaration) {
  const [head, ...rest] = split(declaration, ':');
  const isOptional = head.endsWith('?');
  const name = head.replace(/\?$/, '').replace(/^"(.*)"$/, '$1');
  const type = rest.join(': ').replace(/\s*\/\*.*?\*\//g, '');
  const types = split(type, '|').filter((part) => part !== 'null');
  const choices = types.every((part) => /^".*"$/.test(part)) ? types.map((part) => part.slice(1, -1)) : [];
  const control = choices.length ? 'choice' : types.length > 1 ? 'json'
    : types[0] === 'number' ? 'number' : types[0] === 'string' ? 'text' : types[0] === 'boolean' ? 'boolean' : 'json';
  return { name, type, isOptional: isOptional || types.length < split(type, '|').length, control, choices };
}

/**
 * Returns the fields of a function, and whether its argument is an object with a member for each field.
 * @param {string} type the function's type
 */
export function fields(type) {
  const parameter = type.startsWith('(') ? type.slice(1, closing(type)).trim() : '';
  if (!parameter) return { fields: [], isObject: false };
  const sole = field(parameter);
  if (!sole.type.startsWith('{') || !sole.type.endsWith('}')) return { fields: [sole], isObject: false };
  return { fields: split(sole.type.slice(1, -1), ';').map(field), isObject: true };
}

/** Returns the index of the bracket that closes the first bracket. @param {string} text */
function closing(text) {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    if ('({[<'.includes(text[index])) depth++;
    if (')}]>'.includes(text[index]) && --depth === 0) return index;
  }
  return text.length;
}

/**
 * Returns the value of the text in a field. Throws an error that names the field if the text is invalid.
 * @param {Field} field @param {string} text
 */
export function fieldValue({ name, control, isOptional }, text) {
  if (control === 'text' || control === 'choice') return text === '' && isOptional ? undefined : text;
  if (text.trim() === '') {
    if (isOptional) return undefined;
    throw Error(`Enter a value for ${name}.`);
  }
  if (control === 'boolean') return text === 'true';
  try {
    const value = JSON.parse(text);
    if (control === 'json' || typeof value === 'number') return value;
  } catch {}
  if (control === 'number') throw Error(`${name} must be a number, not "${text}".`);
  throw Error(`${name} must be JSON, such as [3,4] or "text".`);
}

/**
 * Returns the elements for a function: its name, type and comment, its form, and the output for its results.
 * @param {Callable} callable @param {string} input JSON to begin with, or an empty text
 * @param {(input: any) => AsyncIterable<any>} run @param {() => void} halt stops the running call
 */
export function form(callable, input, run, halt) {
  const known = fields(callable.type);
  /** @type {Field[]} */
  const all = callable.isPage
    ? [{ name: 'arguments', type: 'the arguments as a JSON array', isOptional: true, control: 'json', choices: [] }]
    : known.fields;
  /** @type {any} */
  let before;
  try {
    before = input ? JSON.parse(input) : undefined;
  } catch {}
  const isObject = known.isObject && !callable.isPage;
  const inputs = all.map((field) => control(field, isObject ? before?.[field.name] : before));
  const output = make('div', { className: 'output', 'aria-live': 'polite' });
  const submit = make('button', { className: 'main' }, 'Call');
  /** @type {AsyncIterator<any> | undefined} The results of the running call. */
  let results;
  const stop = make('button', { type: 'button', hidden: true, onclick: () => {
    halt();
    // Also ends the wait for a page that does not answer any longer.
    results?.return?.();
    results = undefined;
  } }, 'Stop');
  const element = make('form', { noValidate: true });
  all.forEach((field, index) => {
    const hint = make('small', {}, field.type + (field.isOptional ? ', optional' : ''));
    element.append(make('label', { className: 'field' }, field.name, hint, inputs[index]));
  });
  element.append(make('div', { className: 'buttons' }, submit, stop));
  element.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      const values = all.map((field, index) => {
        const input = inputs[index];
        return fieldValue(field, 'checked' in input && input.type === 'checkbox' ? String(input.checked) : input.value);
      });
      const members = all.map((field, index) => [field.name, values[index]]);
      const argument = isObject ? Object.fromEntries(members) : values[0];
      submit.disabled = true;
      stop.hidden = false;
      results = run(argument ?? null)[Symbol.asyncIterator]();
      await show(output, results, () => !results);
    } catch (error) {
      output.replaceChildren(make('p', { className: 'failure' }, /** @type {Error} */ (error).message));
    }
    submit.disabled = false;
    stop.hidden = true;
  });
  const comment = callable.documentation ? [make('p', { className: 'comment' }, callable.documentation)] : [];
  const type = make('p', {}, make('code', { className: 'quiet' }, callable.type));
  return [make('h2', {}, callable.name), type, ...comment, element, output];
}

/** @param {Field} field @param {any} before */
function control(field, before) {
  if (field.control === 'choice') {
    const choices = (field.isOptional ? [''] : []).concat(field.choices);
    const options = choices.map((choice) => new Option(choice, choice, false, choice === before));
    return make('select', { name: field.name }, ...options);
  }
  if (field.control === 'boolean' && !field.isOptional) {
    return make('input', { type: 'checkbox', name: field.name, checked: before === true });
  }
  const isMissing = before === undefined || before === null;
  const value = isMissing ? '' : field.control === 'text' ? String(before) : JSON.stringify(before);
  if (field.control === 'json') return make('textarea', { name: field.name, spellcheck: false, value });
  const inputMode = field.control === 'number' ? 'decimal' : 'text';
  return make('input', { name: field.name, inputMode, autocomplete: 'off', value });
}

/**
 * Shows results as they arrive.
 * @param {HTMLElement} output @param {AsyncIterator<any>} results
 * @param {() => boolean} isStopped whether the user has stopped the call
 */
export async function show(output, results, isStopped = () => false) {
  const start = performance.now();
  output.replaceChildren(make('h3', {}, 'Waiting…'));
  let count = 0;
  try {
    for (let next = await results.next(); !next.done && !isStopped(); next = await results.next()) {
      const { value } = next;
      count++;
      const title = `Value ${count}, after ${seconds((performance.now() - start) / 1000)}`;
      const nodes = [make('h3', {}, title), jsonBlock(JSON.stringify(value) ?? 'undefined', title)];
      if (count === 1) output.replaceChildren(...nodes);
      else output.append(...nodes);
      if (output.childElementCount > 100) output.firstElementChild?.remove();
    }
    if (isStopped()) output.append(make('h3', {}, 'Stopped'));
    else if (!count) output.replaceChildren(make('h3', {}, 'The function ended without a value.'));
  } catch (error) {
    if (isStopped()) return output.append(make('h3', {}, 'Stopped'));
    const { message, code, kind } = /** @type {any} */ (error);
    const nodes = failure(JSON.stringify(code && typeof code === 'object' ? code : { message, kind, code }));
    if (count) output.append(...nodes);
    else output.replaceChildren(...nodes);
  }
}

/**
 * Returns the elements for a script: a field, and a button that runs the script.
 * @param {(script: string) => AsyncIterable<any>} run
 */
export function scriptForm(run) {
  const script = make('textarea', { spellcheck: false, 'aria-label': 'Script', value: 'document.title' });
  const output = make('div', { className: 'output', 'aria-live': 'polite' });
  return [
    make('h2', {}, 'Run a script'),
    quiet('The page evaluates the script and returns its last value.'),
    make('div', { className: 'field' }, script),
    make('div', { className: 'buttons' }, button('Run', () => show(output, run(script.value)[Symbol.asyncIterator]()), 'main')),
    output,
  ];
}
