from support.acceptance_test_case import in_every_engine
from support.runs import except_in, one_engine
from support.shell_test_case import ShellTestCase, screen

FORM = """<form id=form method=post style="position: absolute; top: 120px">
      <input type=hidden name=a value=b><button id=send style="width: 300px">Send</button></form>"""


@in_every_engine
class ShellEscapes(ShellTestCase):
    """Navigations of pages about which Swift is not asked in advance. The same screen shows the new page and its
    address."""

    pages = {
        **ShellTestCase.pages,
        "sent.html": screen("Form", FORM.replace("<form ", "<form action=/sent ")),
        "see-other.html": screen("Form", FORM.replace("<form ", "<form action=/see-other ")),
        "early.html": "<script>location = '/two.html'</script>",
        "replace.html": screen("Replace", "<a id=go style='position: absolute; top: 120px; left: 0; width: 300px' href=# onclick='location.replace(`/two.html`); return false'>Go</a>"),
        "meta.html": "<!doctype html><title>Meta</title><meta http-equiv=refresh content='0; url=/two.html'>",
    }

    # Each way to an address that another program opens.
    PROGRAMS = screen("Programs", """<p style="position: absolute; top: 120px"><a id=link href=mailto:a@b.example>Mail</a>
          <a id=script href=# onclick="location.href = 'tel:112'; return false">Call</a></p>
          <form action=mailto:c@d.example style="position: absolute; top: 180px"><button id=send>Send</button></form>""")
    pages["programs.html"] = PROGRAMS

    @one_engine
    def test_addresses_of_other_programs(self):
        self.open_with("/programs.html", "Programs")
        self.run_script("""window.went = [];
            navigation.addEventListener('navigate', ({ destination: { url } }) => /^http/.test(url) || went.push(url));""")
        expected = ["mailto:a@b.example", "tel:112", "mailto:c@d.example"]
        for number, element in enumerate(("#link", "#script", "#send"), 1):
            self.in_frame(lambda: self.browser.click(element))
            self.wait_until_equal(
                lambda: [url.strip("?") for url in self.run_script("return window.went")], expected[:number],
                "the shell's navigations", seconds=8)
            self.assertEqual(self.inside("return document.title"), "Programs")
        self.assertEqual(len(self.browser.window_handles), 1)

    def assert_shown(self, path, title, below="/home.html"):
        self.wait_until_equal(self.stack, [below, path], "the stack")
        self.wait_until_equal(self.seen, path, "the page that is seen")
        self.wait_for_page(title)
        self.press("Back")
        self.wait_for_stack(below)
        self.wait_for_page("Home")

    def open_with(self, path, title):
        self.open_shell()
        self.swift("push", path)
        self.wait_for_page(title)

    def test_form_by_post(self):
        self.open_with("/sent.html", "Form")
        self.in_frame(lambda: self.browser.click("#send"))
        self.wait_for_page("Sent")
        self.wait_until_equal(
            lambda: self.inside("return document.querySelector('#sent')?.textContent"), "a=b", "the form's answer")
        self.assertEqual(self.in_frame(lambda: self.call("addingOne", 5)), 6)
        self.assert_shown("/sent", "Sent")

    @one_engine
    def test_form_by_post_that_leads_elsewhere(self):
        self.open_with("/see-other.html", "Form")
        self.in_frame(lambda: self.browser.click("#send"))
        self.assert_shown("/two.html", "Two")

    @except_in("WebKitGTK", "WebKit does not say that an address takes the place of another")
    def test_page_that_replaces_itself(self):
        self.open_with("/replace.html", "Replace")
        self.in_frame(lambda: self.browser.click("#go"))
        self.assert_shown("/two.html", "Two")

    def test_page_that_goes_elsewhere_at_once(self):
        for path in ["/early.html"] + ["/meta.html"] * (self.engine.name != "WebKitGTK"):
            with self.subTest(path):
                self.open_shell()
                self.swift("push", path)
                self.assert_shown("/two.html", "Two")
