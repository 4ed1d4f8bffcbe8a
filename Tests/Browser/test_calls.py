from support.browser_test_case import BrowserTestCase


class CallTests(BrowserTestCase):
    """The examples of the DSBridge documentation, as typed into the console, and incorrect calls."""

    def setUp(self):
        super().setUp()
        self.open_connected()

    def test_adding_one(self):
        self.assertEqual(self.run_script("return bridge.call('addingOne', 5)"), 6)
        self.assertEqual(self.run_script("return dsBridge.call('addingOne', -1)"), 0)
        self.assertEqual(self.run_script("return bridge.call('addingOne', 9007199254740990)"), 9007199254740991)

    def test_each_namespace(self):
        self.assertEqual(self.run_script("return bridge.call('street.getName')"), "Heisenberg")
        self.assertEqual(self.run_script("return bridge.call('school.getName')"), "Walter White")

    def test_one_answer(self):
        returned, value = self.run_async(
            "const returned = bridge.call('asyncStyledFunction', (value) => done([returned, value]));")
        self.assertEqual([returned, value], ["", "Async response"])

    def test_three_answers_and_then_the_callback_is_deleted(self):
        seen = self.run_async(
            """const name = `dscb${window.dscb}`;
            const seen = [];
            seen.push(bridge.call('asyncFunction', 1, (value) => {
              seen.push([value, name in window]);
              // In a later task: the callback is gone for good.
              if (value === 4) setTimeout(() => done([...seen, name in window]));
            }));
            seen.push(name in window);""")
        self.assertEqual(seen, ["", True, [2, True], [3, True], [4, False], False])

    def test_progress_keeps_its_callback_until_the_end(self):
        seen = self.run_async(
            """const name = `dscb${window.dscb}`;
            const seen = [];
            bridge.call('longTask.start', 0.5, (progress) => {
              seen.push([progress.percent, progress.state, name in window]);
              if (progress.state !== 'running') done(seen);
            });""")
        self.assertEqual(seen, [[n, "running", True] for n in range(100)] + [[100, "finished", False]])

    def test_has_native_method(self):
        self.assertEqual(
            self.run_script(
                """return ['addingOne', 'street.getName', 'asyncFunction', 'none', 'none.getName'].map(
                  (name) => ['all', 'syn', 'asyn'].map((type) => bridge.hasNativeMethod(name, type)))"""),
            [[True, True, False], [True, True, False], [True, False, True], [False] * 3, [False] * 3])

    def assert_refused(self, call, *parts):
        self.browser.forget()
        self.assertEqual(self.run_script(f"return bridge.call({call})"), "", call)
        self.expect_console_errors(parts)

    def test_wrong_argument(self):
        self.assert_refused("'addingOne', 'five'", "addingOne", "expected Int", 'got \\"five\\"')
        self.assert_refused("'addingOne', 1.5", "addingOne", "expected Int", "got 1.5")
        self.assert_refused("'addingOne'", "addingOne", "expected Int", "nothing was passed")
        self.assert_refused("'addingOne', {a: [1]}", "addingOne", "expected Int", "got")

    def test_unknown_method(self):
        self.assert_refused("'subtractingOne', 5", "subtractingOne", "no method")
        self.assert_refused("'church.getName'", "church.getName", "no method")
        self.assert_refused("'constructor'", "constructor", "no method")

    def test_callback_missing(self):
        self.assert_refused("'asyncStyledFunction'", "asyncStyledFunction", "callback")

    def test_wrong_call_with_a_callback_releases_it(self):
        for call in ("'addingOne', 1", "'longTask.start', 'soon'", "'nothing'"):
            self.browser.forget()
            name, returned = self.run_script(
                f"""window.ran = false;
                const name = `dscb${{window.dscb}}`;
                return [name, bridge.call({call}, () => window.ran = true)]""")
            self.assertEqual(returned, "")
            self.wait_until(lambda: not self.run_script(f"return '{name}' in window"), f"{call}: {name} is deleted")
            self.assertFalse(self.run_script("return window.ran"))
            self.expect_console_errors([call.split("'")[1]])

    def test_callbacks_never_run_inside_a_call(self):
        seen = self.run_async(
            """let inside = false;
            const seen = [];
            for (let n = 0; n < 20; n++) bridge.call('asyncStyledFunction', () => {
              seen.push(inside);
              if (seen.length === 20) done(seen);
            });
            inside = true;
            // Long enough for answers to arrive in the middle.
            for (let n = 0; n < 100; n++) bridge.call('addingOne', n);
            inside = false;""")
        self.assertEqual(seen, [False] * 20)

    def assert_processed_before_a_call(self, count, length):
        # When a download starts, it ends the previous one. `cancel` ends the last download only if it has started. A
        # download that starts after `cancel` would run for a minute.
        states = self.run_async(
            """const [count, length] = arguments;
            const seconds = JSON.rawJSON('60.' + '0'.repeat(length - 3));
            const states = Array.from({ length: count }, () => []);
            let open = count;
            for (const state of states) {
              bridge.call('longTask.start', seconds, (progress) => {
                state.push(progress.state);
                if (progress.state !== 'running' && --open === 0) done(states.map(String));
              });
            }
            bridge.call('longTask.cancel');""", count, length)
        self.assertEqual(set(states), {"running,cancelled"})
        self.assertEqual(len(states), count)

    def test_1000_messages_are_processed_before_the_call_behind_them(self):
        self.assert_processed_before_a_call(1000, 200)

    def test_10_megabytes_are_processed_before_the_call_behind_them(self):
        self.assert_processed_before_a_call(200, 50_000)
