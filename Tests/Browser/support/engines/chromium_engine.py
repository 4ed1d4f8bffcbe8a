from ..chromium import Chromium
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
