import pathlib
import shutil
import tempfile
import threading

from .program import REPOSITORY, Program


class DevProgram(Program):
    """The command `snippet-bridge dev`, which runs a server of this package. The executable that the command watches is
    a script that starts the server, so that a test can replace the program without a compiler."""

    path = ".build/debug/snippet-bridge"
    variable = "SNIPPET_BRIDGE"
    server = ".build/debug/AcceptanceServer"

    def __init__(self, root=None, port=0, arguments=()):
        self._folder = pathlib.Path(tempfile.mkdtemp(prefix="dev-"))
        self._script = self._folder / "server"
        self._versions = 0
        self.replace()
        super().__init__(root, port, arguments)
        # The thread reads the output, so that the command never blocks on a full pipe.
        self._reader = threading.Thread(target=self._read, daemon=True)
        self.output = []
        self._reader.start()

    def options(self, port, root):
        return ["dev", "--executable", self._script, "--", "--port", str(port), "--root", root]

    def _read(self):
        for line in self._process.stdout:
            self.output.append(line)

    @property
    def log(self):
        return "".join(getattr(self, "output", [])) + super().log

    def replace(self, script=None):
        """Replaces the executable, by default with another version that starts the server."""
        self._versions += 1
        script = script or f'exec {REPOSITORY / self.server} "$@"'
        draft = self._folder / ".draft"
        draft.write_text(f"#!/bin/sh\n# {self._versions}\n{script}\n")
        draft.chmod(0o755)
        draft.rename(self._script)

    @property
    def server_process(self):
        """The identifier of the server's process, or `None` if there is none."""
        threads = pathlib.Path(f"/proc/{self._process.pid}/task").iterdir()
        children = [int(child) for thread in threads for child in (thread / "children").read_text().split()]
        return max(children, default=None)

    def stop(self):
        code = super().stop()
        shutil.rmtree(self._folder, ignore_errors=True)
        return code
