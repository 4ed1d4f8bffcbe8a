from .shell_server import ShellServer


class VisitServer(ShellServer):
    """The program with sessions that tests control by routes: Tests/VisitServer."""

    path = ".build/debug/VisitServer"
    variable = "VISIT_SERVER"
