import pathlib
import shutil
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from support.acceptance_test_case import AcceptanceTestCase, in_every_engine, page
from support.browser_test_case import BrowserTestCase
from support.chromium import OTHER_HOSTS
from support.plain_server import PlainServer
from support.temporary_root import TemporaryRoot

# The requests that a page can send to another origin. Each result is the part of the answer that the browser reveals.
ATTACK = """
    const [target, document_] = arguments;
    const seen = {};
    const outcome = (promise) => promise.then((answer) => answer.type, (error) => error.name);
    const post = (path, more) => outcome(fetch(target + path, {
      method: 'POST', credentials: 'include', headers: { 'Content-Type': 'text/plain;charset=UTF-8' },
      body: 'call 1 addingOne 1', ...more }));
    const loaded = (frame) => new Promise((resolve) => { frame.onload = () => resolve('loaded'); });
    (async () => {
      seen.call = await post('/_bridge/call', { mode: 'no-cors' });
      seen.hello = await post('/_bridge/hello', { mode: 'no-cors', body: '{}' });
      seen.callWithHeader = await post('/_bridge/call', { headers: { 'Bridge-Document': document_ } });
      seen.reading = await outcome(fetch(target + '/', { credentials: 'include' }));
      seen.socket = await new Promise((resolve) => {
        const socket = new WebSocket(target.replace('http', 'ws') + '/_bridge/socket', 'snippetbridge.1');
        socket.onopen = () => resolve('open');
        socket.onclose = () => resolve('closed');
      });
      const frame = document.createElement('iframe');
      frame.name = 'answer';
      document.body.append(frame);
      const form = document.createElement('form');
      Object.assign(form, {
        action: target + '/_bridge/call', method: 'post', enctype: 'text/plain', target: 'answer' });
      form.innerHTML = '<input name="call 1 addingOne 1">';
      document.body.append(form);
      const answered = loaded(frame);
      form.submit();
      seen.form = await answered;
      let shown = 'not shown';
      addEventListener('message', () => { shown = 'shown'; });
      const other = document.createElement('iframe');
      const framed = loaded(other);
      other.src = target + '/framed.html';
      document.body.append(other);
      await framed;
      seen.frame = shown;
      done(seen);
    })();"""


@in_every_engine
class OtherSites(AcceptanceTestCase):
    """Pages of other origins, in a browser with a session, can neither call the server nor read its answers."""

    pages = {
        "index.html": page(),
        "framed.html": page("<script>parent.postMessage('shown', '*')</script>"),
    }

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        root = TemporaryRoot({"index.html": "<!doctype html><title>Elsewhere</title><body></body>"})
        cls.addClassCleanup(root.remove)
        cls.elsewhere = PlainServer(root.path)
        cls.addClassCleanup(cls.elsewhere.close)

    def attack(self, address):
        self.open_connected()
        own = self.browser.current_window_handle
        self.browser.new_tab()
        self.browser.get(address)
        before = self.program.log
        seen = self.run_async(ATTACK, self.program.address, "0" * 32)
        self.assertEqual(seen, {
            "call": "TypeError", "hello": "TypeError", "callWithHeader": "TypeError", "reading": "TypeError", "socket": "closed",
            "form": "loaded", "frame": "not shown"})

        def refused():
            log = self.program.log[len(before):]
            return log.count("a call was refused"), log.count("a socket was refused")

        # A thread of its own writes the log, possibly after the browser has the response.
        self.wait_until_equal(refused, (3, 1), "the refused calls and sockets in the log")
        self.browser.switch_to_tab(own)
        self.assertEqual(self.call("addingOne", 5), 6)

    def test_another_site(self):
        self.attack(self.elsewhere.address.replace("127.0.0.1", "localhost"))

    def test_another_port(self):
        # For a browser, this address belongs to the same site, so it sends the session's cookie.
        self.attack(self.elsewhere.address)

    def test_own_frames_are_shown(self):
        self.open()
        self.assertEqual(self.run_async(
            """addEventListener('message', (event) => done(event.data));
            const frame = document.createElement('iframe');
            frame.src = '/framed.html';
            document.body.append(frame);"""), "shown")


class RebindingTests(BrowserTestCase):
    """DNS rebinding: another site's name now resolves to this machine, so its pages and ours have the same origin."""

    chromium_arguments = OTHER_HOSTS
    records_network = True

    def test_nothing_is_served_under_another_name(self):
        address = f"http://evil.example:{self.program.port}"
        self.browser.get(address)
        self.assertIn("403", self.browser.page_source)
        self.assertEqual(self.run_script("return typeof bridge"), "undefined")
        statuses = self.run_async(
            """const answers = ['hello', 'call'].map((name) => fetch('/_bridge/' + name, {
              method: 'POST', headers: { 'Bridge-Document': '0'.repeat(32) }, body: '{}' }));
            Promise.all(answers).then((all) => done(all.map((answer) => answer.status)), (error) => done(String(error)));""")
        # The policy of the error page also forbids requests.
        self.assertEqual(statuses, "TypeError: Failed to fetch")
        self.assertEqual(self.browser.get_cookies(), [])
        self.accept_console_errors("403 (Forbidden)", "Content Security Policy")


class RecordingServer:
    """A plain HTTP server that records the headers of requests."""

    def __init__(self):
        received = self.received = []

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                received.append(dict(self.headers))
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})
        self._thread.start()

    def close(self):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class CookieTheftTests(BrowserTestCase):
    """A plain HTTP server with the same host name receives no cookies that were set over https."""

    chromium_arguments = OTHER_HOSTS
    records_network = True

    @classmethod
    def setUpClass(cls):
        certificates = pathlib.Path(tempfile.mkdtemp(prefix="certificates-"))
        cls.addClassCleanup(shutil.rmtree, certificates)
        cls.program_arguments = ("--tls", "--certificates", str(certificates), "--name", "kiosk.example")
        super().setUpClass()

    def test_no_cookie_leaves_tls(self):
        self.browser.get(f"https://kiosk.example:{self.program.port}/")
        self.wait_for_connection()
        self.assertEqual(len(self.browser.get_cookies()), 1)
        listener = RecordingServer()
        self.addCleanup(listener.close)
        # Browsers send a host's cookies to all of its ports.
        self.browser.get(f"http://kiosk.example:{listener.port}/")
        self.assertTrue(listener.received)
        for headers in listener.received:
            self.assertNotIn("Cookie", headers)
        self.accept_console_errors("favicon")
