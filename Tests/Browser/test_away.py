from support.acceptance_server import AcceptanceServer
from support.acceptance_test_case import AcceptanceTestCase, in_every_engine, page
from support.gate import Gate
from support.runs import one_engine
from support.slow_server import SlowServer

# Records the page's events, across reloads.
RECORD = """<script>
      for (const name of ['bridgeaway', 'bridgeback']) {
        addEventListener(name, (event) => {
          sessionStorage.told = (sessionStorage.told ?? '') + ' ' + name;
          if (window.own) event.preventDefault();
        });
      }
    </script>"""
# Firefox's driver needs `eval`.
STRICT = """<meta http-equiv="Content-Security-Policy"
      content="default-src 'none'; connect-src 'self'; script-src 'unsafe-inline' 'unsafe-eval'">"""
NOTICE = "document.querySelector('bridge-notice')"


@in_every_engine
class Away(AcceptanceTestCase):
    """A server that stops and starts again: the page's events, the notice for the user, and the recovery."""

    pages = {
        "index.html": page(RECORD + '<script src="part.js"></script>'),
        "strict.html": page(STRICT),
        "part.js": "window.part = true;",
    }

    def setUp(self):
        super().setUp()
        self.gate = Gate(self.program.port)
        self.addCleanup(self.gate.close)

    def tearDown(self):
        # The page logs errors while no server runs.
        for error in self.run_script("return window.errors?.splice(0) ?? []"):
            self.assertIn("callbacks wait for a connection", error)
        super().tearDown()

    def open_through_gate(self, path="/"):
        self.browser.get(self.gate.address + path)
        self.wait_for_connection()
        self.run_script("window.mark = true")

    def restart(self):
        type(self).program = AcceptanceServer(self.root, self.program.port)

    def told(self):
        return self.run_script("return (sessionStorage.told ?? '').trim().split(' ').filter(Boolean)")

    def has_notice(self):
        return self.run_script(f"return !!{NOTICE}")

    def wait_for_notice(self):
        self.wait_until(self.has_notice, "the notice")

    def wait_for_new_document(self):
        self.wait_until(
            lambda: self.run_script("return !('mark' in window) && document.readyState === 'complete'"),
            "the page loads again")
        self.wait_for_connection()

    def test_network_that_is_lost(self):
        self.open_through_gate()
        self.run_script("window.seen = []; bridge.register('arrived', (number) => { seen.push(number); })")
        self.run_script("bridge.call('page.burst', 10)")
        self.gate.shut()
        self.wait_for_notice()
        self.assertEqual(self.told(), ["bridgeaway"])
        self.gate.open()
        self.wait_until_equal(self.told, ["bridgeaway", "bridgeback"], "the page is told")
        self.assertFalse(self.has_notice())
        self.wait_until_equal(lambda: self.run_script("return seen"), list(range(10)), "nothing is lost")
        self.assertTrue(self.run_script("return mark"), "the document is another")

    @one_engine
    def test_short_loss(self):
        self.open_through_gate()
        for _ in range(3):
            self.gate.shut()
            self.gate.open()
            self.wait_for_connection()
        self.assertEqual(self.told(), [])
        self.assertFalse(self.has_notice())

    @one_engine
    def test_server_that_starts_anew(self):
        self.browser.get(self.program.address)
        self.wait_for_connection()
        first = self.call("control.webViewID")
        self.run_script("window.mark = true")
        self.program.kill()
        self.wait_for_notice()
        self.program.stop()
        self.restart()
        self.wait_for_new_document()
        self.assertFalse(self.has_notice())
        self.assertEqual(self.told(), ["bridgeaway"])
        self.assertNotEqual(self.call("control.webViewID"), first)
        self.assertTrue(self.run_script("return part"))

    def test_server_that_starts_anew_while_the_page_loads_again(self):
        self.open_through_gate()
        self.program.kill()
        self.gate.shut()
        self.wait_for_notice()
        self.program.stop()
        self.restart()
        # The gate lets the request for the document through, and then cuts the network. So the document arrives, but
        # neither its `part.js` nor the answer to its hello.
        self.gate.open_until("GET / ")
        self.wait_until(
            lambda: self.run_script(f"return !('mark' in window) && !!{NOTICE}"), "the next document notices it")
        self.assertFalse(self.run_script("return !!window.part"), "the page was whole")
        self.run_script("window.mark = true")
        self.program.kill()
        self.program.stop()
        self.restart()
        self.gate.open()
        self.wait_for_new_document()
        self.assertTrue(self.run_script("return part"), "a part of the page is missing")
        self.assertEqual(self.call("addingOne", 5), 6)
        self.assertFalse(self.has_notice())

    @one_engine
    def test_page_with_its_own_notice(self):
        self.open_through_gate()
        self.run_script("window.own = true")
        self.gate.shut()
        self.wait_until_equal(self.told, ["bridgeaway"], "the page is told")
        self.assertFalse(self.has_notice())
        self.gate.open()
        self.wait_until_equal(self.told, ["bridgeaway", "bridgeback"], "the page is told")

    def test_strict_policy(self):
        self.open_through_gate("/strict.html")
        self.run_script(
            """window.violations = [];
            addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective));""")
        self.gate.shut()
        self.wait_for_notice()
        position, events, width, height, right, top = self.run_script(
            f"""const notice = {NOTICE};
            const {{ position, pointerEvents }} = getComputedStyle(notice);
            const {{ width, height, right, bottom }} = notice.getBoundingClientRect();
            const under = document.elementFromPoint(right - 2, bottom - 2);
            return [position, pointerEvents, width, height, innerWidth - right, under === notice];""")
        self.assertEqual((position, events, round(right), top), ("fixed", "none", 12, False))
        self.assertTrue(50 < width < 200 and 15 < height < 60, f"{width} x {height}")
        self.assertEqual(self.run_script("return violations"), [])

    def test_page_that_is_left_slowly(self):
        slow = SlowServer(limit=3)  # Without the navigation, the notice would appear within this time.
        self.addCleanup(slow.close)
        self.open_through_gate()
        # Firefox closes the document's sockets when a navigation begins, long before the next document loads.
        self.run_script("const [slow] = arguments; setTimeout(() => location = slow)", slow.address)
        self.wait_until(lambda: self.run_script("return document.body?.textContent") == "at last", "the next document")
        self.browser.get(self.gate.address)
        self.wait_for_connection()
        self.assertEqual(self.told(), [])
