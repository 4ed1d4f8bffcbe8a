from support.acceptance_test_case import AcceptanceTestCase, page
from support.engines import FirefoxEngine


class StuckThreads(AcceptanceTestCase):
    """Functions of actors that never return and block all of Swift's threads.

    Other calls are answered, even in new documents. The threads belong to the server, so one browser suffices.
    """

    engine = FirefoxEngine

    pages = {
        "index.html": page(),
        "first-call.html": page("<script>window.answer = bridge.call('addingOne', 6)</script>"),
    }

    def not_named(self, names):
        lines = [line for line in self.program.log.splitlines() if "a function has not returned" in line]
        return [name for name in names if not any(name in line for line in lines)]

    def test_others_are_answered_and_the_process_can_be_ended(self):
        self.open_connected()
        names = self.run_script("""const names = bridge.call('stuck.names');
            for (const name of names) bridge.ask(name);
            return names""")
        self.wait_until(lambda: self.run_async("bridge.ask('stuck.areTaken').then(done)"), "Swift's threads are taken")
        self.assertEqual(self.run_async("bridge.ask('addingOne', 3).then(done)"), 4)
        self.assertEqual(self.run_script("return bridge.call('addingOne', 4)"), 5)
        # The document's hello is answered, and its socket opens. The first call of a document, which contains a hello,
        # is answered too.
        self.open_connected()
        self.assertEqual(self.run_async("bridge.ask('addingOne', 5).then(done)"), 6)
        self.open("/first-call.html")
        self.assertEqual(self.run_script("return window.answer"), 7)
        # The log names the functions in any order and at different times, because the first calls may be late.
        self.wait_until_equal(lambda: self.not_named(names), [], "late functions that the log does not name", 30)
        # The server cannot shut down gracefully, but it ends.
        self.browser.get("about:blank")
        self.assertEqual(self.program.stop(), 1)
        self.assertIn("the process did not end after a signal", self.program.log)
        type(self).program = self.program_type(self.root)
