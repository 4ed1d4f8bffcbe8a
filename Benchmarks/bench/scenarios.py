"""The scenarios of the benchmarks. In each round, each scenario yields tuples (key, name of the server, result)."""

import contextlib
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

import fleet as fleets
import proxying
import static_files
from callgrind import calling, instructions
from load import load
from servers import BUILT, DEMO, FLOOR, IMMEDIATE, NODE, NODE_HTTP, PYTHON, ROOT, Server, ours, ours_over_tls, running
from wrk import wrk_pair

CALLS = {"1 × 1": (1, 1), "1 × 64": (1, 64), "64 × 1": (64, 1), "64 × 16": (64, 16), "16 × 64": (16, 64)}
ONE = {"1 × 1": (1, 1), "1 × 64": (1, 64)}
IDLE = {"1 × 1": (1, 1), "64 × 1": (64, 1)}
IDLE_PAGES = 8000
# The number of idle pages over TLS. Each connection may need three descriptors, and many systems allow a process only
# 20,000.
IDLE_TLS_PAGES = 5000
BROADCAST_PAGES = 5000
PAGES = (1, 10, 100, 1000, 4000, 8000, 16000)


@dataclass(frozen=True)
class Plan:
    seconds: float
    # The CPUs of the servers and of the load generator. With None, the system chooses.
    server_cpu: int | None = None
    load_cpu: int | None = None
    # Another build of our server, for comparisons.
    baseline: Path | None = None
    # The number of the round.
    turn: int = 0

    def serving(self, server):
        return running(server, self.server_cpu)

    def load(self, server, *options, **settings):
        return load(server, *options, cpu=self.load_cpu, seconds=self.seconds, **settings)

    @contextlib.contextmanager
    def serving_together(self, *servers):
        """Runs servers whose results are compared directly. They are measured alternately, in reverse order in every
        second round.

        Other load on the machine then affects all servers equally.
        """
        with contextlib.ExitStack() as stack:
            here = [stack.enter_context(self.serving(server)) for server in servers]
            yield self.in_order(here)

    def in_order(self, servers):
        return servers[::-1] if self.turn % 2 else servers


def measured(plan, server, phases, *options, **settings):
    with plan.serving(server) as here:
        results = plan.load(here, *options, phases=tuple(phases.values()), **settings)
    yield from ((name, server.name, result) for name, result in zip(phases, results))


def measured_together(plan, phases, *servers):
    with plan.serving_together(*servers) as those:
        for name, phase in phases.items():
            for here in those:
                [result] = plan.load(here, phases=(phase,))
                yield name, here.server.name, result


def calls(plan):
    """Calls of addingOne, by the number of connections and of pending calls per connection."""
    for server in (ours(), IMMEDIATE, FLOOR, NODE, PYTHON):
        yield from measured(plan, server, CALLS)


def awake(plan):
    """Calls on one connection, while a program prevents the processors from halting."""
    spinning = subprocess.Popen([BUILT / "awake"])
    try:
        for server in (ours(), IMMEDIATE, FLOOR):
            yield from measured(plan, server, ONE)
    finally:
        spinning.kill()
        spinning.wait()


def idle(plan):
    """Calls while 8,000 other connections are open."""
    for server in (ours(), IMMEDIATE, FLOOR, NODE):
        yield from measured(plan, server, IDLE, idle=IDLE_PAGES)


def tls(plan):
    """Calls of addingOne over TLS, compared with calls over plain connections."""
    yield from measured_together(plan, CALLS, ours(), ours_over_tls())


def memory(plan):
    """Memory of idle pages: over TLS, and of the demo with all its interfaces.

    The scenario `idle` measures pages over plain HTTP with two interfaces.
    """
    options = ("--port", 0, "--loops", 1, "--log-level", "error", "--root", ROOT / "public/snippets")
    demo = Server("the demo", (DEMO, *options), is_bridge=True)
    for server, count in ((ours_over_tls(), IDLE_TLS_PAGES), (demo, IDLE_PAGES)):
        if not server.command[0].exists():
            skip("memory", server.name, f"{server.command[0]} is not built")
            continue
        for _, name, result in measured(plan, server, {"1 × 1": (1, 1)}, idle=count - 1):
            yield "idle", name, result


def loops(plan):
    """CPU time per call with one event loop and with two."""
    for count in (1, 2):
        yield from measured(plan, ours(count, name=f"--loops {count}"), {"64 × 1": (64, 1), "16 × 64": (16, 64)})


def broadcast(plan):
    """The time from a call that requests a script for 5,000 pages until the last page has received it."""
    yield from measured(plan, ours(), {"broadcast": (1, 1)}, idle=BROADCAST_PAGES - 1, broadcasts=5)


def pages(plan):
    """The CPU time of a call, by the number of open pages."""
    for count in PAGES:
        for name, server, result in measured(plan, ours(), {"1 × 1": (1, 1)}, idle=count - 1):
            yield str(count), server, result


def static(plan):
    """Files, compared with nginx."""
    yield from static_files.measure(plan)


def routes(plan):
    """A route that answers {"ok":true}, compared with Node.js."""
    with plan.serving_together(ours(), NODE_HTTP) as servers:
        for here in servers:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{here.port}/ok") as answer:
                    said = answer.headers["Content-Type"], answer.read()
            except urllib.error.HTTPError as error:
                return skip("routes", here.server.name, f"it answers {error.code} to /ok")
            if not said[0].startswith("application/json") or said[1] != b'{"ok":true}':
                raise SystemExit(f"{here.server.name} answers {said} to /ok")
        yield from wrk_pair(plan, "{\"ok\":true}", servers, "/ok", 16)


def proxy(plan):
    """A page of another server, compared with nginx as a proxy."""
    yield from proxying.measure(plan)


def fleet(plan):
    """Calls of a server in a fleet, compared with a server in none, and a call to all pages of a fleet."""
    with fleets.redis() as address:
        yield from measured_together(plan, fleets.LOCAL, fleets.in_fleet(address), ours())
    yield from fleets.group(plan)


def remote(plan):
    """Calls to pages and functions of other servers of a fleet, compared with python-socketio."""
    yield from fleets.remote(plan)


def baseline(plan):
    """Calls of addingOne, compared with another build of our server: time, and instructions by callgrind."""
    servers = ours(), ours(name="baseline", program=plan.baseline)
    commands = {server.name: server.command for server in servers}
    for key, server, result in list(measured_together(plan, CALLS, *servers)):
        pages, depth = CALLS[key]
        # Many calls per page, because the cost of opening a page varies.
        count = 1280 if pages * depth == 1 else max(12_800, 40 * pages * depth)
        with tempfile.TemporaryDirectory() as folder:
            counted = instructions(commands[server], calling((pages, depth)), count, folder)
        yield key, server, {**result, "instructions": counted}


def skip(scenario, server, reason):
    print(f"{scenario}: {server} is SKIPPED: {reason}", file=sys.stderr)


ALL = {scenario.__name__: scenario
       for scenario in (calls, tls, awake, idle, memory, loops, broadcast, static, routes, proxy, pages, fleet, remote, baseline)}
