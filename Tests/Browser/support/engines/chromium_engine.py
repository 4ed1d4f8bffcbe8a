from ..chromium import Chromium
from .selenium_engine import SeleniumEngine


class ChromiumEngine(SeleniumEngine):
    """Debian's Chromium, headless."""

    name = "Chromium"

    def __init__(self):
        self.driver = Chromium()

    def new_session(self):
        self.driver.new_tab()
        self.driver.delete_all_cookies()
