from .program import REPOSITORY, Program


class Demo(Program):
    """The demo, which serves its own pages unless a folder is named."""

    path = ".build/debug/Demo"
    variable = "DEMO"
    pages = REPOSITORY / "public/snippets"
