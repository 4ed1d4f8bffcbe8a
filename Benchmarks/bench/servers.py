"""The servers that are compared: ours, and others that do the same job."""

import contextlib
import os
import resource
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
ROOT = HERE.parent
# Made by `make bench`.
BUILT = HERE / ".build"
OURS = Path(os.environ.get("BENCHMARK_SERVER", BUILT / "release/BenchmarkServer"))


@dataclass(frozen=True)
class Server:
    name: str
    command: tuple
    # Speaks docs/protocol.md, and takes several calls in one frame.
    is_bridge: bool = False
    environment: dict = field(default_factory=dict)


@dataclass
class Running:
    server: Server
    process: subprocess.Popen
    port: int

    @property
    def pid(self):
        return self.process.pid


def ours(loops=1, *options, name="SnippetBridge", root=ROOT / "public/snippets"):
    command = (OURS, "--port", 0, "--loops", loops, "--log-level", "error", "--root", root, *options)
    return Server(name, command, is_bridge=True)


IMMEDIATE = ours(1, "--immediate", name="SnippetBridge, immediate")
FLOOR = Server("libwebsockets in C", (BUILT / "libwebsockets",))
NODE = Server("Node.js ws", ("node", HERE / "peers/node.cjs"), environment={"NODE_PATH": "/usr/share/nodejs"})
PYTHON = Server("Python websockets", ("/usr/bin/python3", HERE / "peers/python.py"))


def prepared(cpu):
    """Runs in the child: as many descriptors as it may have, and its CPU when that was asked for."""
    def prepare():
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        if cpu is not None:
            os.sched_setaffinity(0, {cpu})
    return prepare


@contextlib.contextmanager
def running(server, cpu=None):
    process = subprocess.Popen(
        [str(part) for part in server.command], stdout=subprocess.PIPE, text=True,
        env={**os.environ, **server.environment}, preexec_fn=prepared(cpu))
    try:
        line = process.stdout.readline()
        if not line.startswith("Open http://"):
            raise SystemExit(f"{server.name} did not start: {line!r}")
        yield Running(server, process, int(line.rstrip("/\n").rsplit(":", 1)[1]))
    finally:
        process.terminate()
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
