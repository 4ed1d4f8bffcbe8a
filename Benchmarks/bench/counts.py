"""Heap allocations and instructions of the server per call: they depend on the code alone, not on what else the machine does.

Compared with Benchmarks/thresholds.json, and with 10 % slack; `--write` puts what was counted there.

    python3 Benchmarks/bench/counts.py --write release Benchmarks/.build/release/BenchmarkServer
"""

import argparse
import json
import os
import re
import sys
import tempfile
from pathlib import Path

from callgrind import counting
from load import load
from servers import BUILT, HERE, Server, running

SLACK = 1.1
# One for all threads of both sides: how they take turns then varies less.
CPU = min(os.sched_getaffinity(0))
# A page that has one call in flight, and one that makes 64 in each task.
PHASES = {"one call in a frame": (1, 1), "64 calls in a frame": (1, 64)}
THRESHOLDS = HERE / "thresholds.json"


def calls(here, phase, count):
    load(here, phases=(phase,), calls=count, cpu=CPU)


def allocations(command, phase, folder):
    """Twice as many calls less so many calls, by their number: what a page costs besides its calls is in both."""
    counter = Path(folder, "allocations")
    counter.unlink(missing_ok=True)
    server = Server("server", command, True, {"LD_PRELOAD": BUILT / "heap.so", "HEAP_COUNT": counter})
    count, counted = 1280, []
    with running(server, CPU) as here:
        for times in (1, 1, 2):
            before = int.from_bytes(counter.read_bytes(), sys.byteorder)
            calls(here, phase, times * count)
            counted.append(int.from_bytes(counter.read_bytes(), sys.byteorder) - before)
    return (counted[2] - counted[1]) / count


def instructions(command, phase, folder):
    """Likewise, by callgrind."""
    # Whole frames, and not many: callgrind takes 50 times as long.
    count = 128 if phase == (1, 1) else 640
    with counting(command, folder, CPU) as (here, tell):
        calls(here, phase, count)
        tell("instrumentation", "on")
        for times in (1, 2):
            calls(here, phase, times * count)
            tell("dump")
    dumps = [Path(folder, f"callgrind.{number}").read_text() for number in (1, 2)]
    counted = [int(re.search(r"^totals: (\d+)", dump, re.M)[1]) for dump in dumps]
    return (counted[1] - counted[0]) / count


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--write", action="store_true")
parser.add_argument("thresholds", help="whose: debug, release or immediate")
parser.add_argument("server", nargs=argparse.REMAINDER, help="a program that serves addingOne, and its options")
arguments = parser.parse_args()

thresholds = json.loads(THRESHOLDS.read_text()) if THRESHOLDS.exists() else {}
expected = thresholds.setdefault(arguments.thresholds, {})
failed = False
with tempfile.TemporaryDirectory() as folder:
    command = (*arguments.server, "--port", 0, "--loops", 1, "--log-level", "error", "--root", folder)
    for name, phase in PHASES.items():
        for count in (allocations, instructions):
            key = f"{count.__name__}, {name}"
            # How often threads wake each other is never quite the same, by some percent: what is dearer is so each time.
            counted = count(command, phase, folder)
            if arguments.write:
                expected[key] = round(max(counted, *(count(command, phase, folder) for _ in range(4))), 1)
            most = expected.get(key, 0) * SLACK
            for _ in range(2):
                if counted > most:
                    counted = min(counted, count(command, phase, folder))
            failed = failed or counted > most
            remark = "too many" if counted > most else "far fewer: `--write`" if counted < 0.8 * most else ""
            print(f"{key}: {counted:,.1f} per call, at most {most:,.1f}  {remark}".rstrip())
if arguments.write:
    THRESHOLDS.write_text(json.dumps(thresholds, indent=2) + "\n")
elif failed:
    raise SystemExit("A call costs more than it did. If that has to be: it is written down with --write.")
