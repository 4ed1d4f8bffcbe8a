import itertools
import unittest

from selenium.common.exceptions import NoSuchFrameException, NoSuchWindowException
from selenium.webdriver.support.wait import WebDriverWait

from .temporary_root import TemporaryRoot


class PageTestCase(unittest.TestCase):
    """One program for a class of tests, and a page of it in a browser: what tests of every browser share."""

    # What a subclass may change: files served in place of the program's pages; options of the program.
    pages = None
    program_arguments = ()
    # What a subclass says: the kind of program, and its function that answers through a callback.
    program_type = None
    heartbeat = None

    # Set by a subclass: what drives the browser.
    browser = None

    maxDiff = None
    _questions = itertools.count()

    @classmethod
    def setUpClass(cls):
        cls.root = None
        if cls.pages is not None:
            root = TemporaryRoot(cls.pages)
            cls.addClassCleanup(root.remove)
            cls.root = root.path
        cls.program = cls.program_type(cls.root, arguments=cls.program_arguments)
        # Not `cls.program.stop`: a test may have put another in its place.
        cls.addClassCleanup(lambda: cls.program.stop())

    def tearDown(self):
        if not self.program.is_running:
            code = self.program.stop()
            self.fail(f"the program has ended with {code}; its last words: {self.program.log[-3000:]}")

    def open(self, path="/"):
        """Loads a page of the program; returns when its `load` event is over."""
        self.browser.get(self.program.address + path)

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
                bridge.call(arguments[1], () => answered[question] = true);""", question, self.heartbeat),
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
        # An iframe may be replaced between the command that enters it and the one that looks: the next look finds it.
        passing = [NoSuchFrameException, NoSuchWindowException]
        return WebDriverWait(self.browser, seconds, poll_frequency=0.02, ignored_exceptions=passing).until(
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
