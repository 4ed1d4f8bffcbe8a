import re
import unittest


class CaseResult(unittest.TextTestResult):
    """Unittest's own result, which also keeps what each acceptance case came to."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.cases = []

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
