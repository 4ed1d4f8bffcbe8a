"""A page with the shim injected, and a large file: ours beside nginx with the same bytes."""

import contextlib
import re
import socket
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

from servers import Running, Server, ours, prepared, running

# One process, as ours has one loop; what `sendfile` and `tcp_nopush` do is what one would set for files.
NGINX = """
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log stderr error;
worker_rlimit_nofile 10000;
events {{ worker_connections 4096; }}
http {{
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  default_type text/html;
  client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
  uwsgi_temp_path {folder}; scgi_temp_path {folder};
  server {{ listen 127.0.0.1:{port}; root {folder}/nginx; }}
}}
"""
PAGE = "<!doctype html><html><head><title>4 kB</title></head><body>{}</body></html>\n"
LARGE = 100 << 20


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


@contextlib.contextmanager
def nginx(folder, cpu):
    port = free_port()
    configuration = Path(folder, "nginx.conf")
    configuration.write_text(NGINX.format(folder=folder, port=port))
    process = subprocess.Popen(
        ["/usr/sbin/nginx", "-e", "stderr", "-c", configuration], preexec_fn=prepared(cpu))
    try:
        for _ in range(500):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.01)
        yield Running(Server("nginx", ()), process, port)
    finally:
        process.terminate()
        process.wait(timeout=20)


def cpu_seconds(pid):
    """Of the process and its children."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    # CPUCLOCK_SCHED of another process: see clock_getcpuclockid(3).
    return sum(time.clock_gettime(~int(each) << 3 | 2) for each in (pid, *children))


def wrk(here, path, connections, seconds, cpu):
    before = cpu_seconds(here.pid)
    done = subprocess.run(
        ["wrk", "-t1", f"-c{connections}", f"-d{max(1, round(seconds))}s", f"http://127.0.0.1:{here.port}{path}"],
        capture_output=True, text=True, check=True, timeout=120, preexec_fn=prepared(cpu))
    if re.search("Non-2xx|Socket errors", done.stdout):
        raise SystemExit(f"{here.server.name}: {done.stdout}")
    requests = int(re.search(r"(\d+) requests in", done.stdout)[1])
    size, unit = re.search(r"Transfer/sec: +([\d.]+)([KMG]?)B", done.stdout).groups()
    return {
        "per_second": float(re.search(r"Requests/sec: +([\d.]+)", done.stdout)[1]),
        "bytes_per_second": float(size) * 1024 ** " KMG".index(unit or " "),
        "server_cpu_us": (cpu_seconds(here.pid) - before) / max(1, requests) * 1e6,
    }


def measure(plan):
    with tempfile.TemporaryDirectory() as folder:
        for name in ("ours", "nginx"):
            Path(folder, name).mkdir()
        Path(folder).chmod(0o755)
        Path(folder, "ours/page.html").write_text(PAGE.format("x" * (4096 - len(PAGE))))
        Path(folder, "ours/large.bin").write_bytes(bytes(range(256)) * (LARGE // 256))
        Path(folder, "nginx/large.bin").hardlink_to(Path(folder, "ours/large.bin"))
        with plan.serving(ours(root=Path(folder, "ours"))) as here, nginx(folder, plan.server_cpu) as there:
            with urllib.request.urlopen(f"http://127.0.0.1:{here.port}/page.html") as page:
                Path(folder, "nginx/page.html").write_bytes(page.read())
            for key, path, connections in (("4 kB page", "/page.html", 16), ("100 MB file", "/large.bin", 1)):
                for server in (here, there):
                    # Not the first seconds of a process, which are slower.
                    wrk(server, path, connections, 3 * plan.seconds, plan.load_cpu)
                    yield key, server.server.name, wrk(server, path, connections, plan.seconds, plan.load_cpu)
