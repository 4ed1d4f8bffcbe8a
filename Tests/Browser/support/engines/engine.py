import abc
import atexit

from selenium.webdriver.support.wait import WebDriverWait


class Engine(abc.ABC):
    """A browser that tests control. A run has one process of each browser. Each test has a new session.

    Scripts run in the page's world as the body of a function. Their results must be JSON.
    """

    name = None
    _running = {}

    @classmethod
    def shared(cls):
        """Returns the shared instance. Starts it on first use, and ends it with the run."""
        if cls.name not in Engine._running:
            engine = Engine._running[cls.name] = cls()
            atexit.register(engine.quit)
        return Engine._running[cls.name]

    def begin_class(self):
        """Clears the state that the sessions of a class of tests share."""

    @abc.abstractmethod
    def new_session(self):
        """Closes all tabs and opens a new one, which has no cookies or state of earlier pages."""

    @abc.abstractmethod
    def get(self, url):
        """Loads a page. Returns after its `load` event."""

    @abc.abstractmethod
    def refresh(self):
        """Reloads the page. Returns after its `load` event."""

    @abc.abstractmethod
    def back(self):
        """Goes back in the tab's history."""

    @abc.abstractmethod
    def forward(self):
        """Goes forward in the tab's history."""

    @abc.abstractmethod
    def execute_script(self, script, *arguments):
        """Runs a script. Returns its result."""

    @abc.abstractmethod
    def execute_async_script(self, script, *arguments):
        """Runs a script that passes its result to its last argument. Returns that result."""

    def look(self, script, *arguments):
        """Runs a script without `eval`. It can access the document, but in some browsers not the page's variables."""
        return self.execute_script(script, *arguments)

    @abc.abstractmethod
    def type(self, keys):
        """Presses keys one after another, like a user. Keys that produce no character are named by Selenium's
        `Keys`."""

    @abc.abstractmethod
    def turn_wheel(self, selector, x, y):
        """Turns the mouse wheel over an element by a number of pixels."""

    @abc.abstractmethod
    def press_back(self):
        """Goes back like the browser's button, which skips entries without user input."""

    # The driver's errors about an element that is missing, replaced, covered or without a size. The driver raises them
    # before it clicks.
    click_refusals = ()

    def click(self, selector):
        """Clicks an element like a user, so that the page receives user activation.

        A page may replace, move or cover the element after the driver has found it. The driver then refuses the click,
        and the element is searched again. An accepted click is never repeated.
        """
        def is_clicked(_):
            self.click_once(selector)
            return True

        WebDriverWait(self, 15, poll_frequency=0.02, ignored_exceptions=self.click_refusals).until(
            is_clicked, f"the driver has refused to click {selector} for 15 s")

    @abc.abstractmethod
    def click_once(self, selector):
        """Finds and clicks an element, or raises one of `click_refusals`."""

    @property
    @abc.abstractmethod
    def window_handles(self):
        """Returns the handles of the tabs."""

    @property
    @abc.abstractmethod
    def current_window_handle(self):
        """Returns the handle of the tab in which scripts run."""

    @abc.abstractmethod
    def new_tab(self):
        """Opens a tab of the same session, and switches to it."""

    @abc.abstractmethod
    def switch_to_tab(self, handle):
        """Switches to another tab."""

    @abc.abstractmethod
    def close_tab(self):
        """Closes the tab, and switches to the first remaining one."""

    @abc.abstractmethod
    def enter_frame(self, index):
        """Switches to this iframe until `leave_frames`."""

    @abc.abstractmethod
    def enter_frame_at(self, selector):
        """Switches to the iframe that matches a CSS selector, until `leave_frames`."""

    @abc.abstractmethod
    def leave_frames(self):
        """Switches to the tab's top-level document."""

    @property
    @abc.abstractmethod
    def dialog_text(self):
        """Returns the text of the open dialog, or None without one."""

    @abc.abstractmethod
    def answer_dialog(self, text=None):
        """Accepts the open dialog. If it is a prompt, enters this text first."""

    @abc.abstractmethod
    def quit(self):
        """Ends the browser."""
