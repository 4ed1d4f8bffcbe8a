import re

from support.acceptance_test_case import AcceptanceTestCase, in_every_engine, page
from support.runs import except_in, one_engine, smoke

PAGE = page("""<script>
    window.mark = Math.random();
    const link = (href, target = '', more = {}) => {
      const element = Object.assign(document.createElement('a'), { href, target, textContent: 'link', ...more });
      document.body.append(element);
      element.click();
      element.remove();
    };
    const form = (method, action, target = '') => {
      const element = Object.assign(document.createElement('form'), { method, action, target });
      element.innerHTML = '<input name=q value="a b">';
      document.body.append(element);
      element.requestSubmit();
      element.remove();
    };
  </script>""")


@in_every_engine
class Interceptors(AcceptanceTestCase):
    """Swift is asked once about every navigation of a page, and about nothing else. A handled navigation does not
    change the page. (TWS acceptance B7, B8, B9, B14; Hotwire 44 and 45.)"""

    pages = {"index.html": PAGE, "other.html": page(title="Another page"), "router.html": page("""<script>
        window.seen = [];
        addEventListener('popstate', () => seen.push(location.pathname + location.search + location.hash));
      </script>""", title="Router"), "native-app.html": page("""<script>
        window.seen = [];
        window.navigateFromNative = (path, options) => { seen.push([path, options.replace]); return 'done'; };
      </script>""", title="App")}

    program_arguments = ("--access-log",)

    def setUp(self):
        super().setUp()
        self.open_connected()
        self.logged = len(self.program.log)
        self.run_script("bridge.call('navigations.intercept')")
        self.wait_until(lambda: self.run_script("return 'intercept' in (window.webkit?.messageHandlers ?? {})"), "it is told")
        self.mark = self.run_script("return mark")

    def questions(self):
        # Uses a promise, because Firefox runs a test's script even during the page's blocking call.
        return self.run_async("bridge.ask('navigations.questions').then(done, done)")

    def requests(self, path):
        """Returns the number of requests for the path since the page was opened, from the server's log."""
        return len(re.findall(rf" path={re.escape(path)} ", self.program.log[self.logged:]))

    def assert_asked(self, *questions):
        """Asserts that Swift was asked exactly these questions, and that the document remains."""
        self.wait_until(lambda: len(self.questions()) >= len(questions), "it is asked")
        self.assertEqual(self.questions(), list(questions))
        for question in questions:
            path = question.partition(self.program.address)[2].partition("?")[0]
            self.assertEqual(self.requests(path) if path else 0, 0, f"a request for {path}")
        self.assertEqual(self.run_script("return window.mark"), self.mark, "the document is another")
        self.assertEqual(self.run_script("return location.href"), self.program.address + "/")
        self.assertEqual(len(self.browser.window_handles), self.windows, "another window")

    def act(self, script, *arguments):
        self.windows = len(self.browser.window_handles)
        self.run_script(f"setTimeout((...arguments) => {{ {script} }}, 0, ...arguments)", *arguments)

    def test_link_to_another_origin(self):
        self.act("link('https://native.example/a%2Fb?c#d')")
        self.assert_asked("url https://native.example/a%2Fb?c#d")

    def test_link_for_another_window(self):
        self.act("link('https://native.example/', '_blank')")
        self.assert_asked("url https://native.example/")

    def test_link_to_this_origin_for_another_window(self):
        self.act("link('/native/1', '_blank')")
        self.assert_asked(f"url {self.program.address}/native/1")

    def test_link_of_another_scheme(self):
        self.act("link('tel:native'); link('myapp:native/open')")
        self.assert_asked("url tel:native", "url myapp:native/open")

    @except_in("WebKitGTK", "WebKit has no event for it: location = another origin is not asked about")
    def test_location_of_another_origin(self):
        self.act("location = 'https://native.example/'")
        self.assert_asked("url https://native.example/")

    @smoke
    def test_forms(self):
        own = self.program.address
        asked = []
        for method, action, target, question in [
                ("get", "/native/search?lost", "", f"{own}/native/search?q=a+b"),
                ("post", "/native/search", "", f"{own}/native/search"),
                ("get", "https://native.example/", "", "https://native.example/?q=a+b"),
                ("post", "https://native.example/", "", "https://native.example/"),
                ("get", "/native/other", "_blank", f"{own}/native/other?q=a+b")]:
            self.act("form(...arguments)", method, action, target)
            asked.append(f"url {question}")
            self.assert_asked(*asked)

    def test_form_that_a_script_submits(self):
        self.act("""const form = Object.assign(document.createElement('form'), { action: 'https://native.example/', target: '_blank' });
            form.innerHTML = '<input name=getAttribute><input name=action><input name=submitter>';
            document.body.append(form);
            HTMLFormElement.prototype.submit.call(form)""")
        self.assert_asked("url https://native.example/?getAttribute=&action=&submitter=")

    def test_form_data_is_made_once(self):
        self.act("""window.made = 0;
            addEventListener('formdata', () => made++);
            form('get', '/native/search')""")
        self.assert_asked(f"url {self.program.address}/native/search?q=a+b")
        self.assertLessEqual(self.run_script("return made"), 1)

    def test_link_to_another_origin_that_is_no_download(self):
        self.act("link('https://native.example/file', '', { download: '' })")
        self.assert_asked("url https://native.example/file")

    def test_window_open(self):
        self.act("window.opened = [open('/native/1'), open('https://native.example/', 'name')]")
        self.assert_asked(f"url {self.program.address}/native/1", "url https://native.example/")
        self.assertEqual(self.run_script("return opened"), [None, None])

    def test_fragment(self):
        self.act("link('#native')")
        self.assert_asked("path /#native")

    def test_history(self):
        self.act("history.pushState(0, '', '/native/1?a#b'); history.replaceState(0, '', '#native')")
        self.assert_asked("path /native/1?a#b", "path /#native")

    @one_engine
    def test_message_handler(self):
        self.act("webkit.messageHandlers.intercept.postMessage('/native/1'); webkit.messageHandlers.intercept.postMessage(7)")
        self.assert_asked("path /native/1")

    def test_what_is_no_navigation(self):
        self.act("""
            document.addEventListener('click', (event) => event.preventDefault(), { once: true });
            link('https://native.example/handled-by-the-page');
            link('javascript:void(window.ran = "native")');
            const image = new Image();
            image.src = '/native.png';
            fetch('/native/fetched').catch(() => {});
            const frame = document.createElement('iframe');
            frame.src = '/other.html?native';
            document.body.append(frame);
            frame.onload = () => { window.framed = true; };
            link('data:text/plain,native', '', { download: 'native.txt' })""")
        self.wait_until(lambda: self.run_script("return window.framed"), "the frame is there")
        self.assert_asked()

    def test_a_navigation_that_is_let_happen_is_asked_once(self):
        self.act("link('/other.html')")
        self.wait_until(lambda: self.run_script("return document.title === 'Another page'"), "the page")
        self.wait_for_connection()
        self.assertEqual(self.questions(), [f"url {self.program.address}/other.html"])
        self.assertEqual(self.requests("/other.html"), 1)

    # Swift is not asked about its own commands.

    def go(self, name, value=None):
        # The page may end before it receives an answer.
        self.run_script("setTimeout(() => bridge.ask('navigations.go', arguments[0]).catch(() => {}))", {"name": name, "to": value})

    def state(self):
        return self.run_async("bridge.ask('navigations.state').then(done, done)")

    def load(self, path, title):
        self.go("load", self.program.address + path)
        self.wait_until(lambda: self.run_script("return document.title") == title, f"the page {title}")
        self.wait_for_connection()

    def test_load_of_an_address_that_the_browser_writes_otherwise(self):
        self.load("/other.html", "Another page")
        self.load("", "A page")
        self.assertEqual(self.questions(), [])

    def test_load_back_and_forward(self):
        self.load("/other.html", "Another page")
        self.wait_until(lambda: self.state()["back"], "it can go back")
        self.assertFalse(self.state()["forward"])
        self.assertEqual(self.state()["title"], "Another page")
        self.go("back")
        self.wait_until(lambda: self.run_script("return document.title") == "A page", "the page before")
        self.wait_for_connection()
        if self.engine.name != "WebKitGTK":
            self.wait_until(lambda: self.state()["forward"], "it can go forward")
        self.go("forward")
        self.wait_until(lambda: self.run_script("return document.title") == "Another page", "the page behind")
        self.wait_for_connection()
        if self.engine.name == "WebKitGTK":
            self.note("WebKit does not say where a step leads: the request is asked about where there is one")
        else:
            self.assertEqual(self.questions(), [])

    def test_state_is_pushed_whatever_it_holds(self):
        self.load("/router.html", "Router")
        self.go("push", "/a'b\"c?x#y")
        self.wait_until(lambda: self.run_script("return seen.length") == 1, "the router has heard")
        self.assertEqual(self.run_script("return seen"), ["/a'b%22c?x#y"])
        self.go("push", "/two\nlines")
        self.wait_until(lambda: self.run_script("return seen.length") == 2, "the router has heard")
        self.assertEqual(self.run_script("return seen[1]"), "/twolines")
        length = self.run_script("return history.length")
        self.go("replace", "/three")
        self.wait_until(lambda: self.run_script("return seen.length") == 3, "the router has heard")
        self.assertEqual(self.run_script("return history.length"), length)
        self.wait_until(lambda: self.state()["url"].endswith("/three"), "Swift knows where the page is")
        self.assertEqual(self.questions(), [])

    @one_engine
    def test_an_app_is_asked_to_go_itself(self):
        self.load("/native-app.html", "App")
        self.go("push", "/a\"b")
        self.go("replace", "/c")
        self.wait_until(lambda: self.run_script("return seen.length") == 2, "the app has heard")
        self.assertEqual(self.run_script("return seen"), [["/a\"b", False], ["/c", True]])

    @one_engine
    def test_the_title_follows_the_page(self):
        self.wait_until(lambda: self.state()["title"] == "A page", "the title")
        self.run_script("document.title = 'Changed'")
        self.wait_until(lambda: self.state()["title"] == "Changed", "the title")
        self.assertEqual(self.state()["progress"], 1)
        self.assertFalse(self.state()["isLoading"])

    def test_in_a_frame_the_navigator_moves_the_frame(self):
        self.run_async("""const frame = Object.assign(document.createElement('iframe'), { src: '/router.html', onload: () => done() });
            document.body.append(frame);""")
        # Adds another iframe, which has its own entries in the tab's history.
        self.run_async("""const frame = Object.assign(document.createElement('iframe'), { src: '/other.html', onload: () => done() });
            document.body.append(frame);""")
        self.browser.enter_frame(0)
        self.wait_for_connection()
        self.load("/native-app.html", "App")
        self.browser.leave_frames()
        self.run_async("""frames[1].location = '/router.html?2';
            document.querySelectorAll('iframe')[1].onload = () => done();""")
        self.browser.enter_frame(0)
        self.wait_for_connection()
        if self.engine.name == "WebKitGTK":
            self.note("WebKit moves whichever frame has moved last")
            return
        self.wait_until(lambda: self.state()["back"], "the frame can go back")
        self.go("back")
        self.wait_until(lambda: self.run_script("return document.title") == "Router", "the frame has gone back")
        self.browser.leave_frames()
        self.assertEqual(self.run_script("return window.mark"), self.mark, "the page around it is another")
        self.assertEqual(self.run_script("return location.pathname"), "/")
