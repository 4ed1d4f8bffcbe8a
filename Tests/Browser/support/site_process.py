import atexit
import pathlib
import socket
import subprocess
import sys
import tempfile
import time

from .remote_site import free_port

SITES = pathlib.Path(__file__).resolve().parent.parent / "sites"
NGINX = """
daemon off;
master_process off;
pid @FOLDER@/pid;
error_log @FOLDER@/error.log crit;
events {}
http {
  access_log off;
  client_body_temp_path @FOLDER@/bodies;
  proxy_temp_path @FOLDER@/answers;
  fastcgi_temp_path @FOLDER@/unused;
  uwsgi_temp_path @FOLDER@/unused;
  scgi_temp_path @FOLDER@/unused;
  types { text/html html; text/css css; application/octet-stream bin; }
  gzip on;
  gzip_types text/css;
  gzip_min_length 1;
  server {
    listen 127.0.0.1:@PORT@;
    root @FOLDER@/pages;
  }
}
"""


class SiteProcess:
    """A server of another program, as a process."""

    def __init__(self, command, port):
        self.port = port
        self._output = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=self._output, stderr=subprocess.STDOUT)
        # Kills the process at exit, because an interrupted run does not call `close`.
        atexit.register(self._process.kill)
        deadline = time.monotonic() + 30
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                self._output.seek(0)
                raise RuntimeError(f"{command} does not start:\n{self._output.read().decode(errors='replace')}")
            time.sleep(0.02)

    @classmethod
    def python(cls, name):
        """Starts a script of Tests/Browser/sites on a free port."""
        port = free_port()
        return cls([sys.executable, SITES / f"{name}_site.py", str(port)], port)

    @classmethod
    def nginx(cls, pages, folder):
        """Starts Debian's nginx on a free port. It serves these files from a temporary folder."""
        port = free_port()
        (folder / "pages").mkdir()
        for name, content in pages.items():
            (folder / "pages" / name).write_bytes(content)
        (folder / "configuration").write_text(NGINX.replace("@FOLDER@", str(folder)).replace("@PORT@", str(port)))
        return cls(["/usr/sbin/nginx", "-c", folder / "configuration", "-e", folder / "error.log"], port)

    def _answers(self):
        try:
            socket.create_connection(("127.0.0.1", self.port)).close()
            return True
        except OSError:
            return False

    def close(self):
        self._process.terminate()
        self._process.wait(20)
        atexit.unregister(self._process.kill)
        self._output.close()
