import json
import os

from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service


class Chromium(Chrome):
    """Debian's Chromium with the console on record, and if wanted the network.

    Without a window, unless there is a screen.
    """

    def __init__(self, *arguments, screen=None, records_network=False):
        options = ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in (
            *([] if screen else ["--headless=new"]),
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            # Nothing but the server under test is to be asked for anything.
            "--disable-background-networking",
            "--disable-component-update",
            "--no-first-run",
            *arguments,
        ):
            options.add_argument(argument)
        # DevTools' events of the network cost time: most tests do not look at them.
        self._records_network = records_network
        logs = {"browser": "ALL"} | ({"performance": "ALL"} if records_network else {})
        options.set_capability("goog:loggingPrefs", logs)
        environment = os.environ | {"DISPLAY": screen.display} if screen else None
        super().__init__(options=options, service=Service("/usr/bin/chromedriver", env=environment))
        self.set_script_timeout(60)
        self.set_page_load_timeout(30)
        self._console = []
        self._network = []

    def console_errors(self):
        """What pages have written with `console.error`, or the browser for them, since the last `forget`."""
        self._console += [entry["message"] for entry in self.get_log("browser") if entry["level"] == "SEVERE"]
        return list(self._console)

    def network_events(self, method):
        """The parameters of DevTools events of this name, as `Network.webSocketCreated`, since the last `forget`."""
        self._network += [json.loads(entry["message"])["message"] for entry in self.get_log("performance")]
        return [event["params"] for event in self._network if event["method"] == method]

    def forget(self):
        """Begins the two records anew."""
        self.get_log("browser")
        if self._records_network:
            self.get_log("performance")
        self._console.clear()
        self._network.clear()

    def delete_all_cookies(self):
        """Those of every site, unlike the inherited one's."""
        self.execute_cdp_cmd("Network.clearBrowserCookies", {})

    def new_tab(self):
        """Leaves one tab open, a new one: nothing of an earlier page is in it."""
        old = self.window_handles
        self.switch_to.new_window("tab")
        new = self.current_window_handle
        for handle in old:
            self.switch_to.window(handle)
            self.close()
        self.switch_to.window(new)
        return new

    def before_every_document(self, script):
        """Has the tab run the script in each document to come, before any script of the document."""
        self.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
