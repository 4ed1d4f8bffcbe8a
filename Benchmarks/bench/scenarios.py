"""What is measured. Each scenario yields (key, server's name, result), once in every round."""

import subprocess
from dataclasses import dataclass

import static_files
from load import load
from servers import BUILT, FLOOR, IMMEDIATE, NODE, PYTHON, ours, running

CALLS = {"1 × 1": (1, 1), "1 × 64": (1, 64), "64 × 1": (64, 1), "64 × 16": (64, 16), "16 × 64": (16, 64)}
ONE = {"1 × 1": (1, 1), "1 × 64": (1, 64)}
IDLE = {"1 × 1": (1, 1), "64 × 1": (64, 1)}
IDLE_PAGES = 8000
BROADCAST_PAGES = 5000
PAGES = (1, 10, 100, 1000, 4000, 8000, 16000)


@dataclass(frozen=True)
class Plan:
    seconds: float
    # The CPU of the servers and that of the load; None leaves it to the system.
    server_cpu: int | None = None
    load_cpu: int | None = None

    def serving(self, server):
        return running(server, self.server_cpu)

    def load(self, server, *options, **settings):
        return load(server, *options, cpu=self.load_cpu, seconds=self.seconds, **settings)


def measured(plan, server, phases, *options, **settings):
    with plan.serving(server) as here:
        results = plan.load(here, *options, phases=tuple(phases.values()), **settings)
    yield from ((name, server.name, result) for name, result in zip(phases, results))


def calls(plan):
    """addingOne: so many connections, so many calls in flight on each."""
    for server in (ours(), IMMEDIATE, FLOOR, NODE, PYTHON):
        yield from measured(plan, server, CALLS)


def awake(plan):
    """One connection, while no processor halts."""
    spinning = subprocess.Popen([BUILT / "awake"])
    try:
        for server in (ours(), IMMEDIATE, FLOOR):
            yield from measured(plan, server, ONE)
    finally:
        spinning.kill()
        spinning.wait()


def idle(plan):
    """The same while 8,000 others are open."""
    for server in (ours(), IMMEDIATE, FLOOR, NODE):
        yield from measured(plan, server, IDLE, idle=IDLE_PAGES)


def loops(plan):
    """CPU time per call with one event loop and with two."""
    for count in (1, 2):
        yield from measured(plan, ours(count, name=f"--loops {count}"), {"64 × 1": (64, 1), "16 × 64": (16, 64)})


def broadcast(plan):
    """A script for 5,000 pages, from the call that asks for it to the last page."""
    yield from measured(plan, ours(), {"broadcast": (1, 1)}, idle=BROADCAST_PAGES - 1, broadcasts=5)


def pages(plan):
    """What a call costs while so many pages are open."""
    for count in PAGES:
        for name, server, result in measured(plan, ours(), {"1 × 1": (1, 1)}, idle=count - 1):
            yield str(count), server, result


def static(plan):
    """Files, beside nginx."""
    yield from static_files.measure(plan)


ALL = {scenario.__name__: scenario for scenario in (calls, awake, idle, loops, broadcast, static, pages)}
