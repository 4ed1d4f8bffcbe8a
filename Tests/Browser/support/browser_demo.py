from .program import Program


class BrowserDemo(Program):
    """The demo of a browser: Sources/BrowserDemo."""

    path = ".build/debug/BrowserDemo"
    variable = "BROWSER_DEMO"
