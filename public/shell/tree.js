// What native code shows: a tree of elements, built and patched by data. No markup is parsed.

/**
 * @typedef {object} TreeNode What NodeSnapshot in Swift writes.
 * @property {number} id
 * @property {string} tag
 * @property {string} [class]
 * @property {Record<string, string>} [attributes]
 * @property {Record<string, string>} [style]
 * @property {string[]} [events]
 * @property {string} [text]
 * @property {TreeNode[]} [children]
 */
/** @typedef {{ element: Element, attributes: Set<string>, style: Set<string>, events: Set<string> }} TreeMember */
/** @typedef {[string, ...any[]]} TreePatch What Patch in Swift writes: `['text', 4, 'Rooms']`. */

/**
 * Shows a tree in `root`, and reports what the user does with it.
 *
 * `replace` shows a whole tree; elements that are there already, by id and tag, stay with their focus, selection and
 * scroll. `apply` does patches, all in one task and so in one frame; with a duration in milliseconds, what the style
 * sheet animates takes that long, otherwise no time. It returns false if a patch names a node that is not there: then
 * this tree is not what native code thinks, and wants to be replaced.
 *
 * @param {HTMLElement} root
 * @param {(id: number, event: string, value: string | boolean | null) => void} onEvent
 */
const tree = (root, onEvent) => {
  const svg = new Set(['svg', 'g', 'path', 'circle', 'rect', 'line', 'polyline', 'polygon', 'ellipse']);
  // For these an ancestor of the target is not meant: the pointer enters each element by itself.
  const own = new Set(['pointerenter', 'pointerleave', 'toggle', 'transitionend']);
  const names = ['click', 'dblclick', 'contextmenu', 'input', 'change', 'focus', 'blur', 'keydown', 'keyup',
    'pointerdown', 'pointerup', ...own];

  // The most that a user can enter into a field, in UTF-16 code units. What the page says of it, escaped, has to fit
  // into an event of 256 kB.
  const longest = 32768;

  /** @type {Map<number, TreeMember>} */
  const members = new Map();
  /** @type {WeakMap<Element, number>} */
  const ids = new WeakMap();
  let applying = false;
  let time = '';

  /** @param {Event} event */
  const report = (event) => {
    // What patches cause, such as `blur` of an element that goes, is nothing that the user did.
    if (applying || !(event.target instanceof Element)) return;
    if (event instanceof KeyboardEvent && event.isComposing) return;
    for (let element = event.target; element !== root; element = element.parentElement) {
      const id = ids.get(element);
      if (id !== undefined && members.get(id)?.events.has(event.type)) {
        // A link with an action does that, and leads nowhere.
        if (event.type === 'click' && element.closest('a') || event.type === 'contextmenu') event.preventDefault();
        onEvent(id, event.type, valueOf(event, event.target));
        return;
      }
      if (own.has(event.type) || !element.parentElement) return;
    }
  };
  for (const name of names) root.addEventListener(name, report, true);

  /**
   * @param {Event} event
   * @param {any} target
   * @returns {string | boolean | null}
   */
  const valueOf = (event, target) => {
    if (event instanceof KeyboardEvent) {
      const held = [event.ctrlKey && 'Control', event.altKey && 'Alt', event.metaKey && 'Meta',
        event.shiftKey && event.key.length > 1 && 'Shift'].filter((name) => name && name !== event.key);
      return [...held, event.key].join('+');
    }
    if (event.type === 'toggle') return target.open === true;
    if (event.type !== 'input' && event.type !== 'change') return null;
    return target.type === 'checkbox' || target.type === 'radio' ? target.checked : String(target.value);
  };

  /**
   * @param {TreeMember} member
   * @param {string} name
   * @param {string | null} value
   */
  const setAttribute = ({ element, attributes }, name, value) => {
    if (value === null) attributes.delete(name);
    else attributes.add(name);
    const field = /** @type {any} */ (element);
    if (name === 'maxlength') {
      if ('maxLength' in field) field.maxLength = Math.min(Number(value ?? longest) || 0, longest);
      return;
    }
    // What the user changes is a property: the attribute is only what a field begins with.
    if (name === 'checked' || name === 'selected') field[name] = value !== null;
    else if (name === 'value' && /^(input|textarea|select)$/.test(element.localName)) enter(field, value ?? '');
    else if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
  };

  /**
   * @param {any} field
   * @param {string} text
   */
  const enter = (field, text) => {
    if (field.value === text) return;
    // Null where a field has no such thing, as a number's.
    const [start, end, direction] = [field.selectionStart, field.selectionEnd, field.selectionDirection];
    field.value = text;
    if (document.activeElement === field && Number.isInteger(start)) field.setSelectionRange(start, end, direction);
  };

  /**
   * @param {TreeMember} member
   * @param {string} property
   * @param {string | null} value
   */
  const setStyle = ({ element, style }, property, value) => {
    const css = /** @type {HTMLElement} */ (element).style;
    if (value === null) style.delete(property), css.removeProperty(property);
    else style.add(property), css.setProperty(property, value);
  };

  /**
   * Changes only the characters that differ, so that a selection in the others stays.
   * @param {Element} element
   * @param {string} text
   */
  const setText = (element, text) => {
    const node = element.firstChild;
    if (!(node instanceof Text) || node.nextSibling || !text) {
      if (element.firstElementChild || element.textContent !== text) element.textContent = text;
      return;
    }
    const old = node.data;
    const most = Math.min(old.length, text.length);
    let start = 0;
    while (start < most && old[start] === text[start]) start += 1;
    let end = 0;
    while (end < most - start && old[old.length - 1 - end] === text[text.length - 1 - end]) end += 1;
    if (old !== text) node.replaceData(start, old.length - start - end, text.slice(start, text.length - end));
  };

  /**
   * The element of a node, new or kept.
   * @param {TreeNode} node
   * @returns {TreeMember}
   */
  const take = ({ id, tag }) => {
    const old = members.get(id);
    if (old?.element.localName === tag) return old;
    const element = svg.has(tag)
      ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag);
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) element.maxLength = longest;
    const member = { element, attributes: new Set(), style: new Set(), events: new Set() };
    members.set(id, member);
    ids.set(element, id);
    return member;
  };

  /**
   * The element, with all that the node says.
   * @param {TreeNode} node
   * @returns {Element}
   */
  const build = (node) => {
    const member = take(node);
    const { element, attributes, style } = member;
    member.events = new Set(node.events);
    setClass(element, node.class ?? '');
    for (const name of [...attributes]) if (!(name in (node.attributes ?? {}))) setAttribute(member, name, null);
    for (const name of [...style]) if (!(name in (node.style ?? {}))) setStyle(member, name, null);
    for (const [name, value] of Object.entries(node.style ?? {})) setStyle(member, name, value);
    for (const [name, value] of Object.entries(node.attributes ?? {})) {
      if (name !== 'value' && element.getAttribute(name) !== value) setAttribute(member, name, value);
    }

    const children = (node.children ?? []).map(build);
    if (children.length) {
      const kept = new Set(children);
      for (const child of [...element.childNodes]) if (!kept.has(/** @type {Element} */ (child))) child.remove();
      placeAll(element, children);
    } else {
      setText(element, node.text ?? '');
    }
    // Last: what a range or a choice can be set to depends on its other attributes and its options.
    if (node.attributes?.value !== undefined) setAttribute(member, 'value', node.attributes.value);
    return element;
  };

  /**
   * @param {Element} element
   * @param {string} names
   */
  const setClass = (element, names) => {
    if (names) element.setAttribute('class', names);
    else element.removeAttribute('class');
  };

  /**
   * @param {Element} parent
   * @param {Node[]} children
   */
  const placeAll = (parent, children) => {
    for (let index = children.length - 1; index >= 0; index -= 1) {
      place(parent, children[index], children[index + 1] ?? null);
    }
  };

  /**
   * Puts `child` before `next`.
   * @param {any} parent
   * @param {any} child
   * @param {Node | null} next
   */
  const place = (parent, child, next) => {
    if (child.parentNode === parent && child.nextSibling === next) return;
    if (child.isConnected && parent.moveBefore) parent.moveBefore(child, next);
    else parent.insertBefore(child, next);
  };

  /**
   * Without `moveBefore`, an element that goes elsewhere loses focus and scroll.
   * @returns {() => void} gives them back
   */
  const rememberFocus = () => {
    const focused = /** @type {any} */ (root.contains(document.activeElement) ? document.activeElement : null);
    const caret = focused && [focused.selectionStart, focused.selectionEnd, focused.selectionDirection];
    const scrolled = [...root.querySelectorAll('*')].filter((part) => part.scrollTop || part.scrollLeft)
      .map((part) => ({ part, top: part.scrollTop, left: part.scrollLeft }));
    return () => {
      for (const { part, top, left } of scrolled) {
        if (part.scrollTop !== top || part.scrollLeft !== left) {
          part.scrollTo({ top, left, behavior: /** @type {any} */ ('instant') });
        }
      }
      if (!focused?.isConnected || document.activeElement === focused) return;
      focused.focus({ preventScroll: true });
      if (Number.isInteger(caret[0])) focused.setSelectionRange(...caret);
    };
  };

  /**
   * Text that goes elsewhere is no longer selected, in all browsers.
   * @returns {() => void} gives the selection back
   */
  const rememberSelection = () => {
    const selection = getSelection();
    const { anchorNode, anchorOffset = 0, focusNode, focusOffset = 0 } = selection ?? {};
    /** @param {Text} text @param {number} offset */
    const inside = (text, offset) => Math.min(offset, text.length);
    return () => {
      // In a field it is the field's own: it has come back with the focus.
      if (!selection || !(anchorNode instanceof Text) || !(focusNode instanceof Text)) return;
      if (selection.anchorNode === anchorNode && selection.focusNode === focusNode) return;
      if (!root.contains(anchorNode) || !root.contains(focusNode)) return;
      selection.setBaseAndExtent(
        anchorNode, inside(anchorNode, anchorOffset), focusNode, inside(focusNode, focusOffset));
    };
  };

  /** @param {Element} element */
  const forget = (element) => {
    for (const part of [element, ...element.querySelectorAll('*')]) {
      const id = ids.get(part);
      if (id !== undefined && members.get(id)?.element === part) members.delete(id);
    }
  };

  /** @type {Record<string, (...values: any[]) => void>} */
  const patchers = {
    root: (node) => show(node),
    insert: (parent, before, node) => place(find(parent).element, build(node), before ? find(before).element : null),
    move: (parent, before, id) => place(find(parent).element, find(id).element, before ? find(before).element : null),
    remove(id) {
      const { element } = find(id);
      forget(element);
      element.remove();
    },
    text: (id, text) => setText(find(id).element, text),
    attribute: (id, name, value) => setAttribute(find(id), name, value),
    style: (id, property, value) => setStyle(find(id), property, value),
    class: (id, value) => setClass(find(id).element, value),
    events(id, list) { find(id).events = new Set(list); },
  };

  /**
   * @param {number} id
   * @returns {TreeMember}
   */
  const find = (id) => {
    const member = members.get(id);
    if (!member) throw new RangeError(`The tree has no node ${id}.`);
    return member;
  };

  /** @param {TreeNode} node */
  const show = (node) => {
    const element = build(node);
    for (const child of [...root.childNodes]) if (child !== element) child.remove();
    place(root, element, null);
    for (const [id, member] of members) if (!root.contains(member.element)) members.delete(id);
  };

  /**
   * @param {boolean} moves whether it may put elements elsewhere
   * @param {() => void} change
   */
  const quietly = (moves, change) => {
    applying = true;
    try {
      const remembered = !moves ? []
        : 'moveBefore' in root ? [rememberSelection()] : [rememberFocus(), rememberSelection()];
      change();
      for (const giveBack of remembered) giveBack();
      return true;
    } catch (error) {
      console.error(error);
      return false;
    } finally {
      applying = false;
    }
  };

  return {
    /** @param {TreeNode} node */
    replace: (node) => quietly(true, () => show(node)),

    /**
     * @param {TreePatch[]} patches
     * @param {number} [duration]
     */
    apply: (patches, duration = 0) => quietly(patches.some(([name]) => name === 'move'), () => {
      if (time !== `${duration}ms`) root.style.setProperty('--duration', time = `${duration}ms`);
      for (const [name, ...values] of patches) {
        if (!Object.hasOwn(patchers, name)) throw new RangeError(`There is no patch '${name}'.`);
        patchers[name](...values);
      }
    }),

    /**
     * The element of a node, for what lies beside the tree.
     * @param {number} id
     * @returns {Element | undefined}
     */
    element: (id) => members.get(id)?.element,
  };
};
