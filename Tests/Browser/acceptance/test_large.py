from support.acceptance_test_case import AcceptanceTestCase, in_every_engine

SENT = """
    const text = 'abcdefgh\\u00e4\\u6f22"\\\\'.repeat(arguments[0] / 12);"""


@in_every_engine
class Large(AcceptanceTestCase):
    """Large arguments, and larger ones."""

    def setUp(self):
        super().setUp()
        self.open_connected()
        # In seconds, there and back. `make test` builds without optimisation, which costs a factor of some ten.
        self.limit = 2 if self.call("control.isOptimised") else 20

    def test_case_24_10_megabytes_in_a_blocking_call(self):
        same, seconds = self.run_script(
            SENT + """
            const start = performance.now();
            const result = bridge.call('echo', text);
            return [result === text, (performance.now() - start) / 1000];""", 10_000_000)
        self.assertTrue(same)
        self.assertLess(seconds, self.limit)

    def test_case_24_10_megabytes_to_a_callback(self):
        same, seconds = self.run_async(
            SENT + """
            const start = performance.now();
            bridge.call('later', { ms: 0, v: text }, (result) =>
              done([result === text, (performance.now() - start) / 1000]));""", 10_000_000)
        self.assertTrue(same)
        self.assertLess(seconds, self.limit)

    def test_case_24_64_megabytes_are_refused(self):
        before = self.program.resident_size
        self.assertEqual(self.run_script(SENT + "return bridge.call('echo', text);", 64_000_000), "")
        self.expect_errors(["echo", "limit"])
        self.assertEqual(
            self.run_script(SENT + "return bridge.call('later', { ms: 0, v: text }, () => {});", 64_000_000), "")
        self.expect_errors(["later", "limit"])
        self.assertEqual(self.names_left(), [])
        self.assertEqual(self.call("addingOne", 5), 6)
        self.assertEqual(self.run_async("bridge.call('later', { ms: 0, v: 7 }, done)"), 7)
        # The server's own limit, which the bridge keeps to.
        self.assertEqual(
            self.run_async(
                """const headers = { 'Bridge-Document': 'a'.repeat(32) };
                fetch('/_bridge/call', { method: 'POST', headers, body: 'x'.repeat(64_000_000) })
                  .then((response) => done(response.status), (error) => done(String(error)))"""), 413)
        self.assertLess(self.program.resident_size - before, 32 << 20)
