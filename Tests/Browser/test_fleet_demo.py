import os
import select
import signal
import statistics
import subprocess
import time
import unittest

from selenium.common.exceptions import TimeoutException

from support.acceptance_test_case import AcceptanceTestCase, in_every_engine
from support.fleet_demo import FleetDemo
from support.program import REPOSITORY
from support.runs import one_engine

# A number above 1 measures how long a page needs after the end of its server.
REPETITIONS = int(os.environ.get("FLEET_REPETITIONS", "1"))


@in_every_engine
class Fleet(AcceptanceTestCase):
    """The demo of a fleet as a user sees it: six pages on three servers, which end."""

    program_type = FleetDemo
    pages = None
    program_arguments = ("--restart-after", "4")
    TILLS = [f"till {number}" for number in range(1, 7)]

    def till_address(self, number):
        host = self.program.address.partition("//")[2]
        return f"http://till-{number}.{host}/till.html"

    def overview(self):
        """Returns the servers of the tills that the overview shows."""
        return self.run_script(
            "return [...document.querySelectorAll('.tills > div')].map((card) => card.dataset.server)")

    def open_overview(self):
        self.open("/")
        self.wait_until(lambda: all(self.overview()), "the servers of all tills", 30)

    def press(self, selector):
        self.run_script("document.querySelector(arguments[0]).click()", selector)

    def said(self):
        return self.run_script("return document.querySelector('#said, .said').textContent")

    def ring(self, button, said):
        """Presses a button until the overview says this. Tills that were closed before may still have their names."""
        def rings():
            self.press(button)
            return self.said()
        self.wait_until_equal(rings, said, "the bell")

    def in_till(self, number, script):
        self.browser.enter_frame_at(f".tills > div:nth-child({number}) iframe")
        try:
            return self.run_script(script)
        finally:
            self.browser.leave_frames()

    def test_pages_side_by_side(self):
        self.open_overview()
        # Each page has a host of its own, and so its own cookies and server. HAProxy distributes requests, not pages,
        # so a server may have none.
        servers = len(set(self.overview()))
        self.assertGreater(servers, 1)
        self.ring("#ring-all", f"6 pages of {servers} servers ring")
        told = "return document.querySelector('.said').textContent"
        rung = self.in_till(3, told)
        self.assertIn("since this page was loaded", rung)
        self.ring(".tills > div:nth-child(2) button", "till 2 rings")
        self.in_till(3, "document.querySelector('#print').click()")
        self.wait_until(lambda: "printed by process" in self.in_till(3, told), "the receipt")

    @one_engine
    def test_buttons_end_servers(self):
        self.open_overview()
        name = self.overview()[0]
        card = f".servers > [data-server={name}]"
        self.press(f"{card} button[title^=SIGKILL]")
        self.wait_until(lambda: all(self.overview()) and name not in self.overview(), "other servers", 30)
        self.wait_until_equal(
            lambda: self.run_script("return document.querySelector(arguments[0]).dataset.state", card), "runs",
            "the server starts again")
        self.ring("#ring-all", "6 pages of 2 servers ring")

    def test_server_is_killed(self):
        self.measure(self.program.kill_server, 4, 8)

    @one_engine
    def test_server_is_terminated(self):
        self.measure(self.program.stop_server, 2, 2)

    def measure(self, end, median, most):
        """Ends the page's server, and measures the time until a function of another server has answered."""
        self.browser.get(self.till_address(1))
        times = []
        for _ in range(REPETITIONS):
            self.wait_until(self.program.is_complete, "all servers run", 30)
            self.wait_until(self.place, "the page's server")
            old = self.place()
            start = time.monotonic()
            end(old)
            try:
                self.wait_until(lambda: self.place() not in (None, old), f"another server than {old}", 30)
            except TimeoutException:
                seen = self.run_script(
                    """return [document.documentElement.outerHTML, performance.getEntriesByType('resource').map(
                      (each) => [each.name, each.responseStatus, each.startTime, each.duration])]""")
                self.fail(f"not at another server than {old}: {seen}")
            times.append(time.monotonic() - start)
        if REPETITIONS > 1:
            print(f"{self.engine.name}: {end.__name__} {[round(each, 2) for each in sorted(times)]}", flush=True)
            self.assertLessEqual(statistics.median(times), median)
            self.assertLessEqual(max(times), most)

    def place(self):
        """Returns the server that has answered the page's call; None while the page loads."""
        try:
            return self.run_script("return document.body?.dataset.server ?? null")
        except Exception:  # The page loads again.
            return None


class FleetProcesses(unittest.TestCase):
    """The programs that the demo starts, without a browser."""

    def test_no_process_is_left(self):
        for number, status in [(signal.SIGINT, 0), (signal.SIGTERM, 0), (signal.SIGKILL, -9)]:
            demo = FleetDemo()
            processes = demo.processes()
            self.assertEqual(len(processes), 6, processes)
            # A descriptor of a process becomes readable when the process has ended.
            descriptors = [os.pidfd_open(process) for process in processes]
            demo._process.send_signal(number)
            self.assertEqual(demo._process.wait(timeout=20), status)
            for descriptor in descriptors:
                self.assertTrue(select.select([descriptor], [], [], 15)[0], "a program is left")
                os.close(descriptor)
            demo.stop()

    def test_missing_program_is_named(self):
        program = REPOSITORY / os.environ.get(FleetDemo.variable, FleetDemo.path)
        result = subprocess.run([program], env={**os.environ, "PATH": "/none"}, capture_output=True, text=True, timeout=20)
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, "^Error: This demo needs .*redis-server.* Install: sudo apt install .*redis-server.*\n$")
