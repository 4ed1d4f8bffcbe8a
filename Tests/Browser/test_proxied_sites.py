import pathlib
import tempfile
import urllib.parse

from support.acceptance_test_case import in_every_engine
from support.remote_site import LONG, RemoteSite
from support.remote_test_case import RemoteTestCase
from support.runs import one_engine, smoke
from support.token_file import token_file

# Firefox's driver needs `eval`.
POLICIES = [
    "script-src 'nonce-abc' 'unsafe-eval'",
    "default-src 'none'; script-src 'nonce-abc' 'strict-dynamic' 'unsafe-eval'",
    "default-src 'none'; script-src 'nonce-abc' 'unsafe-eval'|script-src 'nonce-abc' 'unsafe-eval'; img-src *",
    "script-src 'nonce-abc' 'unsafe-eval', connect-src 'none'",
    "script-src 'nonce-abc' 'unsafe-eval'; require-trusted-types-for 'script'; connect-src 'none'",
]


@in_every_engine
class RemoteTraps(RemoteTestCase):
    """Features of other servers' pages that a proxy must support."""

    @smoke
    def test_calls_and_callbacks(self):
        for origin in (self.by_name, self.by_port):
            self.visit_connected("/", origin)
            self.assertEqual(self.title(), "Remote")
            self.assertEqual(self.run_async("bridge.call('later', { ms: 0, v: 7 }, done)"), 7)

    def test_policies(self):
        for policy in POLICIES:
            # Under Trusted Types, Firefox's driver cannot use `eval` under any policy.
            if self.engine.name == "Firefox" and "trusted-types" in policy:
                continue
            with self.subTest(policy):
                self.visit_connected("/policy?p=" + urllib.parse.quote(policy))
                self.assertIsNone(self.run_script("return window.forbidden ?? null"), "the page's policy is gone")

    def test_a_page_that_has_not_changed(self):
        self.visit_connected("/unchanged")
        self.visit_connected("/")
        self.visit_connected("/unchanged")
        asked = [headers["If-None-Match"] for _, _, headers in self.site.paths("/unchanged")]
        self.assertEqual(asked[-2:], [None, '"v1"'])

    def test_a_service_worker_gives_no_page_without_the_bridge(self):
        self.visit_connected("/worker")
        ready = "navigator.serviceWorker.ready.then(() => fetch('/from-worker')).then((r) => r.text()).then(done, done)"
        self.wait_until_equal(lambda: self.run_async(ready), "worker", "the worker answers what is no page")
        self.visit_connected("/worker")
        self.assertEqual(self.title(), "Worker")
        self.run_async("navigator.serviceWorker.getRegistration().then((r) => r.unregister()).then(done)")

    def test_clearing_spares_the_program(self):
        self.open_connected()
        self.run_script("document.cookie = 'mark=1'")
        self.visit_connected("/clear")
        self.open_connected()
        self.assertIn("mark=1", self.run_script("return document.cookie"))

    @one_engine
    def test_codings(self):
        self.visit_connected("/compressed")
        self.add_frame("/brotli")
        self.wait_until(
            lambda: 'compressed this page with "br"' in self.run_script("return frame.contentDocument.body?.textContent ?? ''"),
            "the page says why")

    def test_types_and_encodings(self):
        self.visit_connected("/utf16")
        self.assertEqual(self.title(), "UTF-16 \u00e4")
        self.assertEqual(self.run_script("return document.querySelector('p').textContent"), "\u00e4\u3c00")
        for path, title in (("/untyped", "Untyped"), ("/xhtml", "XHTML")):
            self.visit(path)
            self.assertEqual(self.run_script("return [document.title, typeof window.bridge]"), [title, "undefined"])

    def test_html_that_is_fetched(self):
        self.visit_connected("/")
        text = self.run_async("fetch('/fetched').then((response) => response.text()).then(done)")
        self.assertIn("Fetched", text)
        self.assertNotIn("_bridge", text)
        # Neither the page nor the fetch is answered from the cache entry of the other.
        self.visit_connected("/fetched")
        text = self.run_async("fetch('/fetched').then((response) => response.text()).then(done)")
        self.assertNotIn("_bridge", text)

    def test_upgrading_requests(self):
        self.visit_connected("/upgrade")
        self.assertTrue(self.run_script("return window.loaded"))

    def test_a_frame(self):
        self.open_connected()
        self.run_async(
            """const frame = document.createElement('iframe');
            frame.src = arguments[0];
            frame.onload = () => done();
            document.body.append(frame);""", self.by_port + "/framed")
        self.browser.enter_frame(0)
        try:
            self.wait_for_connection()
            self.assertEqual(self.title(), "Framed")
            self.assertEqual(self.call("addingOne", 5), 6)
        finally:
            self.browser.leave_frames()

    def test_cookies_are_kept_and_the_bridges_stay_here(self):
        self.visit_connected("/")
        cookies = self.run_async("fetch('/cookies').then((response) => response.text()).then(done)")
        self.assertEqual(cookies, "; ".join(f"c{index}={index}" for index in range(10)))

    def test_a_form_is_none_of_another_site(self):
        self.visit_connected("/login")
        self.run_script("document.forms[0].submit()")
        self.wait_until_equal(self.title, "Welcome", "the form is taken")
        self.wait_for_connection()

    def test_a_page_streams(self):
        self.visit_connected("/")
        self.site.released.clear()
        self.add_frame("/stream")
        text = "return [...frame.contentDocument.querySelectorAll('p')].map((p) => p.textContent)"
        self.wait_until_equal(lambda: self.run_script(text), ["first"], "the first part")
        self.assertEqual(self.run_script("return typeof frame.contentWindow.bridge?.call"), "function")
        self.site.released.set()
        self.wait_until_equal(lambda: self.run_script(text), ["first", "second"], "the second part")

    @one_engine
    def test_redirects_stay(self):
        self.visit_connected("/redirect")
        self.assertEqual(self.run_script("return location.href"), self.by_name + "/?redirected")


@in_every_engine
class RemoteWithToken(RemoteTestCase):
    """A server with a token: the user enters it at the program's address, never at the address of a site."""

    token = "0123456789abcdef"

    @classmethod
    def setUpClass(cls):
        cls.further_arguments = ("--token-file", token_file(cls, cls.token))
        super().setUpClass()

    def test_the_program_asks_and_leads_back(self):
        if self.engine.name == "Firefox":
            # The policy of the page with the form stops the driver's scripts.
            self.browser.get(f"{self.program.address}/?token={self.token}")
            self.browser.get(self.by_name + "/")
        else:
            self.browser.get(self.by_name + "/")
            self.assertTrue(self.run_script("return location.href").startswith(self.program.address))
            self.browser.click("#token")
            self.browser.type(self.token)
            self.browser.click("button")
        self.wait_until_equal(lambda: self.run_script("return location.href"), self.by_name + "/", "the site")
        self.wait_for_connection()
        self.assertEqual(self.call("addingOne", 5), 6)
        self.visit_connected("/framed")


@in_every_engine
class RemoteOutage(RemoteTestCase):
    @one_engine
    def test_the_page_comes_back_by_itself(self):
        port = self.site.port
        self.visit_connected("/")
        self.site.close()
        self.add_frame("/")
        text = f"http://localhost:{port} does not answer: the connection was refused."
        self.wait_until(
            lambda: text in self.run_script("return frame.contentDocument.body?.textContent ?? ''"), "the page says why")
        type(self).site = RemoteSite(port)
        self.addClassCleanup(self.site.close)
        self.wait_until_equal(
            lambda: self.run_script("return frame.contentDocument.title"), "Remote", "the page is loaded again")
        self.browser.enter_frame(0)
        self.wait_for_connection()
        self.browser.leave_frames()


@in_every_engine
class RemoteDownloads(RemoteTestCase):
    """Downloads of the target: Swift saves them, and the page remains and keeps running."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.further_arguments = ("--downloads", cls.folder.name)
        super().setUpClass()

    def test_an_attachment(self):
        self.visit_connected("/")
        self.run_script("window.mark = 7")
        for count in (1, 2):
            self.run_script("""
                const link = Object.assign(document.createElement('a'), { href: '/report' });
                document.body.append(link);
                link.click();""")
            files = lambda: [file.read_text() for file in pathlib.Path(self.folder.name).glob("*_report.html")]
            expected = "<!doctype html><title>Report</title>" + LONG  # A page without the page script.
            self.wait_until_equal(files, [expected] * count, "it is saved")
            self.wait_for_connection()  # Firefox closes the socket after status 204.
        self.assertEqual(self.run_script("return window.mark"), 7)
        self.assertEqual(self.call("addingOne", 5), 6)
