from support.browser_test_case import BrowserTestCase
from support.dropping_proxy import DroppingProxy


class ResentCallTests(BrowserTestCase):
    """Calls whose answers are lost. The browser or the page script repeats them, and Swift runs them once."""

    # Disables the fast lane, because these tests are about requests.
    program_arguments = ("--isolation", "none")

    def setUp(self):
        super().setUp()
        self.proxy = DroppingProxy(self.program.port)
        self.addCleanup(self.proxy.close)
        self.browser.get(self.proxy.address)
        self.wait_for_connection()
        # Records which calls Swift has run: the dismissal handler and the interceptor each call a function of the page.
        self.run_script(
            """window.ran = [];
            bridge.register('showDismissal', () => { ran.push('dismissal'); });
            bridge.register('showNative', (text) => { ran.push(text); });""")
        # Opens a connection that the next call reuses.
        self.assertEqual(self.run_script("return bridge.call('addingOne', 1)"), 2)

    def ran(self):
        """Returns all calls that Swift has run. First makes a last call and waits for it, because it runs after the
        others."""
        self.run_script("history.pushState(null, '', '/native/last')")
        self.wait_until(lambda: "Swift handled /native/last." in self.run_script("return ran"), "the last call")
        return self.run_script("return ran")[:-1]

    def test_what_the_browser_sends_twice_runs_once(self):
        self.proxy.drop_answers(1)
        self.run_script("window.close()")
        calls = self.proxy.calls()
        self.assertEqual([method for _, method in calls], ["_dsb.closePage"] * 2, "Chromium sends it again")
        self.assertEqual(calls[0], calls[1])
        self.assertEqual(self.ran(), ["dismissal"])

    def test_a_question_about_a_navigation_is_asked_once(self):
        self.proxy.drop_answers(1)
        self.run_script("history.pushState(null, '', '/native/one')")
        calls = self.proxy.calls()
        self.assertEqual([method for _, method in calls], ["_bridge.intercept"] * 2)
        self.assertEqual(calls[0], calls[1])
        self.assertEqual(self.ran(), ["Swift handled /native/one."])
        self.assertEqual(self.run_script("return location.pathname"), "/")

    def test_the_second_answer_is_the_recorded_one(self):
        self.proxy.drop_answers(1)
        self.assertEqual(self.run_script("return bridge.call('addingOne', 41)"), 42)
        self.assertEqual(len(self.proxy.calls()), 2)

    def test_what_the_shim_sends_once_more_runs_once(self):
        # Browsers do not repeat a request that is the first one on its connection. So only the page script repeats this
        # call, which uses a new connection.
        self.proxy.end_idle_connections()
        self.proxy.drop_answers(1)
        self.run_script("window.close()")
        calls = self.proxy.calls()
        self.assertEqual(len(calls), 2)
        self.assertEqual(len(set(calls)), 1)
        self.assertEqual(self.ran(), ["dismissal"])
        self.expect_console_errors(["net::ERR_EMPTY_RESPONSE"])

    def test_a_call_that_is_given_up_has_run_once_and_never_runs_again(self):
        self.proxy.drop_answers(1000)
        result = self.run_script("return bridge.call('_dsb.closePage')")
        calls = self.proxy.calls()
        self.proxy.drop_answers(0)
        self.assertEqual(result, "")
        self.assertEqual(len(set(calls)), 1)
        self.assertEqual(self.ran(), ["dismissal"])
        self.expect_console_errors(
            ["net::ERR_EMPTY_RESPONSE"], ["net::ERR_EMPTY_RESPONSE"], ["_dsb.closePage", "cannot be reached"])
