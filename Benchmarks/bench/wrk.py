"""Runs wrk."""

import os
import re
import subprocess
import time
from pathlib import Path

from servers import BUILT, prepared


def cpu_seconds(pid):
    """Returns the CPU time of a process and of its children."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    # The clock CPUCLOCK_SCHED of another process: see clock_getcpuclockid(3).
    return sum(time.clock_gettime(~int(each) << 3 | 2) for each in (pid, *children))


def bytes_of(found):
    size, unit = found.groups()
    return float(size) * 1024 ** " KMG".index(unit or " ")


def wrk(here, path, connections, seconds, load_cpu, *, fresh=False, host=None):
    """Measures requests. With `fresh`, each request opens a connection, over TLS with a full handshake.

    `host` is the host name in the requests, if it is not the address.
    """
    before = cpu_seconds(here.pid)
    done = subprocess.run(
        ["wrk", "-t1", f"-c{connections}", f"-d{max(1, round(seconds))}s", *(("-H", "Connection: close") if fresh else ()),
         *(("-H", f"Host: {host}:{here.port}") if host else ()),
         f"{here.scheme}://127.0.0.1:{here.port}{path}"],
        capture_output=True, text=True, check=True, timeout=120, preexec_fn=prepared(load_cpu),
        env={**os.environ, "LD_PRELOAD": str(BUILT / "full_handshakes.so")})
    if re.search("Non-2xx|Socket errors", done.stdout):
        raise SystemExit(f"{here.server.name}: {done.stdout}")
    cpu = cpu_seconds(here.pid) - before
    requests = int(re.search(r"(\d+) requests in", done.stdout)[1])
    received = bytes_of(re.search(r"([\d.]+)([KMG]?)B read", done.stdout))
    return {
        "per_second": float(re.search(r"Requests/sec: +([\d.]+)", done.stdout)[1]),
        "bytes_per_second": bytes_of(re.search(r"Transfer/sec: +([\d.]+)([KMG]?)B", done.stdout)),
        "server_cpu_us": cpu / max(1, requests) * 1e6,
        "server_cpu_us_per_megabyte": cpu / max(1, received) * 1e12,
    }


def wrk_pair(plan, key, servers, path, connections, **options):
    """Measures several servers, which run at the same time."""
    for here in servers:
        # Warms up the processes, because their first seconds are slower.
        wrk(here, path, connections, 3 * plan.seconds, plan.load_cpu, **options)
    for here in servers:
        yield key, here.server.name, wrk(here, path, connections, plan.seconds, plan.load_cpu, **options)
