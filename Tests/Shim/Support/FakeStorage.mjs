/** A tab's sessionStorage. It outlives documents, and is copied when a tab is duplicated. */
export class FakeStorage {
  #items;

  constructor(items = []) {
    this.#items = new Map(items);
  }

  getItem(key) {
    return this.#items.get(key) ?? null;
  }

  setItem(key, value) {
    this.#items.set(key, String(value));
  }

  removeItem(key) {
    this.#items.delete(key);
  }

  clear() {
    this.#items.clear();
  }

  duplicate() {
    return new FakeStorage(this.#items);
  }
}
