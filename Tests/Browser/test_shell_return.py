from support.acceptance_test_case import in_every_engine, page
from support.dropping_proxy import DroppingProxy
from support.plain_server import PlainServer
from support.runs import one_engine, smoke
from support.shell_test_case import ShellTestCase
from support.temporary_root import TemporaryRoot


@in_every_engine
class ShellReturn(ShellTestCase):
    """The restored state after a reload, a visit to another site, a lost connection and a server restart."""

    pages = {**ShellTestCase.pages, "late.html": page(
        """<script>
          addEventListener('load', () => setTimeout(() => (document.body.style.height = '4000px'), 500));
        </script>""", "Late")}

    def build(self):
        """Opens Home, and Two with scroll position 700. Three is a forward entry. The other tab has a stack too."""
        self.open_shell()
        self.select_tab("Other")
        self.wait_for_page("Other")
        self.push_by_link("#three", "/three.html")
        self.select_tab("Home")
        self.wait_for_page("Home")
        self.push_by_link("#two", "/two.html")
        self.inside("scrollTo(0, 700)")
        self.wait_until(lambda: "[0,700]" in (self.saved() or ""), "the scroll position is kept")
        self.push_by_link("#three", "/three.html")
        self.browser.back()
        self.wait_for_stack("/home.html", "/two.html")

    def saved(self):
        """Returns the state that the shell's page stores, from which a restarted server rebuilds the shell."""
        return self.run_script("return sessionStorage.getItem('bridge.shell')")

    def assert_as_built(self):
        self.wait_until(lambda: self.count(self.TOP), "the shell's screens")
        self.wait_for_page("Two")
        self.wait_for_stack("/home.html", "/two.html", tab="Home")
        self.wait_until_equal(lambda: self.inside("return scrollY"), 700, "the scroll position")
        self.wait_until_equal(
            lambda: self.run_script("return [location.hash, document.title]"), ["#/two.html", "Two"],
            "the browser's entry")
        self.assertEqual(self.texts(".bar.bottom [aria-selected=true]"), ["Home"])
        self.press("Forward")
        self.wait_for_stack("/home.html", "/two.html", "/three.html")
        self.wait_for_page("Three")
        self.press("Back")
        self.wait_for_stack("/home.html", "/two.html")
        self.browser.back()
        self.wait_for_stack("/home.html")
        self.browser.back()
        self.wait_for_stack("/other.html", "/three.html", tab="Other")
        self.wait_for_page("Three")

    @smoke
    def test_reload(self):
        self.build()
        self.browser.refresh()
        self.assert_as_built()

    def test_page_that_grows_after_loading(self):
        self.open_shell()
        self.swift("push", "/late.html")
        self.wait_for_page("Late")
        scroll = "scrollTo(0, 700); return scrollY"
        self.wait_until_equal(lambda: self.inside(scroll), 700, "the page has grown")
        self.wait_until(lambda: "[0,700]" in (self.saved() or ""), "the scroll position is kept")
        self.browser.refresh()
        self.wait_until(lambda: self.count(self.TOP), "the shell's screens")
        self.wait_for_page("Late")
        self.wait_until_equal(lambda: self.inside("return scrollY"), 700, "the scroll position")

    def test_leaving_and_returning(self):
        root = TemporaryRoot({"away.html": page(title="Elsewhere")})
        self.addCleanup(root.remove)
        elsewhere = PlainServer(root.path)
        self.addCleanup(elsewhere.close)
        self.build()
        self.browser.get(elsewhere.address + "/away.html")
        self.assertEqual(self.run_script("return document.title"), "Elsewhere")
        self.browser.back()
        self.assert_as_built()

    def test_new_server(self):
        self.build()
        self.restart()
        self.assert_as_built()

    @one_engine
    def test_new_server_after_many_screens(self):
        """Tests a stored state that is larger than 8 kB and smaller than the size limit of an event."""
        self.open_shell()
        for step in range(34):
            self.swift("push", f"/two.html?{step}")
        paths = ["/home.html"] + ["/two.html"] * 34
        self.wait_for_page("Two")
        self.wait_until(lambda: "/two.html?33" in (self.saved() or ""), "the last screen is kept")
        self.assertGreater(len(self.saved()), 20_000)
        self.assertEqual(self.stack(), paths)
        self.restart()
        self.wait_until_equal(self.stack, paths, "Swift's stack")
        self.wait_for_page("Two")
        self.assertEqual(self.inside("return location.search"), "?33")
        self.press("Back")
        self.wait_until_equal(self.stack, paths[:-1], "Swift's stack")

    def test_back_from_a_shell_that_cannot_be_restored(self):
        """Back goes to the lowest screen, and then leaves the shell. The new server does not know the other entries."""
        root = TemporaryRoot({"away.html": page(title="Elsewhere")})
        self.addCleanup(root.remove)
        elsewhere = PlainServer(root.path)
        self.addCleanup(elsewhere.close)
        self.browser.get(elsewhere.address + "/away.html")
        self.build()
        self.restart(keeps_state=False)
        self.wait_for_stack("/home.html")
        self.swift("push", "/three.html")
        self.wait_for_stack("/home.html", "/three.html")
        self.wait_for_page("Three")
        self.browser.back()
        self.wait_for_stack("/home.html")
        self.browser.back()
        self.wait_until_equal(lambda: self.run_script("return document.title"), "Elsewhere", "the page before the shell")

    @one_engine
    def test_lost_connection(self):
        proxy = DroppingProxy(self.program.port)
        self.addCleanup(proxy.close)
        self.browser.get(proxy.address + "/")
        self.wait_until(lambda: self.count(self.TOP), "the shell's screens")
        self.wait_for_page("Home")
        self.push_by_link("#two", "/two.html")
        self.inside("window.mark = 1")
        proxy.end_sockets()
        self.swift("push", "/three.html")
        self.wait_for_stack("/home.html", "/two.html", "/three.html")
        self.wait_for_page("Three")
        self.press("Back")
        self.wait_for_stack("/home.html", "/two.html")
        self.assertEqual(self.inside("return window.mark"), 1, "the screen's page lived on")
        self.assertEqual(self.in_frame(lambda: self.call("addingOne", 5)), 6)

    @one_engine
    def test_two_tabs_are_independent(self):
        self.open_shell()
        one = self.swift("state")["number"]
        first = self.browser.current_window_handle
        self.push_by_link("#two", "/two.html")
        self.browser.new_tab()
        self.open_shell()
        two = self.swift("state")["number"]
        self.assertEqual(two, one + 1)
        self.wait_for_stack("/home.html")
        self.swift("push", "/three.html", shell=two)
        self.wait_for_stack("/home.html", "/three.html")
        self.browser.switch_to_tab(first)
        self.assertEqual(self.swift("state", shell=one)["stack"], ["/home.html", "/two.html"])
        self.wait_until_equal(self.seen, "/two.html", "the page that is seen")
        self.browser.refresh()
        self.wait_until(lambda: self.count(self.TOP), "the shell's screens")
        self.wait_until_equal(self.seen, "/two.html", "the page that is seen")
        self.assertEqual(self.swift("state", shell=two)["stack"], ["/home.html", "/three.html"])
        self.assertEqual(self.swift("state", shell=one)["stack"], ["/home.html", "/two.html"])

    @one_engine
    def test_deep_link_builds_its_stack(self):
        self.open_shell("#/two.html?a=1")
        self.wait_for_page("Two")
        self.wait_for_stack("/home.html", "/two.html")
        self.assertEqual(self.inside("return location.search"), "?a=1")
        self.press("Back")
        self.wait_for_stack("/home.html")
        self.press("Forward")
        self.wait_for_stack("/home.html", "/two.html")

    @one_engine
    def test_deep_link_to_a_tab(self):
        self.open_shell("#/other.html")
        self.wait_for_stack("/other.html", tab="Other")
        self.assertEqual(self.texts(".bar.bottom [aria-selected=true]"), ["Other"])

    def test_address_that_is_edited(self):
        self.open_shell()
        self.run_script("location.hash = '/two.html'")
        self.wait_for_stack("/home.html", "/two.html")
        for bad in ("#//evil.example/", "#https://evil.example/", "#javascript:alert(1)", "#/%", "#%E0%A4%A", "#"):
            self.run_script("location.hash = arguments[0]", bad)
        self.run_script("location.hash = '/three.html'")
        self.wait_until_equal(lambda: self.stack()[-1], "/three.html", "the shell still follows")
        self.assertEqual(self.run_script("return location.pathname"), "/")
