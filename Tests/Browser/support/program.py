import atexit
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import threading

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]


class Program:
    """A server of this package as a separate process, on a free port unless one is given.

    `path` is the path of the executable. The environment variable `variable` overrides it.
    """

    path = None
    variable = None
    pages = None
    # The current folder of the process.
    folder = REPOSITORY
    # The maximum time until the program prints its address, in seconds.
    patience = 30

    def __init__(self, root=None, port=0, arguments=()):
        program = os.environ.get(self.variable, self.path)
        self._log = tempfile.TemporaryFile(mode="w+", encoding="utf-8", errors="replace")
        self._process = subprocess.Popen(
            [
                (REPOSITORY / program).resolve(),
                *self.options(port, root or self.pages),
                *arguments,
            ],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
        )
        # Kills the process at exit, because an interrupted run does not call `stop`.
        atexit.register(self._process.kill)
        self.address = self._wait_for_address()
        self.port = int(re.search(r":(\d+)", self.address.partition("//")[2]).group(1))

    def options(self, port, root):
        # The log is needed only after failures.
        return ["--port", str(port), "--root", root, "--log-level", "debug"]

    def _wait_for_address(self):
        # Kills a program that hangs, which ends the loop below.
        alarm = threading.Timer(self.patience, self._process.kill)
        alarm.start()
        try:
            for line in self._process.stdout:
                if found := re.search(r"https?://[^\s/]+", line):
                    return found.group()
        finally:
            alarm.cancel()
        code = self.stop()
        raise RuntimeError(f"The program ended with {code} before it printed an address:\n{self.log}")

    @property
    def log(self):
        """Returns the program's output to stderr until now, or until it was stopped."""
        if not self._log.closed:
            self._log.seek(0)
            self._last_log = self._log.read()
        return self._last_log

    @property
    def resident_size(self):
        """Returns the program's current memory, in bytes."""
        status = pathlib.Path(f"/proc/{self._process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+) kB", status).group(1)) << 10

    @property
    def is_running(self):
        return self._process.poll() is None

    def pause(self):
        """Suspends the program until `resume`. The system keeps its connections open.

        Waits until all threads have stopped. On a busy machine, they may run for a while after the signal was sent.
        """
        self._process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self._process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)

    def resume(self):
        self._process.send_signal(signal.SIGCONT)

    def kill(self):
        """Kills the program, like a power failure. `stop` must still be called."""
        self._process.kill()
        self._process.wait()

    def stop(self):
        """Stops the program. Returns its exit status: 0 after a normal end."""
        if self.is_running:
            self._process.terminate()
        try:
            code = self._process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            code = self._process.wait()
        atexit.unregister(self._process.kill)
        self._process.stdout.close()
        self.log
        self._log.close()
        return code
