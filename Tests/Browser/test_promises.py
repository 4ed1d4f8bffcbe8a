from support.acceptance_test_case import AcceptanceTestCase, in_every_engine, page
from support.runs import one_engine

MODULE = page("""
    <script type="module">
      import bridge, { native, call, ask, register, registerAsyn, hasNativeMethod, BridgeError } from '/_bridge/bridge.mjs';
      const same = bridge === window.bridge && native === window.native && BridgeError === bridge.BridgeError;
      register('twice', (x) => 2 * x);
      registerAsyn('later', (answer) => answer('later'));
      window.loaded = Promise.all([same, call('addingOne', 1), ask('addingOne', 2), native.addingOne(3),
        hasNativeMethod('addingOne')]);
    </script>""")

# Returns the promise's result: `['fulfilled', value]`, or the members of its error.
SETTLED = """
    const settled = (promise) => promise.then(
      (value) => ['fulfilled', value],
      (error) => [error instanceof bridge.BridgeError, error.name, error.code, error.kind, error.method]);"""


@in_every_engine
class Promises(AcceptanceTestCase):
    """`bridge.ask`, `native` and `for await`: the API that dsbridge.js does not have."""

    pages = AcceptanceTestCase.pages | {"module.html": MODULE}

    def setUp(self):
        super().setUp()
        self.open_connected()

    def run_asynchronous(self, script, *arguments):
        """Runs a script as the body of an async function. Returns its result."""
        return self.run_async(
            "(async (...arguments_) => {" + script + "})(...arguments).then(done, (error) => done(`threw ${error}`))", *arguments)

    def assert_endless_has_ended(self, times=1):
        self.wait_until_equal(lambda: self.call("sequences.timesEnded"), times, "Swift's iteration is cancelled")

    def test_ask(self):
        self.assertEqual(self.run_asynchronous("return bridge.ask('addingOne', 5)"), 6)
        self.assertEqual(self.run_asynchronous("return bridge.ask('later', { ms: 0, v: 'x' })"), "x")
        self.assertEqual(self.run_asynchronous("return bridge.ask('tick', 1)"), 4)
        self.assertEqual(self.run_asynchronous("return bridge.ask('sequences.count', 3)"), 3)
        self.assertTrue(self.run_script("return bridge.ask('noArg') instanceof Promise"))

    @one_engine
    def test_native(self):
        self.assertEqual(self.run_asynchronous("return native.addingOne(5)"), 6)
        self.assertEqual(self.run_asynchronous("return native.a.b.c.f(7)"), "a.b.c got 7")
        self.assertEqual(
            self.run_asynchronous("return Promise.all([native.street.getName(), native.school.getName()])"),
            ["Heisenberg", "Walter White"])
        # `native.street` is not a promise, and has none of the functions that `await`, JSON or a console look up.
        self.assertEqual(
            self.run_asynchronous(
                "return [typeof (await native.street).getName, JSON.stringify({ native }), typeof native.then]"),
            ["function", "{}", "undefined"])

    @one_engine
    def test_errors(self):
        settled = lambda call: self.run_asynchronous(SETTLED + f"return settled({call})")
        self.assertEqual(settled("native.boom()"), [True, "BridgeError", "outOfPaper", "thrown", "boom"])
        self.assertEqual(settled("native.nope()"), [True, "BridgeError", "noSuchMethod", "noSuchMethod", "nope"])
        self.assertEqual(settled("native.addingOne('5')"), [True, "BridgeError", "argument", "argument", "addingOne"])
        self.assertEqual(
            self.run_asynchronous("return native.addingOne('5').catch(({ expected, got }) => [expected, got])"), ["Int", '"5"'])
        self.assertEqual(settled("native.addingOne(5n)")[2], "argument")

    def test_error_that_nobody_handles(self):
        self.run_script("native.boom()")
        self.expect_errors(["unhandled", "out of paper"])

    def test_every_value(self):
        seen = "const seen = []; for await (const value of {}) seen.push(value); return seen"
        for call, values in (
            ("native.tick(1)", [2, 3, 4]), ("native.sequences.count(5)", [1, 2, 3, 4, 5]),
            ("native.sequences.count(0)", []), ("native.addingOne(1)", [2]),
        ):
            with self.subTest(call):
                self.assertEqual(self.run_asynchronous(seen.format(call)), values)

    @one_engine
    def test_error_after_values(self):
        self.assertEqual(
            self.run_asynchronous(
                """const seen = [];
                try {
                  for await (const value of native.sequences.failing()) seen.push(value);
                } catch (error) {
                  seen.push(error.code);
                }
                return seen"""), [1, 2, "outOfPaper"])

    @one_engine
    def test_loop_that_is_left(self):
        self.assertEqual(
            self.run_asynchronous(
                """const seen = [];
                for await (const value of native.sequences.endless()) {
                  seen.push(value);
                  if (value === 3) break;
                }
                return seen"""), [1, 2, 3])
        self.assert_endless_has_ended()

    @one_engine
    def test_cancel_and_signal(self):
        self.assertEqual(
            self.run_asynchronous(
                """const answer = native.sequences.endless();
                // It runs: its first value is here.
                answer[Symbol.asyncIterator]().next().then(() => answer.cancel());
                return answer.catch((error) => error.code)"""), "cancelled")
        self.assert_endless_has_ended()
        self.assertEqual(
            self.run_asynchronous(
                """const controller = new AbortController();
                const answer = native.sequences.endless(undefined, { signal: controller.signal });
                answer[Symbol.asyncIterator]().next().then(() => controller.abort('enough'));
                return answer.catch((reason) => reason)"""), "enough")
        self.assert_endless_has_ended(2)

    @one_engine
    def test_callback_of_a_sequence(self):
        # The end of a sequence has no value, so the callback is deleted without a call.
        name = self.run_script(
            """window.seen = [];
            const name = `dscb${window.dscb}`;
            bridge.call('sequences.count', 3, (value) => seen.push(value));
            return name""")
        self.wait_until(lambda: not self.run_script("return arguments[0] in window", name), "it is deleted")
        self.assertEqual(self.run_script("return seen"), [1, 2, 3])

    def test_page_that_goes_away(self):
        self.run_script("native.sequences.endless(); bridge.call('sequences.endless', () => {})")
        self.browser.refresh()
        self.assert_endless_has_ended(2)

    @one_engine
    def test_2000_in_one_task(self):
        self.assertTrue(self.run_asynchronous(
            """const answers = await Promise.all(Array.from({ length: 2000 }, (_, n) => native.addingOne(n)));
            return answers.every((answer, n) => answer === n + 1)"""))

    def test_module(self):
        self.open_connected("/module.html")
        self.assertEqual(self.run_asynchronous("return window.loaded"), [True, 2, 3, 4, True])
        self.assertEqual(
            self.run_async("bridge.call('page.call', { name: 'twice', arguments: [21] }, done)"), {"value": 42})
