// Events that travel through a tree: first down to their target in the capture phase, then up if they bubble.

export class Event {
  defaultPrevented = false;
  isTrusted = false;
  isStopped = false;
  target = null;

  constructor(type, { bubbles = false, cancelable = false, ...rest } = {}) {
    Object.assign(this, { type, bubbles, cancelable }, rest);
  }

  preventDefault() {
    this.defaultPrevented = this.cancelable;
  }

  stopPropagation() {
    this.isStopped = true;
  }

  composedPath() {
    return this.path ?? [];
  }
}

export class KeyboardEvent extends Event {
  constructor(type, init) {
    super(type, { key: '', ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, isComposing: false, ...init });
  }
}

export class PointerEvent extends Event {
  constructor(type, init) {
    super(type, { pointerId: 1, clientX: 0, clientY: 0, buttons: 0, ...init });
  }
}

/** An object with listeners. `owner` is the object that scripts know, if it is another one. */
export class Target {
  #listeners = [];
  owner = this;

  addEventListener(type, f, options) {
    const capture = options === true || !!options?.capture;
    // The same listener is added only once.
    if (this.#listeners.some((one) => one.type === type && one.f === f && one.capture === capture)) return;
    this.#listeners.push({ type, f, capture });
  }

  removeEventListener(type, f, options) {
    const capture = options === true || !!options?.capture;
    this.#listeners = this.#listeners.filter((one) => one.type !== type || one.f !== f || one.capture !== capture);
  }

  /** Returns whether anything listens to events of a type. */
  listens(type) {
    return this.#listeners.some((one) => one.type === type);
  }

  /** The targets through which an event travels from this one up. */
  get path() {
    return [this];
  }

  dispatchEvent(event) {
    event.target = this.owner;
    event.path = this.path.map(({ owner }) => owner);
    const [target, ...above] = this.path;
    const call = (on, capture) => {
      if (event.isStopped) return;
      for (const one of [...on.#listeners]) if (one.type === event.type && one.capture === capture) one.f.call(on.owner, event);
      if (capture) return;
      on.owner[`on${event.type}`]?.(event);
    };
    for (const on of [...above].reverse()) call(on, true);
    call(target, true);
    call(target, false);
    if (event.bubbles) for (const on of above) call(on, false);
    return !event.defaultPrevented;
  }
}
