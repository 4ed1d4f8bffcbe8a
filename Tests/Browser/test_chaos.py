import unittest

from support.chaos import Chaos
from support.chromium import Chromium
from support.runs import is_short_run


class ChaosTests(unittest.TestCase):
    """200 simulated pages and one in Chromium lose no data in a network that cuts, delays, truncates and repeats
    messages."""

    SECONDS = 10 if is_short_run() else 60

    def test_nothing_is_lost_repeated_or_out_of_order(self):
        program = Chaos(self.SECONDS, pages=200)
        self.addCleanup(program.stop)
        browser = Chromium.shared()
        browser.new_tab()
        self.addCleanup(browser.get, "about:blank")
        # From now on, the page counts and cuts connections by itself.
        browser.get(program.address)
        code, printed = program.finish(self.SECONDS + 300)
        self.assertEqual(code, 0, printed)
        self.assertIn("201 pages", printed)
