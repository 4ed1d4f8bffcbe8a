"""Counts the server's heap allocations and instructions per call and page. They depend on the code, not on the load.

Fails if a count exceeds its value in Benchmarks/thresholds.json by more than 10 %. `--write` writes the counts to that
file.

    python3 Benchmarks/bench/counts.py --write release Benchmarks/.build/release/BenchmarkServer
"""

import argparse
import json
import os
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import callgrind
from callgrind import CPU, calling
from servers import BUILT, HERE, Running, Server, running
from static_files import write_page

SLACK = 1.1
THRESHOLDS = HERE / "thresholds.json"


@dataclass(frozen=True)
class Job:
    """An action that is repeated and counted."""
    name: str
    do: Callable[[Running, int], None]
    times: int
    times_in_callgrind: int


def get_pages(here, count):
    """Requests a page `count` times on one connection. Runs on the server's CPU, like the load generator.

    With two CPUs, it would be random whether the server finds the next request immediately or waits for it.
    """
    os.sched_setaffinity(0, {CPU})
    request = f"GET /page.html HTTP/1.1\r\nHost: 127.0.0.1:{here.port}\r\n\r\n".encode()
    with socket.create_connection(("127.0.0.1", here.port)) as connection:
        for _ in range(count):
            connection.sendall(request)
            answer = b""
            while not answer.endswith(b"</html>\n"):
                piece = connection.recv(65536)
                if not piece or len(answer) > 65536:
                    raise SystemExit(f"the page was answered {answer[:1000]}")
                answer += piece
            if b"\r\n\r\n" not in answer or not answer.startswith(b"HTTP/1.1 200"):
                raise SystemExit(f"the page was answered {answer[:1000]}")


# The three jobs: a page with one pending call, a page that makes 64 calls per task, and requests on a kept-alive
# connection for a document with the page script. The numbers of calls are multiples of 64, so that every message is
# full. They are small because a job takes 50 times as long under callgrind.
JOBS = [
    Job("one call in a message", calling((1, 1)), 1280, 128),
    Job("64 calls in a message", calling((1, 64)), 1280, 640),
    Job("page of 4 kB", get_pages, 640, 640)]


def allocations(command, job, folder):
    """Returns the allocations per action.

    Subtracts the count of one run from the count of a run twice as long, which removes the fixed cost of a page.
    """
    counter = Path(folder, "allocations")
    counter.unlink(missing_ok=True)
    server = Server("server", command, True, {"LD_PRELOAD": BUILT / "heap.so", "HEAP_COUNT": counter})
    counted = []
    with running(server, CPU) as here:
        for times in (1, 1, 2):
            before = int.from_bytes(counter.read_bytes(), sys.byteorder)
            job.do(here, times * job.times)
            counted.append(int.from_bytes(counter.read_bytes(), sys.byteorder) - before)
    return (counted[2] - counted[1]) / job.times


def instructions(command, job, folder):
    return callgrind.instructions(command, job.do, job.times_in_callgrind, folder)


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--write", action="store_true")
parser.add_argument("--only", default="", help="a part of the name of what is to be counted")
parser.add_argument("thresholds", help="whose: debug, release or immediate")
parser.add_argument("server", nargs=argparse.REMAINDER, help="a program that serves addingOne, and its options")
arguments = parser.parse_args()

thresholds = json.loads(THRESHOLDS.read_text()) if THRESHOLDS.exists() else {}
expected = thresholds.setdefault(arguments.thresholds, {})
failed = False
with tempfile.TemporaryDirectory() as folder:
    command = (*arguments.server, "--port", 0, "--loops", 1, "--log-level", "error", "--root", folder)
    write_page(folder)
    # The server does not cache a file that has changed recently.
    time.sleep(3)
    for job in JOBS:
        for count in (allocations, instructions):
            key = f"{count.__name__}, {job.name}"
            if arguments.only not in key:
                continue
            # The number of thread wake-ups varies by a few percent. A real increase appears in every run.
            counted = count(command, job, folder)
            if arguments.write:
                expected[key] = round(max(counted, *(count(command, job, folder) for _ in range(4))), 1)
            most = expected.get(key, 0) * SLACK
            for _ in range(2):
                if counted > most:
                    counted = min(counted, count(command, job, folder))
            failed = failed or counted > most
            remark = "too many" if counted > most else "far fewer: `--write`" if counted < 0.8 * most else ""
            print(f"{key}: {counted:,.1f} each, at most {most:,.1f}  {remark}".rstrip())
if arguments.write:
    THRESHOLDS.write_text(json.dumps(thresholds, indent=2) + "\n")
elif failed:
    raise SystemExit("A call or a page costs more than it did. If that has to be: it is written down with --write.")
