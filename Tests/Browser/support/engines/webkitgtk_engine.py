import glob
import os
import socket
import warnings

from selenium.common.exceptions import WebDriverException
from selenium.webdriver import WebKitGTK, WebKitGTKOptions
from selenium.webdriver.webkitgtk.service import Service
from urllib3.exceptions import HTTPError

from ..screen import Screen
from .selenium_engine import SeleniumEngine

BROWSERS = "/usr/lib/*/webkit2gtk-4.1/MiniBrowser"


class WebKitGTKEngine(SeleniumEngine):
    """WebKitGTK's MiniBrowser on a virtual screen, because it has no headless mode."""

    name = "WebKitGTK"

    def __init__(self, cookies="always"):
        """`cookies` is the policy for cookies: `always`, `never`, or `no-third-party`, which is WebKitGTK's default.

        By default, pages of proxied sites in iframes have no cookies (docs/guides/proxied-sites.md).
        """
        self.cookies = cookies
        self.screen = Screen()
        self._start()

    def begin_class(self):
        # Starts a new browser, which has no state of the previous one.
        self.driver.quit()
        self._start()

    def new_session(self):
        # The driver deletes only the cookies of the shown page's host.
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
        options.add_argument(f"--cookies-policy={self.cookies}")
        environment = os.environ | {"DISPLAY": self.screen.display, "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # Selenium uses deprecated functions.
            self.driver = self._driver(options, environment)
        self.driver.set_script_timeout(60)
        self.driver.set_page_load_timeout(30)

    @staticmethod
    def _driver(options, environment):
        """Starts a driver and its browser, with a time limit, because one start in several thousand never completes."""
        usual = socket.getdefaulttimeout()
        # The time limit for each response of the driver. No command takes that long: a script may take 60 s.
        socket.setdefaulttimeout(70)
        try:
            for attempt in range(3):
                try:
                    return WebKitGTK(options=options, service=Service("/usr/bin/WebKitWebDriver", env=environment))
                except (HTTPError, WebDriverException):
                    if attempt == 2:
                        raise
        finally:
            socket.setdefaulttimeout(usual)

    def press_back(self):
        # In WebKitGTK, the driver's function acts like the window's button.
        self.back()

    def quit(self):
        super().quit()
        self.screen.quit()
