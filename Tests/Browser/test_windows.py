from support.acceptance_test_case import AcceptanceTestCase, in_every_engine, page


@in_every_engine
class Windows(AcceptanceTestCase):
    """Simultaneous windows, iframes and documents, in every browser. Each is separate. Chromium has further tests."""

    pages = AcceptanceTestCase.pages | {"other.html": page(title="Another page")}

    def setUp(self):
        super().setUp()
        self.open_connected()

    def assert_bridge_works(self):
        self.wait_for_connection()
        self.assertEqual(self.call("addingOne", 5), 6)
        self.assertEqual(self.run_async("bridge.call('later', { ms: 0, v: 7 }, done)"), 7)
        self.run_script("bridge.register('where', () => location.pathname)")
        self.assertEqual(
            self.run_async("bridge.call('page.call', { name: 'where' }, done)"),
            {"value": self.run_script("return location.pathname")})

    def open_window(self, address):
        """Makes the page open a window, as a click would. Switches to the window. Returns the page's tab."""
        one = self.browser.current_window_handle
        self.run_script(
            """const button = document.createElement('button');
            button.textContent = 'Open';
            button.onclick = () => window.open(arguments[0]);
            document.body.append(button);""", address)
        self.browser.click("button")
        self.wait_until(lambda: len(self.browser.window_handles) == 2, "the window")
        [two] = [handle for handle in self.browser.window_handles if handle != one]
        self.browser.switch_to_tab(two)
        return one

    def test_window_that_a_page_opens(self):
        # The window starts with a copy of its opener's sessionStorage.
        first = self.call("control.webViewID")
        one = self.open_window("/other.html")
        self.wait_until(lambda: self.run_script("return document.title === 'Another page' && !!window.bridge"), "its page")
        self.assert_bridge_works()
        second = self.call("control.webViewID")
        self.assertNotEqual(second, first)
        self.browser.refresh()
        self.assert_bridge_works()
        self.assertEqual(self.call("control.webViewID"), second)
        self.browser.switch_to_tab(one)
        self.browser.refresh()
        self.assert_bridge_works()
        self.assertEqual(self.call("control.webViewID"), first)

    def test_reloads_and_navigations(self):
        first = self.call("control.webViewID")
        for path in ("/other.html", "/", "/other.html?again"):
            self.run_script("location.href = arguments[0]", path)
            self.wait_until(
                lambda: self.run_script("return location.pathname + location.search === arguments[0] && !!window.bridge", path),
                "the page")
            self.assert_bridge_works()
            self.browser.refresh()
            self.assert_bridge_works()
            self.assertEqual(self.call("control.webViewID"), first)

    def test_frame(self):
        self.run_async(
            """const frame = document.createElement('iframe');
            frame.src = '/other.html';
            frame.onload = () => done();
            document.body.append(frame);""")
        first = self.call("control.webViewID")
        self.browser.enter_frame(0)
        self.assert_bridge_works()
        self.assertNotEqual(self.call("control.webViewID"), first)
        self.browser.leave_frames()
        self.assert_bridge_works()
        self.run_script("document.querySelector('iframe').remove()")
        self.assert_bridge_works()
        self.browser.refresh()
        self.assert_bridge_works()
        self.assertEqual(self.call("control.webViewID"), first)

    def test_document_open(self):
        first = self.call("control.webViewID")
        self.run_script(
            """window.seen = [];
            bridge.call('tick', 1, (value) => seen.push(value));
            document.open();
            document.write('<!doctype html><title>Written</title><p>Written');
            document.close();""")
        self.wait_until_equal(lambda: self.run_script("return seen"), [2, 3, 4], "what was asked before")
        self.assertEqual(self.run_script("return document.title"), "Written")
        self.assert_bridge_works()
        self.run_script("location.href = '/other.html'")
        self.wait_until(lambda: self.run_script("return document.title === 'Another page' && !!window.bridge"), "the page")
        self.assert_bridge_works()
        self.assertEqual(self.call("control.webViewID"), first)
