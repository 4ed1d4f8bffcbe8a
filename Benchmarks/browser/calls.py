"""Compares single calls in Chromium with bare messages to a C server over the same transport, alternately.

Calls are made without pauses, and with pauses of 20 ms. A blocking call through the fast lane is compared with a loop
that waits for the answer on a worker's WebSocket. A blocking call through the plain lane is compared with a synchronous
XMLHttpRequest, and an awaited call with a message on the page's WebSocket. Targets: each takes at most 1.3 times as
long as its counterpart, and the fast lane at most half as long as the plain lane. `make -C Benchmarks` builds the C
server. The benchmark also counts the calls that the fast lane repeated as requests.
"""

import os
import subprocess
import tempfile
from pathlib import Path
from statistics import median

from program import ROOT, chromium, serving

# A page with a Content-Security-Policy of its own has no fast lane.
PAGES = {
    "index.html": "<!doctype html><iframe src=plain.html></iframe>",
    "plain.html": "<!doctype html><meta http-equiv=content-security-policy content='img-src *'>",
    "favicon.ico": "",
}

WAYS = ("spin", "fast", "request", "plain", "echo", "ask")
RATIOS = (("fast", "spin", 1.3), ("fast", "plain", 0.5), ("plain", "request", 1.3), ("ask", "echo", 1.3))

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
const socketAddress = address.replace('http', 'ws');
let requests = 0;
const { send } = XMLHttpRequest.prototype;
XMLHttpRequest.prototype.send = function (...all) { requests++; return send.apply(this, all); };
const memory = new SharedArrayBuffer(1 << 16), state = new Int32Array(memory, 0, 3);
const bareWorker = new Worker(URL.createObjectURL(new Blob([worker])));
bareWorker.postMessage({ memory, address: socketAddress });
const socket = new WebSocket(socketAddress, 'adding');
const opened = new Promise((resolve) => { socket.onopen = resolve; });
let given = 0;
const check = (value, i) => { if (value !== i + 1) throw new Error(`wrong answer: ${value}`); };
const ways = {
  spin(i) {
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
  request(i) {
    const request = new XMLHttpRequest();
    request.open('POST', address, false);
    send.call(request, JSON.stringify({ id: i, data: i }));
    check(JSON.parse(request.responseText).data, i);
  },
  plain: (i) => check(frames[0].bridge.call('addingOne', i), i),
  async echo(i) {
    const answer = new Promise((resolve) => { socket.onmessage = resolve; });
    socket.send(JSON.stringify({ id: i, data: i }));
    check(JSON.parse((await answer).data).data, i);
  },
  ask: async (i) => check(await bridge.ask('addingOne', i), i),
};
window.measure = async (rounds, idle) => {
  const times = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
  requests = 0;
  for (let i = 0; i < rounds; i++) {
    for (const way in ways) {
      if (idle) await new Promise((resolve) => setTimeout(resolve, idle));
      const start = performance.now();
      const answer = ways[way](i);
      if (answer) await answer;
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
  await opened;
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
            address = floor.stdout.readline().split()[1]
            with serving("--root", root) as (_, url), chromium() as driver:
                driver.get(url)
                driver.execute_async_script(START, WORKER, address)
                print("load average", *os.getloadavg())
                print("µs, median and 99th of 100, of each of five rounds")
                rounds = {idle: [] for idle in (0, 20)}
                for idle, calls in ((0, 300), (20, 100)):
                    for _ in range(5):
                        figures = driver.execute_async_script(
                            "const done = arguments[2]; measure(arguments[0], arguments[1]).then(done)", calls, idle)
                        rounds[idle].append(figures)
                        print(f"idle {idle:2} ms ", *(f"{way} {figures[way]:6.0f} {figures[way + '99']:6.0f}" for way in WAYS),
                              f"requests {figures['requests']}", flush=True)
                print("medians of the rounds' ratios")
                for way, bare, wanted in RATIOS:
                    print(f"{way} to {bare}, at most {wanted}:", *(
                        f"{median(figures[way] / figures[bare] for figures in rounds[idle]):.2f} after {idle} ms," for idle in rounds))
                print("load average", *os.getloadavg())
        finally:
            floor.terminate()
            floor.wait(timeout=20)


if __name__ == "__main__":
    main()
