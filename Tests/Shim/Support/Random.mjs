/** A generator of pseudo-random numbers, with the same sequence for the same seed. */
export class Random {
  #state;

  constructor(seed) {
    this.#state = seed | 0;
    this.#next(); // Skips the first number, because the first numbers of neighbouring seeds are similar.
  }

  #next() {
    let x = (this.#state = (this.#state + 0x6d2b79f5) | 0);
    x = Math.imul(x ^ (x >>> 15), x | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return (x ^ (x >>> 14)) >>> 0;
  }

  /** Returns an integer from 0 to `limit` - 1. */
  below(limit) {
    return this.#next() % limit;
  }

  /** Returns true with the probability 1 / `count`. */
  oneIn(count) {
    return this.below(count) === 0;
  }

  of(list) {
    return list[this.below(list.length)];
  }

  /** Returns a fraction like `Math.random`. */
  fraction = () => this.#next() / 2 ** 32;
}
