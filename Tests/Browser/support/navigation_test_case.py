from .browser_test_case import BrowserTestCase
from .slow_server import SlowServer

# For `before_every_document`: simulates a browser without the Navigation API, where only status 204 stops navigations.
WITHOUT_NAVIGATION_API = "Object.defineProperty(window, 'navigation', { value: undefined })"


class NavigationTestCase(BrowserTestCase):
    """Tests of navigations away from the demo page. They check whether the document stays the same."""

    records_network = True

    def open_page(self):
        """Opens the demo page with state of this document: a variable, a running timer and a fetch."""
        slow = SlowServer()
        self.addCleanup(slow.close)
        self.slow = slow
        self.open_connected()
        self.run_script(
            """// Relative, it would be asked for again below an address of a test's own.
            document.querySelector('link[rel=icon]').href = '/demo/icon.svg';
            window.mark = Math.random();
            window.ticks = 0;
            setInterval(() => ticks++, 5);
            window.fetched = fetch(arguments[0]).then((response) => response.text(), String);
            window.natives = [];
            bridge.register('showNative', (text) => { natives.push(text); });""", slow.address)
        slow.wait_for_request()
        self.mark = self.run_script("return mark")
        self.made = self.connections()
        self.web_view_id = self.web_view()

    def web_view(self):
        return self.run_script("return sessionStorage.getItem('bridge.webView')")

    def connections(self):
        """Returns the number of opened sockets and the number of hellos."""
        requests = self.browser.network_events("Network.requestWillBeSent")
        hellos = [event for event in requests if event["request"]["url"].endswith("/_bridge/hello")]
        return len(self.browser.network_events("Network.webSocketCreated")), len(hellos)

    def assert_stays(self, *targets, change=None):
        """Asserts, after navigations that Swift has handled, that the document, its socket and its fetch remain."""
        expected = [f"Swift handled {target}." for target in targets]
        self.wait_until_equal(lambda: self.run_script("return window.natives"), expected, "Swift handles it")
        self.assertEqual(self.run_script("return location.href"), self.program.address + (change or "/"))
        self.assertEqual(self.run_script("return window.mark"), self.mark, "the document is another")
        ticks = self.run_script("return ticks")
        self.wait_until(lambda: self.run_script("return ticks") > ticks, "the timer runs on")
        self.wait_for_connection()
        self.assertEqual(self.connections(), self.made, "the socket is another")
        closed = self.browser.network_events("Network.webSocketClosed")
        self.assertEqual(closed, [], "the socket was closed")
        self.slow.release()
        self.assertEqual(self.run_async("fetched.then(done)"), "at last", "the fetch was cancelled")

    def assert_leaves(self, url):
        """Asserts, after an allowed navigation, that the web view has another document whose bridge works."""
        self.wait_until_equal(lambda: self.browser.current_url, self.program.address + url, "the address")
        self.wait_until(lambda: self.run_script("return !('mark' in window) && document.readyState === 'complete'"),
            "a new document")
        self.wait_for_connection()
        self.assertEqual(self.web_view(), self.web_view_id, "the web view is another")
        self.assertEqual(self.run_script("return bridge.call('addingOne', 5)"), 6)
