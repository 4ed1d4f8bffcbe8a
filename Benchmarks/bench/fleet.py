"""Measures servers in a fleet. Redis runs beside them."""

import contextlib
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

from servers import BUILT, HERE, ROOT, ours
from static_files import free_port

LOCAL = {"1 × 1": (1, 1), "64 × 1": (64, 1), "16 × 64": (16, 64)}
# The tool of Tests/FleetBenchmark, built by `make bench`.
TOOL = Path(os.environ.get("FLEET_BENCHMARK", ROOT / ".build/release/FleetBenchmark"))
SERVERS, GROUP = 4, 10_000
# A page gets at most one batch of calls per 50 ms.
PAGES = 2_000


@contextlib.contextmanager
def redis():
    """Runs Redis, and yields its address."""
    port = free_port()
    process = subprocess.Popen(
        ["redis-server", "--port", str(port), "--save", "", "--appendonly", "no"], stdout=subprocess.DEVNULL)
    try:
        for _ in range(500):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.01)
        yield f"redis://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=20)


def in_fleet(address, name="in a fleet"):
    return ours(1, "--fleet", address, name=name)


def group(plan):
    """Yields the time from a call of a group until the last page of four servers has received it."""
    with redis() as address, contextlib.ExitStack() as stack:
        servers = [stack.enter_context(plan.serving(in_fleet(address))) for _ in range(SERVERS)]
        ports = ",".join(str(server.port) for server in servers)
        [result] = plan.load(servers[0], ports=ports, idle=GROUP - 1, broadcasts=5)
        yield f"{GROUP:,} pages", f"{SERVERS} servers", result


def remote(plan):
    """Yields the results of Tests/FleetBenchmark and of the same job with python-socketio. The pages, their server and
    the caller are three processes. The clients of python-socketio are in Python, the pages of SnippetBridge in C."""
    if not TOOL.exists():
        raise SystemExit(f"{TOOL} is not built")
    with redis() as address:
        with plan.serving(in_fleet(address)) as server, pages(server):
            yield from measured("SnippetBridge", TOOL, "--redis", address, "--pages", PAGES)
        yield from measured("python-socketio", sys.executable, HERE / "peers/socketio_fleet.py", address)


@contextlib.contextmanager
def pages(server):
    """Runs a process that opens pages, which answer the calls of their functions."""
    process = subprocess.Popen(
        [BUILT / "load", "--port", str(server.port), "--bridge", "--idle", str(PAGES - 1), "--pause", "300"],
        stdout=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.kill()
        process.wait()


def measured(name, *command):
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, text=True, timeout=300)
    if done.returncode:
        raise SystemExit(f"{name} in a fleet: the measurement failed")
    for line in done.stdout.splitlines():
        result = json.loads(line)
        yield result.pop("key"), name, result
