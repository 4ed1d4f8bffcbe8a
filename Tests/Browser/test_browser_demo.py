from support.acceptance_test_case import in_every_engine, page
from support.browser_demo import BrowserDemo
from support.remote_site import RemoteSite
from support.runs import one_engine
from support.shell_test_case import ShellTestCase


class Site(RemoteSite):
    """An allowed site with links to itself, to another site, and to one that is not allowed."""

    name = "News"
    links = {}

    def answer(self, handler, path, query):
        links = "".join(f"<p><a id={name} href={href}>{name}</a></p>" for name, href in self.links.items())
        title = path.strip("/").title() or self.name
        head = "<link rel=icon href=data:,><meta name=theme-color content=teal>"
        self.send(handler, page(head, title).replace("<body>", f"<body><h1>{title}</h1>{links}"))


@in_every_engine
class BrowserDemos(ShellTestCase):
    """S18, S19, S20: foreign sites inside the shell, the toolbar at the bottom, and the list of allowed sites."""

    program_type = BrowserDemo

    @classmethod
    def setUpClass(cls):
        cls.news, cls.shop, cls.foreign = Site(), Site(), Site()
        for site in (cls.news, cls.shop, cls.foreign):
            cls.addClassCleanup(site.close)
        cls.origin = f"http://127.0.0.1:{cls.news.port}"
        cls.other = f"http://localhost:{cls.shop.port}"
        cls.shop.name = "Shop"
        cls.news.links = {
            "inner": "/story", "absolute": cls.origin + "/absolute", "outer": cls.other + "/offer",
            "foreign": f"http://127.0.0.1:{cls.foreign.port}/"}
        cls.program_arguments = ("--site", cls.origin, "--site", cls.other)
        super().setUpClass()

    def setUp(self):
        super().setUp()
        self.open("/")
        self.wait_for_page("News")

    def is_enabled(self, label):
        return self.run_script("return !document.querySelector(arguments[0]).disabled", f"footer [aria-label={label}]")

    def wait_for_buttons(self, back, forward):
        self.wait_until_equal(
            lambda: (self.is_enabled("Back"), self.is_enabled("Forward")), (back, forward), "the enabled buttons")

    def follow(self, link, title):
        self.in_frame(lambda: self.browser.click(link))
        self.wait_for_page(title)

    @one_engine
    def test_toolbar(self):
        labels = self.run_script(
            """return [...document.querySelectorAll('footer .toolbar > *')].map(
                 (item) => item.getAttribute('aria-label') ?? item.className)""")
        self.assertEqual(labels, ["Back", "Forward", "Loading", "space", "Reload"])
        self.wait_for_buttons(back=False, forward=False)
        self.follow("#inner", "Story")
        self.wait_for_buttons(back=True, forward=False)
        self.press("Back")
        self.wait_for_page("News")
        self.wait_for_buttons(back=False, forward=True)
        self.press("Forward")
        self.wait_for_page("Story")
        self.press("Reload")
        self.wait_for_page("Story")
        self.assertEqual(self.run_script("return [innerWidth - document.querySelector('.toolbar.items').scrollWidth >= 0]"), [True])

    @one_engine
    def test_links_to_allowed_sites(self):
        self.follow("#absolute", "Absolute")
        self.press("Back")
        self.wait_for_page("News")
        self.follow("#outer", "Offer")
        self.assertEqual(self.shop.requests[-1][1], "/offer")
        self.assertEqual(len(self.browser.window_handles), 1)

    @one_engine
    def test_unauthorized_site(self):
        self.in_frame(lambda: self.browser.click("#foreign"))
        self.wait_until(
            lambda: "Unauthorized visit to a website" in (self.text(".dialogs") or ""), "the alert")
        self.browser.click(".dialogs .button")
        self.wait_until_equal(lambda: self.count(".dialogs .dialog"), 0, "the alert is closed")
        self.assertEqual(self.foreign.requests, [])
        self.wait_for_page("News")

    @one_engine
    def test_open(self):
        self.run_script("[...document.querySelectorAll('header button')].find((one) => one.textContent === 'Open').click()")
        self.wait_until_equal(lambda: self.texts(".dialogs .choice:not(.cancel)"), [self.origin, self.other], "the sheet")
        self.run_script("document.querySelectorAll('.dialogs .choice')[1].click()")
        self.wait_for_page("Shop")
