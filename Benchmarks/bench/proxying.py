"""Compares our server with nginx as a proxy. Both forward requests for a page to the same nginx."""

import contextlib
import dataclasses
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from servers import Running, Server, ours, prepared
from static_files import free_port, write_page
from wrk import wrk_pair

# Each nginx has one worker process, because our server has one event loop. All three servers keep connections alive.
NGINX = """
daemon off;
worker_processes 1;
pid {folder}/{name}.pid;
error_log stderr error;
worker_rlimit_nofile 10000;
events {{ worker_connections 4096; }}
http {{
  access_log off;
  keepalive_requests 100000000;
  default_type text/html;
  client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
  uwsgi_temp_path {folder}; scgi_temp_path {folder};
  upstream target {{ server 127.0.0.1:{target}; keepalive 256; keepalive_requests 100000000; }}
  server {{ listen 127.0.0.1:{port}; {content} }}
}}
"""
TARGET = "root {folder}/pages;"
PROXY = 'location / {{ proxy_pass http://target; proxy_http_version 1.1; proxy_set_header Connection ""; }}'
CONNECTIONS = {"one connection": 1, "64 connections": 64}


@contextlib.contextmanager
def nginx(name, folder, content, target, cpu):
    port = free_port()
    configuration = Path(folder, name)
    configuration.write_text(
        NGINX.format(folder=folder, name=name, port=port, target=target or port, content=content.format(folder=folder)))
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


def measure(plan):
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        Path(folder).chmod(0o755)
        Path(folder, "pages").mkdir()
        write_page(Path(folder, "pages"))
        # The target runs on the load generator's CPU.
        target = stack.enter_context(nginx("target", folder, TARGET, None, plan.load_cpu))
        peer = stack.enter_context(nginx("proxy", folder, PROXY, target.port, plan.server_cpu))
        port = free_port()
        server = ours(1, "--remote", f"page:{port}=http://127.0.0.1:{target.port}")
        own = dataclasses.replace(stack.enter_context(plan.serving(server)), port=port)
        for what, connections in CONNECTIONS.items():
            yield from wrk_pair(plan, what, plan.in_order([own, peer]), "/page.html", connections, host="page.localhost")
