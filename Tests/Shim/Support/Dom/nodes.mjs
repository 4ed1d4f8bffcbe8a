// A small tree of nodes. It behaves as browsers do where the scripts depend on it:
// - An element that `insertBefore` moves is removed first. It loses its focus and the scroll positions in it, and its
//   iframes load again. `moveBefore` keeps all of these, but throws if the element is not in the document.
// - A focused element that is removed fires `blur`, as in Chromium.
// - Changing a text node keeps selections that are outside of the changed range.
import { Event, Target } from './events.mjs';
import { matches } from './selectors.mjs';
import { Style } from './style.mjs';

export class Node extends Target {
  parentNode = null;
  childNodes = [];
  ownerDocument = null;

  get parentElement() {
    return this.parentNode instanceof Element ? this.parentNode : null;
  }
  get firstChild() {
    return this.childNodes[0] ?? null;
  }
  get children() {
    return this.childNodes.filter((child) => child instanceof Element);
  }
  get firstElementChild() {
    return this.children[0] ?? null;
  }
  get nextSibling() {
    const siblings = this.parentNode?.childNodes ?? [];
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }
  get isConnected() {
    return this === this.ownerDocument || !!this.parentNode?.isConnected;
  }
  get path() {
    const path = [];
    for (let node = this; node; node = node.parentNode) path.push(node);
    const { windowTarget } = this.ownerDocument;
    return path.at(-1) === this.ownerDocument ? [...path, windowTarget] : path;
  }
  get textContent() {
    return this.childNodes.map((child) => child.textContent).join('');
  }
  set textContent(text) {
    this.replaceChildren(...(text ? [this.ownerDocument.createTextNode(text)] : []));
  }

  contains(other) {
    for (let node = other; node; node = node.parentNode) if (node === this) return true;
    return false;
  }

  insertBefore(child, next) {
    if (next && next.parentNode !== this) throw new Error('NotFoundError: the next node is no child');
    if (child.contains(this)) throw new Error('HierarchyRequestError: a node in itself');
    if (child === next) next = child.nextSibling;
    child.remove();
    this.add(child, next);
    if (this.isConnected) for (const part of withDescendants(child)) part.isInserted?.();
    this.changed();
    return child;
  }

  add(child, next) {
    this.childNodes.splice(next ? this.childNodes.indexOf(next) : this.childNodes.length, 0, child);
    child.parentNode = this;
  }

  append(...nodes) {
    for (const node of nodes) this.insertBefore(typeof node === 'string'
      ? this.ownerDocument.createTextNode(node) : node, null);
  }

  replaceChildren(...nodes) {
    for (const child of [...this.childNodes]) child.remove();
    this.append(...nodes);
  }

  remove() {
    const parent = this.parentNode;
    if (!parent) return;
    const document = this.ownerDocument;
    if (this.contains(document.activeElement)) {
      document.activeElement.dispatchEvent(new Event('blur'));
      document.focused = null;
    }
    document.loseSelectionIn(this);
    for (const part of withDescendants(this)) part.scrollLeft = part.scrollTop = 0;
    parent.childNodes.splice(parent.childNodes.indexOf(this), 1);
    this.parentNode = null;
    parent.changed();
  }

  /** Informs the mutation observers. */
  changed() {
    if (this.isConnected) this.ownerDocument.treeChanged();
  }

  querySelectorAll(selector) {
    return withDescendants(this).slice(1).filter((node) => node instanceof Element && matches(node, selector));
  }
  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }
}

const withDescendants = (node) => [node, ...node.childNodes.flatMap(withDescendants)];

export class Text extends Node {
  constructor(data) {
    super();
    this.data = data;
  }
  get length() {
    return this.data.length;
  }
  get textContent() {
    return this.data;
  }
  replaceData(offset, count, data) {
    this.data = this.data.slice(0, offset) + data + this.data.slice(offset + count);
    const { selection } = this.ownerDocument;
    for (const end of ['anchor', 'focus']) {
      if (selection[`${end}Node`] !== this || selection[`${end}Offset`] <= offset) continue;
      const isAfter = selection[`${end}Offset`] > offset + count;
      selection[`${end}Offset`] = isAfter ? selection[`${end}Offset`] + data.length - count : offset;
    }
  }
}

export class Element extends Node {
  #attributes = new Map();
  scrollLeft = 0;
  scrollTop = 0;
  /** The layout, which tests set: the rect relative to the window. */
  box = { left: 0, top: 0, width: 0, height: 0 };
  style = new Style();
  dataset = new Proxy({}, {
    get: (_, name) => this.getAttribute(attributeOf(name)) ?? undefined,
    set: (_, name, value) => (this.setAttribute(attributeOf(name), value), true),
    has: (_, name) => this.hasAttribute(attributeOf(name)),
    deleteProperty: (_, name) => (this.removeAttribute(attributeOf(name)), true),
  });
  classList = { contains: (name) => (this.getAttribute('class') ?? '').split(/\s+/).includes(name) };

  constructor(localName) {
    super();
    this.localName = localName;
    this.tagName = localName.toUpperCase();
  }

  get id() {
    return this.getAttribute('id') ?? '';
  }
  set id(value) {
    this.setAttribute('id', value);
  }
  get attributeNames() {
    return [...this.#attributes.keys()];
  }
  getAttribute(name) {
    return this.#attributes.get(name) ?? null;
  }
  setAttribute(name, value) {
    this.#attributes.set(name, `${value}`);
  }
  removeAttribute(name) {
    this.#attributes.delete(name);
  }
  hasAttribute(name) {
    return this.#attributes.has(name);
  }
  matches(selector) {
    return matches(this, selector);
  }
  closest(selector) {
    for (let element = this; element; element = element.parentElement) if (element.matches(selector)) return element;
    return null;
  }
  after(node) {
    this.parentNode.insertBefore(node, this.nextSibling);
  }

  getBoundingClientRect() {
    const { left, top, width, height } = this.box;
    return { left, top, width, height, right: left + width, bottom: top + height };
  }
  get clientWidth() {
    return Math.round(this.box.width);
  }
  get clientHeight() {
    return Math.round(this.box.height);
  }
  /** The scrolls that scripts have started. The tests decide where they end. */
  scrolls = [];
  scrollTo(options) {
    this.scrolls.push({ ...options });
    if (options.behavior === 'smooth') return;
    if (options.left !== undefined) this.scrollLeft = options.left;
    if (options.top !== undefined) this.scrollTop = options.top;
  }
  scrollBy({ left, behavior }) {
    this.scrollTo({ left: this.scrollLeft + left, behavior });
  }
  scrollIntoView(options) {
    this.revealed = { ...options };
  }
}

/** The method of nodes in browsers that have it. */
export function moveBefore(child, next) {
  if (!child.isConnected || !this.isConnected) throw new Error('HierarchyRequestError: not in the document');
  const siblings = child.parentNode.childNodes;
  siblings.splice(siblings.indexOf(child), 1);
  this.add(child, next);
  this.ownerDocument.moves += 1;
  // Browsers lose the selection in a text that is moved, even by `moveBefore`.
  this.ownerDocument.loseSelectionIn(child);
}

const attributeOf = (name) => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
