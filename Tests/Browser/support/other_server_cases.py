"""Test cases for pages of any server. Import the module, not the class: unittest runs all classes in a test's
module."""
import time

from .acceptance_server import AcceptanceServer
from .acceptance_test_case import AcceptanceTestCase, page
from .dropping_proxy import DroppingProxy
from .runs import except_in, one_engine
from .slow_server import SlowServer
from .temporary_root import TemporaryRoot

ACTIONS = """<script>
    window.mark = Math.random();
    const link = (href, target = '') => {
      const element = Object.assign(document.createElement('a'), { href, target, textContent: 'link' });
      document.body.append(element);
      element.click();
      element.remove();
    };
    const form = (method, action) => {
      const element = Object.assign(document.createElement('form'), { method, action });
      element.innerHTML = '<input name=q value="a b">';
      document.body.append(element);
      element.requestSubmit();
      element.remove();
    };
  </script>"""


class OtherServerCases(AcceptanceTestCase):
    """Tests of pages of any server. A subclass starts the server of the pages.

    All connections to our server pass through a relay, which can cut sockets.
    """

    # The pages' server, whose `requests` are lines such as `GET /`, and its address in the browser.
    page_server = None
    page_address = None

    @classmethod
    def setUpClass(cls):
        cls.folder = TemporaryRoot()
        cls.addClassCleanup(cls.folder.remove)
        cls.prepare_page_server()
        super().setUpClass()
        cls.relay = DroppingProxy(cls.program.port)
        cls.addClassCleanup(cls.relay.close)
        cls.start_page_server()
        cls.folder.write("index.html", page(cls.head() + ACTIONS))
        cls.folder.write("other.html", page(cls.head(), title="Another page"))

    @classmethod
    def prepare_page_server(cls):
        """Sets `page_address`, and our server's arguments for it in `program_arguments`."""
        raise NotImplementedError

    @classmethod
    def start_page_server(cls):
        """Starts `page_server` for `folder`, unless it runs. Our server is behind `relay`."""

    @classmethod
    def head(cls):
        """Returns the page's script tag for the bridge."""
        raise NotImplementedError

    def open(self, path="/"):
        self.browser.get(self.page_address + path)

    def wait_for_page(self, title):
        self.wait_until(lambda: self.run_script("return document.title") == title, f"the page {title}")
        self.wait_for_connection()

    def ask(self, method, argument=None):
        return self.run_async("bridge.ask(...arguments).then(done, (error) => done(String(error)))", method, argument)

    # Calls.

    def test_blocking_calls(self):
        self.open()
        # Before this blocking call, the page has sent no message.
        self.assertEqual(self.call("addingOne", 5), 6)
        self.assertEqual(self.call("echo", {"a": [1, "\u00e9\U0001f600"]}), {"a": [1, "\u00e9\U0001f600"]})
        self.assertEqual(self.call("boom"), "")
        self.expect_errors(["boom"])

    @one_engine
    def test_callbacks(self):
        self.open()
        self.run_script("window.seen = []; bridge.call('tick', 1, (value) => seen.push(value))")
        self.wait_until_equal(lambda: self.run_script("return seen"), [2, 3, 4], "the values")

    @one_engine
    def test_promises(self):
        self.open()
        self.assertEqual(self.ask("addingOne", 5), 6)
        self.assertEqual(self.ask("later", {"ms": 0, "v": "x"}), "x")
        self.assertEqual(self.run_async(
            """(async () => {
              const seen = [await native.addingOne(1)];
              for await (const value of bridge.ask('sequences.count', 3)) seen.push(value);
              done(seen);
            })();"""), [2, 1, 2, 3])

    @one_engine
    def test_swift_calls_the_page(self):
        self.open()
        self.run_script("bridge.register('addValue', (a, b) => a + b)")
        self.assertEqual(self.ask("page.call", {"name": "addValue", "arguments": [3, 4]}), {"value": 7})

    # Reloads and lost connections.

    def test_socket_that_is_cut(self):
        self.open_connected()
        web_view = self.call("control.webViewID")
        self.run_script("window.seen = []; bridge.call('hold', (value) => seen.push(value)); bridge.call('noArg')")
        self.relay.end_sockets()
        # A request answers the call, but the callback's value needs a socket.
        self.assertEqual(self.call("release", 7), "released")
        self.wait_until_equal(lambda: self.run_script("return seen"), [7], "the value")
        self.assertEqual(self.call("control.webViewID"), web_view)

    @one_engine
    def test_server_that_starts_anew(self):
        self.open_connected()
        web_view = self.call("control.webViewID")
        self.run_script("window.isOld = true")
        self.assertEqual(self.program.stop(), 0, self.program.log)
        type(self).program = AcceptanceServer(self.root, self.program.port, self.program_arguments)
        self.wait_until(
            lambda: self.run_script("return !window.isOld && document.readyState === 'complete'"), "the page loads again")
        self.wait_for_connection()
        self.assertEqual(self.call("addingOne", 5), 6)
        self.assertNotEqual(self.call("control.webViewID"), web_view)

    def test_reload_and_navigation_keep_the_web_view(self):
        self.open_connected()
        web_view = self.call("control.webViewID")
        self.ask("control.note", 1)
        self.browser.refresh()
        self.wait_for_connection()
        self.assertEqual(self.call("control.webViewID"), web_view)
        self.act("link('/other.html')")
        self.wait_for_page("Another page")
        self.assertEqual(self.call("control.webViewID"), web_view)
        self.assertEqual(self.call("control.noted"), [1])

    @one_engine
    def test_window_close(self):
        self.open_connected()
        self.ask("control.listenForClosing")
        self.run_script("window.close()")
        self.wait_until_equal(lambda: self.ask("control.timesClosed"), 1, "Swift hears of it")

    def is_closed(self, web_view):
        return any(web_view[:8] in line and "the web view is closed" in line for line in self.program.log.splitlines())

    @one_engine
    def test_slow_page_keeps_the_web_view(self):
        # The page loads for longer than the time after which our server considers a tab closed.
        self.open_connected()
        web_view = self.call("control.webViewID")
        # Browsers run a script after a style sheet only when the style sheet has loaded.
        slow = SlowServer(limit=5)
        self.addCleanup(slow.close)
        style = f'<link rel="stylesheet" href="{slow.address}">'
        self.folder.write("slow.html", page(style + self.head(), title="Slow"))
        self.act("link('/slow.html')")
        self.wait_for_page("Slow")
        self.assertEqual(self.call("control.webViewID"), web_view)

    # Navigations.

    def intercept(self):
        self.open_connected()
        self.ask("navigations.intercept")
        # Before the page receives the answer to this call, it learns that Swift intercepts navigations.
        self.ask("navigations.questions")
        self.mark = self.run_script("return mark")
        self.before = len(self.page_server.requests)

    def act(self, script):
        # Runs the script in a timer, because Firefox runs a test's script even during the page's blocking call.
        self.run_script(f"setTimeout(() => {{ {script} }})")

    def assert_asked(self, *questions):
        """Asserts that Swift was asked exactly these questions, that the document remains, and that no request was
        sent."""
        self.wait_until(lambda: len(self.ask("navigations.questions")) >= len(questions), "it is asked")
        self.assertEqual(self.ask("navigations.questions"), list(questions))
        self.assertEqual(self.run_script("return window.mark"), self.mark, "the document is another")
        self.assertEqual(self.run_script("return location.href"), self.page_address + "/")
        self.assertEqual([line for line in self.page_server.requests[self.before:] if "favicon" not in line], [])

    def test_interceptor(self):
        self.intercept()
        own = self.page_address
        asked = []
        for script, question in [
                ("link('/native/1')", f"url {own}/native/1"),
                ("link('/native/2', '_blank')", f"url {own}/native/2"),
                ("link('https://native.example/a?b#c')", "url https://native.example/a?b#c"),
                ("link('tel:native')", "url tel:native"),
                ("form('get', '/native/search')", f"url {own}/native/search?q=a+b"),
                ("form('post', '/native/search')", f"url {own}/native/search"),
                ("window.open('/native/3')", f"url {own}/native/3"),
                ("link('#native')", "path /#native"),
                ("history.pushState(0, '', '/native/4?a#b')", "path /native/4?a#b")]:
            with self.subTest(script):
                self.act(script)
                asked.append(question)
                self.assert_asked(*asked)

    @except_in("WebKitGTK", "WebKit has no event for it, and our server does not get the request")
    def test_interceptor_of_location(self):
        self.intercept()
        self.act("location = '/native/1'")
        self.assert_asked(f"url {self.page_address}/native/1")
        self.act("location = 'https://native.example/'")
        self.assert_asked(f"url {self.page_address}/native/1", "url https://native.example/")

    def test_a_navigation_that_is_let_happen_is_asked_once(self):
        self.intercept()
        self.act("link('/other.html')")
        self.wait_for_page("Another page")
        self.assertEqual(self.ask("navigations.questions"), [f"url {self.page_address}/other.html"])
        self.assertEqual(self.page_server.requests[self.before:].count("GET /other.html"), 1)
