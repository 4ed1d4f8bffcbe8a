import contextlib
import json
import pathlib
import shutil
import subprocess
import tempfile
import threading

from marionette_driver import errors
from marionette_driver.marionette import Alert, Marionette
from selenium.common.exceptions import NoSuchFrameException

from .engine import Engine

# Firefox chooses its port and writes it to the profile. Requests may only go to the server under test. The camera and
# the microphone are simulated, without questions to the user.
PREFERENCES = """
user_pref("marionette.port", 0);
user_pref("app.update.disabledForTesting", true);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("browser.newtabpage.enabled", false);
user_pref("browser.safebrowsing.malware.enabled", false);
user_pref("browser.safebrowsing.phishing.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("dom.disable_open_during_load", false);
user_pref("dom.max_script_run_time", 0);
user_pref("extensions.update.enabled", false);
user_pref("media.navigator.permission.disabled", true);
user_pref("media.navigator.streams.fake", true);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,");
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
"""


class FirefoxEngine(Engine):
    """Debian's Firefox, headless, controlled by Marionette, because Debian has no geckodriver."""

    name = "Firefox"

    def __init__(self, profile=None):
        self._profile = profile or pathlib.Path(tempfile.mkdtemp(prefix="firefox-"))
        (self._profile / "user.js").write_text(PREFERENCES)
        self._process = subprocess.Popen(
            ["firefox-esr", "--headless", "--marionette", "--remote-allow-system-access", "--no-remote",
             "--profile", self._profile],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self._driver = Marionette(host="127.0.0.1", port=self._wait_for_port())
        self._driver.start_session({"unhandledPromptBehavior": "ignore"})
        self._driver.timeout.script = 60
        self._driver.timeout.page_load = 30

    def _wait_for_port(self):
        alarm = threading.Timer(60, self._process.kill)
        alarm.start()
        try:
            for line in self._process.stdout:
                if "Marionette" in line and "Listening on port" in line:
                    # Reads the output, because a full pipe would block the browser.
                    self._reader = threading.Thread(target=self._process.stdout.read, daemon=True)
                    self._reader.start()
                    return int(line.split()[-1])
        finally:
            alarm.cancel()
        raise RuntimeError(f"Firefox has ended with {self._process.wait()}")

    def new_session(self):
        old = self.window_handles
        self.new_tab()
        new = self.current_window_handle
        for handle in old:
            self.switch_to_tab(handle)
            self._driver.close()
        self.switch_to_tab(new)
        with self._driver.using_context("chrome"):
            self._driver.execute_script("Services.cookies.removeAll()")

    def get(self, url):
        self._driver.navigate(url)

    def refresh(self):
        self._driver.refresh()

    def back(self):
        self._driver.go_back()

    def forward(self):
        self._driver.go_forward()

    # Parses and formats JSON in the page's own realm. Values that Marionette creates belong to another realm, so the
    # page's `instanceof` would return false for them.
    def execute_script(self, script, *arguments):
        with self._frame_errors():
            return self._driver.execute_script(
                "return window.eval(arguments[0]).call(window, arguments[1])",
                [f"(function (json) {{ return (function () {{\n{script}\n}}).apply(window, JSON.parse(json)); }})",
                 json.dumps(arguments)], sandbox=None)

    def execute_async_script(self, script, *arguments):
        return self._driver.execute_async_script(
            "window.eval(arguments[0]).call(window, arguments[1], arguments[2])",
            [f"(function (json, done) {{ (function () {{\n{script}\n}}).apply(window, [...JSON.parse(json), done]); }})",
             json.dumps(arguments)], sandbox=None)

    def look(self, script, *arguments):
        # Does not use the page's `eval`, which a policy may forbid.
        result = self._driver.execute_script(
            f"return JSON.stringify((function () {{\n{script}\n}}).apply(window, arguments) ?? null)", list(arguments))
        # A document that is being replaced returns nothing. Its successor follows soon.
        return self.look(script, *arguments) if result is None else json.loads(result)

    def type(self, keys):
        self._driver.actions.sequence("key", "keyboard").send_keys(keys).perform()

    def turn_wheel(self, selector, x, y):
        element = self._driver.find_element("css selector", selector)
        self._driver.actions.sequence("wheel", "wheel").scroll(0, 0, x, y, origin=element).perform()

    def press_back(self):
        with self._driver.using_context("chrome"):
            self._driver.execute_script("BrowserCommands.back()")

    click_refusals = (
        errors.NoSuchElementException, errors.StaleElementException, errors.ElementNotInteractableException,
        errors.ElementClickInterceptedException)

    def click_once(self, selector):
        self._driver.find_element("css selector", selector).click()

    @property
    def window_handles(self):
        return self._driver.window_handles

    @property
    def current_window_handle(self):
        return self._driver.current_window_handle

    def new_tab(self):
        self.switch_to_tab(self._driver.open(type="tab", focus=True)["handle"])

    def switch_to_tab(self, handle):
        self._driver.switch_to_window(handle)

    def close_tab(self):
        self.switch_to_tab(self._driver.close()[0])

    def enter_frame(self, index):
        self._driver.switch_to_frame(index)

    def enter_frame_at(self, selector):
        with self._frame_errors():
            self._driver.switch_to_frame(self._driver.find_element("css selector", selector))

    @contextlib.contextmanager
    def _frame_errors(self):
        """Raises Selenium's error for an iframe that is being replaced, like the other engines."""
        try:
            yield
        except (errors.NoSuchFrameException, errors.NoSuchWindowException, errors.NoSuchElementException,
                errors.StaleElementException) as error:
            raise NoSuchFrameException(str(error)) from error
        except errors.JavascriptException as error:
            # The initial empty document of an iframe inherits the policy of its parent, which may forbid `eval`.
            if "blocked by CSP" not in str(error):
                raise
            raise NoSuchFrameException("the iframe's own document is not there yet") from error

    def leave_frames(self):
        self._driver.switch_to_frame()

    @property
    def dialog_text(self):
        try:
            return Alert(self._driver).text
        except errors.NoAlertPresentException:
            return None

    def answer_dialog(self, text=None):
        alert = Alert(self._driver)
        if text is not None:
            alert.send_keys(text)
        alert.accept()

    def quit(self):
        # Kills the browser, because a normal shutdown would take seconds to save a profile that is not needed.
        self._process.kill()
        self._process.wait()
        self._reader.join()
        self._process.stdout.close()
        shutil.rmtree(self._profile, ignore_errors=True)
