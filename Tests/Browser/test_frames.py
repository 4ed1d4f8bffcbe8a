from support.browser_test_case import BrowserTestCase


class FrameTests(BrowserTestCase):
    """An iframe is a separate web view, with its own calls, callbacks and navigations."""

    def setUp(self):
        super().setUp()
        self.open_connected()
        self.run_async(
            """const frame = document.createElement('iframe');
            frame.src = '/visited.html';
            frame.onload = () => done();
            document.body.prepend(frame);""")
        self.inside(self.wait_for_connection)

    def inside(self, function, *arguments):
        """Runs a function with the iframe as the page."""
        self.browser.switch_to.frame(0)
        try:
            return function(*arguments)
        finally:
            self.browser.switch_to.default_content()

    def test_calls(self):
        self.assertEqual(self.inside(self.run_script, "return bridge.call('addingOne', 1)"), 2)
        self.assertEqual(self.run_script("return bridge.call('addingOne', 2)"), 3)

    def test_callbacks_reach_the_page_that_called(self):
        script = """
            window.seen = [];
            bridge.call('asyncFunction', arguments[0], (value) => seen.push(value));"""
        self.run_script(script, 100)
        self.inside(self.run_script, script, 200)
        self.wait_until_equal(lambda: self.run_script("return seen"), [101, 102, 103], "the page's answers")
        self.wait_until_equal(
            lambda: self.inside(self.run_script, "return seen"), [201, 202, 203], "the frame's answers")

    def test_swift_calls_the_page_that_asked(self):
        script = """
            window.asked = [];
            bridge.register('addValue', (a, b) => { asked.push([a, b]); return a + b; });"""
        self.run_script(script)
        self.inside(self.run_script, script)
        answer = self.inside(self.run_async, "bridge.call('page.letPageAdd', [3, 4], done)")
        self.assertEqual(answer, "Swift called addValue and got 7.")
        self.assertEqual(self.inside(self.run_script, "return asked"), [[3, 4]])
        self.assertEqual(self.run_script("return asked"), [])

    def test_navigation_that_swift_handles(self):
        script = "window.natives = []; bridge.register('showNative', (text) => { natives.push(text); })"
        self.run_script(script)
        self.inside(self.run_script, script)
        self.inside(self.run_script, "location = '/native/frame'")
        self.wait_until_equal(
            lambda: self.inside(self.run_script, "return natives"), ["Swift handled /native/frame."], "the frame")
        self.assertEqual(self.inside(self.run_script, "return location.pathname"), "/visited.html")
        self.assertEqual(self.run_script("return natives"), [])

    def test_frame_that_its_parent_writes_into(self):
        # The window and its bridge remain.
        self.run_script(
            """const { contentDocument } = document.querySelector('iframe');
            contentDocument.open();
            contentDocument.write('<!doctype html><title>Written</title>');
            contentDocument.close();""")
        self.assertEqual(self.inside(self.run_script, "return document.title"), "Written")
        self.test_calls()
        self.test_callbacks_reach_the_page_that_called()

    def test_page_that_opens_a_window(self):
        # An empty window has no bridge and uses its opener's.
        one = self.browser.current_window_handle
        self.run_script("window.popup = window.open(''); popup.document.title = 'Opened'")
        self.wait_until(lambda: len(self.browser.window_handles) == 2, "the window")
        two = next(handle for handle in self.browser.window_handles if handle != one)
        self.browser.switch_to.window(two)
        self.assertEqual(self.run_script("return [typeof bridge, opener.bridge.call('addingOne', 1)]"), ["undefined", 2])
        self.assertEqual(self.run_async("opener.bridge.call('asyncStyledFunction', done)"), "Async response")
        self.assertEqual(self.run_async("opener.native.addingOne(2).then(done)"), 3)
        self.browser.switch_to.window(one)
        self.assertEqual(self.run_script("return bridge.call('addingOne', 3)"), 4)

    def test_frame_that_is_removed(self):
        self.run_script("document.querySelector('iframe').remove()")
        self.wait_for_connection()
        self.assertEqual(self.run_script("return bridge.call('addingOne', 5)"), 6)
        identity = self.run_script("return sessionStorage.getItem('bridge.webView')")
        self.browser.refresh()
        self.wait_for_connection()
        self.assertEqual(self.run_script("return sessionStorage.getItem('bridge.webView')"), identity)
