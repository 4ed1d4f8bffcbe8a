import unittest

from support.chaos import Chaos
from support.chromium import Chromium


class ChaosTests(unittest.TestCase):
    """200 simulated pages and one in Chromium lose no data in a network that cuts, delays, truncates and repeats
    messages."""

    SECONDS = 60

    def test_nothing_is_lost_repeated_or_out_of_order(self):
        program = Chaos(self.SECONDS, pages=200)
        self.addCleanup(program.stop)
        browser = Chromium()
        self.addCleanup(browser.quit)
        # From now on, the page counts and cuts connections by itself.
        browser.get(program.address)
        code, printed = program.finish(self.SECONDS + 300)
        self.assertEqual(code, 0, printed)
        self.assertIn("201 pages", printed)
