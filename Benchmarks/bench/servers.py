"""The servers that are compared: ours, and others with the same functions."""

import contextlib
import functools
import os
import resource
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

HERE = Path(__file__).resolve().parents[1]
ROOT = HERE.parent
# Built by `make bench`.
BUILT = HERE / ".build"
OURS = Path(os.environ.get("BENCHMARK_SERVER", BUILT / "release/BenchmarkServer"))
# The optimised demo, built by `make run` and `make bench`.
DEMO = Path(os.environ.get("DEMO", ROOT / ".build/release/Demo"))


@dataclass(frozen=True)
class Server:
    name: str
    command: tuple
    # Whether the server implements docs/guides/protocol.md, which allows several calls per message.
    is_bridge: bool = False
    environment: dict = field(default_factory=dict)


@dataclass
class Running:
    server: Server
    process: subprocess.Popen
    port: int
    scheme: str = "http"

    @property
    def pid(self):
        return self.process.pid


@functools.cache
def certificate():
    """Creates files with a new certificate for this machine and its P-256 key, like the server's own."""
    files = BUILT / "localhost.crt", BUILT / "localhost.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-noenc", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-sha256", "-days", "30",
         "-subj", "/CN=localhost/O=SnippetBridge development", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1,IP:::1",
         "-addext", "keyUsage=critical,digitalSignature", "-addext", "extendedKeyUsage=serverAuth",
         "-out", files[0], "-keyout", files[1]],
        check=True, capture_output=True)
    return files


def ours(loops=1, *options, name="SnippetBridge", root=ROOT / "public/snippets", program=OURS):
    command = (program, "--port", 0, "--loops", loops, "--log-level", "error", "--root", root, *options)
    return Server(name, command, is_bridge=True)


def ours_over_tls(name="SnippetBridge over TLS", **settings):
    file, key = certificate()
    return ours(1, "--certificate", file, "--key", key, name=name, **settings)


IMMEDIATE = ours(1, "--immediate", name="SnippetBridge, immediate")
FLOOR = Server("libwebsockets in C", (BUILT / "libwebsockets",))
NODE = Server("Node.js ws", ("node", HERE / "peers/node.cjs"), environment={"NODE_PATH": "/usr/share/nodejs"})
NODE_HTTP = Server("Node.js http", ("node", HERE / "peers/http.cjs"))
PYTHON = Server("Python websockets", ("/usr/bin/python3", HERE / "peers/python.py"))


def prepared(cpu):
    """Returns a function for the child process, which raises the limit of descriptors, and sets the CPU if one is
    given."""
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
        if not line.startswith("Open http"):
            raise SystemExit(f"{server.name} did not start: {line!r}")
        address = urlsplit(line.split()[1])
        yield Running(server, process, address.port, address.scheme)
    finally:
        process.terminate()
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
