"""Measures the server's resident memory during 1,000 page loads in Chromium with 100 calls each.

Target: at the end, the memory differs by at most 10 MB from its size after the first 1,000 calls.
"""

import argparse

from program import chromium, resident_kilobytes, serving

CALLS = """
let sum = 0;
for (let i = 0; i < arguments[0]; i++) sum += bridge.call('addingOne', i);
return sum;
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--loads", type=int, default=1000)
    parser.add_argument("--calls", type=int, default=100, help="in each page")
    arguments = parser.parse_args()
    expected = sum(range(1, arguments.calls + 1))
    first = None
    with serving() as (process, address), chromium() as driver:
        for load in range(1, arguments.loads + 1):
            driver.get(address)
            if driver.execute_script(CALLS, arguments.calls) != expected:
                raise SystemExit(f"wrong answers in page {load}")
            calls = load * arguments.calls
            if first is None and calls >= 1000:
                first = resident_kilobytes(process)
                print(f"after {calls:7} calls, {load:5} loads: {first / 1024:7.1f} MB", flush=True)
            elif load % 100 == 0:
                print(f"after {calls:7} calls, {load:5} loads: {resident_kilobytes(process) / 1024:7.1f} MB", flush=True)
        growth = (resident_kilobytes(process) - first) / 1024
        print(f"growth since the first 1,000 calls: {growth:.1f} MB")


if __name__ == "__main__":
    main()
