import atexit
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

FOLDER = pathlib.Path(__file__).resolve().parent


class DevServer:
    """Serves `pages`, and forwards `/_bridge` to the port `bridge`."""

    def __init__(self, port, bridge, pages):
        self.port, self.bridge, self.pages = port, bridge, pages
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="dev-server-"))
        with (self.folder / "output").open("w") as output:
            self._process = subprocess.Popen(
                self.command(), cwd=self.folder, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)
        # Kills the process at exit, because an interrupted run does not call `close`.
        atexit.register(self._process.kill)
        self._wait_until_it_listens()

    def command(self):
        raise NotImplementedError

    def _wait_until_it_listens(self):
        deadline = time.monotonic() + 20
        while self._process.poll() is None and time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.01)
        self._process.kill()
        raise RuntimeError(f"{self.command()[0]} does not start:\n{(self.folder / 'output').read_text()}")

    @property
    def requests(self):
        """Returns the requests for pages, such as `GET /`."""
        return (self.folder / "requests").read_text().splitlines()

    def close(self):
        self._process.terminate()
        self._process.wait(20)
        atexit.unregister(self._process.kill)
        shutil.rmtree(self.folder)


class NginxDevServer(DevServer):
    """Debian's nginx. It forwards the page's `Host`."""

    configuration = """
daemon off;
master_process off;
pid @FOLDER@/pid;
error_log stderr crit;
events {}
http {
  log_format line "$request_method $request_uri";
  access_log off;
  default_type text/html;
  client_body_temp_path @FOLDER@/bodies;
  proxy_temp_path @FOLDER@/answers;
  fastcgi_temp_path @FOLDER@/unused;
  uwsgi_temp_path @FOLDER@/unused;
  scgi_temp_path @FOLDER@/unused;
  map $http_upgrade $connection_upgrade { default upgrade; "" ""; }
  server {
    listen 127.0.0.1:@PORT@;
    location / {
      root @PAGES@;
      access_log @FOLDER@/requests line;
    }
    location /_bridge/ {
      proxy_pass http://127.0.0.1:@BRIDGE@;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
    }
  }
}
"""

    def command(self):
        (self.folder / "requests").touch()
        text = self.configuration
        for name, value in {"FOLDER": self.folder, "PORT": self.port, "PAGES": self.pages, "BRIDGE": self.bridge}.items():
            text = text.replace(f"@{name}@", str(value))
        (self.folder / "configuration").write_text(text)
        return ["/usr/sbin/nginx", "-c", self.folder / "configuration", "-e", "stderr"]


class NodeDevServer(DevServer):
    """Forwards like Vite's `server.proxy` with `ws: true` and `changeOrigin: true`: with our server's `Host`."""

    def command(self):
        (self.folder / "requests").touch()
        return ["node", FOLDER / "dev_server.mjs", str(self.port), str(self.bridge), self.pages, self.folder / "requests"]
