import json

from support.acceptance_test_case import AcceptanceTestCase, in_every_engine
from support.runs import one_engine, smoke

# Compares two values. The keys of objects may be in a different order.
SAME = """
    const same = (a, b) => {
      if (Object(a) !== a || Object(b) !== b) return Object.is(a, b);
      const keys = Object.keys(a);
      return Array.isArray(a) === Array.isArray(b) && keys.length === Object.keys(b).length &&
        keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]));
    };"""

# Sends each value in four ways: as a blocking call's result, a callback's value, a page function's argument, and a page
# function's result. Returns the values that were changed on the way. The page compares them, because the transport to
# this test could change them too.
FOUR_WAYS = SAME + """
    const values = arguments[0].map((text) => JSON.parse(text));
    const differing = [];
    const compare = (way, value, is) => {
      if (!same(value, is)) differing.push([way, JSON.stringify(value), JSON.stringify(is)]);
    };
    let open = 2 * values.length;
    const arrived = () => --open || done(differing);
    const arguments_ = [];
    bridge.register('echoOfPage', (...list) => {
      arguments_.push(list);
      return list[0];
    });
    values.forEach((value, index) => {
      compare('result', value, bridge.call('echo', value));
      bridge.call('later', { ms: 0, v: value }, (is) => {
        compare('callback', value, is);
        arrived();
      });
      bridge.call('page.call', { name: 'echoOfPage', arguments: [value] }, (outcome) => {
        const list = arguments_[index]; // calls come in order, their outcomes need not
        if (list.length !== 1) differing.push(['arguments', list.length]);
        compare('argument', value, list[0]);
        compare('result of the page', value, outcome.value);
        arrived();
      });
    });"""


@in_every_engine
class Values(AcceptanceTestCase):
    """Values that JSON can encode arrive unchanged."""

    shares_document = True

    def assert_same_on_four_ways(self, *values):
        self.assertEqual(self.run_async(FOUR_WAYS, [json.dumps(value) for value in values]), [])

    def assert_refused(self, call, *parts):
        self.assertEqual(self.run_script(f"return bridge.call({call})"), "", call)
        self.expect_errors(parts)

    @one_engine
    def test_case_08_empty_values_and_null(self):
        self.assert_same_on_four_ways(0, -1, False, "", [], {})
        self.assertEqual(self.call("echo", None), "")
        self.assertEqual(self.run_async("bridge.call('results.nilLater', done)"), "")
        self.assertIs(self.run_script("return bridge.call('results.null') === null"), True)
        self.assertIs(self.run_async("bridge.call('results.nullLater', (value) => done(value === null))"), True)

    @one_engine
    def test_case_09_numbers_stay_numbers(self):
        self.assert_same_on_four_ways(1, 0)

    @one_engine
    def test_case_10_booleans_stay_booleans(self):
        self.assert_same_on_four_ways(True, False)

    @one_engine
    def test_case_11_wrong_type(self):
        self.assert_refused("'flag', 1", "flag", "expected Bool", "got 1")
        self.assert_refused("'addingOne', true", "addingOne", "expected Int", "got true")
        self.assert_refused("'addingOne', '5'", "addingOne", "expected Int", 'got "5"')
        self.assert_refused("'addingOne', 1.5", "addingOne", "expected Int", "got 1.5")
        self.assert_refused("'addingOne', {}", "addingOne", "expected Int", "got an object")
        answer = self.run_script("return JSON.parse(_dsbridge.call('flag', '{\"data\":1}'))")
        self.assertEqual((answer["code"], answer["data"]), (-1, ""))
        self.assertEqual((answer["error"]["expected"], answer["error"]["got"]), ("Bool", "1"))
        self.expect_errors(["flag", "expected Bool"])

    @one_engine
    def test_case_12_integers_and_floating_point_numbers(self):
        self.assertEqual(self.run_script("return bridge.call('addingOne', 1.0)"), 2)
        self.assertEqual(self.call("dbl", 3), 3)
        self.assertEqual(self.run_script("return bridge.call('addingOne', 1e3)"), 1001)

    @one_engine
    def test_case_13_doubles_are_equal_to_the_bit(self):
        self.assertEqual(
            self.run_script(
                """const values = [2 ** 60, 12345678901234567890, 1e21, 5e-324, 1.7976931348623157e308, 0.1, -1 / 3];
                return values.filter((value) => !Object.is(bridge.call('dbl', value), value))"""), [])
        self.assert_same_on_four_ways(2**60, 12345678901234567890, 1e21, 5e-324, 1.7976931348623157e308, 0.1)

    @one_engine
    def test_case_14_integers_beyond_what_javascript_holds(self):
        self.assertTrue(self.run_script(
            "return bridge.call('echo', 9007199254740993) === 9007199254740992"))
        self.assertTrue(self.run_script(
            "return bridge.call('results.large') === 9007199254740992"))
        # The JSON text contains the exact number. Only JavaScript rounds it.
        self.assertIn("9007199254740993", self.run_script("return _dsbridge.call('results.large', '{}')"))

    @one_engine
    def test_case_15_what_json_writes_as_null(self):
        self.assert_refused("'dbl', NaN", "dbl", "expected Double", "(or null)")
        self.assert_refused("'dbl', Infinity", "dbl", "expected Double", "(or null)")

    @one_engine
    def test_case_16_results_that_are_no_json_numbers(self):
        self.assert_refused("'results.nan'", "results.nan")
        self.assert_refused("'results.infinity'", "results.infinity")
        self.assertEqual(self.call("results.minusZero"), 0)

    @one_engine
    def test_case_17_strings_survive_all_four_paths(self):
        self.assert_same_on_four_ways(
            "it's", 'a"b', "a\\b", "a\nb\r\t", "</script>", "${x}`", "100%25", "\\u0041", "\\", "'", "%", "//", "{}")

    @smoke
    def test_case_18_every_kind_of_text(self):
        self.assert_same_on_four_ways(
            "\u2028", "\u2029", "a\u2028b\u2029c", "\ufeff", "\ufeffa\ufeff",
            "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466", "漢字かな한글", "שלום עולם", "مرحبا",
            "e\u0301", "\u00e9", "\u202ertl\u202c", "\U0010ffff", "\ufffe\uffff")

    @one_engine
    def test_case_19_control_characters(self):
        self.assert_same_on_four_ways(
            *(chr(code) for code in range(0x20)), "\x7f", "\x80\x9f", "".join(map(chr, range(0x20))) + "end")

    @one_engine
    def test_case_20_lone_surrogates(self):
        # UTF-8 cannot encode a lone surrogate. If the surrogate is escaped in the JSON, it arrives unchanged. Otherwise
        # U+FFFD arrives in its place.
        seen = self.run_async(
            """const texts = ['\\ud800', '\\udc00', 'x\\ud83d'];
            const seen = texts.map((text) => bridge.call('echo', { before: 1, text, after: 'it' }));
            let open = texts.length;
            texts.forEach((text, index) => bridge.call('later', { ms: 0, v: { before: 1, text, after: 'it' } }, (value) => {
              seen[index + texts.length] = value;
              if (--open === 0) done(seen.map(({ before, text, after }, index) => [
                before, after,
                [texts[index % texts.length], texts[index % texts.length].replace(/[\\ud800-\\udfff]/, '\\ufffd')]
                  .includes(text)]));
            }));""")
        self.assertEqual(seen, [[1, "it", True]] * 6)

    @one_engine
    def test_case_21_keys_of_every_kind(self):
        keys = ["__proto__", "constructor", "hasOwnProperty", "a.b", "", "'", "toString", "\u2028", '"', "\0"]
        self.assert_same_on_four_ways(
            {key: {"polluted": index} for index, key in enumerate(keys)}, {"__proto__": {"polluted": True}})
        self.assertIsNone(self.run_script("return ({}).polluted"))
        self.assertTrue(self.run_script(
            "return Object.hasOwn(bridge.call('echo', JSON.parse('{\"__proto__\":{\"a\":1}}')), '__proto__')"))

    @one_engine
    def test_case_22_keys_of_the_bridge_itself(self):
        self.assert_same_on_four_ways(
            {"_dscbstub": "dscb0", "code": -1, "data": "x"}, {"data": {"data": {"_dscbstub": "alert(1)//"}}})

    def test_case_23_nesting(self):
        nest = "(depth, open, close) => JSON.parse(open.repeat(depth) + '1' + close.repeat(depth))"
        self.assertTrue(self.run_script(
            f"""const nest = {nest};
            return [['[', ']'], ['{{"a":', '}}']].every((kind) => {{
              const value = nest(500, ...kind);
              return JSON.stringify(bridge.call('echo', value)) === JSON.stringify(value);
            }})"""))
        for depth in (1000, 5000):
            for kind in ('"[", "]"', "'{\"a\":', '}'"):
                result = self.run_script(
                    f"""const nest = {nest};
                    const value = nest({depth}, {kind});
                    try {{
                      JSON.stringify(value);
                    }} catch {{
                      return 'too deep for the browser';
                    }}
                    return bridge.call('echo', value)""")
                if depth == 1000 or result == "":
                    self.assertEqual(result, "")
                    self.expect_errors(["echo"])
                else:
                    self.assertEqual(result, "too deep for the browser")
                    self.note("The browser's own `JSON.stringify` throws for 5,000 levels; 1,000 are refused by the bridge.")
        self.assertEqual(self.call("addingOne", 5), 6)

    @one_engine
    def test_case_25_large_array(self):
        self.assertTrue(self.run_script(
            """const list = Array.from({ length: 100000 }, (_, n) => n * 1.5);
            return JSON.stringify(bridge.call('echo', list)) === JSON.stringify(list)"""))

    @one_engine
    def test_case_26_values_that_json_changes(self):
        self.assertTrue(self.run_script(
            SAME + """
            const value = {
              date: new Date(0), map: new Map([[1, 2]]), bytes: new Uint8Array([1, 2]), missing: undefined,
              sparse: [1, , 3], f() {}, own: { toJSON: () => 'own' }, minusZero: -0,
            };
            return same(bridge.call('echo', value), JSON.parse(JSON.stringify(value)))"""))

    @one_engine
    def test_case_27_values_that_json_refuses(self):
        self.assertEqual(
            self.run_script(
                """const circle = {};
                circle.circle = circle;
                const name = (call) => { try { call(); } catch (error) { return error instanceof TypeError; } };
                const counter = window.dscb;
                return [
                  name(() => bridge.call('echo', 10n)), name(() => bridge.call('echo', circle)),
                  name(() => bridge.call('later', 10n, () => {})), name(() => bridge.call('later', circle, () => {})),
                ]"""), [True] * 4)
        self.assertEqual(self.names_left(), [])

    @one_engine
    def test_case_32_results_that_cannot_be_written(self):
        self.assert_refused("'results.point'", "results.point", "Unwritable")
        self.assert_refused("'results.inside'", "results.inside", "Unwritable")
        self.run_script("window.ran = false; bridge.call('results.pointLater', () => { window.ran = true; })")
        self.expect_errors(["results.pointLater", "Unwritable"])
        self.assertEqual((self.run_script("return ran"), self.names_left()), (False, []))
        # Values that Foundation can encode are sent.
        self.assertEqual(self.call("results.url"), "https://example.com/a?b=c")
        self.assertTrue(self.call("results.date"))

    @one_engine
    def test_case_62_interfaces_that_come_and_go(self):
        self.run_script("bridge.call('control.add', 'one'); bridge.call('control.add', 'two')")
        self.assertEqual(self.call("added.getText"), "two")
        self.call("control.remove")
        self.assertEqual(self.call("added.getText"), "")
        self.expect_errors(["added.getText"])
        self.assertEqual(
            self.run_script(
                """bridge.call('control.churn', 500);
                const texts = Array.from({ length: 100 }, () => bridge.call('added.getText'));
                return texts.filter((text) => text && text !== 'at last' && !/^\\d+$/.test(text))"""), [])
        self.wait_until_equal(lambda: self.call("added.getText"), "at last", "the last one stays")
        self.run_script("errors.length = 0")
