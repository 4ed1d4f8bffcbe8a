import pathlib
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from support.acceptance_test_case import in_every_engine
from support.remote_site import free_port
from support.runs import one_engine
from support.shell_test_case import ShellTestCase, screen
from support.slow_server import SlowServer


@in_every_engine
class ShellErrors(ShellTestCase):
    """The error views of screens whose pages cannot be shown."""

    ERROR = ".screen[data-place=top] .overlay[role=alert]"

    @classmethod
    def setUpClass(cls):
        # A proxied site whose target is down.
        cls.target = free_port()
        cls.remote = free_port()
        cls.program_arguments = ("--remote", f"shop:{cls.remote}=http://127.0.0.1:{cls.target}")
        super().setUpClass()

    def setUp(self):
        super().setUp()
        self.expected_console_errors += ["404 (Not Found)", "502 (Bad Gateway)", "504 (", "503 ("]

    def write(self, name, content):
        file = pathlib.Path(self.root, name)
        file.write_text(content)
        self.addCleanup(file.unlink, missing_ok=True)

    def wait_for_error(self, *parts):
        self.wait_until(
            lambda: (text := self.text(self.ERROR)) and all(part in text for part in parts), f"an error view with {parts}")
        self.assertEqual(self.count(self.TOP + " .overlay"), 1, "never two at once")

    def retry(self):
        # A script clicks the button, because a click by the driver would fail while the view is closing.
        self.run_script("document.querySelector(arguments[0])?.click()", self.ERROR + " button")

    def test_missing_page_and_retry(self):
        self.open_shell()
        self.swift("push", "/gone.html")
        self.wait_for_error("This page could not be loaded", "/gone.html", "404")
        self.write("gone.html", screen("Gone"))
        self.retry()
        self.wait_until_equal(self.seen, "/gone.html", "the page")
        self.wait_for_page("Gone")
        self.assertEqual(self.in_frame(lambda: self.call("addingOne", 5)), 6)
        self.press("Back")
        self.wait_for_stack("/home.html")

    @one_engine
    def test_nearest_binding_wins(self):
        self.open_shell()
        self.swift("bindError")
        self.select_tab("Missing")
        self.wait_for_error("The tab's error view", "404")
        self.select_tab("Home")
        self.wait_for_page("Home")
        self.swift("push", "/gone.html")
        self.wait_for_error("The shell's error view", "404")
        self.select_tab("Missing")
        self.wait_for_error("The tab's error view", "404")
        self.write("missing.html", screen("Found"))
        self.retry()
        self.wait_until_equal(self.seen, "/missing.html", "the page")
        self.wait_for_page("Found")

    @one_engine
    def test_refused_remote_page_and_retry(self):
        self.open_shell()
        address = f"http://127.0.0.1:{self.remote}/page.html"
        self.swift("push", address)
        self.wait_for_error("This page could not be loaded", "does not answer")

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                body = screen("Remote").encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        site = ThreadingHTTPServer(("127.0.0.1", self.target), Handler)
        thread = threading.Thread(target=site.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(site.server_close)
        self.addCleanup(site.shutdown)

        def retried():
            # The proxy retries an unreachable target only after some time.
            if self.count(self.ERROR + " button"):
                self.retry()
            return self.seen() == "/page.html" and not self.count(self.ERROR) and self.title() == "Remote"

        self.wait_until(retried, "the page")
        self.assertEqual(self.in_frame(lambda: self.call("addingOne", 5)), 6)

    @one_engine
    def test_page_that_never_comes(self):
        self.open_shell()
        self.swift("push", "/never")
        self.wait_until(lambda: self.count(self.TOP + " .overlay.waiting"), "the loading view")
        self.assertEqual(self.count("[aria-label=Stop]"), 1)
        self.wait_until(lambda: self.count(self.ERROR), "the error view", seconds=45)
        self.wait_for_error("30")
        self.press("Back")
        self.wait_for_stack("/home.html")

    def test_stop(self):
        self.open_shell()
        self.swift("push", "/never")
        self.wait_until(lambda: self.count("[aria-label=Stop]"), "the button")
        self.press("Stop")
        self.wait_for_error("stopped")
        self.press("Reload")
        self.wait_until(lambda: self.count("[aria-label=Stop]"), "it loads again")
        # A click by the driver would wait until the iframes have loaded.
        self.press("Stop")
        self.wait_for_error("stopped")
        self.press("Back")
        self.wait_for_stack("/home.html")

    @one_engine
    def test_progress_only_grows(self):
        slow = SlowServer()
        self.addCleanup(slow.close)
        self.write("slow.html", screen("Slow", f"<img src='{slow.address}'>"))
        self.open_shell()
        self.run_script(
            """const seen = [], views = [];
            const note = () => {
              const bar = document.querySelector('.progress');
              const value = 'done' in bar.dataset ? 'done' : Number(bar.style.getPropertyValue('--p'));
              if (seen.at(-1) !== value) seen.push(value);
              views.push(Math.max(...[...document.querySelectorAll('.screen')].map(
                (part) => part.querySelectorAll('.overlay').length)));
              document.documentElement.dataset.seen = JSON.stringify(seen);
              document.documentElement.dataset.most = Math.max(...views);
            };
            new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
            note();""")
        self.swift("push", "/slow.html")
        slow.wait_for_request()
        self.wait_until(lambda: "0.8" in self.run_script("return document.documentElement.dataset.seen"), "0.8")
        slow.release()
        self.wait_for_page("Slow")
        seen, most = self.run_script(
            "const { seen, most } = document.documentElement.dataset; return [JSON.parse(seen), Number(most)]")
        self.assertEqual((seen[0], seen[-1]), ("done", "done"))
        self.assertEqual(seen[1:-1], sorted(seen[1:-1]))
        self.assertLessEqual(most, 1, "never two views at once")
