/** The inline style of an element. */
export class Style {
  #values = new Map();

  setProperty(name, value) {
    if (value === '') this.#values.delete(name);
    else this.#values.set(name, `${value}`);
  }
  removeProperty(name) {
    this.#values.delete(name);
  }
  getPropertyValue(name) {
    return this.#values.get(name) ?? '';
  }
  get all() {
    return Object.fromEntries(this.#values);
  }
}
for (const name of ['width', 'height', 'position', 'transition', 'direction']) {
  Object.defineProperty(Style.prototype, name, {
    get() {
      return this.getPropertyValue(name);
    },
    set(value) {
      this.setProperty(name, value);
    },
  });
}
