from support.acceptance_test_case import AcceptanceTestCase, in_every_engine, page
from support.engines import ChromiumEngine
from support.runs import one_engine, smoke

# Counts the requests of blocking calls, and stores the worker in `window.lane`. Replacing methods of the prototypes
# works, because the page script has stored only the classes `XMLHttpRequest` and `Worker`, not their methods.
WATCH = """<script nonce=abc>
  window.requests = 0;
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function (...all) { requests++; return send.apply(this, all); };
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message) {
    window.lane = this;
    if (!window.isDeaf || typeof message !== 'string') post.call(this, message);
  };
  // What a call gives, and whether it went without a request.
  window.watch = (...call) => {
    const before = requests;
    return [bridge.call(...call), requests === before];
  };
</script>"""
PAGE = page(WATCH).replace("<script>", "<script nonce=abc>")


class FastLaneTestCase(AcceptanceTestCase):
    """Blocking calls, through a worker's socket if the document is isolated (Chromium), and by requests otherwise.

    Both ways must pass the same tests.
    """

    pages = {"index.html": PAGE, "frame.html": page("<body><iframe src='/'></iframe>")}

    is_isolated = False  # Whether the document is isolated although it has no fast lane.

    @property
    def has_lane(self):
        return self.engine is ChromiumEngine

    def assert_call(self, expected, script, *arguments):
        """Asserts that a script with `return watch(…)` returns this value, and uses the fast lane if there is one.

        On a busy machine, a request may answer the call, which is correct too. So the script is repeated until it has
        used the fast lane once.
        """
        def is_best():
            value, is_fast = self.run_script(script, *arguments)
            self.assertEqual(value, expected)
            self.assertTrue(self.has_lane or not is_fast, "fast, and not isolated")
            return is_fast == self.has_lane
        self.wait_until(is_best, f"the fast lane: {script}")

    def wait_for_lane(self):
        self.assertEqual(self.run_script("return !!window.crossOriginIsolated"), self.has_lane or self.is_isolated)
        # The first call loads the fast lane, and does not wait for it.
        self.assert_call(2, "return watch('addingOne', 1)")

    def open_with_lane(self, path="/"):
        self.open_connected(path)
        self.wait_for_lane()


@in_every_engine
class FastLane(FastLaneTestCase):
    @smoke
    def test_values_and_failures(self):
        self.open_with_lane()
        value = {"a": [1, None, "ä€😀\u2028"]}
        self.assert_call(value, "return watch('echo', arguments[0])", value)
        self.assert_call("", "return watch('void')")
        self.assertEqual(self.call("nothing"), "")
        self.expect_errors(["nothing", "no method"])

    def test_one_megabyte_each_way(self):
        self.open_with_lane()
        # An argument of this size needs a request.
        self.assertTrue(self.run_script("const text = 'ä'.repeat(1 << 20); return bridge.call('echo', text) === text"))
        # The request has not disturbed the fast lane.
        self.assert_call(6, "return watch('addingOne', 5)")

    def test_an_answer_larger_than_the_memory(self):
        self.open_with_lane()
        self.assert_call(
            True,
            """const text = 'ä'.repeat(100_000);
            const [answer, isFast] = watch('echo', text);
            return [answer === text, isFast];""")
        self.assert_call(6, "return watch('addingOne', 5)")

    def test_order_across_both_lanes(self):
        self.open_with_lane()
        # Sends messages on the page's socket, with blocking calls in between: some in the same task, and some in later
        # tasks.
        self.run_async(
            """(async () => {
              let number = 0;
              const asked = [];
              for (let round = 0; round < 60; round++) {
                for (let i = 0; i < round % 7; i++) asked.push(bridge.ask('control.note', number++));
                if (round % 3 === 0) await new Promise((resolve) => setTimeout(resolve));
                bridge.call('control.note', number++);
                if (round % 5 === 0) await bridge.ask('control.note', number++);
              }
              await Promise.all(asked);
              window.count = number;
              done();
            })();""")
        self.assertEqual(self.call("control.noted"), list(range(self.run_script("return count"))))

    @one_engine
    def test_much_before_a_call(self):
        self.open_with_lane()
        noted = self.run_script(
            """for (let i = 0; i < 1000; i++) bridge.ask('control.note', i);
            return bridge.call('control.noted');""")
        self.assertEqual(noted, list(range(1000)))

    @one_engine
    def test_a_call_that_takes_3_seconds(self):
        self.open_with_lane()
        # The page repeats the call as a request, and receives the answer. The page does not busy-wait for long.
        self.assertEqual(self.call("slow", 3000), "slow")
        self.wait_for_lane()

    def test_a_worker_that_is_killed(self):
        self.open_with_lane()
        self.run_script("window.lane?.terminate()")
        self.assertEqual(self.call("control.note", 1), "")
        self.wait_for_lane()
        self.assertEqual(self.call("control.noted"), [1])

    def test_a_worker_that_does_not_hear(self):
        self.open_with_lane()
        for number in range(2):
            self.run_script("window.isDeaf = true")
            self.assertEqual(self.call("control.note", number), "")
            self.run_script("window.isDeaf = false")
            self.wait_for_lane()
        self.assertEqual(self.call("control.noted"), [0, 1])

    def test_workers_that_never_hear_are_given_up(self):
        self.open_with_lane()
        self.run_script("window.isDeaf = true; window.lane = null")
        # Each new worker delays at most one call of the page. The calls reach Swift by requests.
        for number in range(8):
            self.assertEqual(self.call("control.note", number), "")
        self.run_script("window.isDeaf = false")
        self.assertEqual(self.call("control.noted"), list(range(8)))

    def test_in_a_frame(self):
        self.open("/frame.html")
        self.browser.enter_frame(0)
        try:
            self.wait_for_connection()
            self.wait_for_lane()
        finally:
            self.browser.leave_frames()

    def test_a_document_that_is_loaded_again(self):
        self.open_with_lane()
        self.browser.refresh()
        self.wait_for_connection()
        self.wait_for_lane()
        self.assertEqual(self.call("control.noted"), [])

    def test_document_open_leaves_it(self):
        self.open_with_lane()
        self.run_script("document.open(); document.write('<p>new</p>'); document.close()")
        self.assert_call(2, "return watch('addingOne', 1)")


class OneCall:
    def test_best_way(self):
        self.open_with_lane()


@in_every_engine
class FastLaneUnderANoncePolicy(OneCall, FastLaneTestCase):
    # Firefox's driver needs `eval`.
    program_arguments = ("--content-security-policy", "default-src 'none'; script-src 'nonce-abc' 'unsafe-eval'")


@in_every_engine
class FastLaneUnderAStrictDynamicPolicy(OneCall, FastLaneTestCase):
    program_arguments = (
        "--content-security-policy", "script-src 'nonce-abc' 'strict-dynamic' 'unsafe-eval'; connect-src 'none'")


@in_every_engine
class FastLaneWhereOtherSitesMustAgree(OneCall, FastLaneTestCase):
    program_arguments = ("--isolation", "require-corp")


@in_every_engine
class NoFastLane(OneCall, FastLaneTestCase):
    """A server that does not isolate its pages."""

    program_arguments = ("--isolation", "none")
    has_lane = False
