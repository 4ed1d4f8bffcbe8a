import json
import urllib.parse
import urllib.request

from .program import Program


class ShellServer(Program):
    """The program with a shell that tests control by routes: Tests/ShellServer."""

    path = ".build/debug/ShellServer"
    variable = "SHELL_SERVER"

    def tell(self, verb, to="", **given):
        """Sends a command to a shell. Returns the shell's state afterwards (Tests/ShellServer/Routes.swift)."""
        query = urllib.parse.urlencode({"to": to, **given})
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/swift/{verb}?{query}", timeout=20) as answer:
            return json.load(answer)
