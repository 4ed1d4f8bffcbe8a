/** A clock with timers, which only `pass` moves. Timers of the same time run in the order of their creation. */
export class Clock {
  now = 1e12;
  #timers = new Map();
  #last = 0;

  setTimeout = (f, delay = 0, ...given) => this.#add({ f: () => f(...given), at: this.now + Math.max(delay, 0) });
  setInterval = (f, delay) => this.#add({ f, at: this.now + delay, every: delay });
  clear = (id) => void this.#timers.delete(id);

  #add(timer) {
    this.#timers.set(++this.#last, timer);
    return this.#last;
  }

  /** The number of timers that have not run, without intervals. */
  get pending() {
    return [...this.#timers.values()].filter(({ every }) => !every).length;
  }

  /** Moves the clock by a number of milliseconds, and runs the timers that are due meanwhile. */
  pass(time = 0) {
    const end = this.now + time;
    for (;;) {
      const [next] = [...this.#timers].filter(([, { at }]) => at <= end).sort(([, one], [, other]) => one.at - other.at);
      if (!next) break;
      const [id, timer] = next;
      this.now = Math.max(this.now, timer.at);
      if (timer.every) timer.at += timer.every;
      else this.#timers.delete(id);
      timer.f();
    }
    this.now = end;
  }
}
