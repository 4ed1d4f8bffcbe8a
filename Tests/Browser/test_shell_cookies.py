from support.acceptance_test_case import in_every_engine
from support.remote_shell_test_case import RemoteShellTestCase, ShopSite
from support.runs import one_engine
from support.shell_test_case import screen


class CookieSite(ShopSite):
    """A site that sets cookies, and that tells which ones it gets."""

    def answer(self, handler, path, query):
        match path:
            case "/cookies":
                self.send(handler, handler.headers["Cookie"] or "", type="text/plain")
            case "/set":
                cookies = ["seen=1; Path=/", "hidden=2; HttpOnly; SameSite=Strict; Path=/", "lax=3; SameSite=Lax; Domain=a.example"]
                self.send(handler, screen("Set"), [("Set-Cookie", cookie) for cookie in cookies])
            case _:
                super().answer(handler, path, query)


@in_every_engine
class ShellCookies(RemoteShellTestCase):
    """The cookies of sites in iframes, which are third parties there."""

    site_type = CookieSite

    def setUp(self):
        super().setUp()
        self.expected_console_errors += ["431", "Cookie", "cookie"]

    def show(self, port, path, title):
        self.swift("push", self.at(port, path))
        self.wait_for_page(title)
        self.wait_until(lambda: self.inside("return location.port === arguments[0]", str(port)), "the site")

    def cookies(self):
        """Returns the names of the cookies that the target gets with a request of the page."""
        text = self.in_frame(lambda: self.run_async("fetch('/cookies').then((reply) => reply.text()).then(done)"))
        return {pair.split("=")[0] for pair in text.split("; ") if pair}

    def test_a_target_gets_the_cookies_that_it_has_set(self):
        self.open_shell()
        self.run_script("document.cookie = 'program=1'")
        self.show(self.shop, "/set", "Set")
        self.inside("document.cookie = 'script=4; path=/; SameSite=Strict'")
        self.assertEqual(self.cookies(), {"seen", "hidden", "lax", "script"})
        # A later document gets them too, and scripts see those that are not `HttpOnly`.
        self.show(self.shop, "/next", "Next")
        self.assertEqual(self.cookies(), {"seen", "hidden", "lax", "script"})
        self.assertEqual(
            {pair.split("=")[0] for pair in self.inside("return document.cookie").split("; ")}, {"seen", "lax", "script"})
        self.show(self.other, "/next", "Next")
        self.assertEqual(self.cookies(), set())
        self.assertEqual(self.run_script("return document.cookie"), "program=1")

    def test_a_hostile_site_harms_only_itself(self):
        self.open_shell()
        self.show(self.other, "/next", "Next")
        self.inside("""
            const value = 'x'.repeat(3900);
            for (let index = 0; index < 6; index += 1) {
              for (const domain of ['', '; Domain=localhost', '; Domain=127.0.0.1']) {
                document.cookie = `big${index}=${value}; Path=/${domain}`;
              }
            }
            for (let index = 0; index < 400; index += 1) document.cookie = `small${index}=1; Domain=localhost`;""")
        # The shell, its own pages and the other site go on, even after a reload.
        self.browser.refresh()
        self.wait_for_page("Next")
        self.swift("popToRoot")
        self.wait_for_page("Home")
        self.assertEqual(self.in_frame(lambda: self.call("addingOne", 5)), 6)
        self.show(self.shop, "/one", "One")
        self.assertEqual(self.in_frame(lambda: self.call("addingOne", 5)), 6)
        self.assertEqual(self.cookies(), set())

    @one_engine
    def test_permissions(self):
        self.open_shell()
        allowed = "return document.featurePolicy.allowedFeatures().filter((name) => ['camera', 'autoplay'].includes(name))"
        self.show(self.other, "/next", "Next")
        self.assertEqual(self.inside(allowed), ["autoplay"])
        self.swift("popToRoot")
        self.wait_for_page("Home")
        self.assertEqual(sorted(self.inside(allowed)), ["autoplay", "camera"])
