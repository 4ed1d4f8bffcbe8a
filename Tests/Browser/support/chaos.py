import subprocess

from .program import Program


class Chaos(Program):
    """Pages behind an unreliable network, which count the sent and received values: Tests/Endurance."""

    path = ".build/debug/Endurance"
    variable = "ENDURANCE"

    def __init__(self, seconds, pages):
        super().__init__(arguments=("chaos", "--browser", "--seconds", str(seconds), "--pages", str(pages)))

    def options(self, port, root):
        return []

    def finish(self, seconds):
        """Waits until the program ends, for at most this number of seconds. Returns the exit status and the output."""
        try:
            printed, _ = self._process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            printed, _ = self._process.communicate()
        return self._process.returncode, printed
