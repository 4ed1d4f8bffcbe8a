from selenium.webdriver.common.by import By

from .chromium import Chromium
from .demo import Demo
from .page_test_case import PageTestCase


class BrowserTestCase(PageTestCase):
    """One demo for a class of tests, and one Chromium for all classes with the same settings.

    Each test has a new tab and session.

    A test fails if the console has an error that was not passed to `expect_console_errors`.
    """

    program_type = Demo
    heartbeat = "heartbeat.beat"
    # Settings that a subclass may change. Each combination of these two starts another Chromium.
    chromium_arguments = ()
    records_network = False

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.browser = Chromium.shared(*cls.chromium_arguments, records_network=cls.records_network)

    def setUp(self):
        self.browser.new_tab()
        # A new session, because the server keeps a closed tab's web view in its session for some time.
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
        """Removes expected console errors. Each element of `parts` is a list of texts that the next error must
        contain."""
        errors = self._expected_errors = self.browser.console_errors()
        self.assertEqual(len(errors), len(parts), f"errors in the console: {errors}")
        for error, strings in zip(errors, parts):
            for string in strings:
                self.assertIn(string, error)

    def accept_console_errors(self, *parts):
        """Removes all console errors. Each must contain at least one of these texts."""
        self._expected_errors = self.browser.console_errors()
        for error in self._expected_errors:
            self.assertTrue(any(part in error for part in parts), error)
