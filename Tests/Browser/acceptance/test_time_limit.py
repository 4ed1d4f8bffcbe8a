from concurrent.futures import ThreadPoolExecutor

from support.acceptance_server import AcceptanceServer
from support.acceptance_test_case import AcceptanceTestCase, in_every_engine
from support.dropping_proxy import DroppingProxy
from support.runs import one_engine


@in_every_engine
class TimeLimit(AcceptanceTestCase):
    """A blocking call ends even if Swift does not answer. The limit is 1 s here, and 60 s by default."""

    program_arguments = ("--blocking-call-time-limit", "1000")

    def setUp(self):
        super().setUp()
        self.open_connected()

    @one_engine
    def test_case_68_function_that_takes_too_long(self):
        result, seconds = self.run_script(
            """const start = performance.now();
            return [bridge.call('slow', 3000), (performance.now() - start) / 1000]""")
        self.assertEqual(result, "")
        self.assertGreater(seconds, 0.9)
        self.assertLess(seconds, 2)
        self.expect_errors(["slow", "1.0 seconds"])
        # Swift runs the next call after the slow one has ended.
        self.wait_until_equal(lambda: self.run_script("errors.length = 0; return bridge.call('addingOne', 5)"), 6, "its turn")


@in_every_engine
class ServerThatEnds(AcceptanceTestCase):
    """A server that stops during a blocking call and starts again."""

    def test_case_68_server_that_ends_in_the_middle_of_a_call(self):
        proxy = DroppingProxy(self.program.port)
        self.addCleanup(proxy.close)
        self.browser.get(proxy.address)
        self.wait_for_connection()
        proxy.drop_answers(0)
        self.run_script("window.mark = true")
        with ThreadPoolExecutor() as thread:
            result = thread.submit(self.run_script, "return [bridge.call('slow', 15000)]")
            self.wait_until(lambda: any(method == "slow" for _, method in proxy.calls()), "the call arrives")
            port = self.program.port
            self.program.kill()
            self.addCleanup(self.restart, port)
            self.assertEqual(result.result(), [""])
        self.wait_until(lambda: any('bridge.call("slow")' in error for error in self.errors()), "the error")
        self.assertFalse(any("SyntaxError" in error for error in self.errors()))
        self.restart(port)
        self.wait_until(lambda: self.run_script("return !window.mark && !!window.bridge"), "a new document")
        self.wait_for_connection()
        self.run_script("errors.length = 0")

    @classmethod
    def restart(cls, port):
        if not cls.program.is_running:
            cls.program.stop()
            cls.program = AcceptanceServer(cls.root, port, cls.program_arguments)
