from support.acceptance_test_case import AcceptanceTestCase, in_every_engine, page
from support.engines import WebKitGTKEngine

PAGE = page("""<script>
    window.mark = Math.random();
    const add = (name, members, html = name) => {
      const element = Object.assign(document.createElement(name), members);
      element.innerHTML = html;
      document.body.append(element);
      return element;
    };
    const form = (method, action) => add('form', { method, action }, '<input name=q value="a b">');
    addEventListener('DOMContentLoaded', () => add('a', { id: 'real', href: '/native/real' }));
  </script>""")


@in_every_engine
class NavigationDelegates(AcceptanceTestCase):
    """S22: the delegate knows the type, the method, the target and the gesture of a navigation, and decides later."""

    pages = {"index.html": PAGE, "other.html": page(title="Another page")}

    def setUp(self):
        super().setUp()
        self.open_connected()
        self.run_script("bridge.call('navigations.decide')")
        self.wait_until(lambda: self.run_script("return 'intercept' in (window.webkit?.messageHandlers ?? {})"), "it is told")
        self.mark = self.run_script("return mark")

    def questions(self):
        return self.run_async("bridge.ask('navigations.questions').then(done, done)")

    def assert_asked(self, script, question):
        count = len(self.questions())
        self.run_script(f"setTimeout(() => {{ {script} }})")
        self.wait_until(lambda: len(self.questions()) > count, script)
        self.assertEqual(self.questions()[count:], [question])
        self.assertEqual(self.run_script("return window.mark"), self.mark, "the document is another")

    def test_links_and_forms(self):
        for script, question in [
            ("add('a', { href: '/native/a?b' }).click()", "linkActivated GET self script /native/a"),
            ("add('a', { href: '/native/b', target: '_blank' }).click()", "linkActivated GET new script /native/b"),
            ("form('get', '/native/c').requestSubmit()", "formSubmitted GET self script /native/c"),
            ("form('post', '/native/d').requestSubmit()", "formSubmitted POST self script /native/d"),
            ("form('post', '/native/e').submit()", "formSubmitted POST self script /native/e"),
        ]:
            with self.subTest(script):
                self.assert_asked(script, question)

    def test_scripts(self):
        if self.engine is WebKitGTKEngine:
            # Only the server notices this navigation, when it receives the request.
            return self.assert_asked("location = '/native/f'", "other GET self script /native/f")
        self.assert_asked("location = '/native/f'", "other GET self script /native/f")
        self.assert_asked("open('/native/g')", "other GET new script /native/g")

    def test_click_of_the_user(self):
        count = len(self.questions())
        self.browser.click("#real")
        self.wait_until(lambda: len(self.questions()) > count, "the click")
        self.assertEqual(self.questions()[count:], ["linkActivated GET self user /native/real"])

    def test_title_of_a_replaced_document(self):
        state = "bridge.ask('navigations.state').then((state) => done(state.title), done)"
        for title, script in [
            ("One", "document.documentElement.innerHTML = '<head><title>One</title></head><body></body>'"),
            ("Two", "document.head.outerHTML = '<head><title>Two</title></head>'"),
            ("Three", "document.title = 'Three'"),
            ("Four", "document.write('<title>Four</title><p>'); document.close()"),
            ("Five", "document.title = 'Five'"),
        ]:
            with self.subTest(title):
                self.run_script(script)
                self.wait_until_equal(lambda: self.run_async(state), title, "the title in Swift")

    def test_reload_and_allowed_pages(self):
        self.run_script("setTimeout(() => location.reload())")
        self.wait_until(lambda: self.run_script("return window.mark") not in (None, self.mark), "the reload")
        self.wait_for_connection()
        self.assertEqual(self.questions(), ["reload GET self script /"])
        self.run_script("setTimeout(() => (location = '/other.html'))")
        self.wait_until(lambda: self.run_script("return document.title") == "Another page", "the page")
        self.wait_for_connection()
        self.assertEqual(self.questions()[1:], ["other GET self script /other.html"])
