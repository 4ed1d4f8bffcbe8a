import abc
import atexit


class Engine(abc.ABC):
    """A browser that tests drive. One process of each for a whole run; a new session of its own for each test.

    Scripts run in the page's own world, as a function's body: what they return must be JSON.
    """

    name = None
    _running = {}

    @classmethod
    def shared(cls):
        """The one of this kind, started when it is first asked for, ended with the run."""
        if cls.name not in Engine._running:
            engine = Engine._running[cls.name] = cls()
            atexit.register(engine.quit)
        return Engine._running[cls.name]

    def begin_class(self):
        """Forgets what sessions of one class of tests may share."""

    @abc.abstractmethod
    def new_session(self):
        """Leaves one tab open, a new one, without cookies: nothing of an earlier page is in it."""

    @abc.abstractmethod
    def get(self, url):
        """Loads a page; returns when its `load` event is over."""

    @abc.abstractmethod
    def refresh(self):
        """Loads the page again, and waits for it."""

    @abc.abstractmethod
    def back(self):
        """Goes back in the tab's history."""

    @abc.abstractmethod
    def forward(self):
        """Goes forward in the tab's history."""

    @abc.abstractmethod
    def execute_script(self, script, *arguments):
        """Runs a script; gives what it returns."""

    @abc.abstractmethod
    def execute_async_script(self, script, *arguments):
        """Runs a script that calls its last argument; gives what it calls it with."""

    def look(self, script, *arguments):
        """Runs a script that sees the document, perhaps not the page's own variables: where no `eval` is allowed."""
        return self.execute_script(script, *arguments)

    @abc.abstractmethod
    def type(self, keys):
        """Presses keys one after another, as a user does; those that write nothing are Selenium's `Keys`."""

    @abc.abstractmethod
    def turn_wheel(self, selector, x, y):
        """Turns the mouse wheel over an element, by so many pixels."""

    @abc.abstractmethod
    def press_back(self):
        """Goes back as the browser's own button does, which passes entries that no user has touched."""

    @abc.abstractmethod
    def click(self, selector):
        """Clicks an element as a user does: browsers let a page do more then."""

    @property
    @abc.abstractmethod
    def window_handles(self):
        """A name for each tab."""

    @property
    @abc.abstractmethod
    def current_window_handle(self):
        """The tab that scripts run in."""

    @abc.abstractmethod
    def new_tab(self):
        """Opens a tab of the same session beside the others, and works in it."""

    @abc.abstractmethod
    def switch_to_tab(self, handle):
        """Works in another tab."""

    @abc.abstractmethod
    def close_tab(self):
        """Closes the tab; work goes on in the first of the others."""

    @abc.abstractmethod
    def enter_frame(self, index):
        """Scripts run in this frame of the document until `leave_frames`."""

    @abc.abstractmethod
    def enter_frame_at(self, selector):
        """The same, for the frame that a CSS selector finds."""

    @abc.abstractmethod
    def leave_frames(self):
        """Scripts run in the tab's own document."""

    @property
    @abc.abstractmethod
    def dialog_text(self):
        """What an open alert, confirm or prompt says; None without one."""

    @abc.abstractmethod
    def answer_dialog(self, text=None):
        """Accepts the open dialog, with this text in it if it is a prompt."""

    @abc.abstractmethod
    def quit(self):
        """Ends the browser."""
