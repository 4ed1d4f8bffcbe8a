from support.browser_test_case import BrowserTestCase
from support.demo import Demo


class RestartTests(BrowserTestCase):
    """A server that restarts on its port without its state. The page reloads by itself."""

    # The errors of Chromium and the page script in three situations: the server is stopping (503), no server is
    # running, and a new server does not know the page.
    NO_SERVER = (
        "net::ERR_CONNECTION_", "net::ERR_SOCKET_NOT_CONNECTED", "net::ERR_EMPTY_RESPONSE", "callbacks wait for a connection",
        "503 (Service Unavailable)", "410 (Gone)", "401 (Unauthorized)")

    def stop(self):
        self.assertEqual(self.program.stop(), 0, self.program.log)

    def start(self):
        type(self).program = Demo(self.root, self.program.port)

    def wait_for_new_document(self):
        self.wait_until(
            lambda: self.run_script("return !('mark' in window) && document.readyState === 'complete'"),
            "the page loads again")
        self.wait_for_connection()

    def test_page_reloads_and_works(self):
        self.open_connected()
        self.run_script("window.mark = true")
        self.stop()
        self.wait_until(lambda: self.browser.console_errors(), "the page notices")
        self.start()
        self.wait_for_new_document()
        self.assertEqual(self.run_script("return bridge.call('addingOne', 5)"), 6)
        self.wait_until_equal(lambda: self.text("#connection"), "Connected to Swift", "the page's own calls")
        self.accept_console_errors(*self.NO_SERVER)

    def test_call_while_the_server_is_gone(self):
        self.open_connected()
        self.stop()
        self.run_script("window.mark = true")
        self.assertEqual(self.run_script("return bridge.call('addingOne', 5)"), "")
        self.wait_until(
            lambda: any("addingOne" in error and "cannot be reached" in error
                for error in self.browser.console_errors()), "the error that names the method")
        self.start()
        self.wait_for_new_document()
        self.assertEqual(self.run_script("return bridge.call('addingOne', 5)"), 6)
        self.accept_console_errors(*self.NO_SERVER, "cannot be reached")

    def test_call_to_the_new_server(self):
        self.open_connected()
        self.run_script("window.mark = true")
        self.stop()
        self.start()
        # If the page reconnects before this call, it reloads first, and the call succeeds. Otherwise the call fails.
        result, was_old = self.run_script("const old = 'mark' in window; return [bridge.call('addingOne', 5), old]")
        self.assertEqual(result, "" if was_old else 6)
        self.wait_for_new_document()
        self.assertEqual(self.run_script("return bridge.call('addingOne', 5)"), 6)
        self.accept_console_errors(*self.NO_SERVER, "addingOne")
