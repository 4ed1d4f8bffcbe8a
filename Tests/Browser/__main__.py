"""Runs the browser tests: `python Tests/Browser`, in any folder.

Each browser's tests run in a separate process, at the same time. A complete run also writes
docs/internals/acceptance.md if `--swift` names the files with the results of the Swift tests. `--engine Firefox -k
case_17` runs some tests of one browser in this process.
"""
import argparse
import json
import pathlib
import sys
import tempfile
import time
import unittest

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER), str(FOLDER.parent)]

from acceptance.cases import CASES  # noqa: E402
from processes import Command  # noqa: E402
from support.case_result import CaseResult  # noqa: E402
from support.case_table import case_table, swift_cases  # noqa: E402
from support.engines import ENGINES, ChromiumEngine  # noqa: E402
from support.program import REPOSITORY  # noqa: E402

TABLE = REPOSITORY / "docs/internals/acceptance.md"


def tests_of(suite, engine):
    """Returns the tests of one engine, in order. Tests that name no engine run in Chromium."""
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from tests_of(test, engine)
        elif getattr(test, "engine", ChromiumEngine).name == engine:
            yield test


def run_one(engine, patterns, results):
    """Runs an engine's tests in this process. Writes the outcomes to `results`. Returns whether all pass."""
    loader = unittest.TestLoader()
    loader.testNamePatterns = patterns and [pattern if "*" in pattern else f"*{pattern}*" for pattern in patterns]
    suite = loader.discover(str(FOLDER), top_level_dir=str(FOLDER))
    result = unittest.TextTestRunner(stream=sys.stdout, resultclass=CaseResult).run(
        unittest.TestSuite(tests_of(suite, engine)))
    if results:
        results.write_text(json.dumps(
            {"ran": result.testsRun, "skipped": len(result.skipped), "cases": result.cases}))
    return result.wasSuccessful()


# The time limit for all tests of a browser, in seconds: about five times the time on an idle machine. A single test has
# a shorter limit (support/case_result.py).
LIMIT = 70 * 60


def run_all(swift, patterns):
    """Runs the tests of all engines at the same time. Returns whether all pass."""
    start = time.monotonic()
    options = [option for pattern in patterns or () for option in ("-k", pattern)]
    with tempfile.TemporaryDirectory() as folder:
        running = []
        for engine in ENGINES:
            results = pathlib.Path(folder, engine.name + ".json")
            output = pathlib.Path(folder, engine.name + ".txt")
            command = [sys.executable, __file__, "--engine", engine.name, "--results", results, *options]
            with output.open("w") as file:
                running.append((engine.name, results, output, Command(command, file)))
        passed, ran, skipped, columns = True, 0, 0, {}
        for name, results, output, process in running:
            passed &= process.wait(LIMIT) == 0
            print(f"-- {name}\n{output.read_text()}", flush=True)
            if results.exists():
                answer = json.loads(results.read_text())
                ran += answer["ran"]
                skipped += answer["skipped"]
                columns[name] = answer["cases"]
    if swift and not patterns and len(columns) == len(ENGINES) and (cases := [case for path in swift for case in swift_cases(path)]):
        columns["Swift"] = cases
        TABLE.write_text(case_table(CASES, columns))
    print("-" * 70)
    print(f"Ran {ran} tests in {time.monotonic() - start:.3f}s\n")
    print(("OK" if passed else "FAILED") + (f" (skipped={skipped})" if skipped else ""))
    return passed


parser = argparse.ArgumentParser(prog="Tests/Browser", description=__doc__)
parser.add_argument("-k", dest="patterns", action="append", help="only tests whose names match")
parser.add_argument("--engine", choices=[engine.name for engine in ENGINES], help="only this one, in this process")
parser.add_argument("--results", type=pathlib.Path, help=argparse.SUPPRESS)
parser.add_argument("--swift", type=pathlib.Path, nargs="*", help="files that swift test --xunit-output has written")
options = parser.parse_args()
if options.engine:
    sys.exit(not run_one(options.engine, options.patterns, options.results))
sys.exit(not run_all(options.swift, options.patterns))
