from support import stock
from support.acceptance_test_case import RECORD, AcceptanceTestCase, in_every_engine, page
from support.runs import one_engine

TAG = '<script src="/dsbridge.js"></script>'
PAGES = {
    "dsbridge.js": stock.SCRIPT,
    "bundle.js": stock.BUNDLE,
    "tag.html": page(TAG),
    "twice.html": page(f"{TAG}<script>bridge.register('first', () => 1); window.first = bridge;</script>{TAG}"),
    "bundle.html": page('<script src="/bundle.js"></script>'),
    # In a document from the server, the page script runs first. In a `srcdoc` iframe, the page's own script may run
    # first.
    "before.html": page(title="The frame's own script comes first"),
}

FRAME = f"""
    const frame = document.createElement('iframe');
    frame.srcdoc = arguments[0];
    frame.onload = () => done();
    document.body.append(frame);"""
FRAME_SOURCE = f'<!doctype html>{RECORD}{TAG}<script src="/_bridge/bridge.js"></script>'

# Presses every button of DSBridge's demo page, with the page's own `api`. Returns the text that each showed.
BUTTONS = """
    const api = window[arguments[0]];
    const shown = [];
    const show = (button) => (value) => shown.push([button, value]);
    show('sync')(api.call('testSyn', 'Hello'));
    api.call('testAsyn', 'hello', show('async'));
    show('swift sync')(api.call('swift.testSyn', 'hello'));
    api.call('swift.testAsyn', 'hello', show('swift async'));
    show('sync without argument')(api.call('testNoArgSyn'));
    api.call('testNoArgAsyn', show('async without argument'));
    show('echo sync')(api.call('echo.syn', { msg: ' I am echoSyn call', tag: 1 }));
    api.call('echo.asyn', { msg: ' I am echoAsyn call', tag: 2 }, show('echo async'));
    show('never')(api.call('testNever', { msg: 'testSyn' }));
    show('has xx')(api.hasNativeMethod('xx'));
    show('has testSyn')(api.hasNativeMethod('testSyn'));
    const progress = [];
    let tasks = 0;
    api.call('callProgress', (value) => {
      progress.push(value);
      end();
    });
    for (let i = 0; i < 2000; i++) api.call('testAsyn', `js+${i}`, (value) => {
      if (value === `js+${i} [ asyn call]`) tasks++;
      end();
    });
    const end = () => progress.at(-1) === 0 && tasks === 2000 && done([shown, progress]);"""
SHOWN = {
    "sync": "Hello[ syn call]",
    "async": "hello [ asyn call]",
    "swift sync": "hello[Swift sync call:test]",
    "swift async": "hello[Swift async call:test]",
    "sync without argument": "testNoArgSyn called [ syn call]",
    "async without argument": "testNoArgAsyn called [ asyn call]",
    "echo sync": {"msg": " I am echoSyn call", "tag": 1},
    "echo async": {"msg": " I am echoAsyn call", "tag": 2},
    "never": "",
    "has xx": False,
    "has testSyn": True,
}

# The functions that the demo page registers for native code. The interval of its timer is one second.
REGISTER = """
    const api = window[arguments[0]];
    api.register('addValue', (a, b) => a + b);
    api.registerAsyn('append', (a, b, c, answer) => answer(`${a} ${b} ${c}`));
    api.registerAsyn('startTimer', (answer) => {
      let t = 0;
      const timer = setInterval(() => {
        if (t === 5) {
          answer(t);
          clearInterval(timer);
        } else answer(t++, false);
      }, 10);
    });
    api.register('syn', { tag: 'syn', addValue: (a, b) => a + b, getInfo() { return { tag: this.tag, value: 8 }; } });
    api.registerAsyn('asyn', {
      tag: 'asyn', addValue: (a, b, answer) => answer(a + b), getInfo(answer) { answer({ tag: this.tag, value: 8 }); },
    });"""


@in_every_engine
class OwnScript(AcceptanceTestCase):
    """Pages that bring their own dsbridge.js, unmodified: the buttons and functions of DSBridge's demo page."""

    pages = AcceptanceTestCase.pages | PAGES

    def assert_demo_works(self, api):
        """Asserts that the page's global object with this name works: calls in both directions return the same results
        as on iOS."""
        self.call("control.showDemo")
        shown, progress = self.run_async(BUTTONS, api)
        self.assertEqual(dict(shown), SHOWN)
        self.assertEqual(len(shown), len(SHOWN), "each button shows one value")
        self.assertEqual(progress, list(range(10, -1, -1)))
        self.expect_errors(["testNever"])
        self.run_script(REGISTER, api)
        for name, arguments, value in (
            ("addValue", [3, 4], 7), ("append", ["I", "love", "you"], "I love you"), ("startTimer", [], 5),
            ("syn.addValue", [5, 6], 11), ("syn.getInfo", [], {"tag": "syn", "value": 8}),
            ("asyn.addValue", [5, 6], 11), ("asyn.getInfo", [], {"tag": "asyn", "value": 8}),
        ):
            with self.subTest(name):
                outcome = self.run_async(
                    "bridge.call('page.call', arguments[0], done)", {"name": name, "arguments": arguments})
                self.assertEqual(outcome, {"value": value})
        self.call("page.collect", {"name": "startTimer"})
        self.wait_until_equal(
            lambda: [outcome["value"] for outcome in self.call("page.outcomes")], [0, 1, 2, 3, 4, 5], "six values")
        for name, has in (("addValue", True), ("XX", False), ("asyn.addValue", True), ("asyn.XX", False)):
            with self.subTest(name):
                self.assertIs(self.run_async("bridge.call('page.has', arguments[0], done)", name), has)
        self.call("control.listenForClosing")
        self.run_script("window.close()")
        self.wait_until_equal(lambda: self.call("control.timesClosed"), 1, "the listener is called")

    @one_engine
    def test_case_06_no_script_of_its_own(self):
        self.open_connected()
        self.assert_demo_works("bridge")

    @one_engine
    def test_case_06_script_tag_after_the_shim(self):
        self.open_connected("/tag.html")
        self.assertTrue(self.run_script("return 'default' in bridge"), "the page's own")
        self.assertTrue(self.run_script("return typeof dsBridge.call === 'function'"))
        self.assert_demo_works("bridge")
        self.assertTrue(self.run_script("return bridge.call('echo.syn', 5) === 5 && dsBridge.call('echo.syn', 6) === 6"))

    @one_engine
    def test_case_06_bundle(self):
        self.open_connected("/bundle.html")
        self.assertFalse(self.run_script("return bundled === bridge"))
        self.assert_demo_works("bundled")

    def test_case_06_script_tag_before_the_shim(self):
        self.open_connected("/before.html")
        self.run_async(FRAME, FRAME_SOURCE)
        self.browser.enter_frame(0)
        self.wait_for_connection()
        self.assertEqual(self.run_script("return [...document.scripts].map((script) => !!script.src)"), [False, True, True])
        self.assert_demo_works("dsBridge")

    @one_engine
    def test_case_67_script_included_twice(self):
        self.open_connected("/twice.html")
        self.assertFalse(self.run_script("return bridge === first"))
        self.assertEqual(self.run_async("bridge.call('page.call', { name: 'first' }, done)"), {"value": 1})
        for script in (
            "window._dsbridge = null", "'use strict'; window._dsbridge = undefined", "window._dsbridge = {}", "",
        ):
            with self.subTest(script):
                self.run_script(script)
                self.assertEqual(self.run_script("return [bridge.call('addingOne', 1), dsBridge.call('addingOne', 2)]"), [2, 3])
                self.assertEqual(self.run_async("bridge.call('later', { ms: 0, v: 7 }, done)"), 7)
                self.assertEqual(self.run_async("dsBridge.call('page.call', { name: 'first' }, done)"), {"value": 1})

    @one_engine
    def test_case_65_page_that_calls_through_prompt(self):
        # The page's own dsbridge.js calls `_dsbridge` if that object exists. If it does not exist, but `_dswk` does,
        # dsbridge.js calls through `prompt`.
        self.open_connected("/tag.html")
        self.assertTrue(self.run_script("return !!window._dswk"))
        self.run_script("Object.defineProperty(window, '_dsbridge', { value: undefined, configurable: true })")
        self.assertEqual(self.run_script("return bridge.call('addingOne', 5)"), 6)
        self.assertEqual(self.run_async("bridge.call('later', { ms: 0, v: 7 }, done)"), 7)
