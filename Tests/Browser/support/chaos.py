import subprocess

from .program import Program


class Chaos(Program):
    """Pages behind a network that breaks, which count what they send and see: Tests/Endurance."""

    path = ".build/debug/Endurance"
    variable = "ENDURANCE"

    def __init__(self, seconds, pages):
        super().__init__(arguments=("chaos", "--browser", "--seconds", str(seconds), "--pages", str(pages)))

    def options(self, port, root):
        return []

    def finish(self, seconds):
        """Waits for the verdict, so many seconds at most: the exit status, and all that was printed."""
        try:
            printed, _ = self._process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            printed, _ = self._process.communicate()
        return self._process.returncode, printed
