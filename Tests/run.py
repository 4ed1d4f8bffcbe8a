"""Runs the tests of `make test`: `python3 Tests/run.py`. With `--check`, those of `make check`, without browsers. With
`--further`, those that `make test-all` runs after `make test`.

A step starts when the steps that it waits for have ended. Its output is printed when it ends, and is kept in
`.build-test/steps`. A step that exceeds its time limit fails: its processes are killed, and the tests that hung are
named.
"""
import argparse
import dataclasses
import os
import pathlib
import re
import signal
import sys
import threading
import time
import traceback

from processes import Command

REPOSITORY = pathlib.Path(__file__).resolve().parents[1]
LOGS = REPOSITORY / ".build-test/steps"
RESULTS = ".build-test/swift"
# A build fails if a target imports another target that is not one of its dependencies.
# Without an index, which only editors need, a build of all tests takes less processor time.
DEBUG = ("--scratch-path .build --force-resolved-versions --explicit-target-dependency-import-check error"
         " --disable-index-store")
# The configuration of `make run`. Tests of the debug configuration do not find errors that optimisation causes.
RELEASE = f"-c release {DEBUG} -debug-info-format none"
PYTHON = ".build-test/venv/bin/python"
# The tests that depend on timing. No other step runs at the same time.
TIMED = "TimeLimitTests"
# Each of four processes runs one test at a time. In parallel, Swift Testing starts all tests of a process at once. On
# a slow machine, each would then wait for minutes and exceed its time limit (docs/decisions/0028). The tests do not run
# with `swift test`, because only one such process can open the build's database.
TESTING = ".build/debug/SnippetBridgePackageTests.xctest --testing-library swift-testing"
PARTS = {"server": "^WebServerTests[.]", "bridge": "^SnippetBridgeTests[.]", "core": "^DSBridgeTests[.]"}
TESTS = {
    **{f"swift test, {part}": f"--filter {tests}" for part, tests in PARTS.items()},
    "swift test, others": " ".join(f"--skip {tests}" for tests in PARTS.values()),
}


@dataclasses.dataclass
class Step:
    """A shell command. Its limit allows for a machine that is several times slower than two idle cores."""

    title: str
    command: str
    # The step starts when all steps of `needs` have passed and all steps of `after` have ended.
    needs: tuple = ()
    after: tuple = ()
    minutes: float = 10
    # The niceness. It is 19 for builds that no test waits for, so that they use only idle processor time.
    nice: int = 0
    environment: dict = dataclasses.field(default_factory=dict)


def check_steps():
    """Returns the steps of `make check`: all tests that need neither a browser nor another build."""
    build = ("build",)
    plain = {"NO_COLOR": "1"}
    return [
        Step("packages", "swift package --scratch-path .build resolve", minutes=20),
        Step("build", f"swift build {DEBUG} --build-tests", ("packages",), minutes=60),

        # These steps run beside the builds.
        Step("width of comments", "python3 Tests/comment_width.py"),
        Step("time limits of suites", "python3 Tests/time_limits.py"),
        Step("openings of doc comments", "python3 Tests/doc_openings.py"),
        Step("tables of rules", "python3 Tests/rule_tables.py --check"),
        Step("tests of this run", "python3 Tests/run_tests.py"),
        Step("swift format lint", "swift format lint --strict --parallel --recursive Package.swift Sources Tests"
             + " Benchmarks" * os.path.exists("Benchmarks")),
        Step("tsc", "cat $(sed 's|^|public/bridge/|' public/bridge/parts) >.build-test/bridge.js"
             " && tsc -p public/bridge", after=("swift format lint",)),
        Step("tsc of the shell", "cat public/shell/{begin,tree,bars,pages,history,focus,main,end}.js"
             " >.build-test/shell.js && tsc -p public/shell", after=("tsc",)),
        Step("tsc of a session's scripts", "tsc -p public/visits", after=("tsc of the shell",)),
        Step("tsc of the reload script", "tsc -p public/dev", after=("tsc of the shell",)),
        Step("tsc of the inspector", "tsc -p public/inspector", after=("tsc of the shell",)),
        Step("tsc of a page's types", "tsc -p Tests/Shim/Types", after=("tsc of the shell",)),
        Step("tsc of generated declarations", "tsc -p Tests/TypeScript", after=("tsc of a page's types",)),
        Step("shim tests", "node --test Tests/Shim", after=("tsc of generated declarations",)),

        # The tests that depend on timing. No other step runs at the same time. They use little processor time, so they
        # run in parallel.
        Step("swift test, time limits", f"{TESTING} --filter {TIMED}", build, ("shim tests",), environment=plain),
        *(Step(title, f"{TESTING} --no-parallel {tests} --skip {TIMED}"
               f" --xunit-output {RESULTS}-{title.split()[-1]}.xml", build, ("swift test, time limits",), 30,
               environment=plain)
          for title, tests in TESTS.items()),

        Step("swift test, macros", "Tests/Macros/test.sh toolchain .build-test/macros-toolchain", build,
             ("swift test, time limits",), 20),
        Step("declarations of the demo", "rm -f .build-test/native.d.ts"
             "; types='.build/debug/snippet-bridge types .build-test/native.d.ts --executable .build/debug/Demo'"
             "; $types && $types --check && tsc --noEmit --strict --target ES2022 --lib ES2022,DOM public/bridge/bridge.d.ts"
             " .build-test/native.d.ts", build, ("swift test, time limits",)),
    ]


def test_steps():
    """Returns the steps of `make test`: those of `make check`, and a short run of the browser tests."""
    return [
        *check_steps(),
        Step("browser tests", f"{PYTHON} Tests/Browser --smoke", ("build",), tuple(TESTS), 60),
    ]


def further_steps():
    """Returns the steps that `make test-all` runs after `make test`."""
    demo = {"DEMO": ".build/release/Demo"}
    return [
        Step("Demo, optimised", f"swift build {RELEASE} --product Demo", minutes=60),
        Step("Fuzzing, optimised", f"swift build {RELEASE} --product Fuzzing", after=("Demo, optimised",), minutes=60),
        # All tests of the browsers of which `make test` runs few. Beside builds with a low priority.
        Step("browser tests", f"{PYTHON} Tests/Browser --others --swift {RESULTS}-*.xml --node '{LOGS}/shim tests.log'",
             ("Demo, optimised",), ("Fuzzing, optimised",), 80, environment=demo),
        Step("shim tests, all schedules", "SCHEDULES=100000 node --test Tests/Shim/schedules.test.mjs", nice=19),
        # For toolchains that do not contain swift-syntax.
        Step("macros with the package swift-syntax", "Tests/Macros/test.sh package .build-test/macros", (),
             ("Fuzzing, optimised",), 60, 19),
        # A package that depends on this package by its URL.
        Step("a package outside", "Tests/Outside/test.sh .build-test/outside", (), ("macros with the package swift-syntax",), 60, 19),
        # Packages that `snippet-bridge new` has created.
        Step("templates", f"{PYTHON} Tests/Templates .build-test/outside", ("a package outside",), (), 60, 19),

        # These steps run one after another, when the browser tests have ended.
        # One minute of chaos, of which `make test` runs ten seconds.
        Step("chaos", f"{PYTHON} Tests/Browser --engine Chromium -k ChaosTests", (), ("browser tests",), 20),
        # Measures the debug build, which exists already. `make bench` measures the release configuration.
        Step("what a call costs", "make --silent -C Benchmarks counting"
             " && python3 Benchmarks/bench/counts.py debug .build/debug/Demo", (), ("chaos",), 20),
        Step("parser beside others", "node Tests/Differential/differential.mjs --ours .build/debug/Differential"
             f" --python {PYTHON} --seconds 15 --cases 1000000 --nginx 5000", (), ("what a call costs",), 20),
        Step("fuzzing", ".build/release/Fuzzing --seconds 20", ("Fuzzing, optimised",), ("parser beside others",), 20),
        Step("requests smuggled through proxies", "python3 Tests/Proxies --seconds 15", ("Demo, optimised",),
             ("fuzzing",), 20, environment=demo),
    ]


class Run:
    """The steps of a run. Each step has a thread, which waits for the steps before it."""

    def __init__(self, steps, logs, output=sys.stdout):
        self.steps = steps
        self.logs = logs
        self.output = output
        self.ended = {step.title: threading.Event() for step in steps}
        self.failed = []
        self.commands = set()
        self.printing = threading.Lock()
        self.is_over = False

    def passes(self):
        """Runs all steps. Returns whether all have passed."""
        threads = [threading.Thread(target=self._run, args=[step], daemon=True) for step in self.steps]
        for thread in threads:
            thread.start()
        try:
            for thread in threads:
                thread.join()
        finally:
            self.is_over = True
            for command in list(self.commands):
                command.kill()
        return not self.failed

    def _run(self, step):
        try:
            for title in (*step.needs, *step.after):
                self.ended[title].wait()
            if failed := [title for title in step.needs if title in self.failed]:
                self._report(step, f"Not run: it needs {', '.join(failed)}.\n", 0, False)
            elif not self.is_over:
                self._run_command(step)
        except Exception:
            self._report(step, traceback.format_exc(), 0, False)
        finally:
            self.ended[step.title].set()

    def _run_command(self, step):
        start = time.monotonic()
        with self.printing:
            print(f"-- {step.title}", file=self.output, flush=True)
        path = self.logs / f"{step.title}.part"
        with path.open("w") as output:
            command = Command(["bash", "-eu", "-o", "pipefail", "-c", step.command], output,
                              step.environment, step.nice)
            self.commands.add(command)
            status = command.wait(step.minutes * 60)
            self.commands.remove(command)
        text = path.read_text(errors="replace")
        if status is None:
            text += f"\nKilled after {step.minutes} minutes, the time limit.\n{hung(text)}"
        path.unlink()
        self._report(step, text, time.monotonic() - start, status == 0)

    def _report(self, step, text, seconds, passed):
        (self.logs / f"{step.title}.log").write_text(text)
        with self.printing:
            if not passed:
                self.failed.append(step.title)
            result = "" if passed else ": FAILED"
            print(f"\n== {step.title} ({seconds:.0f} s){result}\n{text}", end="", file=self.output, flush=True)


def hung(log):
    """Returns the names of the Swift tests that have started but not ended, one per line."""
    started = set(re.findall(r"Test (\S+) started", log)) - {"run"}
    ended = set(re.findall(r"Test (\S+) (?:with \d+ test cases? )?(?:passed|failed|skipped)", log))
    return "".join(f"hung: {name}\n" for name in sorted(started - ended))


def problems(log):
    """Returns the lines that report failures of Swift tests, Python tests, Node's tests, and builds. At most 20."""
    found = re.findall(
        r"^(?:.*recorded an issue at .*|(?:FAIL|ERROR): .*|\w*(?:Error|Exception): .*|not ok .*|.*: error: .*|hung: .*)$",
        log, re.MULTILINE)
    return "".join(f"{line[:400]}\n" for line in found[:20])


def main():
    parser = argparse.ArgumentParser(prog="Tests/run.py", description=__doc__)
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--check", action="store_true", help="no browser tests")
    kind.add_argument("--further", action="store_true", help="what make test-all runs after make test")
    options = parser.parse_args()
    os.chdir(REPOSITORY)
    LOGS.mkdir(parents=True, exist_ok=True)
    name, steps = (
        ("make check", check_steps()) if options.check
        else ("make test-all", further_steps()) if options.further else ("make test", test_steps()))
    # `make test-all` needs results of `make test`.
    if not options.further:
        for file in (*LOGS.iterdir(), *REPOSITORY.glob(f"{RESULTS}*.xml")):
            file.unlink()
    # Handles the signal like an interrupt: the commands are killed.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    run = Run(steps, LOGS)
    start = time.monotonic()
    if not run.passes():
        # Prints the last lines of failed steps again, at the end of the output.
        for title in run.failed:
            lines = (LOGS / f"{title}.log").read_text().splitlines(keepends=True)
            print(f"\n== {title}, last lines\n{''.join(lines[-40:])}", end="")
        # Prints the problems last, because a reader of a long output often sees only its end.
        for title in run.failed:
            print(f"\n== {title}, problems\n{problems((LOGS / f'{title}.log').read_text())}", end="")
        sys.exit(f"{name}: failed: {', '.join(run.failed)}")
    print(f"\n{name}: all passed in {(time.monotonic() - start) / 60:.1f} minutes")


if __name__ == "__main__":
    main()
