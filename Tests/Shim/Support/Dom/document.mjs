import { typeOf } from './html.mjs';
import { Element, moveBefore, Node, Text } from './nodes.mjs';
import { Target } from './events.mjs';

/** The selection of a document. A text that is removed or moved loses it to the element in which it was. */
class Selection {
  anchorNode = null;
  anchorOffset = 0;
  focusNode = null;
  focusOffset = 0;

  setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset) {
    if (anchorOffset > (anchorNode.length ?? Infinity) || focusOffset > (focusNode.length ?? Infinity)) throw new Error('IndexSizeError');
    Object.assign(this, { anchorNode, anchorOffset, focusNode, focusOffset });
  }
}

export class Document extends Node {
  windowTarget = new Target();
  readyState = 'complete';
  title = '';
  /** The focused element. Without one, the body is active. */
  focused = null;
  selection = new Selection();
  observers = [];
  /** The number of calls of `moveBefore`. */
  moves = 0;
  currentScript = null;

  constructor(location, hasMoveBefore) {
    super();
    this.hasMoveBefore = hasMoveBefore;
    this.location = location;
    this.ownerDocument = this;
    this.documentElement = this.createElement('html');
    this.body = this.createElement('body');
    this.documentElement.append(this.createElement('head'), this.body);
    this.append(this.documentElement);
  }

  get baseURI() {
    return this.location.href;
  }
  get activeElement() {
    return this.focused ?? this.body;
  }
  createElement(name) {
    return this.#own(new (typeOf(name))(name));
  }
  createElementNS(namespace, name) {
    return this.#own(Object.assign(new Element(name), { namespace }));
  }
  createTextNode(data) {
    return this.#own(new Text(data));
  }
  #own(node) {
    node.ownerDocument = this;
    if (this.hasMoveBefore) node.moveBefore = moveBefore;
    return node;
  }
  getElementById(id) {
    return this.querySelectorAll('*').find((element) => element.id === id) ?? null;
  }
  /** The topmost element at a point, by the boxes that the test has set. */
  elementFromPoint(x, y) {
    const isAt = ({ left, top, right, bottom }) => x >= left && x < right && y >= top && y < bottom;
    return this.querySelectorAll('*').filter((element) => isAt(element.getBoundingClientRect())).at(-1) ?? null;
  }
  loseSelectionIn(node) {
    const { selection } = this;
    for (const end of ['anchor', 'focus']) {
      const text = selection[`${end}Node`];
      if (text && node.contains(text)) Object.assign(selection, { [`${end}Node`]: node.parentNode, [`${end}Offset`]: 0 });
    }
  }
  treeChanged() {
    for (const notify of [...this.observers]) notify();
  }
}

/**
 * Creates an element from a list such as `['div', { class: 'row', box: [0, 0, 10, 10] }, 'text', ['b']]`. `box` is the
 * left edge, the top edge, the width and the height.
 */
export function make(document, [name, ...rest]) {
  const element = document.createElement(name);
  for (const one of rest) {
    if (typeof one === 'string') element.append(one);
    else if (Array.isArray(one)) element.append(make(document, one));
    else {
      for (const [attribute, value] of Object.entries(one)) {
        if (attribute === 'box') setBox(element, ...value);
        else element.setAttribute(attribute, value);
      }
    }
  }
  return element;
}

/** Sets the layout of an element. */
export function setBox(element, left, top, width, height) {
  element.box = { left, top, width, height };
}
