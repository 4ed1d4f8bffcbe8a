import tempfile

from selenium.common.exceptions import TimeoutException

from support.acceptance_test_case import in_every_engine
from support.engines import ChromiumEngine
from support.runs import one_engine
from support.visit_site import turbo_script
from support.visit_test_case import VisitTestCase
from support.visits_demo import VisitsDemo


class BookshopTests:
    """The demo of visits as a user sees it, with Turbo and without."""

    has_turbo = True

    @classmethod
    def setUpClass(cls):
        cls.program_arguments = ()
        if cls.has_turbo:
            script = tempfile.NamedTemporaryFile(suffix=".js")
            cls.addClassCleanup(script.close)
            script.write(turbo_script())
            script.flush()
            cls.program_arguments = ("--turbo", script.name)
        super(VisitTestCase, cls).setUpClass()

    def setUp(self):
        super().setUp()
        self.open("/")
        self.wait_for_heading("Books")
        # Wait until the page has loaded. Before that, a link would load a new document in place of the page instead of
        # proposing a visit.
        self.wait_until(lambda: self.count(".toolbar [aria-label=Reload]"), "the loaded page")

    def wait_for_heading(self, title, frame=None):
        self.wait_until_equal(lambda: self.heading(frame), title, f"the page {title}")

    def press_text(self, text, selector):
        """Clicks the button with this text when it appears."""
        def press():
            return self.run_script(
                """const button = [...document.querySelectorAll(arguments[0])]
                  .find((one) => one.textContent.trim() === arguments[1] && !one.closest('[inert]'));
                button?.click();
                return !!button""", selector, text)
        self.wait_until(press, f"the button {text}")

    def repeat(self, press, condition, what):
        """Presses native buttons of the page's components, again if the press has no effect.

        A document that has just replaced another one may not have connected its components yet. The button is still
        that of the previous document then, so the answer to a press is lost.
        """
        for _ in range(4):
            try:
                press()
                return self.wait_until(condition, what, seconds=3)
            except TimeoutException:
                pass
        return self.wait_until(condition, what)

    def enter(self, text, frame):
        def enter():
            try:
                self.inside("document.querySelector('input').value = arguments[0]", text, frame=frame)
                return True
            except Exception:  # The iframe is being replaced.
                self.leave()
                return False
        self.wait_until(enter, "the field")

    def books(self):
        try:
            return self.inside("return [...document.querySelectorAll('li')].map((one) => one.textContent)")
        except Exception:  # The iframe is being replaced.
            self.leave()
            return None

    def test_list_detail_and_menu(self):
        self.follow("li a")
        self.wait_for_heading("The Dispossessed")
        self.press("Back")
        self.wait_for_heading("Books")

        def sort():
            self.press_text("Sort", "footer .toolbar button")
            self.press_text("By title", ".dialogs button")
        self.repeat(sort, lambda: (self.books() or [""])[0] == "Invisible Cities", "the sorted books")
        self.assertIn("Hotwire Native iOS", self.inside("return navigator.userAgent"))

    def test_form(self):
        self.follow("a[href='/books/new']")
        self.wait_for_heading("Add a book", self.SHEET)
        self.press_text("Save", ".panel .toolbar button")
        self.wait_until_equal(
            lambda: self.problem(), "A title has at least three letters.", "the problem")
        self.enter("Roadside Picnic", self.SHEET)
        self.repeat(
            lambda: self.press_text("Save", ".panel .toolbar button"),
            lambda: "Roadside Picnic" in (self.books() or []), "the new book")
        self.wait_until(lambda: "Saved." in self.texts(".toast"), "the toast")
        self.assertEqual(self.count(".sheet[data-place=top]"), 0)

    def problem(self):
        try:
            return self.inside("return document.querySelector('.problem')?.textContent", frame=self.SHEET)
        except Exception:  # The iframe is being replaced.
            self.leave()
            return None

    @one_engine
    def test_settings(self):
        self.follow("a[href='/settings']")
        self.press_text("Large text", ".native button")
        self.press_text("Normal text", ".native button")
        self.press("Back")
        self.wait_for_heading("Books")

    @one_engine
    def test_login(self):
        self.select_tab("Account")
        self.wait_for_heading("Log in", self.SHEET)
        self.enter("Ada", self.SHEET)
        self.press_text("Log in", ".panel .toolbar button")
        self.wait_for_heading("Account")
        self.wait_until_equal(lambda: self.count(".sheet[data-place=top]"), 0, "the sheet has closed")
        self.wait_until_equal(lambda: self.read("p"), "Hello, Ada.", "the greeting")

    @one_engine
    def test_plain_tab(self):
        self.open("/books")
        self.assertEqual(self.browser.look("return document.querySelector('h1').textContent"), "Books")
        self.assertNotIn("Hotwire", self.browser.look("return navigator.userAgent"))


@in_every_engine
class Bookshop(BookshopTests, VisitTestCase):
    program_type = VisitsDemo


class BookshopWithoutTurbo(BookshopTests, VisitTestCase):
    engine = ChromiumEngine
    program_type = VisitsDemo
    has_turbo = False
