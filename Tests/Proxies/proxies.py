"""Three proxies from Debian. Each runs as a process with its own configuration in a temporary folder."""
import atexit
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import time

#: The maximum number of connections to the server that a proxy keeps.
KEPT = 16


class Proxy:
    """A proxy in front of the server at the port `upstream`. If `is_open`, it accepts as much as possible."""

    name = program = configuration = open_lines = strict_lines = None

    def __init__(self, upstream, is_open=False):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="proxies-"))
        # Apache runs as another user, who must be able to enter this folder.
        self.folder.chmod(0o755)
        for _ in range(5):
            self.port = self._free_port()
            values = {
                "FOLDER": self.folder, "PORT": self.port, "UPSTREAM": upstream, "KEPT": KEPT,
                "MORE": self.open_lines if is_open else self.strict_lines}
            text = re.sub(r"@([A-Z]+)@", lambda found: str(values[found[1]]), self.configuration)
            (self.folder / "configuration").write_text(text)
            with (self.folder / "output").open("w") as output:
                self.process = subprocess.Popen(
                    [self.program, *self.arguments()], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=output,
                    stderr=subprocess.STDOUT)
            # If the run is interrupted, `stop` is not called.
            atexit.register(self.process.kill)
            if self._answers():
                return
            # Another program has taken the port meanwhile, or the proxy hangs.
            self.process.kill()
            self.process.wait()
        raise RuntimeError(f"{self.name} does not start:\n{self.errors}")

    @staticmethod
    def _free_port():
        with socket.create_server(("127.0.0.1", 0)) as listener:
            return listener.getsockname()[1]

    def _answers(self):
        deadline = time.monotonic() + 20
        while self.process.poll() is None and time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return True
            except OSError:
                time.sleep(0.01)
        return False

    @property
    def errors(self):
        files = [self.folder / "output", self.folder / "error.log"]
        return "\n".join(file.read_text(errors="replace") for file in files if file.exists())

    @property
    def requests(self):
        """The request lines that the proxy has read, as bytes."""
        return (self.folder / "access.log").read_bytes()

    def stop(self):
        """Ends the proxy, and returns the request lines that it has read."""
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        atexit.unregister(self.process.kill)
        requests = self.requests
        shutil.rmtree(self.folder, ignore_errors=True)
        return requests


class Nginx(Proxy):
    name = "nginx"
    program = "/usr/sbin/nginx"
    strict_lines = ""
    open_lines = """
  underscores_in_headers on;
  ignore_invalid_headers off;
  merge_slashes off;
  # Bodies are forwarded as they arrive. A chunked body stays chunked.
  proxy_request_buffering off;
"""
    configuration = """
daemon off;
master_process off;
pid @FOLDER@/pid;
error_log @FOLDER@/error.log crit;
events { worker_connections 2000; }
http {
  log_format line "$request";
  access_log @FOLDER@/access.log line;
  client_body_temp_path @FOLDER@/bodies;
  proxy_temp_path @FOLDER@/answers;
  fastcgi_temp_path @FOLDER@/unused;
  uwsgi_temp_path @FOLDER@/unused;
  scgi_temp_path @FOLDER@/unused;
  client_max_body_size 0;
  keepalive_requests 1000000;
  # The server keeps an answer until the client reads it.
  proxy_max_temp_file_size 0;
  client_header_timeout 20;
  client_body_timeout 20;
  @MORE@
  upstream server { server 127.0.0.1:@UPSTREAM@; keepalive @KEPT@; keepalive_requests 1000000; }
  # A handshake needs `Connection: upgrade`. Other requests keep the connection.
  map $http_upgrade $connection_upgrade { default upgrade; "" ""; }
  server {
    listen 127.0.0.1:@PORT@;
    location / {
      proxy_pass http://server;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_read_timeout 20;
    }
  }
}
"""

    def arguments(self):
        return ["-c", self.folder / "configuration", "-e", self.folder / "error.log"]


class HAProxy(Proxy):
    name = "HAProxy"
    program = "/usr/sbin/haproxy"
    strict_lines = ""
    open_lines = "option accept-invalid-http-request\n  option accept-invalid-http-response"
    configuration = """
global
  log stdout format raw daemon
  maxconn 2000
  # One thread, so that all clients share the kept connections.
  nbthread 1
defaults
  mode http
  log global
  log-format "%r"
  timeout connect 20s
  timeout client 20s
  timeout server 20s
  timeout http-request 20s
  timeout tunnel 20s
  http-reuse always
  option forwardfor
  @MORE@
frontend front
  bind 127.0.0.1:@PORT@
  default_backend server
backend server
  server only 127.0.0.1:@UPSTREAM@ pool-max-conn @KEPT@ pool-purge-delay 60s
"""

    def arguments(self):
        return ["-db", "-f", self.folder / "configuration"]

    @property
    def requests(self):
        return (self.folder / "output").read_bytes()


class Apache(Proxy):
    name = "Apache"
    program = "/usr/sbin/apache2"
    strict_lines = ""
    open_lines = """
HttpProtocolOptions Unsafe LenientMethods Allow0.9
# Bodies are forwarded in chunks as they arrive.
SetEnv proxy-sendchunked 1
"""
    configuration = """
ServerRoot @FOLDER@
ServerName localhost
DefaultRuntimeDir @FOLDER@
PidFile @FOLDER@/pid
ErrorLog @FOLDER@/error.log
LogLevel crit
Listen 127.0.0.1:@PORT@
User www-data
Group www-data
LoadModule mpm_event_module /usr/lib/apache2/modules/mod_mpm_event.so
LoadModule authz_core_module /usr/lib/apache2/modules/mod_authz_core.so
LoadModule env_module /usr/lib/apache2/modules/mod_env.so
LoadModule proxy_module /usr/lib/apache2/modules/mod_proxy.so
LoadModule proxy_http_module /usr/lib/apache2/modules/mod_proxy_http.so
LogFormat "%r" line
CustomLog @FOLDER@/access.log line
# One process, because each process keeps its own connections.
StartServers 1
ServerLimit 1
ThreadsPerChild 64
MaxRequestWorkers 64
Timeout 20
KeepAlive On
KeepAliveTimeout 20
MaxKeepAliveRequests 0
LimitRequestFieldSize 16380
LimitRequestLine 16380
AllowEncodedSlashes NoDecode
ProxyPreserveHost On
ProxyPass / http://127.0.0.1:@UPSTREAM@/ nocanon enablereuse=on keepalive=On upgrade=websocket retry=0 max=@KEPT@ timeout=20
@MORE@
"""

    def arguments(self):
        return ["-f", self.folder / "configuration", "-D", "FOREGROUND"]


PROXIES = {proxy.name: proxy for proxy in (Nginx, HAProxy, Apache)}
