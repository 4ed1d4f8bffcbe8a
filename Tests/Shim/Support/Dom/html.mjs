// HTML elements, with the focus and the values of form fields.
import { Event } from './events.mjs';
import { Element } from './nodes.mjs';

const isFocusable = (element) =>
  (element.hasAttribute('tabindex') || /^(input|textarea|select|button|iframe)$/.test(element.localName) ||
    (element.localName === 'a' && element.hasAttribute('href'))) &&
  !element.hasAttribute('disabled') && !element.hidden && element.isConnected && !element.closest('[inert]');

export class HTMLElement extends Element {
  focus(options) {
    const document = this.ownerDocument;
    // Chromium ignores `focus` of a window without the focus; the focus of an iframe is in its own document.
    if (!isFocusable(this) || document.activeElement === this) return;
    document.focused?.leaveFocus(this);
    document.focused = this;
    this.focusOptions = { ...options };
    this.dispatchEvent(new Event('focus', { relatedTarget: null }));
    this.dispatchEvent(new Event('focusin', { bubbles: true, relatedTarget: null }));
  }

  blur() {
    if (this.ownerDocument.focused !== this) return;
    this.ownerDocument.focused = null;
    this.leaveFocus(null);
  }

  leaveFocus(to) {
    this.dispatchEvent(new Event('blur', { relatedTarget: to }));
    this.dispatchEvent(new Event('focusout', { bubbles: true, relatedTarget: to }));
  }

  get offsetWidth() {
    return Math.round(this.layoutWidth ?? this.box.width);
  }
  get ariaSelected() {
    return this.getAttribute('aria-selected');
  }
  get tabIndex() {
    return Number(this.getAttribute('tabindex') ?? (isFocusable(this) ? 0 : -1));
  }
  set tabIndex(value) {
    this.setAttribute('tabindex', value);
  }
  get hidden() {
    return this.hasAttribute('hidden');
  }
  set hidden(value) {
    value ? this.setAttribute('hidden', '') : this.removeAttribute('hidden');
  }
  cloneNode() {
    const copy = this.ownerDocument.createElement(this.localName);
    for (const name of this.attributeNames) copy.setAttribute(name, this.getAttribute(name));
    return copy;
  }
}

/** Properties that reflect an attribute; of a URL, as an absolute one. */
const reflect = (type, names, urls = []) => {
  for (const name of [...names, ...urls]) {
    Object.defineProperty(type.prototype, name, {
      get() {
        const value = this.getAttribute(name.toLowerCase());
        return value && urls.includes(name) ? new URL(value, this.ownerDocument.baseURI).href : value ?? '';
      },
      set(value) {
        this.setAttribute(name.toLowerCase(), value);
      },
    });
  }
};

class TextField extends HTMLElement {
  #maxLength = -1;
  /** The user's or a script's text. Without one, the field shows its initial text. */
  dirty;
  selectionStart = 0;
  selectionEnd = 0;
  selectionDirection = 'none';

  get maxLength() {
    return this.#maxLength;
  }
  set maxLength(value) {
    if (value < 0) throw new RangeError('IndexSizeError');
    this.#maxLength = value;
  }
  /** Returns the text that the field shows for a text. */
  sanitized(text) {
    return text;
  }
  get value() {
    return this.sanitized(this.dirty ?? this.defaultValue);
  }
  set value(text) {
    const old = this.value;
    this.dirty = this.sanitized(`${text}`);
    // A changed text moves the caret to its end.
    if (this.value !== old && this.selectionStart !== null) this.setSelectionRange(this.value.length,
      this.value.length, 'none');
  }
  setSelectionRange(start, end, direction = 'none') {
    Object.assign(this, { selectionStart: start, selectionEnd: end, selectionDirection: direction });
  }
}

export class HTMLInputElement extends TextField {
  #checked;
  get type() {
    return this.getAttribute('type') ?? 'text';
  }
  get defaultValue() {
    return this.getAttribute('value') ?? '';
  }
  get defaultChecked() {
    return this.hasAttribute('checked');
  }
  get checked() {
    return this.#checked ?? this.defaultChecked;
  }
  set checked(value) {
    this.#checked = value;
  }
  /** A range shows no value outside of its limits, which are 0 and 100 by default. */
  sanitized(text) {
    if (this.type !== 'range') return text;
    const limit = (name, other) => Number(this.getAttribute(name) ?? other);
    return `${Math.min(Math.max(Number(text) || 0, limit('min', 0)), limit('max', 100))}`;
  }
  setAttribute(name, value) {
    super.setAttribute(name, value);
    // Such a field has no selection.
    if (name === 'type' && /^(number|range|checkbox|radio|date)$/.test(value)) this.selectionStart = this.selectionEnd = null;
  }
}

export class HTMLTextAreaElement extends TextField {
  type = 'textarea';
  get defaultValue() {
    return this.textContent;
  }
}

// In browsers, both types have the property themselves.
for (const { prototype } of [HTMLInputElement, HTMLTextAreaElement]) {
  Object.defineProperty(prototype, 'value', Object.getOwnPropertyDescriptor(TextField.prototype, 'value'));
}

export class HTMLOptionElement extends HTMLElement {
  #selected;
  get defaultSelected() {
    return this.hasAttribute('selected');
  }
  get selected() {
    return this.#selected ?? this.defaultSelected;
  }
  set selected(value) {
    this.#selected = value;
  }
  get value() {
    return this.getAttribute('value') ?? this.textContent;
  }
}

export class HTMLSelectElement extends HTMLElement {
  type = 'select-one';
  get options() {
    return this.querySelectorAll('option');
  }
  get value() {
    return this.options.find((option) => option.selected)?.value ?? '';
  }
  /** A value without an option selects none. */
  set value(value) {
    for (const option of this.options) option.selected = option.value === value;
  }
}

export class HTMLAnchorElement extends HTMLElement {}
export class HTMLLinkElement extends HTMLElement {
  relList = { contains: (name) => this.rel.split(/\s+/).includes(name) };
}
class Picture extends HTMLElement {}
class Video extends HTMLElement {}
class Iframe extends HTMLElement {
  /** The number of times that the iframe has begun to load its document. */
  loads = 0;
  isInserted() {
    this.loads += 1;
  }
}
class Details extends HTMLElement {}

reflect(HTMLElement, ['title', 'lang', 'role']);
reflect(HTMLInputElement, ['name']);
reflect(HTMLTextAreaElement, ['name']);
reflect(HTMLSelectElement, ['name']);
reflect(HTMLAnchorElement, [], ['href']);
reflect(HTMLLinkElement, ['rel'], ['href']);
reflect(Picture, ['srcset'], ['src']);
reflect(Video, [], ['src', 'poster']);

const types = {
  input: HTMLInputElement, textarea: HTMLTextAreaElement, select: HTMLSelectElement, option: HTMLOptionElement,
  a: HTMLAnchorElement, link: HTMLLinkElement, img: Picture, source: Picture, video: Video, iframe: Iframe, details: Details,
};
export const typeOf = (localName) => types[localName] ?? HTMLElement;
