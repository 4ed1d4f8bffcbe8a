import os
import pathlib
import signal
import socket

from .program import Program


class FleetDemo(Program):
    """The demo of a fleet: Sources/FleetDemo."""

    path = ".build/debug/FleetDemo"
    variable = "FLEET_DEMO"

    def options(self, port, root):
        return ["--port", str(port), *(["--root", root] if root else [])]

    def processes(self):
        """Returns the command lines of the programs that the demo has started and that run, by their numbers."""
        found = {}
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                parent = int(folder.joinpath("stat").read_text().rpartition(")")[2].split()[1])
                words = folder.joinpath("cmdline").read_text().split("\0")
            except (FileNotFoundError, ProcessLookupError):  # The process has ended.
                continue
            if parent == self._process.pid and words[0]:
                found[int(folder.name)] = words
        return found

    def is_complete(self):
        """Returns whether all three servers accept connections."""
        servers = [words for words in self.processes().values() if words[1:2] == ["server"]]
        for words in servers:
            try:
                socket.create_connection(("127.0.0.1", int(words[words.index("--port") + 1])), timeout=1).close()
            except OSError:
                return False
        return len(servers) == 3

    def send(self, number, server):
        """Sends a signal to a server."""
        for process, words in self.processes().items():
            if words[1:4] == ["server", "--name", server]:
                return os.kill(process, number)
        raise AssertionError(f"server {server} does not run")

    def kill_server(self, name):
        self.send(signal.SIGKILL, name)

    def stop_server(self, name):
        self.send(signal.SIGTERM, name)
