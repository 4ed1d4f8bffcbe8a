from support.acceptance_test_case import AcceptanceTestCase, in_every_engine
from support.runs import one_engine


@in_every_engine
class PageFunctions(AcceptanceTestCase):
    """Page functions that Swift calls."""

    def setUp(self):
        super().setUp()
        self.open_connected()

    def outcome(self, name, *arguments):
        """Makes Swift call a page function. Returns `{value}` or `{error}`."""
        return self.run_async("bridge.call('page.call', arguments[0], done)", {"name": name, "arguments": arguments})

    def value(self, name, *arguments):
        outcome = self.outcome(name, *arguments)
        self.assertNotIn("error", outcome)
        return outcome["value"]

    def assert_fails(self, code, name, *parts):
        error = self.outcome(name)["error"]
        self.assertEqual(error["code"], code)
        for part in parts:
            self.assertIn(part, error["message"])

    def collected(self, name, *arguments, count):
        """Waits for a number of values of a page function. Returns them."""
        self.call("page.collect", {"name": name, "arguments": arguments})
        outcomes = self.wait_until(
            lambda: (seen := self.call("page.outcomes")) and len(seen) >= count and seen, f"{count} values")
        return [outcome["value"] for outcome in outcomes]

    @one_engine
    def test_case_53_registered_function(self):
        self.run_script(
            """bridge.register('addValue', function (a, b) {
              window.isTable = this === _dsf;
              return a + b;
            })""")
        self.assertEqual(self.value("addValue", 3, 4), 7)
        self.assertTrue(self.run_script("return isTable"))

    def test_case_54_functions_that_answer_later(self):
        self.run_script(
            """bridge.registerAsyn('append', (a, b, c, answer) => answer(`${a} ${b} ${c}`));
            bridge.registerAsyn('startTimer', (answer) => {
              let n = 0;
              const timer = setInterval(() => {
                if (n < 5) return answer(n++, false);
                answer(5);
                clearInterval(timer);
                answer(6); // too late
              }, 10);
            });
            bridge.registerAsyn('endsWith0', (answer) => { answer(1, false); answer(2, 0); answer(3, 0); });
            bridge.registerAsyn('endsWithNull', (answer) => { answer(1, false); answer(2, null); answer(3); });""")
        self.assertEqual(self.value("append", "I", "love", "you"), "I love you")
        self.assertEqual(self.collected("startTimer", count=6), [0, 1, 2, 3, 4, 5])
        # If the last answer has no value, Swift receives the previous value.
        self.assertEqual(self.value("endsWith0"), 2)
        self.assertEqual(self.value("endsWithNull"), 2)
        self.assertEqual(len(self.call("page.outcomes")), 6, "nothing after the last")

    @one_engine
    def test_case_55_names_and_their_precedence(self):
        self.run_script(
            """bridge.register('syn', { tag: 'syn', addValue(a, b) { return [a + b, this.tag]; } });
            bridge.registerAsyn('asyn', { tag: 'asyn', addValue(a, b, answer) { answer([a + b, this.tag]); } });
            class Base { inherited() { return `inherited by ${this.name}`; } }
            class Instance extends Base { name = 'instance'; own() { return this.name; } }
            bridge.register('instance', new Instance());
            bridge.register('a.b.c', { f: (x) => `deep ${x}` });
            bridge.register('a.b.f', (x) => `flat ${x}`);
            bridge.register('a.b', { f: (x) => `in the object ${x}`, g: (x) => `g ${x}` });
            bridge.register('both', () => 'sync');
            bridge.registerAsyn('both', (answer) => answer('async'));
            bridge.register('twice', () => 1);
            bridge.register('twice', () => 2);
            bridge.register('', { root: () => 'root' });""")
        for name, arguments, value in (
            ("syn.addValue", [5, 6], [11, "syn"]),
            ("asyn.addValue", [5, 6], [11, "asyn"]),
            ("instance.own", [], "instance"),
            ("instance.inherited", [], "inherited by instance"),
            ("a.b.c.f", [1], "deep 1"),
            ("a.b.f", [1], "flat 1"),
            ("a.b.g", [1], "g 1"),
            ("both", [], "sync"),
            ("twice", [], 2),
            (".root", [], "root"),
        ):
            with self.subTest(name):
                self.assertEqual(self.value(name, *arguments), value)

    def test_case_56_every_way_to_end(self):
        self.run_script(
            """bridge.register('undefined', () => {});
            bridge.register('null', () => null);
            bridge.register('NaN', () => NaN);
            bridge.register('promise', async () => 7);
            bridge.register('throws', () => { throw new RangeError('no numbers today'); });
            bridge.register('rejects', () => Promise.reject(new TypeError('later, no')));
            bridge.registerAsyn('asynThrows', () => { throw new Error('before any answer'); });
            bridge.register('noFunction', { x: 5 });""")
        for name, value in (("undefined", None), ("null", None), ("NaN", None), ("promise", 7)):
            with self.subTest(name):
                self.assertEqual(self.outcome(name).get("value"), value)
                self.assertNotIn("error", self.outcome(name))
        self.assert_fails("pageThrew", "throws", "no numbers today")
        self.assert_fails("pageThrew", "rejects", "later, no")
        self.assert_fails("pageThrew", "asynThrows", "before any answer")
        self.assert_fails("noSuchMethod", "unknown", "unknown")
        self.assert_fails("noSuchMethod", "noFunction.x", "noFunction.x")
        self.assert_fails("noSuchMethod", "noFunction.y")

    @one_engine
    def test_case_57_arguments_and_names(self):
        self.run_script("bridge.register('list', (...list) => [list.length, list])")
        self.assertEqual(self.run_async("bridge.call('page.call', { name: 'list' }, done)")["value"], [0, []])
        self.assertEqual(self.value("list"), [0, []])
        self.assertEqual(self.value("list", None), [1, [None]])
        self.assertEqual(self.value("list", [1, 2]), [1, [[1, 2]]])
        self.assertEqual(self.value("list", 'it\'s "q"'), [1, ['it\'s "q"']])
        for name in ('a"b', "a'b", 'x");window.injected=1;("', "x\nwindow.injected=1", "x y", "%", "a\\b", ""):
            with self.subTest(name):
                self.assert_fails("noSuchMethod", name)
                self.run_script("bridge.register(arguments[0], () => 'found')", name)
                self.assertEqual(self.value(name), "found")
        self.assertIsNone(self.run_script("return window.injected"))

    @one_engine
    def test_case_58_has_javascript_method(self):
        self.run_script(
            """bridge.register('addValue', () => {});
            bridge.registerAsyn('asyn', { addValue() {} });
            bridge.register('mixed', { inSync() {} });
            bridge.registerAsyn('mixed', { inAsync() {} });
            bridge.register('value', { number: 5 });""")
        for name, has in (
            ("addValue", True), ("XX", False), ("asyn.addValue", True), ("asyn.XX", False), ("no.ns", False),
            ("toString", False), ("constructor", False), ("_obs", False), ("addValue.toString", False),
            ("mixed.inSync", True), ("mixed.inAsync", True), ("value.number", False), ("", False),
        ):
            with self.subTest(name):
                self.assertIs(self.run_async("bridge.call('page.has', arguments[0], done)", name), has)
