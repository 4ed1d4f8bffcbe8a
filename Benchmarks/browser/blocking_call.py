"""Compares blocking calls in Chromium with synchronous XMLHttpRequests to the same server, alternately.

Target: the median of the calls is below 8 ms, and below 1.5 times that of the requests.
"""

from program import chromium, serving

SCRIPT = """
const [rounds, address] = arguments;
const bare = () => {
  const request = new XMLHttpRequest();
  request.open('GET', address, false);
  request.send();
  if (request.status !== 200) throw new Error('status ' + request.status);
};
const time = (work) => { const start = performance.now(); work(); return performance.now() - start; };
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
const p99 = (values) => values[Math.floor(values.length * 0.99)];
for (let i = 0; i < 50; i++) { bare(); bridge.call('addingOne', i); }
const calls = [], requests = [];
for (let i = 0; i < rounds; i++) {
  requests.push(time(bare));
  calls.push(time(() => { if (bridge.call('addingOne', i) !== i + 1) throw new Error('wrong answer'); }));
}
const result = {call: median(calls), bare: median(requests)};
return {...result, call99: p99(calls), bare99: p99(requests)};
"""


def main():
    with serving() as (_, address), chromium() as driver:
        driver.get(address)
        print("round  call ms  p99 ms  bare ms  p99 ms  ratio of the medians")
        for number in range(1, 6):
            figures = driver.execute_script(SCRIPT, 300, "/demo/icon.svg")
            ratio = figures["call"] / figures["bare"]
            print("{:5}  {call:7.2f}  {call99:6.2f}  {bare:7.2f}  {bare99:6.2f}  {:5.2f}".format(
                number, ratio, **figures))


if __name__ == "__main__":
    main()
