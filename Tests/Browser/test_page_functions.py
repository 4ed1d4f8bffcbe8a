from support.browser_test_case import BrowserTestCase

PAGE = "<!doctype html><meta charset=utf-8><title>A page with functions</title>"


class PageFunctionTests(BrowserTestCase):
    """Page functions that Swift calls: `addValue` on demand, and `showDismissal` on `window.close()`."""

    records_network = True
    pages = {
        "index.html": PAGE,
        "early.html": PAGE + """
            <script>
              window.order = [];
              // Swift is asked before the page is ready; what the last script registers counts.
              bridge.call('page.letPageAdd', [1, 2], (answer) => order.push(answer));
              window.close();
              order.push('first script');
            </script>
            <script>
              bridge.call('addingOne', 1);
              order.push('second script');
              document.addEventListener('DOMContentLoaded', () => {
                order.push('ready');
                bridge.register('addValue', (a, b) => { order.push('addValue'); return a + b; });
                bridge.register('showDismissal', () => { order.push('showDismissal'); });
              });
            </script>""",
    }

    def setUp(self):
        super().setUp()
        self.open_connected()

    def ask_swift(self, numbers=(3, 4)):
        """Makes Swift call `addValue`. Returns Swift's report of the result."""
        return self.run_async("bridge.call('page.letPageAdd', arguments[0], done)", list(numbers))

    def register(self, script):
        self.run_script(script)

    def test_registered_function(self):
        self.register("bridge.register('addValue', (a, b) => a + b)")
        self.assertEqual(self.ask_swift(), "Swift called addValue and got 7.")
        self.assertEqual(self.ask_swift([-5, 2]), "Swift called addValue and got -3.")

    def test_the_last_registration_counts(self):
        self.register("bridge.register('addValue', () => 1)")
        self.register("bridge.register('addValue', (...numbers) => numbers.length)")
        self.assertEqual(self.ask_swift([1, 2, 3]), "Swift called addValue and got 3.")

    def test_asynchronous_function(self):
        self.register(
            """bridge.registerAsyn('addValue', (a, b, answer) => {
              fetch('/').then((response) => response.text()).then(() => answer(a * b));
            })""")
        self.assertEqual(self.ask_swift(), "Swift called addValue and got 12.")

    def test_function_that_gives_a_promise(self):
        self.register("bridge.register('addValue', async (a, b) => a - b)")
        self.assertEqual(self.ask_swift(), "Swift called addValue and got -1.")

    def test_function_of_its_own_this(self):
        self.register(
            """bridge.register('addValue', function (a, b) {
              // A blocking call from inside a function that Swift waits for.
              return bridge.call('addingOne', a + b);
            })""")
        self.assertEqual(self.ask_swift(), "Swift called addValue and got 8.")

    def test_function_that_calls_swift_which_calls_it_again(self):
        self.register(
            """bridge.registerAsyn('addValue', (a, b, answer) => {
              if (a === 0) return answer(b);
              bridge.call('page.letPageAdd', [a - 1, b + 1], (text) => answer(Number(/-?\\d+(?=\\.$)/.exec(text))));
            })""")
        self.assertEqual(self.ask_swift([5, 10]), "Swift called addValue and got 15.")

    def assert_error(self, *parts):
        answer = self.ask_swift()
        self.assertTrue(answer.startswith("Swift called addValue and got an error: "), answer)
        for part in parts:
            self.assertIn(part, answer)

    def test_missing_function(self):
        self.assert_error("addValue")

    def test_function_that_throws(self):
        self.register("bridge.register('addValue', () => { throw new RangeError('no numbers today'); })")
        self.assert_error("no numbers today")

    def test_promise_that_is_rejected(self):
        self.register("bridge.register('addValue', () => Promise.reject(new Error('later, no')))")
        self.assert_error("later, no")

    def test_result_of_another_type(self):
        self.register("bridge.register('addValue', () => 'seven')")
        self.assert_error("Int")

    def test_result_that_is_no_json(self):
        self.register("bridge.register('addValue', () => 7n)")
        self.assert_error("BigInt")

    def test_errors_leave_the_page_usable(self):
        self.assert_error("addValue")
        self.register("bridge.register('addValue', (a, b) => a + b)")
        self.assertEqual(self.ask_swift(), "Swift called addValue and got 7.")

    def test_many_at_once(self):
        self.register("bridge.registerAsyn('addValue', (a, b, answer) => setTimeout(() => answer(a + b), a % 3))")
        answers = self.run_async(
            """const answers = [];
            let open = 200;
            for (let n = 0; n < 200; n++) bridge.call('page.letPageAdd', [n, 1000], (answer) => {
              answers[n] = answer;
              if (--open === 0) done(answers);
            });""")
        self.assertEqual(answers, [f"Swift called addValue and got {n + 1000}." for n in range(200)])

    def test_window_close_reaches_swift(self):
        self.register("window.texts = []; bridge.register('showDismissal', (text) => { texts.push(text); })")
        self.run_script("window.close()")
        self.wait_until_equal(
            lambda: self.run_script("return texts"), ["Swift was asked to dismiss this page."], "the dismissal handler")
        self.assertEqual(len(self.browser.window_handles), 1, "Swift decides, and lets it stay")

    def test_calls_before_the_page_is_ready_wait_for_it(self):
        self.open("/early.html")
        order = self.wait_until(
            lambda: (seen := self.run_script("return order")) and len(seen) == 6 and seen, "all has been called")
        self.assertEqual(order[:3], ["first script", "second script", "ready"])
        self.assertEqual(set(order[3:5]), {"addValue", "showDismissal"})
        self.assertEqual(order[5], "Swift called addValue and got 3.")
        self.assertEqual(len(self.browser.network_events("Network.webSocketCreated")), 2, "one for each page")
