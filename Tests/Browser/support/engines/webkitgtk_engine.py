import glob
import os
import subprocess
import warnings

from selenium.webdriver import WebKitGTK, WebKitGTKOptions
from selenium.webdriver.webkitgtk.service import Service

from .selenium_engine import SeleniumEngine

BROWSERS = "/usr/lib/*/webkit2gtk-4.1/MiniBrowser"


class WebKitGTKEngine(SeleniumEngine):
    """WebKitGTK's MiniBrowser, on a screen that nobody sees: it has no mode without a window."""

    name = "WebKitGTK"

    def __init__(self):
        self._screen = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self._display = ":" + self._screen.stdout.readline().strip()
        self.new_session()

    def new_session(self):
        # A browser of its own: it starts in a quarter of a second, and keeps nothing of the one before.
        if self.driver:
            self.driver.quit()
        options = WebKitGTKOptions()
        options.binary_location = glob.glob(BROWSERS)[0]
        options.add_argument("--automation")
        environment = os.environ | {"DISPLAY": self._display, "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # Selenium's own
            self.driver = WebKitGTK(options=options, service=Service("/usr/bin/WebKitWebDriver", env=environment))
        self.driver.set_script_timeout(60)
        self.driver.set_page_load_timeout(30)

    def quit(self):
        super().quit()
        self._screen.terminate()
        self._screen.communicate()
