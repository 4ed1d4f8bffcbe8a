"""Counts the instructions that each function executes per call, by running a server under callgrind.

    python3 Benchmarks/bench/callgrind.py 1x64 Benchmarks/.build/release/BenchmarkServer --immediate
"""

import contextlib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from load import load
from servers import BUILT, Server, running

# The CPU on which all threads of both processes run when instructions are compared. Scheduling varies less on one CPU.
CPU = min(os.sched_getaffinity(0))


@contextlib.contextmanager
def counting(command, folder, cpu=None):
    """Yields the server, and a function that sends valgrind a command: `instrumentation on` or `dump`.

    Dumps are the files callgrind.1, callgrind.2, …
    """
    valgrind = ("valgrind", "-q", "--fair-sched=yes", "--tool=callgrind", "--instr-atstart=no",
                f"--callgrind-out-file={Path(folder, 'callgrind')}")
    server = Server("server", (*valgrind, *command), True, {"LD_PRELOAD": BUILT / "sigsuspend.so"})
    with running(server, cpu) as here:
        def tell(*words):
            subprocess.run(["vgdb", f"--pid={here.pid}", *words], check=True, capture_output=True, timeout=60)
        yield here, tell


def instructions(command, do, count, folder):
    """Returns the instructions per action of `do(server, count)`.

    Subtracts the count of one run from the count of a run twice as long, which removes the fixed cost of a page.
    """
    with counting(command, folder, CPU) as (here, tell):
        do(here, count)
        tell("instrumentation", "on")
        for times in (1, 2):
            do(here, times * count)
            tell("dump")
    dumps = [Path(folder, f"callgrind.{number}").read_text() for number in (1, 2)]
    counted = [int(re.search(r"^totals: (\d+)", dump, re.M)[1]) for dump in dumps]
    return (counted[1] - counted[0]) / count


def calling(phase):
    return lambda here, count: load(here, phases=(phase,), calls=count, cpu=CPU)


def main():
    sys.stdout.reconfigure(line_buffering=True)
    phase, *program = sys.argv[1:]
    phase = tuple(int(number) for number in phase.split("x"))
    with tempfile.TemporaryDirectory() as folder:
        command = (*program, "--port", 0, "--loops", 1, "--log-level", "error", "--root", folder)
        count = 10 * phase[0] * phase[1] if phase[1] > 1 else 500
        with counting(command, folder) as (here, tell):
            load(here, phases=(phase,), calls=count)
            tell("instrumentation", "on")
            load(here, phases=(phase,), calls=count)
            tell("dump")
        for inclusive, word in (("no", "without"), ("yes", "with")):
            print(f"\n{count} calls: the instructions of each function {word} what it calls")
            annotated = subprocess.run(
                ["callgrind_annotate", "--auto=no", "--threshold=90", f"--inclusive={inclusive}",
                 Path(folder, "callgrind.1")],
                stdout=subprocess.PIPE, text=True, check=True).stdout
            lines = "\n".join(annotated.splitlines()[20:100])
            subprocess.run(["swift", "demangle", "--compact"], input=lines, text=True, check=True)


if __name__ == "__main__":
    main()
