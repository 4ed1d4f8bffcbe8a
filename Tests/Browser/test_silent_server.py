from support.acceptance_test_case import AcceptanceTestCase, in_every_engine, page
from support.engines import ChromiumEngine
from support.runs import one_engine

RECORD = """<script>
      window.told = [];
      for (const name of ['bridgeaway', 'bridgeback']) addEventListener(name, () => told.push(name));
      // What a blocking call gives, and how long it takes in ms.
      window.time = (...call) => {
        const start = performance.now();
        return [bridge.call(...call), performance.now() - start];
      };
    </script>"""


class SilentServerTestCase(AcceptanceTestCase):
    """A suspended server process. The system keeps all connections open, but the server does not answer."""

    pages = {"index.html": page(RECORD)}

    def setUp(self):
        super().setUp()
        self.open_connected()
        self.addCleanup(self.program.resume)
        self.run_script("window.mark = true; window.seen = []; bridge.register('arrived', (value) => { seen.push(value); })")

    def tearDown(self):
        # Resumes the program first, because a suspended process does not end.
        self.program.resume()
        super().tearDown()

    def wait_until_offline(self):
        self.wait_until_equal(lambda: self.run_script("return told"), ["bridgeaway"], "the page is told", seconds=30)

    def assert_fails(self, most):
        """Asserts that a blocking call fails, as the protocol requires, within `most` seconds."""
        value, time = self.run_script("return time('addingOne', 1)")
        self.assertEqual(value, "")
        self.assertLess(time, most * 1000)

    def take_errors(self, calls):
        """Removes the errors of a number of blocking calls, and of an attempt to connect, if any."""
        errors = self.run_script("return errors.splice(0)")
        failed = [error for error in errors if "addingOne" in error]
        self.assertEqual(len(failed), calls, errors)
        for error in failed:
            self.assertIn("the server cannot be reached", error)
        for error in errors:
            self.assertTrue(error in failed or "callbacks wait for a connection" in error, error)

    def assert_goes_on(self):
        """Asserts that the document is the same, and that no data is lost or duplicated."""
        self.program.resume()
        self.wait_until_equal(
            lambda: self.run_script("return told"), ["bridgeaway", "bridgeback"], "the page is told", seconds=30)
        self.assertTrue(self.run_script("return mark"), "the document is another")
        self.assertEqual(self.call("addingOne", 1), 2)


@in_every_engine
class SilentServer(SilentServerTestCase):
    program_arguments = ("--isolation", "none", "--heartbeat-interval", "1000")

    def test_page_is_offline_and_comes_back(self):
        self.program.pause()
        self.run_script("window.answers = []; bridge.ask('addingOne', 41).then((value) => answers.push(value))")
        self.run_script("bridge.ask('page.burst', 3)")
        self.wait_until_offline()
        self.assert_fails(1)
        self.assertEqual(self.run_script("return answers"), [], "the promise waits")
        self.assert_fails(1)
        self.take_errors(2)
        self.assert_goes_on()
        self.wait_until_equal(lambda: self.run_script("return answers"), [42], "the promise is resolved")
        self.wait_until_equal(lambda: self.run_script("return seen"), [0, 1, 2], "once each, in order")
        self.take_errors(0)

    @one_engine
    def test_quiet_page_stays_connected(self):
        # Longer than the silence limit, which is 2.5 s here.
        self.run_async("setTimeout(done, 5000)")
        self.assertEqual(self.run_script("return told"), [])
        self.assertEqual(self.call("addingOne", 1), 2)

    @one_engine
    def test_page_that_stands_still_is_not_offline(self):
        self.run_script("const end = Date.now() + 5000; while (Date.now() < end);")
        self.run_async("setTimeout(done, 1500)")
        self.assertEqual(self.run_script("return told"), [])
        self.assertEqual(self.call("addingOne", 1), 2)


class SilentServerOnTheLane(SilentServerTestCase):
    """Blocking calls on the fast lane, which end after the server's limit."""

    engine = ChromiumEngine
    program_arguments = ("--blocking-call-time-limit", "3000")

    def test_call_ends_after_its_limit(self):
        # The first call loads the fast lane. A later call proves that it works.
        self.wait_until(
            lambda: self.run_script("""
                const before = performance.getEntriesByType('resource').length;
                return bridge.call('addingOne', 1) === 2 && performance.getEntriesByType('resource').length === before;
                """),
            "the fast lane")
        self.program.pause()
        value, time = self.run_script("return time('addingOne', 1)")
        self.assertEqual(value, "")
        self.assertGreater(time, 2900)
        self.assertLess(time, 10_000)
        # The page does not wait again.
        self.assert_fails(1)
        self.take_errors(2)
        self.wait_until_offline()
        self.assert_goes_on()
        self.take_errors(0)
