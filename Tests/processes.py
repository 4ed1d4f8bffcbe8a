"""Commands that kill all of their processes when they end."""
import os
import pathlib
import signal
import subprocess
import uuid

VARIABLE = "SNIPPETBRIDGE_TEST_PROCESSES"


class Command:
    """A running command. An environment variable that all of its processes inherit contains a mark.

    The mark also identifies processes that have left the command's process group, such as browsers.
    """

    def __init__(self, arguments, output, environment=None, nice=0):
        mark = uuid.uuid4().hex
        # A nested command keeps the outer mark.
        marks = f"{os.environ.get(VARIABLE, '')} {mark}".strip()
        self._mark = mark.encode()
        self._process = subprocess.Popen(
            ["nice", "-n", str(nice), *arguments] if nice else arguments, stdin=subprocess.DEVNULL, stdout=output,
            stderr=subprocess.STDOUT, env=os.environ | (environment or {}) | {VARIABLE: marks}, start_new_session=True)

    def wait(self, seconds):
        """Waits for the command, and then kills its remaining processes.

        Returns the exit status, or `None` if the command exceeded the time and was killed.
        """
        try:
            status = self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            status = None
        self.kill()
        return status

    def kill(self):
        """Kills all processes of the command."""
        while pids := self._pids():
            for pid in pids:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            self._process.poll()
        self._process.wait()

    def _pids(self):
        return [int(folder.name) for folder in pathlib.Path("/proc").glob("[0-9]*") if self._is_marked(folder)]

    def _is_marked(self, folder):
        try:
            while not (environment := (folder / "environ").read_bytes()) and has_environment(folder):
                os.sched_yield()
            return self._mark in environment
        except OSError:
            return False


def has_environment(folder):
    """Returns whether a process has environment variables, although the file `environ` is empty: the process is in the
    middle of `execve`. Raises an `OSError` if it has ended. See proc_pid_stat(5)."""
    # Kernel threads and zombie processes have no executable file.
    (folder / "exe").readlink()
    # The process's name, in parentheses, is the second field. Fields 50 and 51 are the limits of the environment, and
    # both are 0 during `execve`.
    fields = (folder / "stat").read_text().rpartition(")")[2].split()
    start, end = fields[47:49]
    return start == "0" or start != end
