from .program import Program


class VisitsDemo(Program):
    """The demo of visits, a bookshop: Sources/VisitsDemo."""

    path = ".build/debug/VisitsDemo"
    variable = "VISITS_DEMO"
