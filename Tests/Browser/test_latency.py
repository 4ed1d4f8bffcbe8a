import statistics

from support.browser_test_case import BrowserTestCase


class LatencyTests(BrowserTestCase):
    """What a blocking call costs beside a bare request. They take turns, so that a busy machine slows both."""

    pages = {"index.html": "<!doctype html><title>Latency</title>", "small.txt": "6"}

    def test_blocking_call(self):
        self.open_connected()
        times = self.run_async(
            """const bare = (n) => {
              const request = new XMLHttpRequest();
              request.open('GET', `/small.txt?${n}`, false);
              request.send();
            };
            const called = (n) => bridge.call('addingOne', n);
            const time = (function_, n) => {
              const start = performance.now();
              function_(n);
              return performance.now() - start;
            };
            const times = { called: [], bare: [] };
            let n = 0;
            const turn = () => {
              for (let i = 0; i < 10; i++) {
                times.called.push(time(called, n));
                times.bare.push(time(bare, n));
                n++;
              }
              if (n < 300) setTimeout(turn);
              else done(times);
            };
            turn();""")
        called, bare = (statistics.median(times[name][50:]) for name in ("called", "bare"))
        # Not a number of milliseconds: those are the machine's.
        self.assertLess(called / bare, 1.5, f"a call takes {called:.2f} ms, a bare request {bare:.2f} ms")
