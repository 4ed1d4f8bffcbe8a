from support.acceptance_test_case import in_every_engine
from support.engines import ChromiumWindowEngine
from support.runs import one_engine
from support.visit_test_case import VisitTestCase


@in_every_engine
class VisitsHistory(VisitTestCase):
    """The stacks of a navigator, the visible screen and the browser's history agree."""

    def open_and_follow(self, *links):
        self.open_visits()
        for link in links:
            self.follow(f"#{link}")
            self.wait_for_visit(f"/{link}", link.title())

    def wait_for_stacks(self, *stack, sheets=()):
        self.wait_until_equal(
            lambda: [(state := self.state())["stack"], state["sheets"]], [list(stack), list(sheets)], "the stacks")
        self.wait_for_visit((sheets or stack)[-1], self.title_of((sheets or stack)[-1]), sheets and self.SHEET)

    @staticmethod
    def title_of(path):
        return path.strip("/").title() or "Home"

    def test_each_back_is_one_pop(self):
        """R28: Back in the browser, in the toolbar and in Swift is one native pop each; Forward shows the screen
        again."""
        self.open_and_follow("one", "two", "three")
        self.site.take_requests()
        self.browser.back()
        self.wait_for_stacks("/", "/one", "/two")
        self.press("Back")
        self.wait_for_stacks("/", "/one")
        self.swift("pop")
        self.wait_for_stacks("/")
        self.wait_for_entry()
        self.browser.forward()
        self.wait_for_stacks("/", "/one")
        self.press("Forward")
        self.wait_for_stacks("/", "/one", "/two")
        self.assertEqual(self.site.take_requests(), [])

    @one_engine
    def test_removed_modal(self):
        """R28, R13: the screens of a modal that a proposal has dismissed cannot be reached by Back or Forward."""
        self.open_visits()
        self.follow("#modal")
        self.wait_for_stacks("/", sheets=["/modal/form"])
        self.visit("/modal/two", self.SHEET)
        self.wait_for_stacks("/", sheets=["/modal/form", "/modal/two"])
        self.follow("#one", self.SHEET)
        self.wait_for_stacks("/", "/one")
        self.wait_for_entry()
        self.browser.back()
        self.wait_for_stacks("/")
        self.browser.forward()
        self.wait_for_stacks("/", "/one")
        self.wait_for_entry()
        # The browser may still have an entry for the modal after this one. Going forward to it changes no screen.
        self.browser.forward()
        self.browser.forward()
        self.follow("#two")
        self.wait_for_stacks("/", "/one", "/two")
        self.assertFalse(self.state()["canGoForward"])

    @one_engine
    def test_removed_screens(self):
        """R28, R19, R20, R21, R26: screens that a proposal has removed cannot be reached by Back or Forward."""
        self.open_and_follow("one")
        self.follow("#redirect")
        self.wait_for_stacks("/", "/one", "/two")
        self.visit("/refresh")
        self.wait_for_stacks("/", "/one")
        self.browser.forward()
        self.follow("#three")
        self.wait_for_stacks("/", "/one", "/three")
        self.visit("/clear")
        self.wait_for_stacks("/")
        self.wait_for_entry()
        self.browser.forward()
        self.follow("#one")
        self.wait_for_stacks("/", "/one")
        self.visit("/root")
        self.wait_for_stacks("/root")
        self.wait_for_entry()
        self.assertEqual([self.state()["canGoBack"], self.state()["canGoForward"]], [False, False])
        self.browser.forward()
        self.follow("#one")
        self.wait_for_stacks("/root", "/one")
        self.browser.back()
        self.wait_for_stacks("/root")


class VisitsInWindow(VisitTestCase):
    """Visits in a window of Chromium. Its keys for Back and Forward skip entries of pages without user input."""

    engine = ChromiumWindowEngine

    def test_keys(self):
        """R28: the shortcut of the browser for Back is one pop, even after a modal with several screens."""
        self.open_visits()
        self.follow("#modal")
        self.wait_for_visit("/modal/form", "Modal/Form", self.SHEET)
        self.visit("/modal/two", self.SHEET)
        self.wait_for_visit("/modal/two", "Modal/Two", self.SHEET)
        self.browser.press_back()
        self.wait_for_visit("/modal/form", "Modal/Form", self.SHEET)
        self.visit("/modal/two", self.SHEET)
        self.wait_for_visit("/modal/two", "Modal/Two", self.SHEET)
        self.follow("#one", self.SHEET)
        self.wait_for_visit("/one", "One")
        self.follow("#two")
        self.wait_for_visit("/two", "Two")
        self.browser.press_back()
        self.wait_for_visit("/one", "One")
        self.browser.press_back()
        self.wait_for_visit("/", "Home")
        self.assertEqual([self.state()["stack"], self.state()["sheets"]], [["/"], []])
