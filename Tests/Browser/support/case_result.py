import faulthandler
import os
import re
import sys
import threading
import time
import unittest


class CaseResult(unittest.TextTestResult):
    """The result of unittest, which also keeps the outcome of each acceptance case.

    If a test hangs, prints the test and the stack, and ends the process. At the end, prints the longest tests.
    """

    # The time limit for a test, or for the setup of a class, in seconds. The longest test takes 90 s on an idle
    # machine.
    LIMIT = 600

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.cases = []
        self._alarm = None
        self._watched = None
        self._times = []

    def startTestRun(self):
        super().startTestRun()
        self._watch("what comes before the first test")

    def startTest(self, test):
        super().startTest(test)
        self._watch(test.id())

    def stopTest(self, test):
        super().stopTest(test)
        self._watch(f"what comes after {test.id()}")

    def stopTestRun(self):
        self._alarm.cancel()
        self._note_time()
        longest = sorted(self._times, reverse=True)[:20]
        print("\nThe longest parts: " + ", ".join(f"{what} {seconds:.0f} s" for seconds, what in longest))
        super().stopTestRun()

    def _note_time(self):
        if self._watched:
            what, start = self._watched
            self._times.append((time.monotonic() - start, what))

    def _watch(self, what):
        """Ends the process unless another test starts within the limit."""
        if self._alarm:
            self._alarm.cancel()
        self._note_time()
        self._watched = (what, time.monotonic())
        self._alarm = threading.Timer(self.LIMIT, self._give_up, [what])
        self._alarm.daemon = True
        self._alarm.start()

    def _give_up(self, what):
        print(f"\nhung: {what} has not ended after {self.LIMIT} s", flush=True)
        faulthandler.dump_traceback(sys.stdout)
        os._exit(1)

    def _record(self, test, outcome):
        if found := re.match(r"test_case_(\d+)_", getattr(test, "_testMethodName", "")):
            self.cases.append((int(found.group(1)), outcome))

    def addSuccess(self, test):
        super().addSuccess(test)
        self._record(test, "yes")
        for note in getattr(test, "notes", ()):
            self._record(test, note)

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self._record(test, "no")

    def addError(self, test, error):
        super().addError(test, error)
        self._record(test, "no")

    def addSubTest(self, test, subtest, error):
        super().addSubTest(test, subtest, error)
        if error:
            self._record(test, "no")

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._record(test, reason)
