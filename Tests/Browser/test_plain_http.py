import http.server
import socket
import threading
import unittest

from selenium.webdriver.support.wait import WebDriverWait
from support.acceptance_test_case import in_every_engine


def own_address():
    """Returns an address of this machine that browsers do not treat as local; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # Sends no packet.
        except OSError:
            return None
        address = probe.getsockname()[0]
    return None if address.startswith("127.") else address


ADDRESS = own_address()
PAGE = b"""<!doctype html><title>page</title><a id=link href=/link>link</a>
<form id=get action=/get><input name=a></form><form id=post action=/post method=post><input name=a></form>"""


class Recorder:
    """A server that answers every request with a page, and records the requests' headers."""

    def __init__(self):
        requests = self._requests = []
        arrived = self._arrived = threading.Condition()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                with arrived:
                    requests.append((self.path.partition("?")[0], self.headers))
                    arrived.notify_all()
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(PAGE)))
                self.send_header("Cache-Control", "no-store")
                self.end_headers()
                self.wfile.write(PAGE)

            do_POST = do_GET

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer((ADDRESS, 0), Handler)
        self.address = f"http://{ADDRESS}:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self):
        self._server.shutdown()
        self._server.server_close()

    def headers(self, path, count=1):
        """Waits for a number of requests for a path. Returns their headers."""
        def found():
            return [headers for asked, headers in self._requests if asked == path]

        with self._arrived:
            if not self._arrived.wait_for(lambda: len(found()) >= count, 15):
                raise AssertionError(f"waited 15 s: {count} requests for {path}")
            return found()


@in_every_engine
@unittest.skipIf(ADDRESS is None, "this machine has no network")
class PlainHTTP(unittest.TestCase):
    """The request headers over plain HTTP to another machine. There browsers do not send `Sec-Fetch-Mode`.

    So the server recognizes navigations by `Upgrade-Insecure-Requests`, which browsers do not send with a page's own
    requests.
    """

    engine = None

    def setUp(self):
        self.browser = self.engine.shared()
        self.browser.new_session()
        self.recorder = Recorder()
        self.addCleanup(self.recorder.close)

    def assert_sent(self, path, is_navigation=True, count=1):
        for sent in self.recorder.headers(path, count):
            self.assertNotIn("Sec-Fetch-Mode", sent)
            self.assertEqual(sent.get("Upgrade-Insecure-Requests"), "1" if is_navigation else None)
            self.assertIn("text/html", sent["Accept"])

    def wait_for_page(self, path):
        """Waits until the page is loaded. A navigation that still runs could replace the page after the next one."""
        # While a page is replaced, scripts fail.
        WebDriverWait(self.browser, 15, ignored_exceptions=[Exception]).until(
            lambda browser: browser.execute_script("return [location.pathname, document.readyState]")
            == [path, "complete"], f"waited 15 s: {path}")

    def test_navigations(self):
        for path, script in {
            "/link": "document.querySelector('#link').click()",
            "/get": "document.querySelector('#get').submit()",
            "/post": "document.querySelector('#post').submit()",
            "/location": "location = '/location'",
            "/frame": "document.body.append(Object.assign(document.createElement('iframe'), { src: '/frame' }))",
        }.items():
            with self.subTest(path):
                self.browser.get(self.recorder.address + "/typed")
                self.browser.execute_script(script)
                self.assert_sent(path)
                if path != "/frame":
                    self.wait_for_page(path)
        self.browser.get(self.recorder.address + "/reloaded")
        self.browser.refresh()
        self.assert_sent("/reloaded", count=2)
        self.assert_sent("/typed")

    def test_fetch(self):
        self.browser.get(self.recorder.address + "/typed")
        self.browser.execute_script("fetch('/fetched', { headers: { Accept: 'text/html' } })")
        self.assert_sent("/fetched", is_navigation=False)
