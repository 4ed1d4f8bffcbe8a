import itertools
import time
import unittest

from selenium.common.exceptions import (
    NoSuchElementException, NoSuchFrameException, NoSuchWindowException, StaleElementReferenceException,
    TimeoutException)

from .temporary_root import TemporaryRoot


class PageTestCase(unittest.TestCase):
    """The base class of all browser tests: a program for a class of tests, and its page in a browser."""

    # Settings that a subclass may change: files instead of the program's pages, and options of the program.
    pages = None
    program_arguments = ()
    # Settings that a subclass must define: the type of the program, and a function that answers through a callback.
    program_type = None
    heartbeat = None

    # The browser's driver. A subclass sets it.
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
        # The lambda reads `cls.program` at the end, because a test may have replaced the program.
        cls.addClassCleanup(lambda: cls.program.stop())

    def tearDown(self):
        if not self.program.is_running:
            code = self.program.stop()
            self.fail(f"the program has ended with {code}; its last words: {self.program.log[-3000:]}")

    def open(self, path="/"):
        """Loads a page of the program. Returns after its `load` event."""
        self.browser.get(self.program.address + path)

    def open_connected(self, path="/"):
        """Loads a page and waits until Swift has answered over the page's socket."""
        self.open(path)
        self.wait_for_connection()

    def wait_for_connection(self):
        """Waits until Swift answers over the page's socket. The page may reload meanwhile."""
        question = next(self._questions)
        self.wait_until(
            lambda: self.run_script(
                """const answered = (window.answered ??= {}), question = arguments[0];
                if (question in answered || !window.bridge) return answered[question];
                answered[question] = false;
                bridge.call(arguments[1], () => answered[question] = true);""", question, self.heartbeat),
            "Swift answers over the page's socket")

    def run_script(self, script, *arguments):
        """Runs a script in the page as the body of a function. Returns its result."""
        return self.browser.execute_script(script, *arguments)

    def run_async(self, script, *arguments):
        """Runs a script in the page that ends by calling `done(value)`. Returns the value."""
        return self.browser.execute_async_script(
            "const done = arguments[arguments.length - 1];\n" + script, *arguments)

    def wait_until(self, condition, what, seconds=15):
        """Waits until the condition is true. Returns its result."""
        end = time.monotonic() + seconds
        # An attempt takes 5 ms of a core. So the attempts of a long wait are rare.
        pause = 0.01
        while True:
            try:
                if value := condition():
                    return value
            # An iframe may be replaced between entering and reading it. The next attempt finds the new one.
            except (
                    NoSuchElementException, NoSuchFrameException, NoSuchWindowException,
                    StaleElementReferenceException):
                pass
            if time.monotonic() > end:
                error = TimeoutException(f"waited {seconds} s: {what}")
                error.add_note(self.situation())
                raise error
            time.sleep(pause)
            pause = min(1.3 * pause, 0.1)

    def situation(self):
        """Returns what the message of a failed wait tells about the page and the program."""
        return "the program's last words:\n" + "\n".join(self.program.log.splitlines()[-12:])

    def wait_until_equal(self, get, expected, what, seconds=15):
        """Waits until `get()` returns the expected value. The failure contains the last value."""
        last = [None]

        def equal():
            last[0] = get()
            return last[0] == expected

        try:
            self.wait_until(equal, what, seconds)
        except Exception as error:
            raise AssertionError(f"{what}: expected {expected!r}, last seen {last[0]!r}") from error
