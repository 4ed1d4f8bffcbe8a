from support.engines import ChromiumEngine
from support.site_process import SiteProcess
from support.visit_test_case import VisitTestCase


class DjangoVisits(VisitTestCase):
    """A site with Django and turbo-django, shown by a navigator. The site itself is unchanged."""

    engine = ChromiumEngine

    @classmethod
    def make_site(cls):
        return SiteProcess.python("turbo")

    def flash(self):
        return self.read(".flash")

    def fill(self, value, frame=None):
        self.inside("document.querySelector('#field').value = arguments[0]", value, frame=frame)
        self.follow("#send", frame)

    def test_site(self):
        """R60, R70: forms in a modal with 422 and a redirect, messages, a Turbo Stream, a login and an upload."""
        self.open_visits("Notes")
        # A form with an error renders in the modal. The redirect of a valid form dismisses it.
        self.follow("#new")
        self.wait_for_visit("/modal/new", "New", self.SHEET)
        self.fill("", self.SHEET)
        self.wait_until_equal(lambda: self.read("#problem", self.SHEET), "The text is missing.", "the error")
        self.fill("Second", self.SHEET)
        self.wait_for_visit("/", "Notes")
        self.wait_until_equal(self.flash, "The note was saved.", "the message")
        self.assertEqual([self.state()["stack"], self.state()["sheets"]], [["/"], []])
        # A stream changes the page without a visit.
        self.follow("#append")
        self.wait_until_equal(lambda: self.read("#notes"), "FirstSecondStreamed", "the streamed note")
        # The server redirects to the login, which opens in a modal. After the login, the requested page is shown.
        self.follow("#members")
        self.wait_for_visit("/modal/login", "Login", self.SHEET)
        self.assertEqual(self.state()["stack"], ["/"])
        self.fill("Ann", self.SHEET)
        self.wait_for_visit("/members", "Members: Ann")
        self.wait_until_equal(self.flash, "Welcome, Ann.", "the message")
        self.assertEqual([self.state()["stack"], self.state()["sheets"]], [["/", "/members"], []])
        # A file is uploaded. The response redirects to the same page, which replaces the old one on the stack.
        self.follow("#files")
        self.wait_for_visit("/files", "Files")
        self.inside("""const files = new DataTransfer();
            files.items.add(new File(['twelve bytes'], 'note.txt'));
            document.querySelector('#field').files = files.files;""")
        self.follow("#send")
        self.wait_until_equal(self.flash, "note.txt: twelve bytes", "the message")
        self.assertEqual(self.state()["stack"], ["/", "/members", "/files"])
        self.browser.back()
        self.wait_for_visit("/members", "Members: Ann")
