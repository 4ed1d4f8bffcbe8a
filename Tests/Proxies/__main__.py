"""Tries to smuggle requests through nginx, HAProxy and Apache to the demo. Run `python3 Tests/Proxies` in any folder.

A place is one of these proxies, or the demo without a proxy. The tests of all places run at the same time, each in its
own process, for `--seconds` seconds. With `--all`, each attempt is made as often as the README says, however long that
takes.
"""
import argparse
import asyncio
import functools
import pathlib
import random
import subprocess
import sys
import tempfile
import time

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER), str(FOLDER.parent / "Browser")]

from attempts import VARIATIONS, all_attempts  # noqa: E402
from forwarded import wrong_peers  # noqa: E402
from place import Place  # noqa: E402
from proxies import PROXIES  # noqa: E402
from self_check import unfound  # noqa: E402
from support.demo import Demo  # noqa: E402

#: Each proxy with a configuration that accepts as much as possible.
OPEN_PROXIES = {f"{name}, open": functools.partial(proxy, is_open=True) for name, proxy in PROXIES.items()}
PLACES = {"directly": None, **PROXIES, **OPEN_PROXIES}
#: The number of times that each attempt is made with `--all`. Each variation has the same share.
ROUNDS = 20


def start_demo(root=None):
    return Demo(root=root, arguments=["--trusted-proxy", "127.0.0.1"])


def run_place(name, options):
    """Makes the attempts at one place. Returns the problems."""
    attempts = [attempt for attempt in all_attempts() if options.only in attempt.name]
    work = [(attempt, variation) for variation in VARIATIONS for attempt in attempts] * (ROUNDS // len(VARIATIONS))
    random.Random(options.seed).shuffle(work)
    deadline = float("inf") if options.all else time.monotonic() + options.seconds
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "index.html").write_text("<!doctype html><title>A page</title>" + "text " * 5000)
        (root / "large.bin").write_bytes(b"x" * (1 << 20))
        demo = start_demo(root)
        place = Place(name, demo.port, PLACES[name], lambda: demo.log)
        asyncio.run(place.run(work, deadline, root, cuts=ROUNDS if options.all else 2))
        if code := demo.stop():
            place.problems.append(f"{name}: the server ended with {code}")
    print(place.summary)
    return place.problems


def run_forwarded(_):
    """Checks the client's address behind each proxy. Returns the problems."""
    problems, count = [], 0
    for name, proxy in {**PROXIES, **OPEN_PROXIES}.items():
        found, logged = asyncio.run(wrong_peers(name, start_demo(), proxy))
        problems += found
        count += logged
    print(f"X-Forwarded-For: {count} requests logged with a peer; {len(problems)} problems")
    return problems


def run_self_check(_):
    problems, count = asyncio.run(unfound())
    print(f"self-check: {count - len(problems)} of {count} noticed")
    return problems


PARTS = {
    "self-check": run_self_check,
    "X-Forwarded-For": run_forwarded,
    **{name: functools.partial(run_place, name) for name in PLACES},
}


def run_one(part, options):
    problems = PARTS[part](options)
    for problem in problems[:50]:
        print("  " + problem)
    return not problems


def run_all(options):
    """Runs all parts at the same time. Returns whether all of them pass."""
    print(f"seed {options.seed}", flush=True)
    passed = True
    with tempfile.TemporaryDirectory() as folder:
        running = []
        for index, part in enumerate(PARTS):
            output = pathlib.Path(folder, str(index))
            command = [sys.executable, FOLDER, *sys.argv[1:], "--seed", str(options.seed), "--part", part]
            with output.open("w") as file:
                running.append((output, subprocess.Popen(command, stdout=file, stderr=file)))
        for output, process in running:
            passed &= process.wait() == 0
            print(output.read_text(), end="", flush=True)
    print("OK" if passed else "FAILED")
    return passed


parser = argparse.ArgumentParser(prog="Tests/Proxies", description=__doc__)
parser.add_argument("--all", action="store_true", help=f"make each attempt {ROUNDS} times, however long that takes")
parser.add_argument("--seconds", type=float, default=15, help="the time for the attempts at each place")
parser.add_argument("--seed", type=int, default=random.randrange(1 << 32), help="the seed of the order of the attempts")
parser.add_argument("--only", default="", help="make only attempts whose names contain this text")
parser.add_argument("--part", choices=PARTS, help="run only this part, in this process")
options = parser.parse_args()
sys.exit(not (run_one(options.part, options) if options.part else run_all(options)))
