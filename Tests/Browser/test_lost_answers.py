from support.acceptance_test_case import AcceptanceTestCase, in_every_engine
from support.dropping_proxy import DroppingProxy


@in_every_engine
class LostAnswers(AcceptanceTestCase):
    """Blocking calls whose answers are lost or cut. The page repeats them, and Swift runs them once."""

    # Disables the fast lane, because these tests are about requests.
    program_arguments = ("--isolation", "none")

    def setUp(self):
        super().setUp()
        self.proxy = DroppingProxy(self.program.port)
        self.addCleanup(self.proxy.close)
        self.browser.get(self.proxy.address)
        self.wait_for_connection()
        self.assertEqual(self.call("addingOne", 1), 2)

    def assert_runs_once(self):
        self.assertEqual(self.call("declarations.explicitVoid", 5), "")
        calls = self.proxy.calls()
        self.assertEqual(len(calls), 2)
        self.assertEqual(calls[0], calls[1])
        self.assertEqual(self.call("declarations.total"), 5)

    def test_answer_that_is_lost(self):
        self.proxy.drop_answers(1)
        self.assert_runs_once()

    def test_answer_that_is_cut(self):
        self.proxy.cut_answers(1)
        self.assert_runs_once()

    def test_large_answer_that_is_cut(self):
        self.proxy.cut_answers(1)
        self.assertTrue(self.run_script("const text = 'x'.repeat(1e6); return bridge.call('echo', text) === text"))
        self.assertEqual(len(self.proxy.calls()), 2)
