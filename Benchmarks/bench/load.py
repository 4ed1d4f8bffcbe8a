"""Runs the load generator."""

import json
import subprocess

from servers import BUILT, prepared


def load(running, *options, phases=((1, 1),), cpu=None, ports=None, **settings):
    """Returns a result per phase. A phase is a number of connections and of pending calls per connection.

    The bridge receives the calls of a connection in one message, together with the acknowledgement of the previous
    message. The page script sends the same if a page makes the calls in one task. `ports` are the ports of several
    servers to which the pages are distributed.
    """
    command = [BUILT / "load", "--port", ports or running.port, "--pid", running.pid, *options]
    if running.scheme == "https":
        command += ["--tls"]
    if running.server.is_bridge:
        command += ["--bridge", "--acks-together"]
    together = [depth if running.server.is_bridge else 1 for _, depth in phases]
    command += ["--phases", ",".join(f"{c}x{d}x{t}" for (c, d), t in zip(phases, together))]
    for name, value in settings.items():
        command += [f"--{name}", value]
    done = subprocess.run(
        [str(part) for part in command], stdout=subprocess.PIPE, text=True, timeout=300, preexec_fn=prepared(cpu))
    if done.returncode:
        raise SystemExit(f"{running.server.name}: the load generator failed: {' '.join(map(str, command))}")
    return [json.loads(line) for line in done.stdout.splitlines()]
