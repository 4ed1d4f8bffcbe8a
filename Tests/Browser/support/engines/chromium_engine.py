import atexit

from ..chromium import Chromium
from ..screen import Screen
from .selenium_engine import SeleniumEngine


class ChromiumEngine(SeleniumEngine):
    """Debian's Chromium, headless."""

    name = "Chromium"

    def __init__(self):
        # A camera and a microphone that the browser makes up, and no question to a user who is not there.
        self.driver = Chromium("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")

    def new_session(self):
        self.driver.new_tab()
        self.driver.delete_all_cookies()
        # After hundreds of tests a record is so long that the driver does not give it within two minutes.
        self.driver.forget()

    def press_back(self):
        raise NotImplementedError("Without a window there is no such key: ChromiumWindowEngine has one.")


class ChromiumWindowEngine(ChromiumEngine):
    """The same in a window, for what only the window's own buttons and keys do.

    It has no column in docs/internals/acceptance.md.
    """

    def __init__(self):
        self.screen = Screen()
        self.driver = Chromium(screen=self.screen)

    @classmethod
    def shared(cls):
        # Beside the one without a window, under a name of its own.
        if "ChromiumWindow" not in cls._running:
            engine = cls._running["ChromiumWindow"] = cls()
            atexit.register(engine.quit)
        return cls._running["ChromiumWindow"]

    def press_back(self):
        self.screen.press_back()

    def quit(self):
        super().quit()
        self.screen.quit()
