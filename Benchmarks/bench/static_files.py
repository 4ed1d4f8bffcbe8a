"""Compares our server with nginx, for a page with the page script and for a large file.

Both servers send the same bytes, and use the same certificate and key.
"""

import contextlib
import socket
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

from servers import Running, Server, certificate, ours, ours_over_tls, prepared
from wrk import wrk_pair

# nginx has one worker process, because our server has one event loop. `sendfile` and `tcp_nopush` are usual settings
# for files.
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
  root {folder}/nginx;
  server {{ listen 127.0.0.1:{http}; }}
  # OpenSSL's defaults, which our server uses too: TLS 1.3 and tickets. No HTTP/2.
  server {{
    listen 127.0.0.1:{https} ssl;
    ssl_protocols TLSv1.2 TLSv1.3;
    ssl_certificate {certificate};
    ssl_certificate_key {key};
  }}
}}
"""
PAGE = "<!doctype html><html><head><title>4 kB</title></head><body>{}</body></html>\n"
LARGE = 100 << 20


def write_page(folder):
    Path(folder, "page.html").write_text(PAGE.format("x" * (4096 - len(PAGE))))


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


@contextlib.contextmanager
def nginx(folder, cpu):
    """Runs nginx, and yields its servers for `http` and `https`, by scheme."""
    ports = {"http": free_port(), "https": free_port()}
    file, key = certificate()
    configuration = Path(folder, "nginx.conf")
    configuration.write_text(NGINX.format(folder=folder, certificate=file, key=key, **ports))
    process = subprocess.Popen(
        ["/usr/sbin/nginx", "-e", "stderr", "-c", configuration], preexec_fn=prepared(cpu))
    try:
        for _ in range(500):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", ports["https"])):
                break
            time.sleep(0.01)
        yield {scheme: Running(Server("nginx", ()), process, port, scheme) for scheme, port in ports.items()}
    finally:
        process.terminate()
        process.wait(timeout=20)


# (name, connections, path, whether each request opens a connection)
MEASURED = [
    ("4 kB page", 16, "/page.html", False), ("4 kB page, a connection each", 16, "/page.html", True), ("100 MB file", 1, "/large.bin", False)]


def measure(plan):
    with tempfile.TemporaryDirectory() as folder:
        for name in ("ours", "nginx"):
            Path(folder, name).mkdir()
        Path(folder).chmod(0o755)
        root = Path(folder, "ours")
        write_page(root)
        Path(root, "large.bin").write_bytes(bytes(range(256)) * (LARGE // 256))
        Path(folder, "nginx/large.bin").hardlink_to(Path(root, "large.bin"))
        with plan.serving(ours(root=root)) as plain, plan.serving(ours_over_tls(name=plain.server.name, root=root)) as over_tls, \
                nginx(folder, plan.server_cpu) as peers:
            with urllib.request.urlopen(f"http://127.0.0.1:{plain.port}/page.html") as page:
                Path(folder, "nginx/page.html").write_bytes(page.read())
            for here, how in ((plain, ""), (over_tls, " over TLS")):
                pair = plan.in_order([here, peers[here.scheme]])
                for what, connections, path, fresh in MEASURED:
                    yield from wrk_pair(plan, what + how, pair, path, connections, fresh=fresh)
