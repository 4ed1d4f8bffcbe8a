from support.acceptance_test_case import in_every_engine, page
from support.remote_site import RemoteSite
from support.runs import one_engine
from support.shell_test_case import ShellTestCase, screen


class Site(RemoteSite):
    """A server that the policy allows."""

    def answer(self, handler, path, query):
        if path == "/feed":
            return self.send(handler, "<html xmlns='http://www.w3.org/1999/xhtml'/>", type="application/xhtml+xml")
        title = path.strip("/").title() or "News"
        body = f"<body><h1>{title}</h1><p><a id=more href=/more>More</a></p>"
        self.send(handler, page("<link rel=icon href=data:,>", title).replace("<body>", body))


@in_every_engine
class InAppBrowsers(ShellTestCase):
    """S33: an external link opens in a sheet of the shell. S18: an error view explains why a page cannot be proxied."""

    SHEET = ".sheets > .sheet[data-place=top]"

    @classmethod
    def setUpClass(cls):
        cls.site = Site()
        cls.addClassCleanup(cls.site.close)
        cls.origin = f"http://127.0.0.1:{cls.site.port}"
        cls.program_arguments = ("--browser", "--allow-navigation", cls.origin)
        out = f"<p style='position: fixed; top: 120px'><a id=out href={cls.origin}/>Out</a></p>"
        cls.pages = {**ShellTestCase.pages, "home.html": screen("Home", out)}
        super().setUpClass()

    def wait_for_sheet(self, title):
        self.wait_until_equal(lambda: self.text(self.SHEET + " header b"), title, "the sheet's title")
        self.wait_until_equal(lambda: self.count(self.SHEET + " .overlay"), 0, "views above the page")
        self.wait_until(
            lambda: self.run_script("return !document.querySelector(arguments[0]).getAnimations({ subtree: true }).length",
                self.SHEET), "the sheet's animation")

    def is_enabled(self, label):
        return self.run_script("return !document.querySelector(arguments[0]).disabled", f"{self.SHEET} [aria-label={label}]")

    def wait_for_buttons(self, back, forward):
        self.wait_until_equal(
            lambda: (self.is_enabled("Back"), self.is_enabled("Forward")), (back, forward), "the enabled buttons")

    def test_external_link(self):
        self.open_shell()
        self.in_frame(lambda: self.browser.click("#out"))
        self.wait_for_sheet("News")
        self.assertEqual(len(self.browser.window_handles), 1)
        self.wait_for_buttons(back=False, forward=False)
        self.in_frame(lambda: self.browser.click("#more"), self.SHEET + " iframe")
        self.wait_for_sheet("More")
        self.wait_for_buttons(back=True, forward=False)
        self.browser.click(self.SHEET + " [aria-label=Back]")
        self.wait_for_sheet("News")
        self.wait_for_buttons(back=False, forward=True)
        self.browser.click(self.SHEET + " .link")
        self.wait_until_equal(lambda: self.count(self.SHEET), 0, "the sheet is closed")

    @one_engine
    def test_what_cannot_be_shown_says_why(self):
        self.open_shell()
        for address, reason in [
            (self.origin + "/feed", "it is XHTML"), ("http://127.0.0.1:9/", "not among the allowed addresses")]:
            with self.subTest(address):
                self.swift("push", address)
                self.wait_until(
                    lambda: reason in (self.text(self.TOP + " .overlay[role=alert]") or ""), "the error view")
