import pathlib

from support.browser_test_case import BrowserTestCase

# Only an extension can duplicate a tab.
EXTENSION = pathlib.Path(__file__).parent / "duplicating_extension"


class IdentityTests(BrowserTestCase):
    """A tab is one web view for all of its documents. Another tab is another web view."""

    records_network = True
    chromium_arguments = (f"--load-extension={EXTENSION}",)

    def web_view(self):
        """Returns the id of the page's web view from the answer to its last hello."""
        self.wait_for_connection()
        return self.run_script("return sessionStorage.getItem('bridge.webView')")

    def answer_to_hello(self):
        """Returns the server's last answer to a hello, as JSON."""
        *_, last = (
            event["requestId"] for event in self.browser.network_events("Network.responseReceived")
            if event["response"]["url"].endswith("/_bridge/hello"))
        return self.browser.execute_cdp_cmd("Network.getResponseBody", {"requestId": last})["body"]

    def go(self, url, title):
        self.run_script("location.href = arguments[0]", url)
        self.wait_until_equal(lambda: self.browser.title, title, url)

    def assert_bridge_works(self):
        self.wait_for_connection()
        self.assertEqual(self.run_script("return bridge.call('addingOne', 5)"), 6)
        self.assertEqual(self.run_async("bridge.call('asyncStyledFunction', done)"), "Async response")

    def test_20_reloads(self):
        self.open()
        first = self.web_view()
        self.assertRegex(first, "^[0-9a-f]{32}$")
        for _ in range(20):
            self.browser.refresh()
            self.assertEqual(self.web_view(), first)
            self.assertIn(first, self.answer_to_hello())
        self.assert_bridge_works()

    def test_navigations(self):
        self.open()
        first = self.web_view()
        for _ in range(5):
            self.go("/visited.html", "An ordinary page - SnippetBridge demo")
            self.assertEqual(self.web_view(), first)
            self.go("/", "SnippetBridge demo")
            self.assertEqual(self.web_view(), first)
        self.assert_bridge_works()

    def test_reload_before_the_connection(self):
        self.open()
        first = self.web_view()
        for _ in range(5):
            self.browser.execute_cdp_cmd("Page.reload", {})
        self.assertEqual(self.web_view(), first)
        self.assert_bridge_works()

    def test_second_tab(self):
        self.open()
        first = self.web_view()
        one = self.browser.current_window_handle
        self.browser.switch_to.new_window("tab")
        self.open()
        second = self.web_view()
        self.assertNotEqual(second, first)
        self.assert_bridge_works()
        self.browser.refresh()
        self.assertEqual(self.web_view(), second)
        self.browser.switch_to.window(one)
        self.assert_bridge_works()
        self.assertEqual(self.web_view(), first)

    def test_window_that_a_page_opens(self):
        # The window starts with a copy of its opener's sessionStorage.
        self.open()
        self.assert_second_tab_is_another("window.open('/visited.html')", "/visited.html")

    def test_duplicated_tab(self):
        self.open()
        self.assert_second_tab_is_another("dispatchEvent(new Event('duplicate-this-tab'))", "/")

    def test_duplicated_tab_of_a_page_that_a_window_opened(self):
        self.open("/visited.html")
        self.assert_second_tab_is_another("window.open('/')", "/")
        self.assert_second_tab_is_another("dispatchEvent(new Event('duplicate-this-tab'))", "/")

    def assert_second_tab_is_another(self, opening, path):
        """Asserts that a tab opened by this script is another web view, although it starts with a copy of this tab's
        storage."""
        first = self.web_view()
        one = self.browser.current_window_handle
        before = set(self.browser.window_handles)
        self.run_script(opening)
        (two,) = self.wait_until(lambda: set(self.browser.window_handles) - before, "the tab")
        self.browser.switch_to.window(two)
        self.wait_until_equal(lambda: self.run_script("return location.pathname"), path, "its page")
        second = self.web_view()
        self.assertNotEqual(second, first)
        for _ in range(2):
            self.browser.refresh()
            self.assertEqual(self.web_view(), second)
            self.assert_bridge_works()
            self.browser.switch_to.window(one)
            self.browser.refresh()
            self.assertEqual(self.web_view(), first)
            self.assert_bridge_works()
            self.browser.switch_to.window(two)

    def test_document_open(self):
        # `document.open` keeps the document and its scripts' state. It removes the listeners of the window and the
        # document.
        self.open_connected()
        first = self.web_view()
        self.run_script(
            """window.seen = [];
            bridge.call('asyncFunction', 1, (value) => seen.push(value));
            document.open();
            document.write('<!doctype html><title>Written</title><p>Written');
            document.close();""")
        self.wait_until_equal(lambda: self.browser.title, "Written", "the page that was written")
        self.wait_until_equal(lambda: self.run_script("return seen"), [2, 3, 4], "what was asked before")
        self.run_script("window.natives = []; bridge.register('showNative', (text) => { natives.push(text); })")
        self.run_script("location = '/native/written'")
        self.wait_until_equal(
            lambda: self.run_script("return natives"), ["Swift handled /native/written."], "a navigation")
        self.assert_bridge_works()
        self.go("/visited.html", "An ordinary page - SnippetBridge demo")
        self.assertEqual(self.web_view(), first)
        self.assert_bridge_works()

    def test_callbacks_of_two_tabs(self):
        # Both tabs use the same callback names and the same session at the same time.
        script = """
            window.seen = [];
            bridge.call('asyncFunction', arguments[0], (value) => seen.push(value));"""
        handles = []
        for number in (100, 200):
            self.browser.switch_to.new_window("tab")
            handles.append(self.browser.current_window_handle)
            self.open_connected()
        for handle, number in zip(handles, (100, 200)):
            self.browser.switch_to.window(handle)
            self.run_script(script, number)
        for handle, number in zip(handles, (100, 200)):
            self.browser.switch_to.window(handle)
            expected = [number + 1, number + 2, number + 3]
            self.wait_until_equal(lambda: self.run_script("return seen"), expected, f"the answers to {number}")

    def test_back_and_forward(self):
        # Chromium restores the page from its cache. The server has replaced the page's document with a newer one, so it
        # answers 410, and the page reloads.
        self.open()
        first = self.web_view()
        self.go("/visited.html", "An ordinary page - SnippetBridge demo")
        self.assertEqual(self.web_view(), first)
        for _ in range(2):
            self.browser.back()
            self.wait_until_equal(lambda: self.browser.title, "SnippetBridge demo", "back")
            self.assert_bridge_works()
            self.assertEqual(self.web_view(), first)
            self.wait_until_equal(lambda: self.text("#connection"), "Connected to Swift", "the page's own calls")
            self.browser.forward()
            self.wait_until_equal(lambda: self.browser.title, "An ordinary page - SnippetBridge demo", "forward")
            self.assert_bridge_works()
            self.assertEqual(self.web_view(), first)
        self.accept_console_errors("410 (Gone)")
