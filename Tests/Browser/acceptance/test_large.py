from support.acceptance_test_case import AcceptanceTestCase, in_every_engine
from support.runs import one_engine

MEGABYTE = 1 << 20
SENT = """
    const text = 'abcdefgh\\u00e4\\u6f22"\\\\'.repeat(arguments[0] / 12);"""


@in_every_engine
class Large(AcceptanceTestCase):
    """Large arguments up to and beyond the limit. The programs in Benchmarks measure the times."""

    def setUp(self):
        super().setUp()
        self.open_connected()
        self.before = self.program.resident_size

    def assert_memory_is_back(self):
        self.assertEqual(self.call("addingOne", 5), 6)  # The server keeps its last answer. This replaces the large one.
        self.assertEqual(self.run_async("bridge.call('later', { ms: 0, v: 7 }, done)"), 7)
        self.wait_until(lambda: self.program.resident_size - self.before < 32 * MEGABYTE, "the memory is given back")

    def test_case_24_10_megabytes_in_a_blocking_call(self):
        self.assertTrue(self.run_script(SENT + "return bridge.call('echo', text) === text;", 10_000_000))
        self.assert_memory_is_back()

    def test_case_24_10_megabytes_to_a_callback(self):
        self.assertTrue(self.run_async(
            SENT + "bridge.call('later', { ms: 0, v: text }, (result) => done(result === text));", 10_000_000))
        self.assert_memory_is_back()

    @one_engine
    def test_case_24_64_megabytes_are_refused(self):
        self.assertEqual(self.run_script(SENT + "return bridge.call('echo', text);", 64_000_000), "")
        self.expect_errors(["echo", "limit"])
        self.assertEqual(
            self.run_script(SENT + "return bridge.call('later', { ms: 0, v: text }, () => {});", 64_000_000), "")
        self.expect_errors(["later", "limit"])
        self.assertEqual(self.names_left(), [])
        # The page script itself refuses messages beyond the limit. So this test also sends a large request with
        # `fetch`, to show that the server enforces the limit too.
        self.assertEqual(
            self.run_async(
                """const headers = { 'Bridge-Document': 'a'.repeat(32) };
                fetch('/_bridge/call', { method: 'POST', headers, body: 'x'.repeat(64_000_000) })
                  .then((response) => done(response.status), (error) => done(String(error)))"""), 413)
        self.assert_memory_is_back()
