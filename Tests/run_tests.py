"""Tests of Tests/run.py: `python3 Tests/run_tests.py`."""
import io
import pathlib
import subprocess
import sys
import tempfile
import unittest

from run import Run, Step, check_steps, further_steps, hung, problems, test_steps


class RunTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.logs = pathlib.Path(folder.name)

    def run_steps(self, *steps):
        output = io.StringIO()
        run = Run(steps, self.logs, output)
        return run.passes(), run.failed, output.getvalue()

    def runs(self, file):
        """Returns whether the process whose id is in this file is running. A zombie process does not count."""
        try:
            return pathlib.Path("/proc", file.read_text().strip(), "cmdline").read_bytes() != b""
        except FileNotFoundError:
            return False

    def test_stuck_step_fails_is_named_and_leaves_no_process(self):
        child = self.logs / "child"
        # The child leaves the session of the step, ignores signals, and outlives the step.
        passed, failed, output = self.run_steps(Step(
            "stuck", f"echo '◇ Test hangs() started.'; trap '' TERM INT"
            f"; setsid bash -c 'trap \"\" TERM INT HUP; echo $$ >{child}; while :; do sleep 60; done' & wait",
            minutes=1 / 60))
        self.assertEqual((passed, failed), (False, ["stuck"]))
        self.assertIn("hung: hangs()", output)
        self.assertFalse(self.runs(child))

    def test_step_that_ends_leaves_no_process(self):
        child = self.logs / "child"
        self.assertTrue(self.run_steps(
            Step("ends", f"setsid bash -c 'echo $$ >{child}; exec sleep 60' & until [[ -s {child} ]]; do :; done"))[0])
        self.assertFalse(self.runs(child))

    def test_process_is_killed_while_it_executes_a_program(self):
        script, child = self.logs / "script", self.logs / "child"
        script.write_text(f"#!/bin/sh\necho $$ >>{child}\nexec $0\n")
        script.chmod(0o755)
        for _ in range(10):
            child.unlink(missing_ok=True)
            self.assertTrue(self.run_steps(
                Step("ends", f"setsid {script} & until [[ -s {child} ]]; do :; done"))[0])
            pid = child.read_text().split()[0]
            self.assertFalse(pathlib.Path("/proc", pid, "exe").exists(), f"process {pid} is running")

    def test_problems_are_found(self):
        log = """✔ Test a() passed after 0.01 seconds.
━ Test known() recorded a known issue at A.swift:3:9: Expectation failed
✘ Test b() recorded an issue at B.swift:37:7: Expectation failed: x → false
✘ Test b() failed after 0.05 seconds with 1 issue.
FAIL: test_c (test_c.CInFirefox.test_c)
AssertionError: the title: expected 'a', last seen 'b'
hung: d()
"""
        self.assertEqual(problems(log).splitlines(), [log.splitlines()[i] for i in (2, 4, 5, 6)])

    def test_hung_browser_test_is_named(self):
        ended = subprocess.run(
            [sys.executable, "-c", """if True:
                import sys, threading, unittest
                sys.path.insert(0, sys.argv.pop())
                from support.case_result import CaseResult
                CaseResult.LIMIT = 0.1
                class Tests(unittest.TestCase):
                    def test_forever(self):
                        threading.Event().wait()
                unittest.main(testRunner=unittest.TextTestRunner(resultclass=CaseResult))""",
             pathlib.Path(__file__).parent / "Browser"], capture_output=True, text=True, timeout=60)
        self.assertEqual(ended.returncode, 1)
        self.assertIn("hung: __main__.Tests.test_forever", ended.stdout)
        self.assertIn("in test_forever", ended.stdout)

    def test_step_waits_and_needs(self):
        passed, failed, output = self.run_steps(
            Step("third", "cat second", needs=("first",), after=("second",)), Step("second", "exit 1"),
            Step("first", "exit 1"), Step("fourth", "echo runs", after=("second",)))
        self.assertEqual((passed, sorted(failed)), (False, ["first", "second", "third"]))
        self.assertIn("Not run: it needs first.", output)
        self.assertIn("== fourth (0 s)\nruns\n", output)

    def test_step_that_cannot_start_fails(self):
        passed, failed, output = self.run_steps(Step("no command", None))
        self.assertEqual((passed, failed), (False, ["no command"]))
        self.assertIn("TypeError", output)

    def test_hung_tests_of_swift(self):
        self.assertEqual(hung(
            "◇ Test run started.\n◇ Test a() started.\n◇ Test b(c:) started.\n◇ Test d() started.\n"
            "✔ Test a() passed after 1 seconds.\n✔ Test b(c:) with 2 test cases passed after 1 seconds.\n"),
            "hung: d()\n")

    def test_steps_wait_for_earlier_steps_that_exist(self):
        for steps in (check_steps(), test_steps(), further_steps()):
            titles = []
            for step in steps:
                # A step that waits for a later one would be hard to find in the file.
                self.assertLessEqual({*step.needs, *step.after}, set(titles), step.title)
                self.assertNotIn(step.title, titles)
                titles.append(step.title)


if __name__ == "__main__":
    unittest.main()
