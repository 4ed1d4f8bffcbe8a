import glob
import os
import warnings

from selenium.webdriver import WebKitGTK, WebKitGTKOptions
from selenium.webdriver.webkitgtk.service import Service

from ..screen import Screen
from .selenium_engine import SeleniumEngine

BROWSERS = "/usr/lib/*/webkit2gtk-4.1/MiniBrowser"


class WebKitGTKEngine(SeleniumEngine):
    """WebKitGTK's MiniBrowser, on a screen that nobody sees: it has no mode without a window."""

    name = "WebKitGTK"

    def __init__(self):
        self.screen = Screen()
        self.new_session()

    def new_session(self):
        # A browser of its own: it starts in a quarter of a second, and keeps nothing of the one before.
        if self.driver:
            self.driver.quit()
        options = WebKitGTKOptions()
        options.binary_location = glob.glob(BROWSERS)[0]
        options.add_argument("--automation")
        environment = os.environ | {"DISPLAY": self.screen.display, "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # Selenium's own
            self.driver = WebKitGTK(options=options, service=Service("/usr/bin/WebKitWebDriver", env=environment))
        self.driver.set_script_timeout(60)
        self.driver.set_page_load_timeout(30)

    def press_back(self):
        # The driver's is the window's own.
        self.back()

    def quit(self):
        super().quit()
        self.screen.quit()
