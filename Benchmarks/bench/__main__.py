"""Compares SnippetBridge with other servers: `make bench`. Short version: `make bench ARGS="--quick --only calls"`."""

import argparse
import dataclasses
import json
import os
import sys
from pathlib import Path

import report
import targets
from scenarios import ALL, Plan
from servers import BUILT

parser = argparse.ArgumentParser(prog="bench", description=__doc__)
parser.add_argument("--rounds", type=int, default=5, help="each runs every server once; medians are reported")
parser.add_argument("--seconds", type=float, default=1, help="each measurement's length")
parser.add_argument("--quick", action="store_true", help="one round of short measurements; changes no document")
parser.add_argument("--only", default="", help=f"some of {', '.join(ALL)}; changes no document")
parser.add_argument("--baseline", type=Path, metavar="SERVER", help="another build of BenchmarkServer, for the scenario of that name")
parser.add_argument("--pin", action="store_true", help="servers on CPU 0, load on CPU 1")
parser.add_argument("--report", action="store_true", help="write docs/guides/performance.md from the last measurement")
arguments = parser.parse_args()

kept = BUILT / "results.json"
if arguments.report:
    report.write(json.loads(kept.read_text()))
    sys.exit()

every = [name for name in ALL if name != "baseline" or arguments.baseline]
names = [name for name in arguments.only.split(",") if name] or every
if unknown := [name for name in names if name not in ALL]:
    parser.error(f"there is no {', '.join(unknown)}")
if "baseline" in names and not arguments.baseline:
    parser.error("baseline needs --baseline")
if arguments.baseline and not arguments.baseline.is_file():
    parser.error(f"there is no {arguments.baseline}")
cpus = (0, 1) if arguments.pin else (None, None)
plan = Plan(0.5 if arguments.quick else arguments.seconds, *cpus, arguments.baseline)

# The results of all rounds, by scenario, key and server.
results = {name: {} for name in names}
loads = []
rounds = 1 if arguments.quick else arguments.rounds
for turn in range(rounds):
    for name in names:
        for key, server, result in ALL[name](dataclasses.replace(plan, turn=turn)):
            results[name].setdefault(key, {}).setdefault(server, []).append(result)
            print(f"{turn + 1}/{rounds} {name}, {key}: {server}: {report.brief(result)}", file=sys.stderr)
        loads.append(os.getloadavg()[0])
    if names == every and not arguments.quick:
        about = {**report.about(plan), "rounds": turn + 1, "quietest": min(loads), "busiest": max(loads)}
        measurement = {"about": about, "results": results}
        kept.write_text(json.dumps(measurement))
        report.write(measurement)
print(report.table(results))
print()
print(targets.table(results, with_missing=False))
