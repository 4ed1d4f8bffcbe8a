import atexit

from ..chromium import Chromium
from ..screen import Screen
from .selenium_engine import SeleniumEngine


class ChromiumEngine(SeleniumEngine):
    """Debian's Chromium, headless."""

    name = "Chromium"

    def __init__(self):
        self.driver = Chromium.shared()

    def new_session(self):
        self.driver.new_tab()
        self.driver.delete_all_cookies()
        # After hundreds of tests, the driver would need more than two minutes to return the record.
        self.driver.forget()

    def press_back(self):
        raise NotImplementedError("Without a window there is no such key: ChromiumWindowEngine has one.")


class ChromiumWindowEngine(ChromiumEngine):
    """Chromium in a window, for tests of the window's buttons and keys.

    It has no column in docs/internals/acceptance.md.
    """

    def __init__(self):
        self.screen = Screen()
        self.driver = Chromium(screen=self.screen)

    @classmethod
    def shared(cls):
        # This name differs from that of the headless Chromium, which runs as well.
        if "ChromiumWindow" not in cls._running:
            engine = cls._running["ChromiumWindow"] = cls()
            atexit.register(engine.quit)
        return cls._running["ChromiumWindow"]

    def press_back(self):
        self.screen.press_back()

    def quit(self):
        super().quit()
        self.screen.quit()
