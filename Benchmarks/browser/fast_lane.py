"""A blocking call in Chromium by the fast lane, beside a bare spin on a worker's WebSocket to a C server that does the same, and by the
plain lane (a synchronous XMLHttpRequest), in turns; back to back, and after 20 ms of doing nothing.

The fast lane is to be at most 1.3 times the bare spin and half of the plain lane. The C server is `make -C Benchmarks`'s. Calls that the
fast lane left to a request are counted.
"""

import os
import subprocess
import tempfile
from pathlib import Path

from program import ROOT, chromium, serving

# A page with a policy of its own has no fast lane.
PAGES = {
    "index.html": "<!doctype html><iframe src=plain.html></iframe>",
    "plain.html": "<!doctype html><meta http-equiv=content-security-policy content='img-src *'>",
    "favicon.ico": "",
}

WORKER = """
let memory, state, socket;
onmessage = ({ data }) => {
  if (memory) return socket.send(data);
  memory = data.memory;
  state = new Int32Array(memory, 0, 3);
  socket = new WebSocket(data.address, 'adding');
  socket.onopen = () => Atomics.store(state, 0, 1);
  socket.onmessage = ({ data }) => {
    const bytes = new TextEncoder().encode(data);
    new Uint8Array(memory, 12).set(bytes);
    Atomics.store(state, 2, bytes.length);
    Atomics.add(state, 1, 1);
  };
};
"""

START = """
const [worker, address, done] = arguments;
let requests = 0;
const { send } = XMLHttpRequest.prototype;
XMLHttpRequest.prototype.send = function (...all) { requests++; return send.apply(this, all); };
const memory = new SharedArrayBuffer(1 << 16), state = new Int32Array(memory, 0, 3);
const bareWorker = new Worker(URL.createObjectURL(new Blob([worker])));
bareWorker.postMessage({ memory, address });
let given = 0;
const check = (value, i) => { if (value !== i + 1) throw new Error(`wrong answer: ${value}`); };
const ways = {
  bare(i) {
    given++;
    bareWorker.postMessage(JSON.stringify({ id: given, data: i }));
    const start = performance.now();
    for (let turns = 1; Atomics.load(state, 1) !== given; turns++) {
      if (turns & 31) Atomics.pause();
      else if (performance.now() - start > 5000) throw new Error('the bare worker is silent');
    }
    check(JSON.parse(new TextDecoder().decode(new Uint8Array(memory).slice(12, 12 + state[2]))).data, i);
  },
  fast: (i) => check(bridge.call('addingOne', i), i),
  plain: (i) => check(frames[0].bridge.call('addingOne', i), i),
};
window.measure = async (rounds, idle) => {
  const times = { bare: [], fast: [], plain: [] };
  requests = 0;
  for (let i = 0; i < rounds; i++) {
    for (const way in ways) {
      if (idle) await new Promise((resolve) => setTimeout(resolve, idle));
      const start = performance.now();
      ways[way](i);
      times[way].push((performance.now() - start) * 1000);
    }
  }
  const result = { requests };
  for (const way in ways) {
    const sorted = times[way].sort((a, b) => a - b);
    result[way] = sorted[rounds >> 1];
    result[way + '99'] = sorted[Math.floor(rounds * 0.99)];
  }
  return result;
};
(async () => {
  if (!crossOriginIsolated) throw new Error('not isolated');
  for (let before = -1; before !== requests; await new Promise((resolve) => setTimeout(resolve, 20))) {
    before = requests;
    bridge.call('addingOne', 1);
  }
  while (!Atomics.load(state, 0)) await new Promise((resolve) => setTimeout(resolve, 20));
  await measure(50, 0);
  done();
})();
"""


def main():
    with tempfile.TemporaryDirectory() as root:
        for name, text in PAGES.items():
            Path(root, name).write_text(text)
        floor = subprocess.Popen([ROOT / "Benchmarks/.build/libwebsockets"], stdout=subprocess.PIPE, text=True)
        try:
            address = floor.stdout.readline().split()[1].replace("http", "ws")
            with serving("--root", root) as (_, url), chromium() as driver:
                driver.get(url)
                driver.execute_async_script(START, WORKER, address)
                print("load average", *os.getloadavg())
                print("idle ms  bare µs  p99    fast µs  p99    plain µs  p99     fast:bare  fast:plain  requests")
                for idle, rounds in ((0, 300), (20, 100)):
                    for _ in range(5):
                        figures = driver.execute_async_script(
                            "const done = arguments[2]; measure(arguments[0], arguments[1]).then(done)", rounds, idle)
                        print("{:7}  {bare:7.0f}  {bare99:5.0f}  {fast:7.0f}  {fast99:5.0f}  {plain:8.0f}  {plain99:6.0f}  {:9.2f}  {:10.2f}  {requests:8}".format(
                            idle, figures["fast"] / figures["bare"], figures["fast"] / figures["plain"], **figures), flush=True)
                print("load average", *os.getloadavg())
        finally:
            floor.terminate()
            floor.wait(timeout=20)


if __name__ == "__main__":
    main()
