from support.acceptance_test_case import AcceptanceTestCase, in_every_engine, page
from support.dropping_proxy import DroppingProxy
from support.runs import one_engine, smoke

# Reports whether the browser has restored a page from its cache.
PERSISTED = """<script>
      addEventListener('pageshow', (event) => { if (event.persisted) sessionStorage.persisted = true; });
    </script>"""

LEAVING = page("""
    <script>
      const note = (name) => addEventListener(name, () => {
        let result;
        try {
          result = bridge.call('addingOne', 5);
          bridge.call('later', { ms: 0, v: 1 }, () => {});
        } catch (error) {
          result = `threw ${error}`;
        }
        localStorage.setItem(name, JSON.stringify(result));
      });
      note('beforeunload');
      note('pagehide');
    </script>""")

CALL_LATER = """
    window.seen = [];
    bridge.call('tick', arguments[0], (value) => seen.push(value));"""


@in_every_engine
class Documents(AcceptanceTestCase):
    """Tabs, iframes, reloads and lost connections: each document is separate."""

    pages = {
        "index.html": page(PERSISTED),
        "other.html": page(PERSISTED, title="Another page"),
        "leaving.html": LEAVING,
    }

    def seen(self):
        return self.run_script("return seen")

    @one_engine
    def test_case_47_two_tabs(self):
        self.open_connected()
        one = self.browser.current_window_handle
        self.browser.new_tab()
        two = self.browser.current_window_handle
        self.open_connected()
        web_views = set()
        for tab, start in ((one, 100), (two, 200)):
            self.browser.switch_to_tab(tab)
            self.run_script(CALL_LATER, start)
            self.run_script(f"bridge.register('which', () => {start})")
            web_views.add(self.call("control.webViewID"))
        self.assertEqual(len(web_views), 2)
        for tab, start in ((one, 100), (two, 200)):
            self.browser.switch_to_tab(tab)
            self.wait_until_equal(self.seen, [start + 1, start + 2, start + 3], "its own answers")
            self.assertEqual(self.run_async("bridge.call('page.call', { name: 'which' }, done)"), {"value": start})

    def test_case_48_frame(self):
        self.open_connected()
        self.run_async(
            """const frame = document.createElement('iframe');
            frame.src = '/other.html';
            frame.onload = () => done();
            document.body.append(frame);""")
        self.run_script(CALL_LATER, 100)
        self.browser.enter_frame(0)
        self.wait_for_connection()
        self.run_script(CALL_LATER, 200)
        self.wait_until_equal(self.seen, [201, 202, 203], "the frame's answers")
        self.assertEqual(self.run_script("return bridge === parent.bridge"), False)
        self.browser.leave_frames()
        self.wait_until_equal(self.seen, [101, 102, 103], "the page's answers")

    def test_case_49_answer_for_the_page_before(self):
        self.open_connected()
        self.assertEqual(self.run_script("window.dscb = 0; return window.dscb"), 0)
        self.run_script("bridge.call('later', { ms: 700, v: 'old' }, () => {})")
        self.run_script("bridge.call('noArg')")  # This blocking call also sends the call above.
        self.browser.refresh()
        seen = self.run_async(
            """const name = `dscb${window.dscb}`;
            const seen = [name];
            bridge.call('hold', (value) => seen.push(value));
            bridge.call('later', { ms: 1000, v: 'new' }, (value) => {
              bridge.call('release', 'held');
              bridge.call('later', { ms: 50, v: 0 }, () => done([...seen, value]));
            });""")
        self.assertEqual(seen, ["dscb0", "held", "new"])

    @one_engine
    def test_case_50_page_that_is_left_while_swift_waits_for_it(self):
        self.open_connected()
        self.run_script("bridge.registerAsyn('never', () => { window.asked = true; })")
        self.call("page.start", {"name": "never"})
        self.wait_until(lambda: self.run_script("return window.asked"), "Swift waits")
        self.browser.refresh()
        outcomes = self.wait_until(lambda: self.call("page.outcomes"), "Swift hears of it")
        self.assertEqual([outcome["error"]["code"] for outcome in outcomes], ["pageGone"])

    @smoke
    def test_case_51_connection_that_is_lost(self):
        proxy = DroppingProxy(self.program.port)
        self.addCleanup(proxy.close)
        self.browser.get(proxy.address)
        self.wait_for_connection()
        self.run_script(
            """window.seen = [];
            bridge.register('arrived', (number) => { seen.push(number); });""")
        for _ in range(4):
            self.run_script("bridge.call('page.burst', 500)")
            proxy.end_sockets()
            self.run_script("bridge.call('page.burst', 500)")
        self.wait_until(lambda: self.run_script("return seen.length") >= 4000, "all arrive")
        self.wait_for_connection()
        self.assertEqual(self.seen(), list(range(500)) * 8)
        # The page may have logged an error about a socket that was lost before it opened.
        for error in self.run_script("return errors.splice(0)"):
            self.assertIn("callbacks wait for a connection", error)

    def test_case_66_calls_while_the_page_is_left(self):
        self.open_connected("/leaving.html")
        self.run_script("location.href = '/other.html'")
        self.wait_until(lambda: self.run_script("return document.title === 'Another page' && !!window.bridge"), "the page")
        self.wait_for_connection()
        stored = self.run_script("return [localStorage.beforeunload, localStorage.pagehide]")
        for result in stored:
            self.assertIn(result, ("6", '""'))

    def test_case_69_page_from_the_back_forward_cache(self):
        self.open_connected()
        first = self.call("control.webViewID")
        self.run_script("window.mark = true")
        self.browser.get(self.program.address + "/other.html")
        self.wait_for_connection()
        for go, title in ((self.browser.back, "A page"), (self.browser.forward, "Another page")) * 2:
            go()
            self.wait_until_equal(lambda: self.run_script("return document.title"), title, "the page")
            self.wait_for_connection()
            self.assertEqual(self.call("addingOne", 5), 6)
            self.assertEqual(self.run_async("bridge.call('later', { ms: 0, v: 7 }, done)"), 7)
            self.assertEqual(self.call("control.webViewID"), first)
        if not self.run_script("return sessionStorage.persisted"):
            self.note("The browser keeps no page that has a socket: it loads it again.")
