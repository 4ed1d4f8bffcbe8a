from selenium.webdriver.common.by import By

from .chromium import Chromium
from .demo import Demo
from .page_test_case import PageTestCase


class BrowserTestCase(PageTestCase):
    """One demo and one Chromium for a class of tests, a new tab and a new session for each test.

    Fails a test that leaves an error in the browser's console, unless it took it with `expect_console_errors`.
    """

    program_type = Demo
    heartbeat = "heartbeat.beat"
    # What a subclass may change.
    chromium_arguments = ()
    records_network = False

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.browser = Chromium(*cls.chromium_arguments, records_network=cls.records_network)
        cls.addClassCleanup(cls.browser.quit)

    def setUp(self):
        self.browser.new_tab()
        # A session of its own: the server counts a closed tab's web view to its session for a while.
        self.browser.delete_all_cookies()
        self.browser.forget()
        self._expected_errors = []

    def tearDown(self):
        super().tearDown()
        self.assertEqual(self.browser.console_errors(), self._expected_errors, "errors in the browser's console")

    def element(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.element(selector).text

    def expect_console_errors(self, *parts):
        """Takes the errors in the console: one for each of `parts`, in order, which lists strings that it holds."""
        errors = self._expected_errors = self.browser.console_errors()
        self.assertEqual(len(errors), len(parts), f"errors in the console: {errors}")
        for error, strings in zip(errors, parts):
            for string in strings:
                self.assertIn(string, error)

    def accept_console_errors(self, *parts):
        """Takes the errors in the console, however many: each holds one of these strings."""
        self._expected_errors = self.browser.console_errors()
        for error in self._expected_errors:
            self.assertTrue(any(part in error for part in parts), error)
