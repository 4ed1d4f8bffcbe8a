import urllib.error
import urllib.request

from support.acceptance_test_case import in_every_engine
from support.page_test_case import PageTestCase
from support.remote_site import RemoteSite, free_port
from support.shell_test_case import ShellTestCase, screen

LINKS = """<p style="position: fixed; top: 120px"><a id=next href=/next>Next</a>
      <a id=top target=_top href=/next>Top</a> <a id=blank target=_blank href=/next>Blank</a></p>"""
# A page that shows its links and whose end does not come before it is released.
UNFINISHED = screen("Unfinished", LINKS).removesuffix("</body></html>")


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
            case "/unfinished":
                handler.send_response(200)
                handler.send_header("Content-Type", "text/html; charset=utf-8")
                handler.send_header("Connection", "close")
                handler.end_headers()
                handler.wfile.write(UNFINISHED.encode())
                handler.wfile.flush()
                self.released.wait(60)
                handler.close_connection = True
            case _:
                self.send(handler, screen(path.strip("/").title() or "Shop", LINKS))


class RemoteShellTestCase(ShellTestCase):
    """A shell with the remote snippets `shop`, which has interfaces, and `other`, which has none."""

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
        """The address of a remote page by which the shell's page finds it."""
        return self.program.address.rsplit(":", 1)[0] + f":{port}{path}"

    def assert_page_is_seen(self):
        """What a person sees in the middle of the window is the frame, and no skeleton."""
        seen = self.run_script(
            """const { innerWidth, innerHeight } = window;
            return document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.localName ?? null""")
        self.assertEqual(seen, "iframe", "what is in the middle of the window")
        self.assertEqual(self.count(self.TOP + " .overlay"), 0, "views above the page")


@in_every_engine
class ShellRemote(RemoteShellTestCase):
    """The pages of remote snippets in screens, as a person sees them."""

    def test_every_form_of_address_is_shown(self):
        self.open_shell()
        addresses = [
            self.target + "/one", self.at(self.shop, "/two"), "remote://shop/three", self.at(self.shop, "/redirect")]
        for address, title in zip(addresses, ["One", "Two", "Three", "Next"]):
            with self.subTest(address):
                self.swift("push", address)
                self.wait_for_page(title)
                self.assert_page_is_seen()
                self.assertEqual(self.in_frame(lambda: self.call("addingOne", 5)), 6)
