import base64
import hashlib

from support.browser_test_case import BrowserTestCase

SCRIPT = "window.own = typeof bridge.call; try { window.evaluated = eval('1'); } catch {}"
HASH = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
# The console error of the page's attempt to run a forbidden script.
VIOLATION = ["Executing inline script violates"]


def page(policy, attribute=""):
    return f"""<!doctype html><html><head>
        <meta http-equiv="Content-Security-Policy" content="{policy}">
        <script{attribute}>{SCRIPT}</script>
        <script>window.forbidden = true;</script></head><body></body></html>"""


class StrictPageTests(BrowserTestCase):
    """Pages whose Content-Security-Policy allows only their own scripts, and forbids `eval`."""

    pages = {
        "nonce.html": page("script-src 'nonce-abc'", " nonce=abc"),
        "hash.html": page(f"script-src 'sha256-{HASH}'"),
        "strict-dynamic.html": page(f"script-src 'sha256-{HASH}' 'strict-dynamic'; object-src 'none'; base-uri 'none'"),
        "self.html": page("default-src 'self'; script-src 'nonce-abc'", " nonce=abc"),
        "trusted-types.html": page("script-src 'nonce-abc'; require-trusted-types-for 'script'", " nonce=abc"),
    }

    def assert_bridge_works(self, path, *violations):
        self.browser.forget()
        self.open(path)
        self.wait_for_connection()
        self.assertEqual(self.run_script("return window.own"), "function")
        self.assertEqual(self.run_script("return [window.forbidden, window.evaluated]"), [None, None], "no policy")
        self.assertEqual(self.run_script("return bridge.call('addingOne', 5)"), 6)
        seen = self.run_async(
            """const seen = [];
            bridge.call('asyncFunction', 1, (value) => {
              seen.push(value);
              if (seen.length === 3) done(seen);
            });""")
        self.assertEqual(seen, [2, 3, 4])
        answer = self.run_async(
            """bridge.register('addValue', (a, b) => a + b);
            bridge.call('page.letPageAdd', [3, 4], done);""")
        self.assertEqual(answer, "Swift called addValue and got 7.")
        # The page's own inline script violates its policy. The bridge does not.
        self.expect_console_errors(*violations, VIOLATION)

    def test_nonce(self):
        self.assert_bridge_works("/nonce.html")

    def test_hash(self):
        self.assert_bridge_works("/hash.html")

    def test_strict_dynamic(self):
        self.assert_bridge_works("/strict-dynamic.html")

    def test_own_sources_only(self):
        self.assert_bridge_works("/self.html")

    def test_trusted_types(self):
        self.assert_bridge_works("/trusted-types.html", ["requires 'TrustedScript'"])

    def test_integrity_is_that_of_the_shim(self):
        # A policy with a hash lets the page script load only because of its `integrity` attribute, which must be
        # correct.
        self.open("/nonce.html")
        integrity, actual = self.run_async(
            """const shim = document.head.firstElementChild;
            fetch(shim.src).then((response) => response.arrayBuffer())
              .then((bytes) => crypto.subtle.digest('SHA-256', bytes))
              .then((hash) => btoa(String.fromCharCode(...new Uint8Array(hash))))
              .then((hash) => done([shim.integrity, `sha256-${hash}`]));""")
        self.assertEqual(integrity, actual)
        self.expect_console_errors(VIOLATION)
