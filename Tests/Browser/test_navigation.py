from support.navigation_test_case import NavigationTestCase


class NavigationTests(NavigationTestCase):
    """Swift is asked before a document loads or an entry is added. A handled navigation does not change the page.

    The demo's interceptor handles the paths below `/native/`.
    """

    def setUp(self):
        super().setUp()
        self.open_page()

    def test_link(self):
        self.element("#native-link").click()
        self.assert_stays("/native/settings?tab=sound")

    def test_link_elsewhere(self):
        self.element("#ordinary-link").click()
        self.assert_leaves("/visited.html")

    def test_link_with_a_fragment(self):
        self.run_script("location.href = '/native/a#b'")
        self.assert_stays("/native/a")

    def test_fragment_alone_is_no_navigation(self):
        self.run_script("location.href = '#closing'")
        self.assert_stays(change="/#closing")

    def form(self, method, action):
        self.run_script(
            """const form = document.createElement('form');
            form.method = arguments[0];
            form.action = arguments[1];
            form.innerHTML = '<input name=query value="a b">';
            document.body.append(form);
            form.requestSubmit();""", method, action)

    def test_form_get(self):
        self.form("get", "/native/search")
        self.assert_stays("/native/search?query=a+b")

    def test_form_get_elsewhere(self):
        self.form("get", "/visited.html")
        self.assert_leaves("/visited.html?query=a+b")

    def test_form_post(self):
        self.form("post", "/native/search")
        self.assert_stays("/native/search")

    def test_location_assigned(self):
        self.run_script("location = '/native/one'")
        self.run_script("location.assign('/native/two')")
        self.run_script("location.replace('/native/three')")
        self.assert_stays("/native/one", "/native/two", "/native/three")

    def test_location_assigned_elsewhere(self):
        self.run_script("location = '/visited.html?1'")
        self.assert_leaves("/visited.html?1")

    def test_location_replaced_elsewhere(self):
        length = self.run_script("return history.length")
        self.run_script("location.replace('/visited.html')")
        self.assert_leaves("/visited.html")
        self.assertEqual(self.run_script("return history.length"), length)

    def test_redirect(self):
        # The file server redirects /native to /native/. Swift allows the first address and handles the second one.
        self.run_script("location = '/native'")
        self.assert_stays("/native/")

    def test_address_bar(self):
        self.browser.execute_cdp_cmd("Page.navigate", {"url": self.program.address + "/native/typed"})
        self.assert_stays("/native/typed")

    def test_reload_that_is_let_happen(self):
        self.run_script("location.reload()")
        self.assert_leaves("/")

    def test_push_state(self):
        self.run_script("history.pushState({ n: 1 }, '', '/native/tab/2?x=1')")
        self.assertIsNone(self.run_script("return history.state"))
        self.assert_stays("/native/tab/2?x=1")

    def test_push_state_elsewhere(self):
        length = self.run_script("return history.length")
        self.run_script("history.pushState({ n: 1 }, '', '/tab-2')")
        self.assertEqual(self.run_script("return history.state"), {"n": 1})
        self.assertEqual(self.run_script("return history.length"), length + 1)
        self.assert_stays(change="/tab-2")

    def test_replace_state(self):
        self.run_script("history.replaceState({ n: 1 }, '', '/native/tab/3')")
        self.assertIsNone(self.run_script("return history.state"))
        self.assert_stays("/native/tab/3")

    def test_replace_state_elsewhere(self):
        length = self.run_script("return history.length")
        self.run_script("history.replaceState({ n: 2 }, '', '/tab-3')")
        self.assertEqual(self.run_script("return history.state"), {"n": 2})
        self.assertEqual(self.run_script("return history.length"), length)
        self.assert_stays(change="/tab-3")

    def test_reload_that_is_handled(self):
        # Adds a history entry for an address that Swift handles. Uses the browser's own `pushState`, because the page
        # script's `pushState` would ask Swift first.
        self.run_script("History.prototype.pushState.call(history, null, '', '/native/here')")
        self.run_script("location.reload()")
        self.assert_stays("/native/here", change="/native/here")

    def test_page_leaves_after_many_that_were_handled(self):
        for n in range(10):
            self.run_script("location = `/native/${arguments[0]}`", n)
        self.wait_until_equal(
            lambda: self.run_script("return natives"), [f"Swift handled /native/{n}." for n in range(10)], "ten times")
        self.element("#ordinary-link").click()
        self.assert_leaves("/visited.html")
