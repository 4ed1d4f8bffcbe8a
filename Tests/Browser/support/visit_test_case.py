import time

from .remote_site import free_port
from .shell_test_case import ShellTestCase
from .visit_server import VisitServer
from .visit_site import VisitSite


class VisitTestCase(ShellTestCase):
    """A shell whose screens share the page of a session. The pages have Turbo and come from a proxied site."""

    program_type = VisitServer
    pages = {"unused.html": ""}
    start = "/"
    site = None
    # Settings that a subclass may change: further options of the program.
    further_arguments = ()

    # The iframe of the sheets.
    SHEET = ".sheet[data-place=top] iframe"

    @classmethod
    def setUpClass(cls):
        cls.site = cls.make_site()
        cls.addClassCleanup(cls.site.close)
        cls.site_port = free_port()
        target = f"http://localhost:{cls.site.port}"
        # The second site has the same target, but separate cookies.
        cls.other_port = free_port()
        cls.program_arguments = (
            "--remote", f"site:{cls.site_port}={target}", "--remote", f"other:{cls.other_port}={target}", "--start", target + cls.start, *cls.further_arguments)
        super().setUpClass()

    @classmethod
    def make_site(cls):
        return VisitSite()

    def setUp(self):
        super().setUp()
        self.events = []
        # The tabs of the previous test are closed now, so its requests can be discarded.
        if isinstance(self.site, VisitSite):
            self.site.take_requests()
        # The server logs the page errors that tests cause.
        self.expected_console_errors = ["Failed to load resource", "status of 4", "status of 5", "Failed to fetch"]

    def open_visits(self, title="Home"):
        """Opens the shell. Returns when its first page has rendered."""
        self.open("/")
        # Before the new shell opens, the newest shell is that of the previous test, or no shell exists.
        self.wait_until(lambda: self.count(self.TOP), "the shell's screens")
        self.wait_for_visit("/", title)
        if isinstance(self.site, VisitSite):
            self.site.take_requests()
        self.take_events()

    def take_events(self):
        """Returns the delegate's calls since this function was last called."""
        self.events += self.swift("state")["events"]
        events, self.events = self.events, []
        return events

    def wait_for_event(self, event):
        """Waits until the delegate was called with this event."""
        def has_come():
            self.events += self.swift("state")["events"]
            return any(event in known for known in self.events)
        self.wait_until(has_come, f"{event}, of {self.events}")

    def state(self):
        state = self.swift("state")
        self.events += state["events"]
        return state

    def wait_for_visit(self, path, title, frame=None):
        """Waits until the top screen has this path and the page has rendered."""
        def shown():
            state = self.state()
            return [(state["sheets"] or state["stack"] or [""])[-1], state["title"], state["loading"]]
        self.wait_until_equal(shown, [path, title, "loaded"], "the top screen")
        self.wait_until_equal(lambda: self.heading(frame), title, "the page's heading")

    def heading(self, frame=None):
        return self.read("h1", frame)

    def read(self, selector, frame=None):
        """Returns the text of an element of the page; None if there is none."""
        try:
            return self.inside("return document.querySelector(arguments[0])?.textContent", selector, frame=frame)
        except Exception:  # The iframe is being replaced.
            self.leave()
            return None

    def follow(self, link, frame=None):
        """Clicks a link of the page when no animation moves the page any more."""
        place = frame or self.FRAME
        animations = "return document.querySelector(arguments[0])?.closest('.panel, .screen')?.getAnimations().length"
        self.wait_until(lambda: self.run_script(animations, place) == 0, "the end of the animation")

        # If the page's layout changes during a click, WebKitGTK may click beside the link. The document outlives the
        # visit, or is replaced and has no `reached`.
        listen = """window.reached = false;
            const link = arguments[0];
            document.addEventListener('click', ({ target }) => (window.reached ||= !!target.closest(link)), true);"""

        def clicks():
            self.browser.enter_frame_at(place)
            self._is_inside = True
            try:
                self.run_script(listen, link)
                self.browser.click(link)
                return self.is_reached()
            finally:
                self.leave()

        # If the iframe was replaced before the click, the driver reports that it is gone.
        self.wait_until(clicks, f"the link {link}")

    def is_reached(self):
        """Returns whether the link was clicked."""
        deadline = time.monotonic() + 1
        while time.monotonic() < deadline:
            try:
                if self.run_script("return window.reached !== false"):
                    return True
            except Exception:  # The click has replaced the document.
                return True
        return False

    def visit(self, path, frame=None):
        """Sets the path of a link of the page, and clicks the link."""
        self.inside("document.querySelector('#any').href = arguments[0]", path, frame=frame)
        self.follow("#any", frame)

    def visit_to(self, path, title=None):
        """Follows a link to a path, and waits until its page is shown."""
        self.visit(path)
        self.wait_for_visit(path, title or path.strip("/").title())

    def wait_for_entry(self):
        """Waits until the browser's current history entry is that of the visible screen."""
        self.wait_until(
            lambda: self.run_script("""const { entries, index } = JSON.parse(sessionStorage['bridge.shell']).saved;
              return history.state.shell === entries[index].key"""), "the entry of the visible screen")

    def has_overlay(self):
        """Returns whether a loading view or an error view covers the page."""
        return self.count("[data-place=top] .overlay") > 0

    def scroll(self):
        return self.inside("return scrollY")
