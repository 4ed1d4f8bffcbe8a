from support.acceptance_test_case import AcceptanceTestCase, in_every_engine
from support.runs import one_engine


@in_every_engine
class Callbacks(AcceptanceTestCase):
    """Calls with a callback: their results, the times of the values, and the deletion of callbacks."""

    shares_document = True

    def assert_released(self, name):
        self.wait_until(lambda: not self.run_script("return arguments[0] in window", name), f"{name} is deleted")

    def assert_not_run(self, call, *parts):
        """Asserts that the call returns `""`, its callback is deleted without a value, and one error is logged."""
        name, returned = self.run_script(
            f"""window.ran = false;
            const name = `dscb${{window.dscb}}`;
            return [name, bridge.call({call}, () => {{ window.ran = true; }})]""")
        self.assertEqual(returned, "")
        self.expect_errors(parts)
        self.assert_released(name)
        self.assertFalse(self.run_script("return ran"))

    @one_engine
    def test_case_30_declarations_that_mean_the_same(self):
        self.assertEqual(self.call("declarations.explicitVoid", 5), "")
        self.assertEqual(self.call("declarations.total"), 5)
        self.assertEqual(
            self.run_async(
                """const seen = [];
                bridge.call('declarations.aliased', 1, (value) => {
                  seen.push(value);
                  if (value === 2) done(seen);
                });"""), [1, 2])
        self.assertEqual(self.run_async("bridge.call('declarations.optional', 7, done)"), 7)
        self.assertEqual(self.run_async("bridge.call('declarations.explicitVoidWithCompletion', 8, done)"), 8)

    def test_case_33_value_comes_after_the_call(self):
        seen = self.run_async(
            """const seen = [];
            let inside = true;
            seen.push(bridge.call('later', { ms: 0, v: 7 }, (value) => seen.push([value, inside])));
            bridge.call('addingOne', 1);
            inside = false;
            // A value too many would come before this one.
            bridge.call('later', { ms: 100, v: 0 }, () => done(seen));""")
        self.assertEqual(seen, ["", [7, False]])

    @one_engine
    def test_case_34_three_values_and_none_after_the_last(self):
        seen = self.run_async(
            """const seen = [];
            seen.push(bridge.call('tick', 1, (value) => seen.push(value)));
            bridge.call('later', { ms: 500, v: 0 }, () => done(seen));""")
        self.assertEqual(seen, ["", 2, 3, 4])

    @one_engine
    def test_case_35_callback_is_deleted_with_its_last_value(self):
        seen = self.run_async(
            """const name = `dscb${window.dscb}`;
            const seen = [];
            bridge.call('tick', 1, (value) => {
              if (value < 4) seen.push([value, name in window]);
              else setTimeout(() => done([...seen, [value, name in window]]));
            });
            seen.push(name in window);""")
        self.assertEqual(seen, [True, [2, True], [3, True], [4, False]])

    @one_engine
    def test_case_36_callback_that_throws(self):
        name = self.run_script(
            """window.seen = [];
            const name = `dscb${window.dscb}`;
            bridge.call('tick', 1, (value) => {
              seen.push(value);
              fail(`no ${value}, please`);
            });
            return name""")
        self.wait_until_equal(lambda: self.run_script("return seen"), [2, 3, 4], "every value comes")
        self.expect_errors(["no 2, please"], ["no 3, please"], ["no 4, please"])
        self.assert_released(name)

    @one_engine
    def test_case_37_callback_missing_or_not_wanted(self):
        self.assertEqual(self.call("tick", 1), "")
        self.expect_errors(["tick", "callback"])
        answer = self.run_script("return JSON.parse(_dsbridge.call('tick', '{\"data\":1}'))")
        self.assertEqual((answer["code"], answer["data"]), (-1, ""))
        self.expect_errors(["tick", "callback"])
        self.run_script("bridge.call('added.getText')")
        self.expect_errors(["added.getText"])
        self.assert_not_run("'control.add', 'text'", "control.add", "callback")
        self.assertEqual(self.call("added.getText"), "", "it has not run")
        self.expect_errors(["added.getText"])
        self.assertEqual(self.names_left(), [])

    @one_engine
    def test_case_38_callback_in_the_place_of_the_argument(self):
        self.assert_not_run("'tick'", "tick", "expected Int", "got an object")

    @one_engine
    def test_case_39_completion_that_swift_drops(self):
        name = self.run_script(
            """window.ran = false;
            const name = `dscb${window.dscb}`;
            bridge.call('hold', () => { window.ran = true; });
            return name""")
        self.call("drop")
        self.expect_errors(["hold", "completion"])
        self.assert_released(name)
        self.assertFalse(self.run_script("return ran"))

    @one_engine
    def test_case_40_2000_calls_in_one_task(self):
        counts, mixed = self.run_async(
            """const counts = new Array(2000).fill(0);
            let mixed = 0;
            for (let n = 0; n < 2000; n++) bridge.call('later', { ms: n % 2, v: `js+${n}` }, (value) => {
              if (value !== `js+${n}`) mixed++;
              counts[n]++;
            });
            // The last to be answered, and time for a second answer to come.
            bridge.call('later', { ms: 500, v: 0 }, () => done([counts, mixed]));""")
        self.assertEqual((set(counts), mixed), ({1}, 0))
        self.assertEqual(self.names_left(), [])

    @one_engine
    def test_case_41_answers_come_when_they_are_there(self):
        seen = self.run_async(
            """const seen = [];
            const call = (ms, v) => bridge.call('later', { ms, v }, (value) => {
              seen.push(value);
              if (seen.length === 7) done(seen);
            });
            call(300, 'A');
            call(10, 'B');
            for (const name of 'CDEFG') call(100, name);""")
        self.assertEqual(seen, ["B", "C", "D", "E", "F", "G", "A"])

    def test_case_45_value_after_the_result_of_the_call_that_caused_it(self):
        seen = self.run_async(
            """const seen = [];
            bridge.call('hold', (value) => {
              seen.push(value);
              done(seen);
            });
            seen.push(bridge.call('release', 'held'));
            // Time for it to arrive, and for what waits for the end of a call to go on inside the next.
            for (let n = 0; n < 50; n++) bridge.call('noArg');
            seen.push('the task is over');""")
        self.assertEqual(seen, ["released", "the task is over", "held"])
