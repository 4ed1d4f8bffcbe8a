import time

from support.acceptance_test_case import AcceptanceTestCase, in_every_engine, page


@in_every_engine
class Leaving(AcceptanceTestCase):
    """A closed tab ends long before the reconnect timeout of 60 s. A tab that navigates keeps its web view."""

    pages = {"index.html": page(), "other.html": page(title="Another page")}

    def is_closed(self, web_view):
        return any(
            web_view[:8] in line and "the web view is closed" in line for line in self.program.log.splitlines())

    def wait_until_closed(self, web_view):
        begin = time.monotonic()
        # The server closes the web view 3 s after the tab was closed. A busy machine needs longer.
        self.wait_until(lambda: self.is_closed(web_view), "the web view is closed", seconds=30)
        print(f"{self.engine.name}: closed after {time.monotonic() - begin:.1f} s")

    def open_tab(self):
        """Opens a second tab. Returns its web view."""
        self.browser.new_tab()
        self.open_connected()
        return self.call("control.webViewID")

    def test_closed_tab(self):
        self.open_connected()
        own = self.call("control.webViewID")
        closed = self.open_tab()
        self.browser.close_tab()
        self.wait_until_closed(closed)
        self.assertFalse(self.is_closed(own))
        self.assertEqual(self.call("control.webViewID"), own)

    def test_closed_tab_after_navigations(self):
        self.open_connected()
        closed = self.open_tab()
        self.browser.refresh()
        self.wait_for_connection()
        self.run_script("setTimeout(() => location = '/other.html')")
        self.wait_until(lambda: self.run_script("return document.title === 'Another page'"), "the page")
        self.wait_for_connection()
        self.assertEqual(self.call("control.webViewID"), closed)
        self.browser.close_tab()
        self.wait_until_closed(closed)

    def test_frame_that_is_removed(self):
        self.open_connected()
        own = self.call("control.webViewID")
        self.run_async(
            """const frame = document.createElement('iframe');
            frame.src = '/other.html';
            frame.onload = () => done();
            document.body.append(frame);""")
        self.browser.enter_frame(0)
        self.wait_for_connection()
        closed = self.call("control.webViewID")
        self.browser.leave_frames()
        self.run_script("document.querySelector('iframe').remove()")
        self.wait_until_closed(closed)
        self.assertEqual(self.call("control.webViewID"), own)
