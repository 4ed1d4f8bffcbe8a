import itertools
import unittest

from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from .chromium import Chromium
from .demo import Demo
from .temporary_root import TemporaryRoot


class BrowserTestCase(unittest.TestCase):
    """One demo and one Chromium for a class of tests, a new tab and a new session for each test.

    Fails a test that leaves an error in the browser's console, unless it took it with `expect_console_errors`.
    """

    # What a subclass may change: files served in place of the demo's pages; options of the program and the browser.
    pages = None
    demo_arguments = ()
    chromium_arguments = ()

    maxDiff = None
    _questions = itertools.count()

    @classmethod
    def setUpClass(cls):
        cls.root = None
        if cls.pages is not None:
            root = TemporaryRoot(cls.pages)
            cls.addClassCleanup(root.remove)
            cls.root = root.path
        cls.demo = Demo(cls.root, arguments=cls.demo_arguments)
        # Not `cls.demo.stop`: a test may have put another in its place.
        cls.addClassCleanup(lambda: cls.demo.stop())
        cls.browser = Chromium(*cls.chromium_arguments)
        cls.addClassCleanup(cls.browser.quit)

    def setUp(self):
        self.browser.new_tab()
        # A session of its own: the server counts a closed tab's web view to its session for a while.
        self.browser.delete_all_cookies()
        self.browser.forget()
        self._expected_errors = []

    def tearDown(self):
        if not self.demo.is_running:
            self.fail(f"the demo has ended with {self.demo.stop()}; its last words: {self.demo.log[-3000:]}")
        self.assertEqual(self.browser.console_errors(), self._expected_errors, "errors in the browser's console")

    def open(self, path="/"):
        """Loads a page of the demo; returns when its `load` event is over."""
        self.browser.get(self.demo.address + path)

    def open_connected(self, path="/"):
        """Loads a page and waits until Swift has answered over the page's socket."""
        self.open(path)
        self.wait_for_connection()

    def wait_for_connection(self):
        """Waits until Swift answers over the page's socket, also if the page is loaded again meanwhile."""
        question = next(self._questions)
        self.wait_until(
            lambda: self.run_script(
                """const answered = (window.answered ??= {}), question = arguments[0];
                if (question in answered || !window.bridge) return answered[question];
                answered[question] = false;
                bridge.call('heartbeat.beat', () => answered[question] = true);""", question),
            "Swift answers over the page's socket")

    def run_script(self, script, *arguments):
        """Runs a script in the page, as a function's body; gives what it returns."""
        return self.browser.execute_script(script, *arguments)

    def run_async(self, script, *arguments):
        """Runs a script in the page that ends by calling `done(value)`; gives the value."""
        return self.browser.execute_async_script(
            "const done = arguments[arguments.length - 1];\n" + script, *arguments)

    def wait_until(self, condition, what, seconds=15):
        """Waits until the condition holds; gives what it returned."""
        return WebDriverWait(self.browser, seconds, poll_frequency=0.02).until(
            lambda _: condition(), f"waited {seconds} s: {what}")

    def wait_until_equal(self, get, expected, what, seconds=15):
        """Waits until `get()` is what is expected; the failure names what it was instead."""
        last = [None]

        def equal():
            last[0] = get()
            return last[0] == expected

        try:
            self.wait_until(equal, what, seconds)
        except Exception as error:
            raise AssertionError(f"{what}: expected {expected!r}, last seen {last[0]!r}") from error

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
