from .remote_site import RemoteSite, free_port
from .shell_test_case import ShellTestCase, screen

LINKS = """<p style="position: fixed; top: 120px"><a id=next href=/next>Next</a>
      <a id=top target=_top href=/next>Top</a> <a id=blank target=_blank href=/next>Blank</a></p>"""


class ShopSite(RemoteSite):
    """Pages of another server that are shown in screens."""

    def answer(self, handler, path, query):
        match path:
            case "/redirect":
                self.send(handler, "", [("Location", "/next")], status=302)
            case "/missing":
                self.send(handler, screen("Nothing"), status=404)
            case "/cached":
                self.send(handler, screen("Cached", LINKS), [("Cache-Control", "max-age=3600")])
            case _:
                self.send(handler, screen(path.strip("/").title() or "Shop", LINKS))


class RemoteShellTestCase(ShellTestCase):
    """A shell with the proxied sites `shop`, which has interfaces, and `other`, which has none."""

    site_type = ShopSite
    further_arguments = ()

    @classmethod
    def setUpClass(cls):
        cls.site = cls.site_type()
        cls.addClassCleanup(lambda: cls.site.close())
        cls.target = f"http://localhost:{cls.site.port}"
        cls.shop, cls.other = free_port(), free_port()
        cls.program_arguments = (
            "--remote", f"shop:{cls.shop}={cls.target}", "--remote", f"other:{cls.other}=http://127.0.0.1:{cls.site.port}",
            *cls.further_arguments)
        super().setUpClass()

    def at(self, port, path="/"):
        """Returns the address at which the shell's page shows a remote page."""
        name = "shop" if port == self.shop else "other"
        return f"http://{name}.localhost:{port}{path}"

    def assert_page_is_seen(self):
        """Waits until the middle of the window shows the page's iframe, not the skeleton."""
        self.wait_until_equal(
            lambda: self.run_script(
                """const { innerWidth, innerHeight } = window;
                return document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.localName ?? null"""),
            "iframe", "the middle of the window")
        self.wait_until_equal(lambda: self.count(self.TOP + " .overlay"), 0, "views above the page")
