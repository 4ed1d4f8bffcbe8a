import pathlib
import tempfile

from support.browser_test_case import BrowserTestCase
from support.plain_server import PlainServer


class Departure(BrowserTestCase):
    """A page that Chromium does not cache, such as one with `no-store`.

    After the page has navigated to another site, the user may return to it with Back.
    """

    chromium_arguments = ("--disable-features=BackForwardCache",)

    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        pathlib.Path(folder.name, "favicon.ico").touch()
        other = PlainServer(folder.name)
        self.addCleanup(other.close)
        self.other = other.address
        self.open_connected()
        self.run_script(
            "addEventListener('pagehide', ({ persisted }) => localStorage.setItem('persisted', persisted))")
        self.own = self.web_view()
        self.tab = self.browser.current_window_handle

    def web_view(self):
        return self.run_script("return sessionStorage.getItem('bridge.webView')")

    def is_closed(self, web_view):
        return any(
            web_view[:8] in line and "the web view is closed" in line for line in self.program.log.splitlines())

    def close_another_tab(self):
        """Opens and closes a tab, and waits until its web view has ended.

        A web view that began to wait for its page before this tab was closed would also have ended by then.
        """
        self.browser.switch_to.new_window("tab")
        self.open_connected()
        closed = self.web_view()
        self.assertNotEqual(closed, self.own)
        self.browser.close()
        self.browser.switch_to.window(self.tab)
        self.wait_until(lambda: self.is_closed(closed), "the web view of a tab that was closed is closed", seconds=60)

    def leave(self):
        self.run_script("const [address] = arguments; setTimeout(() => location = address)", self.other)
        self.wait_until(lambda: self.browser.current_url.startswith(self.other), "the other site")

    def test_it_is_waited_for(self):
        self.leave()
        self.close_another_tab()
        self.assertFalse(self.is_closed(self.own))
        self.browser.back()
        self.wait_for_connection()
        self.assertEqual(self.run_script("return localStorage.getItem('persisted')"), "false")
        self.assertEqual(self.web_view(), self.own)

    def test_a_link_that_leaves_nothing_is_no_departure(self):
        """Tests a tab that is closed soon after the page has opened an address in another program."""
        self.run_script("location = 'mailto:nobody@site.invalid'")
        self.browser.switch_to.new_window("tab")
        self.open_connected()
        rest = self.browser.current_window_handle
        self.browser.switch_to.window(self.tab)
        self.browser.close()
        self.browser.switch_to.window(rest)
        self.wait_until(lambda: self.is_closed(self.own), "the web view is closed", seconds=30)
