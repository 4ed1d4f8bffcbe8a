"""Runs the browser tests: `python Tests/Browser`, in any folder.

The tests run in several processes at the same time: two of Chromium, one of Firefox and one of WebKitGTK. A complete
run executes each test in every browser for which it is written. `--smoke` executes all tests of Chromium, and in the
other browsers only those marked `smoke`. `--others` executes all tests of the other browsers, and takes the results of
Chromium from an earlier run. A run of all browsers also writes docs/internals/acceptance.md if `--swift` names the
files with the results of the Swift tests, and `--node` the file with the output of the tests in Node.js. `--engine
Firefox -k case_17` runs some tests of one browser in this process.
"""
import argparse
import json
import os
import pathlib
import sys
import tempfile
import time
import unittest

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER), str(FOLDER.parent)]

from acceptance.cases import CASES, SWIFT_TESTS  # noqa: E402
from processes import Command  # noqa: E402
from support.case_result import CaseResult  # noqa: E402
from support.case_table import case_table, node_cases, swift_cases  # noqa: E402
from support.engines import ENGINES, ChromiumEngine  # noqa: E402
from support.program import REPOSITORY  # noqa: E402
from support.runs import SHORT_RUN, SharedClasses, read_times, slowest, tests_of  # noqa: E402

TABLE = REPOSITORY / "docs/internals/acceptance.md"
# The outcomes of the acceptance cases in the last run of Chromium.
CHROMIUM = REPOSITORY / ".build-test/chromium-cases.json"
# The times of the classes in the last run. They decide the order of the classes in the next one.
TIMES = REPOSITORY / ".build-test/browser-times.json"


def run_one(options):
    """Runs an engine's tests in this process. Writes the outcomes to `results`. Returns whether all pass."""
    loader = unittest.TestLoader()
    loader.testNamePatterns = options.patterns and [
        pattern if "*" in pattern else f"*{pattern}*" for pattern in options.patterns]
    tests = tests_of(loader.discover(str(FOLDER), top_level_dir=str(FOLDER)), options.engine, options.smoke)
    suite = SharedClasses(tests, options.claims, read_times(TIMES).get(options.engine))
    result = unittest.TextTestRunner(stream=sys.stdout, resultclass=CaseResult).run(suite)
    if options.results:
        options.results.write_text(json.dumps({
            "ran": result.testsRun, "skipped": len(result.skipped), "cases": result.cases, "times": suite.times}))
    else:
        print(slowest({options.engine: suite.times}))
    return result.wasSuccessful()


# The time limit for all tests of a browser, in seconds: about five times the time on an idle machine. A single test has
# a shorter limit (support/case_result.py).
LIMIT = 70 * 60
# The number of processes for the tests of each browser.
PROCESSES = {"Chromium": 2, "Firefox": 1, "WebKitGTK": 1}


def run_all(options):
    """Runs the tests of all engines at the same time. Returns whether all pass."""
    start = time.monotonic()
    arguments = [argument for pattern in options.patterns or () for argument in ("-k", pattern)]
    arguments += ["--smoke"] * options.smoke
    passed, ran, skipped = True, 0, 0
    columns, times = ({engine.name: kind() for engine in ENGINES} for kind in (list, dict))
    complete = True
    with tempfile.TemporaryDirectory() as folder:
        running = []
        for engine in ENGINES[1:] if options.others else ENGINES:
            claims = pathlib.Path(folder, engine.name)
            claims.mkdir()
            for number in range(1, PROCESSES[engine.name] + 1):
                results, output = (pathlib.Path(folder, f"{engine.name} {number}.{kind}") for kind in ("json", "txt"))
                command = [sys.executable, __file__, "--engine", engine.name, "--results", results,
                           "--claims", claims, *arguments]
                with output.open("w") as file:
                    running.append((engine.name, number, results, output, Command(command, file)))
        for name, number, results, output, process in running:
            passed &= process.wait(LIMIT) == 0
            print(f"-- {name}, process {number}\n{output.read_text()}", flush=True)
            if not results.exists():
                complete = False
                continue
            answer = json.loads(results.read_text())
            ran += answer["ran"]
            skipped += answer["skipped"]
            columns[name] += answer["cases"]
            times[name] |= answer["times"]
    if not options.patterns and complete:
        write_times(times)
        if options.others:
            columns[ChromiumEngine.name] = json.loads(CHROMIUM.read_text())
        else:
            CHROMIUM.write_text(json.dumps(columns[ChromiumEngine.name]))
        swift = [case for path in options.swift or () for case in swift_cases(path, SWIFT_TESTS)]
        node = list(node_cases(options.node)) if options.node else []
        if swift and node and not options.smoke:
            TABLE.write_text(case_table(CASES, {"Swift": swift, "Node": node} | columns))
    print(slowest(times))
    for name, classes in times.items():
        print(f"{name}: {len(classes)} classes, {sum(classes.values()):.0f} s")
    print("-" * 70)
    print(f"Ran {ran} tests in {time.monotonic() - start:.3f}s\n")
    print(("OK" if passed else "FAILED") + (f" (skipped={skipped})" if skipped else ""))
    return passed


def write_times(times):
    """Stores the times for the next run. A short run keeps the times of the classes that it has not executed."""
    known = read_times(TIMES)
    TIMES.parent.mkdir(exist_ok=True)
    TIMES.write_text(json.dumps({name: known.get(name, {}) | classes for name, classes in times.items()}, indent=1))


parser = argparse.ArgumentParser(prog="Tests/Browser", description=__doc__)
parser.add_argument("-k", dest="patterns", action="append", help="only tests whose names match")
parser.add_argument("--engine", choices=[engine.name for engine in ENGINES], help="only this one, in this process")
kind = parser.add_mutually_exclusive_group()
kind.add_argument("--smoke", action="store_true", help="all tests of Chromium, and few of the other browsers")
kind.add_argument("--others", action="store_true", help="all tests of the other browsers, after a run of Chromium")
parser.add_argument("--swift", type=pathlib.Path, nargs="*", help="files that swift test --xunit-output has written")
parser.add_argument("--node", type=pathlib.Path, help="the file with the output of node --test Tests/Shim")
parser.add_argument("--results", type=pathlib.Path, help=argparse.SUPPRESS)
parser.add_argument("--claims", type=pathlib.Path, help=argparse.SUPPRESS)
options = parser.parse_args()
if options.smoke:
    os.environ[SHORT_RUN] = "1"
sys.exit(not (run_one if options.engine else run_all)(options))
