from support.acceptance_test_case import AcceptanceTestCase, in_every_engine, page
from support.runs import one_engine


@in_every_engine
class PageLooks(AcceptanceTestCase):
    """S21: Swift knows the theme color and the icon of a page, and their changes."""

    pages = {
        "index.html": page("<meta name=theme-color content=red media=print>"
            "<meta name=theme-color content=#123456><link rel='shortcut icon' href=data:,icon>"),
        "plain.html": page(title="Plain"),
    }

    def state(self):
        return self.run_async("bridge.ask('navigations.state').then(done, done)")

    def look(self):
        state = self.state()
        return state.get("themeColor"), state.get("favicon")

    @one_engine
    def test_look(self):
        self.open_connected()
        self.wait_until_equal(self.look, ("#123456", "data:,icon"), "the look")
        self.run_script(
            """document.querySelectorAll('meta[name=theme-color]')[1].content = 'teal';
            document.querySelector('link').remove();""")
        self.wait_until_equal(self.look, ("teal", None), "the changed look")
        self.run_script("setTimeout(() => (location = '/plain.html'))")
        self.wait_until(lambda: self.run_script("return document.title") == "Plain", "the next page")
        self.wait_for_connection()
        self.wait_until_equal(self.look, (None, None), "the look of the next page")
