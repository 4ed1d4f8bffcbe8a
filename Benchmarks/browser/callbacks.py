"""Measures the time from 2,000 calls in one task to the last answer in Chromium, with callbacks and promises in turn.

Target: the median of the calls with callbacks is below 60 ms. `here` is the time that the page takes to make the calls.
"""

from statistics import median

from program import chromium, serving

SCRIPT = """
const [kind, count] = arguments, done = arguments[arguments.length - 1];
// As after a while without evaluations: the first of them does not wait.
setTimeout(() => {
  const start = performance.now();
  let answered = 0, first;
  const answer = (value) => {
    first ??= performance.now();
    if (value !== 'Async response') throw new Error('wrong answer');
    if (++answered === count) done({here: here - start, first: first - start, last: performance.now() - start});
  };
  for (let i = 0; i < count; i++) {
    if (kind === 'callbacks') bridge.call('asyncStyledFunction', answer);
    else bridge.ask('asyncStyledFunction').then(answer);
  }
  const here = performance.now();
}, 200);
"""


def main():
    with serving() as (_, address), chromium() as driver:
        driver.get(address)
        print("ms, median (smallest to largest) of 30")
        for kind in ("callbacks", "promises") * 2:
            rounds = [driver.execute_async_script(SCRIPT, kind, 2000) for _ in range(30)]
            parts = {part: sorted(figures[part] for figures in rounds) for part in ("here", "first", "last")}
            print(f"{kind:10}", *(
                f"{part} {median(times):6.1f} ({times[0]:.1f} to {times[-1]:.1f})" for part, times in parts.items()))


if __name__ == "__main__":
    main()
