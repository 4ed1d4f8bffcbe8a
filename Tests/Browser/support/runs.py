"""The choice of the browsers in which a test runs.

The complete run executes every test in each browser of its class. The short run, `--smoke`, executes every test of
Chromium, and in the other browsers only the tests marked `smoke`.
"""
import json
import os
import time
import unittest

from .engines import ChromiumEngine

# `--smoke` sets this variable for all processes of the run.
SHORT_RUN = "SNIPPETBRIDGE_SHORT_RUN"


def is_short_run():
    """Returns whether the short run executes this test. Endurance tests then take less time."""
    return bool(os.environ.get(SHORT_RUN))


def one_engine(test):
    """Marks a test method of a class of `in_every_engine` that does not depend on the browser. It runs in Chromium."""
    test.is_for_one_engine = True
    return test


def smoke(test):
    """Marks a test method that the short run also executes in Firefox and WebKitGTK."""
    test.is_smoke = True
    return test


def except_in(engine, reason):
    """Marks a test method of a class of `in_every_engine` that this browser cannot pass, such as `"WebKitGTK"`.

    The test does not exist in that browser's class. So no server and no browser is started for it.
    """
    def mark(test):
        test.missing_in = getattr(test, "missing_in", {}) | {engine: reason}
        return test
    return mark


def hidden_methods(cases, engine):
    """Returns the attributes that remove test methods from the class of an engine: those marked `except_in` this
    engine, and in other engines than Chromium those marked `one_engine`."""
    def is_hidden(method):
        is_elsewhere = getattr(method, "is_for_one_engine", False) and engine is not ChromiumEngine
        return is_elsewhere or engine.name in getattr(method, "missing_in", {})

    return {name: None for name in dir(cases) if is_hidden(getattr(cases, name, None))}


def tests_of(suite, engine, is_smoke=False):
    """Yields the tests of an engine, in order. Tests that name no engine run in Chromium."""
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from tests_of(test, engine, is_smoke)
        elif getattr(test, "engine", ChromiumEngine).name == engine:
            method = getattr(test, getattr(test, "_testMethodName", ""), None)
            if not is_smoke or engine == ChromiumEngine.name or getattr(method, "is_smoke", False):
                yield test


class SharedClasses(unittest.TestSuite):
    """Classes of tests of which each runs in one of several processes: in the first process that claims the class.

    A claim is a new file in the folder `claims`. All processes have the same classes, in the same order: the longest
    come first, so that the processes end at about the same time.
    """

    def __init__(self, tests, claims=None, known_times=None):
        super().__init__()
        self._claims = claims
        self._classes = {}
        for test in tests:
            self._classes.setdefault(f"{type(test).__module__}.{type(test).__qualname__}", []).append(test)
        if claims:
            known = known_times or {}
            # 1.5 s per test is the usual time.
            duration = {name: known.get(name, 1.5 * len(tests)) for name, tests in self._classes.items()}
            self._classes = dict(sorted(self._classes.items(), key=lambda item: (-duration[item[0]], item[0])))
        # The time of each class that has run here, in seconds, with its servers and browsers.
        self.times = {}

    def countTestCases(self):
        return sum(len(tests) for tests in self._classes.values())

    def run(self, result, debug=False):
        for name in list(self._classes):
            if result.shouldStop:
                break
            if not self._claim(name):
                continue
            start = time.monotonic()
            # This suite also starts and ends what the class shares.
            unittest.TestSuite(self._classes.pop(name)).run(result, debug)
            self.times[name] = time.monotonic() - start
        return result

    def _claim(self, name):
        if not self._claims:
            return True
        try:
            os.close(os.open(self._claims / name, os.O_CREAT | os.O_EXCL))
            return True
        except FileExistsError:
            return False


def read_times(path):
    """Returns the seconds of each class in an earlier run, by engine. Returns {} without such a run."""
    try:
        return json.loads(path.read_text())
    except (FileNotFoundError, ValueError):
        return {}


def slowest(times, count=15):
    """Returns a table of the slowest classes. `times` maps each engine to the seconds of its classes."""
    rows = sorted(((seconds, engine, name) for engine, classes in times.items() for name, seconds in classes.items()),
                  reverse=True)
    return "\n".join([f"The slowest of {len(rows)} classes, in seconds:"]
                     + [f"{seconds:7.1f}  {engine:10} {name}" for seconds, engine, name in rows[:count]])
