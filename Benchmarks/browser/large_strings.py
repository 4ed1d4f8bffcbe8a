"""Measures strings of 10 MB to Swift and back in Chromium, and one of 64 MB, which exceeds the limit.

Targets: a string of 10 MB returns unchanged within 2 s. A string of 64 MB is rejected with a clear error. The server's
memory returns to its initial size.
"""

from program import ACCEPTANCE_SERVER, chromium, resident_kilobytes, serving

SCRIPT = """
const [unit, bytes] = arguments, done = arguments[arguments.length - 1];
const text = unit.repeat(bytes / new TextEncoder().encode(unit).length);
const times = {};
const timed = async (name, call) => {
  const start = performance.now();
  const result = await call();
  times[name] = performance.now() - start;
  if (result !== text) throw new Error(name + ' is not intact');
};
(async () => {
  await timed('blocking', () => bridge.call('str', text));
  await timed('blocking, Any', () => bridge.call('echo', text));
  await timed('promise', () => bridge.ask('str', text));
  await timed('callback', () => new Promise((resolve) => bridge.call('later', {ms: 0, v: text}, resolve)));
  return times;
})().then(done, (error) => done({error: String(error)}));
"""

REFUSED = "const start = performance.now(); return [bridge.call('str', 'x'.repeat(64e6)), performance.now() - start]"


def main():
    with serving("--log-level", "error", program=ACCEPTANCE_SERVER) as (process, address), chromium() as driver:
        driver.get(address)
        driver.execute_async_script(SCRIPT, "warm", 1000)
        print(f"resident at first: {resident_kilobytes(process) / 1024:.0f} MB")
        for name, unit in (("ASCII", "abcdefg"), ("mixed", 'aä漢"\\bc')):
            for _ in range(5):
                times = driver.execute_async_script(SCRIPT, unit, 10_000_000)
                print(f"10 MB, {name}, ms:", *(f"{what} {time}" if what == "error" else f"{what} {time:.0f}" for what, time in times.items()), sep="  ")
        driver.get_log("browser")
        result, time = driver.execute_script(REFUSED)
        print(f"64 MB: returned {result!r} after {time:.0f} ms;", driver.get_log("browser")[0]["message"][-80:])
        assert driver.execute_script("return bridge.call('addingOne', 1)") == 2
        print(f"resident at last: {resident_kilobytes(process) / 1024:.0f} MB")


if __name__ == "__main__":
    main()
