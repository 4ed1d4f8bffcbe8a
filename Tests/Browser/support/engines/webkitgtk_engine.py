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
        self._start()

    def begin_class(self):
        # A browser of its own keeps nothing of the one before.
        self.driver.quit()
        self._start()

    def new_session(self):
        # The driver deletes cookies only of the host whose page is shown.
        if not self.driver.current_url.startswith("http://127.0.0.1:"):
            return self.begin_class()
        self.driver.delete_all_cookies()
        old = self.window_handles
        self.new_tab()
        new = self.current_window_handle
        for handle in old:
            self.switch_to_tab(handle)
            self.driver.close()
        self.switch_to_tab(new)

    def _start(self):
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
