from .program import REPOSITORY, Program


class Demo(Program):
    """The demo. It serves its own pages unless a folder is given."""

    path = ".build/debug/Demo"
    variable = "DEMO"
    pages = REPOSITORY / "public/snippets"
