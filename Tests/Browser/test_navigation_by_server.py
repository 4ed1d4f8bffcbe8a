from support.navigation_test_case import WITHOUT_NAVIGATION_API, NavigationTestCase


class NavigationByServerTests(NavigationTestCase):
    """Without the Navigation API, the page asks Swift about links and forms, and the server asks about all other
    navigations. If Swift handles one, the server answers 204, so that the page remains."""

    def setUp(self):
        super().setUp()
        self.browser.before_every_document(WITHOUT_NAVIGATION_API)
        self.open_page()
        self.assertTrue(self.run_script("return navigation === undefined"))

    def assert_answered(self, path, *statuses):
        url = self.program.address + path
        answers = [event["response"] for event in self.browser.network_events("Network.responseReceived")]
        self.assertEqual([answer["status"] for answer in answers if answer["url"] == url], list(statuses))

    def test_link(self):
        self.element("#native-link").click()
        self.assert_stays("/native/settings?tab=sound")
        self.assert_answered("/native/settings?tab=sound")

    def test_link_elsewhere(self):
        self.element("#ordinary-link").click()
        self.assert_leaves("/visited.html")

    def test_form_post(self):
        self.element("#navigation form button").click()
        self.assert_stays("/native/search")
        self.assert_answered("/native/search")

    def test_location_assigned(self):
        self.run_script("location = '/native/one'")
        self.assert_stays("/native/one")
        self.assert_answered("/native/one", 204)

    def test_location_replaced(self):
        self.run_script("location.replace('/native/two')")
        self.assert_stays("/native/two")

    def test_redirect(self):
        self.run_script("location = '/native'")
        self.assert_stays("/native/")

    def test_push_state_is_asked_by_the_page(self):
        self.run_script("history.pushState(null, '', '/native/tab/2')")
        self.assert_stays("/native/tab/2")

    def test_reload(self):
        self.run_script("location.reload()")
        self.assert_leaves("/")

    def test_a_closed_tab_does_not_count(self):
        # The previous tab showed the same page in the same session, and the server keeps that tab's web view for some
        # time.
        self.browser.new_tab()
        self.browser.before_every_document(WITHOUT_NAVIGATION_API)
        self.browser.forget()
        self.open_page()
        self.run_script("location = '/native/one'")
        self.assert_stays("/native/one")

    def test_a_second_tab_with_the_same_page(self):
        first = self.browser.current_window_handle
        self.browser.switch_to.new_window("tab")
        self.open_connected()
        self.browser.switch_to.window(first)
        self.run_script("location = '/native/one'")
        self.wait_until_equal(
            lambda: [event["response"]["status"]
                for event in self.browser.network_events("Network.responseReceived")
                if event["response"]["url"].endswith("/native/one")], [204], "Swift handles it")
        self.assertEqual(self.run_script("return window.mark"), self.mark, "the document is another")
