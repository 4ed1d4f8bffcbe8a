import time

from support.acceptance_test_case import in_every_engine
from support.runs import one_engine
from support.shell_test_case import ShellTestCase, screen

# A page with a `beforeunload` dialog and stored data.
STUBBORN = """<script>
      addEventListener('beforeunload', (event) => event.preventDefault());
      sessionStorage.visitor = 'Ada';
    </script>"""


@in_every_engine
class ShellKiosk(ShellTestCase):
    """A shell that starts a new visit after six seconds without user input.

    A shorter time would not suffice: on a busy machine, the steps of a test between two inputs take seconds.
    """

    program_arguments = ("--kiosk", "--idle-time", "6")
    pages = {
        **ShellTestCase.pages,
        "home.html": screen("Home", "<a id=stay style='position: absolute; top: 120px' href=/stay.html>Stay</a>"),
        "stay.html": screen("Stay", STUBBORN),
    }

    def wait_for_a_new_shell(self):
        # The iframes may still be loading, and Chromium notifies an iframe in another process with a delay.
        self.wait_until_equal(self.seen_and_kept, ["/home.html", None], "the first page, and what was kept", seconds=30)
        self.assertEqual(self.stack(), ["/home.html"])

    def seen_and_kept(self):
        try:
            return self.inside("return [location.pathname, sessionStorage.visitor ?? null]")
        except Exception:  # The iframe is being replaced.
            self.leave()
            return None

    def test_page_that_asks_before_it_is_left(self):
        self.open_shell()
        self.push_by_link("#stay", "/stay.html")
        self.wait_for_a_new_shell()

    @one_engine
    def test_whoever_turns_the_wheel_is_there(self):
        self.open_shell()
        self.push_by_link("#two", "/two.html")
        end = time.monotonic() + 12  # Twice the idle time.
        while time.monotonic() < end:
            self.in_frame(lambda: self.browser.turn_wheel("body", 0, 1))
        self.assertEqual(self.stack(), ["/home.html", "/two.html"])
        # Events of a script do not count: one per animation frame.
        self.inside("""(function turn() {
              dispatchEvent(new WheelEvent('wheel'));
              requestAnimationFrame(turn);
            })()""")
        self.wait_for_a_new_shell()

    @one_engine
    def test_no_context_menu(self):
        self.open_shell()
        prevented = """const menu = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
            document.body.dispatchEvent(menu);
            return menu.defaultPrevented"""
        self.wait_until(lambda: self.inside(prevented), "the page's to be prevented")
        self.assertTrue(self.run_script(prevented))
