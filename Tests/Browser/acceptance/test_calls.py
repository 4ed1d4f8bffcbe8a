import json

from support.acceptance_test_case import AcceptanceTestCase, in_every_engine
from support.runs import one_engine


@in_every_engine
class Calls(AcceptanceTestCase):
    """Blocking calls: the lookup of functions, and the results of missing or failing functions."""

    shares_document = True

    def test_case_01_adding_one(self):
        self.assertEqual(self.call("addingOne", 5), 6)

    @one_engine
    def test_case_02_one_type_under_two_namespaces(self):
        self.assertEqual(self.call("street.getName"), "Heisenberg")
        self.assertEqual(self.call("school.getName"), "Walter White")

    @one_engine
    def test_case_03_namespace_of_several_names(self):
        self.assertEqual(self.call("a.b.c.f", 1), "a.b.c got 1")

    @one_engine
    def test_case_04_names_are_trimmed(self):
        self.assertEqual(self.call(" addingOne ", 5), 6)
        self.assertEqual(self.call("\n\taddingOne\t", 5), 6)

    @one_engine
    def test_case_05_missing_function(self):
        for name in ("nope", "no.pe", "", ".x", "a."):
            with self.subTest(name):
                self.assertEqual(self.call(name), "")
                self.expect_errors([f'bridge.call("{name}")'])
        self.assertEqual(self.call("addingOne", 5), 6)

    @one_engine
    def test_case_07_argument_that_is_not_wanted(self):
        for arguments in ("", ", null", ", undefined", ", {x: 1}"):
            with self.subTest(arguments):
                self.assertEqual(self.run_script(f"return bridge.call('noArg'{arguments})"), "no argument")

    @one_engine
    def test_case_28_nothing_is_an_empty_string(self):
        self.assertEqual(self.call("void"), "")
        self.assertEqual(
            self.run_script("return JSON.parse(_dsbridge.call('void', '{\"data\":null}'))"), {"code": 0, "data": ""})

    @one_engine
    def test_case_29_nil_is_an_empty_string(self):
        self.assertEqual(self.call("nilInt"), "")

    @one_engine
    def test_case_31_function_that_throws(self):
        self.assertEqual(self.call("boom"), "")
        self.expect_errors(["boom", "out of paper"])
        answer = self.run_script("return JSON.parse(_dsbridge.call('boom', '{\"data\":null}'))")
        self.assertEqual((answer["code"], answer["data"]), (-1, ""))
        self.assertIn("out of paper", answer["error"]["message"])
        self.expect_errors(["boom", "out of paper"])
        self.assertEqual(self.call("addingOne", 5), 6)

    @one_engine
    def test_case_63_callback_that_is_a_script(self):
        request = "{data: 5, _dscbstub: 'window.injected=1//'}"
        answer = self.run_script(f"return JSON.parse(_dsbridge.call('tick', JSON.stringify({request})))")
        self.assertEqual((answer["code"], answer["data"]), (-1, ""))
        self.expect_errors(["tick", "callback"])
        self.assertEqual(self.call("addingOne", 5), 6)
        self.assertIsNone(self.run_script("return window.injected"))

    @one_engine
    def test_case_64_requests_of_every_kind(self):
        for text in ("", "[]", '"x"', "1", "{data:1}", "null", "garbage", '{"data":1e400}', '{"data":'):
            with self.subTest(text):
                answer = json.loads(self.run_script("return _dsbridge.call('dbl', arguments[0])", text))
                self.assertEqual((answer["code"], answer["data"]), (-1, ""))
                self.expect_errors(["dbl"])
        self.assertEqual(
            self.run_script("return JSON.parse(_dsbridge.call('dbl', '{\"data\":1,\"data\":2}'))"), {"code": 0, "data": 2})
        self.assertEqual(self.call("addingOne", 5), 6)

    @one_engine
    def test_case_59_has_native_method(self):
        self.assertEqual(
            self.run_script(
                """return [
                  [bridge.hasNativeMethod('addingOne'), true],
                  [bridge.hasNativeMethod('addingOne', 'syn'), true],
                  [bridge.hasNativeMethod('addingOne', 'asyn'), false],
                  [bridge.hasNativeMethod('addingOne', 'all'), true],
                  [bridge.hasNativeMethod('addingOne', 'foo'), false],
                  [bridge.hasNativeMethod('tick', 'asyn'), true],
                  [bridge.hasNativeMethod('_dsb.dsinit'), true],
                  [bridge.hasNativeMethod('missing'), false],
                  [bridge.hasNativeMethod(5), false],
                  [bridge.hasNativeMethod({}), false],
                  [bridge.hasNativeMethod(), false],
                ].map(([is, wanted]) => is === wanted)"""),
            [True] * 11)
