/** The same choices for the same seed. */
export class Random {
  #state;

  constructor(seed) {
    this.#state = seed | 0;
    this.#next(); // neighbouring seeds begin alike
  }

  #next() {
    let x = (this.#state = (this.#state + 0x6d2b79f5) | 0);
    x = Math.imul(x ^ (x >>> 15), x | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return (x ^ (x >>> 14)) >>> 0;
  }

  /** A whole number from 0 and below `limit`. */
  below(limit) {
    return this.#next() % limit;
  }

  /** True once in so many times. */
  oneIn(count) {
    return this.below(count) === 0;
  }

  of(list) {
    return list[this.below(list.length)];
  }

  /** The fraction that `Math.random` gives. */
  fraction = () => this.#next() / 2 ** 32;
}
