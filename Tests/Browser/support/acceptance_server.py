from .program import Program


class AcceptanceServer(Program):
    """The program with the interfaces that the acceptance cases call: Tests/AcceptanceServer."""

    path = ".build/debug/AcceptanceServer"
    variable = "ACCEPTANCE_SERVER"
