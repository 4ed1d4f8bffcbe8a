// The tree of elements that native code shows. The tree is created and patched from data, without parsing markup.

/**
 * @typedef {object} TreeNode A node, as NodeSnapshot in Swift encodes it.
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
/** @typedef {[string, ...any[]]} TreePatch A patch, as Patch in Swift encodes it: `['text', 4, 'Rooms']`. */

/**
 * Shows a tree in `root`, and reports the user's actions on the tree.
 *
 * `replace` shows a complete tree. It keeps existing elements with the same id and tag, including their focus,
 * selection and scroll position. `apply` applies patches in one task, and thus in one animation frame. It returns false
 * if a patch names a node that does not exist. The tree then differs from native code's tree and must be replaced.
 *
 * @param {HTMLElement} root
 * @param {(id: number, event: string, value: string | boolean | null) => void} onEvent
 */
const tree = (root, onEvent) => {
  const svg = new Set(['svg', 'g', 'path', 'circle', 'rect', 'line', 'polyline', 'polygon', 'ellipse']);
  // Events that are reported only for their target, not for an ancestor, because the browser fires them separately for
  // each element.
  const targetOnly = new Set(['pointerenter', 'pointerleave', 'toggle', 'transitionend']);
  const names = ['click', 'dblclick', 'contextmenu', 'input', 'change', 'focus', 'blur', 'keydown', 'keyup',
    'pointerdown', 'pointerup', 'pointercancel', ...targetOnly];

  // The maximum length of a field's text, in UTF-16 code units. The escaped text must fit into an event of 256 kB.
  const longest = 32768;

  /** @type {Map<number, TreeMember>} */
  const members = new Map();
  /** @type {WeakMap<Element, number>} */
  const ids = new WeakMap();
  let applying = false;

  /** Reports an event to native code. @param {Event} event */
  const report = (event) => {
    // Ignores events that patches cause, such as `blur` of a removed element, because they are not user actions.
    if (applying || !(event.target instanceof Element)) return;
    if (event instanceof KeyboardEvent && event.isComposing) return;
    for (let element = event.target; element !== root; element = element.parentElement) {
      const id = ids.get(element);
      if (id !== undefined && members.get(id)?.events.has(event.type)) {
        // A link with an action performs the action instead of navigating.
        if (event.type === 'click' && element.closest('a') || event.type === 'contextmenu') event.preventDefault();
        onEvent(id, event.type, valueOf(event, event.target));
        return;
      }
      if (targetOnly.has(event.type) || !element.parentElement) return;
    }
  };
  for (const name of names) root.addEventListener(name, report, true);

  /**
   * The pressed nodes that must be informed of a release outside of them, by the id of the pressed pointer.
   * @type {Map<number, number[]>}
   */
  const pressed = new Map();

  /** Records a press. @param {PointerEvent} event */
  const press = ({ target, pointerId }) => {
    const list = [];
    for (let part = target instanceof Element ? target : null; part && part !== root; part = part.parentElement) {
      const id = ids.get(part);
      if (id !== undefined && members.get(id)?.events.has('pointerupoutside')) list.push(id);
    }
    pressed.set(pointerId, list);
  };

  /**
   * Reports a release outside of the pressed nodes. Browsers report touch events on the element where the touch began,
   * so this function looks up the element at the position of the release. A release over an iframe is detected only
   * when the pointer returns from the iframe.
   * @param {PointerEvent} event
   */
  const release = (event) => {
    const list = pressed.get(event.pointerId);
    if (!list || event.type === 'pointermove' && event.buttons) return;
    pressed.delete(event.pointerId);
    const below = document.elementFromPoint(event.clientX, event.clientY);
    const outside = list.filter((id) => {
      const member = members.get(id);
      return member && (event.type === 'pointermove' || !member.element.contains(below));
    });
    for (const id of outside) onEvent(id, 'pointerupoutside', null);
    if (outside.length) event.stopPropagation();
  };
  addEventListener('pointerdown', press, true);
  for (const name of ['pointerup', 'pointermove']) addEventListener(name, /** @type {any} */ (release), true);
  addEventListener('pointercancel', ({ pointerId }) => void pressed.delete(pointerId), true);

  /**
   * Returns the value that is reported with an event.
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
   * Sets an attribute, or removes it with `null`.
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
    // These properties are set instead of their attributes, because an attribute contains only the field's initial
    // value.
    if (name === 'checked' || name === 'selected') field[name] = value !== null;
    else if (name === 'value' && /^(input|textarea|select)$/.test(element.localName)) setFieldText(field, value ?? '');
    else if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
  };

  /**
   * Sets the text of a field. Keeps the selection of the focused field.
   * @param {any} field
   * @param {string} text
   */
  const setFieldText = (field, text) => {
    if (field.value === text) return;
    // The selection is null for fields without one, such as numbers.
    const [start, end, direction] = [field.selectionStart, field.selectionEnd, field.selectionDirection];
    field.value = text;
    if (document.activeElement === field && Number.isInteger(start)) field.setSelectionRange(start, end, direction);
  };

  /**
   * Sets a style property, or removes it with `null`.
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
   * Sets the text of an element. Replaces only the range that differs, so that selections elsewhere in the text remain.
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
   * Returns the existing element of a node, or creates it.
   * @param {TreeNode} node
   * @returns {TreeMember}
   */
  const getOrCreate = ({ id, tag }) => {
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
   * Creates or updates a node's element, with its attributes, styles and children.
   * @param {TreeNode} node
   * @returns {Element}
   */
  const build = (node) => {
    const member = getOrCreate(node);
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
    // The value is set last, because the valid values of ranges and selects depend on other attributes and options.
    if (node.attributes?.value !== undefined) setAttribute(member, 'value', node.attributes.value);
    return element;
  };

  /**
   * Sets the classes of an element.
   * @param {Element} element
   * @param {string} names
   */
  const setClass = (element, names) => {
    if (names) element.setAttribute('class', names);
    else element.removeAttribute('class');
  };

  /**
   * Puts the children of an element into the given order.
   * @param {Element} parent
   * @param {Node[]} children
   */
  const placeAll = (parent, children) => {
    for (let index = children.length - 1; index >= 0; index -= 1) {
      place(parent, children[index], children[index + 1] ?? null);
    }
  };

  /**
   * Moves or inserts `child` before `next`.
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
   * Saves the focus and the scroll positions, because an element that is moved without `moveBefore` loses both.
   * @returns {() => void} a function that restores them
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
   * Saves the selection, because text that is moved loses its selection in all browsers.
   * @returns {() => void} a function that restores the selection
   */
  const rememberSelection = () => {
    const selection = getSelection();
    const { anchorNode, anchorOffset = 0, focusNode, focusOffset = 0 } = selection ?? {};
    /** @param {Text} text @param {number} offset */
    const clamped = (text, offset) => Math.min(offset, text.length);
    return () => {
      // A field's selection is restored with the focus.
      if (!selection || !(anchorNode instanceof Text) || !(focusNode instanceof Text)) return;
      if (selection.anchorNode === anchorNode && selection.focusNode === focusNode) return;
      if (!root.contains(anchorNode) || !root.contains(focusNode)) return;
      selection.setBaseAndExtent(
        anchorNode, clamped(anchorNode, anchorOffset), focusNode, clamped(focusNode, focusOffset));
    };
  };

  /** Removes the records of an element and its descendants. @param {Element} element */
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
   * Returns the member of a node. Throws if the node does not exist.
   * @param {number} id
   * @returns {TreeMember}
   */
  const find = (id) => {
    const member = members.get(id);
    if (!member) throw new RangeError(`The tree has no node ${id}.`);
    return member;
  };

  /** Shows a complete tree. @param {TreeNode} node */
  const show = (node) => {
    const element = build(node);
    for (const child of [...root.childNodes]) if (child !== element) child.remove();
    place(root, element, null);
    for (const [id, member] of members) if (!root.contains(member.element)) members.delete(id);
  };

  /**
   * Changes the tree without reporting events. Restores focus, scroll positions and selection.
   * @param {boolean} moves whether the change may move elements
   * @param {() => void} change
   */
  const quietly = (moves, change) => {
    applying = true;
    try {
      const remembered = !moves ? []
        : 'moveBefore' in root ? [rememberSelection()] : [rememberFocus(), rememberSelection()];
      change();
      for (const restore of remembered) restore();
      return true;
    } catch (error) {
      console.error(error);
      return false;
    } finally {
      applying = false;
    }
  };

  return {
    /** Shows a complete tree. @param {TreeNode} node */
    replace: (node) => quietly(true, () => show(node)),

    /**
     * Applies patches.
     * @param {TreePatch[]} patches
     */
    apply: (patches) => quietly(patches.some(([name]) => name === 'move'), () => {
      for (const [name, ...values] of patches) {
        if (!Object.hasOwn(patchers, name)) throw new RangeError(`There is no patch '${name}'.`);
        patchers[name](...values);
      }
    }),

    /**
     * Returns the element of a node, for code outside of this file.
     * @param {number} id
     * @returns {Element | undefined}
     */
    element: (id) => members.get(id)?.element,
  };
};
