import atexit
import json
import os

from selenium.common.exceptions import WebDriverException
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service


# A simulated camera and microphone, without questions to the user.
SIMULATED_MEDIA = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")

# Names of hosts that are this machine, and https with any certificate.
OTHER_HOSTS = (
    "--ignore-certificate-errors", "--host-resolver-rules=MAP kiosk.example 127.0.0.1, MAP evil.example 127.0.0.1")


class Chromium(Chrome):
    """Debian's Chromium with a record of the console and, on request, of the network.

    Headless unless a screen is given. `home` is another home folder of the user.
    """

    _shared = {}

    @classmethod
    def shared(cls, *arguments, records_network=False):
        """Returns the browser with these arguments that all tests of this process share. It ends with the process.

        A test begins with `new_tab`, `delete_all_cookies` and `forget`.
        """
        key = (arguments, records_network)
        if key in cls._shared and not cls._shared[key].is_running():
            cls._shared.pop(key).quit()
        if key not in cls._shared:
            browser = cls._shared[key] = cls(*SIMULATED_MEDIA, *arguments, records_network=records_network)
            atexit.register(browser.quit)
        return cls._shared[key]

    def is_running(self):
        try:
            return bool(self.window_handles)
        except WebDriverException:
            return False

    def __init__(self, *arguments, screen=None, records_network=False, home=None):
        options = ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in (
            *([] if screen else ["--headless=new"]),
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            # Requests may only go to the server under test.
            "--disable-background-networking",
            "--disable-component-update",
            "--no-first-run",
            *arguments,
        ):
            options.add_argument(argument)
        # DevTools' network events take time, and most tests do not need them.
        self._records_network = records_network
        logs = {"browser": "ALL"} | ({"performance": "ALL"} if records_network else {})
        options.set_capability("goog:loggingPrefs", logs)
        environment = os.environ | ({"DISPLAY": screen.display} if screen else {}) | ({"HOME": str(home)} if home else {})
        super().__init__(options=options, service=Service("/usr/bin/chromedriver", env=environment))
        self.set_script_timeout(60)
        self.set_page_load_timeout(30)
        self._console = []
        self._network = []

    def console_errors(self):
        """Returns the errors in the console since the last `forget`."""
        self._console += [entry["message"] for entry in self.get_log("browser") if entry["level"] == "SEVERE"]
        return list(self._console)

    def network_events(self, method):
        """Returns the parameters of DevTools events, such as `Network.webSocketCreated`, since the last `forget`."""
        self._network += [json.loads(entry["message"])["message"] for entry in self.get_log("performance")]
        return [event["params"] for event in self._network if event["method"] == method]

    def forget(self):
        """Clears both records."""
        self.get_log("browser")
        if self._records_network:
            self.get_log("performance")
        self._console.clear()
        self._network.clear()

    def delete_all_cookies(self):
        """Deletes the cookies of every site, unlike the inherited function."""
        self.execute_cdp_cmd("Network.clearBrowserCookies", {})

    def new_tab(self):
        """Closes all tabs and opens a new one, which has no state of earlier pages."""
        # The driver waits until a tab is closed, unlike DevTools' command `Target.closeTarget`. A page that still runs
        # could set a cookie after the next test has deleted all cookies.
        old = self.window_handles
        self.switch_to.new_window("tab")
        new = self.current_window_handle
        for handle in old:
            self.switch_to.window(handle)
            self.close()
        self.switch_to.window(new)
        return new

    def before_every_document(self, script):
        """Runs the script in each later document of the tab, before the document's scripts."""
        self.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
