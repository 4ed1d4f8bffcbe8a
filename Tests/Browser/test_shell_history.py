from support.acceptance_test_case import in_every_engine
from support.engines import ChromiumWindowEngine, FirefoxEngine, WebKitGTKEngine
from support.runs import except_in, one_engine, smoke
from support.shell_test_case import ShellTestCase


@in_every_engine
class ShellHistory(ShellTestCase):
    """Swift's history, the visible screen and the browser's history agree."""

    @smoke
    def test_link_toolbar_browser_and_swift_agree(self):
        self.open_shell()
        self.assertIsNotNone(self.run_script("return document.querySelector('[aria-label=Back]:disabled')"))
        begin = self.history_length()
        for link, path in self.LINKS[:2]:
            self.push_by_link(link, path)
        self.wait_until_equal(self.history_length, begin + 2, "the browser's entries")
        self.wait_until_equal(self.title, "Three", "the toolbar's title")
        self.press("Back")
        self.wait_for_stack("/home.html", "/two.html")
        self.wait_for_page("Two")
        self.browser.back()
        self.wait_for_stack("/home.html")
        self.browser.forward()
        self.wait_for_stack("/home.html", "/two.html")
        self.press("Forward")
        self.wait_for_stack("/home.html", "/two.html", "/three.html")
        self.swift("pop")
        self.wait_for_stack("/home.html", "/two.html")
        self.wait_until_equal(
            lambda: self.run_script("return location.hash"), "#/two.html", "the browser's entry is Swift's")
        self.swift("popToRoot")
        self.wait_for_stack("/home.html")
        self.assertTrue(self.swift("state")["canGoForward"])
        self.assertEqual(self.history_length(), begin + 2, "nothing of this makes an entry")

    @one_engine
    def test_tabs_keep_their_stacks(self):
        self.open_shell()
        self.push_by_link("#two", "/two.html")
        self.select_tab("Other")
        self.wait_for_stack("/other.html", tab="Other")
        self.wait_for_page("Other")
        self.push_by_link("#three", "/three.html")
        self.select_tab("Home")
        self.wait_for_stack("/home.html", "/two.html", tab="Home")
        self.browser.back()
        self.wait_for_stack("/other.html", "/three.html", tab="Other")
        self.browser.back()
        self.wait_for_stack("/other.html", tab="Other")
        self.browser.back()
        self.wait_for_stack("/home.html", "/two.html", tab="Home")
        # Pressing the selected tab again returns to its first screen.
        self.select_tab("Home")
        self.wait_for_stack("/home.html", tab="Home")
        selected = ".bar.bottom [role=tab][aria-selected=true]"
        self.assertEqual(self.texts(selected), ["Home"])

    @one_engine
    def test_five_steps_at_once_are_one(self):
        paths = self.push_five()
        self.run_script("history.go(-5)")
        self.wait_for_stack("/home.html")
        self.run_script("history.go(5)")
        self.wait_for_stack(*paths)

    def test_what_pages_push_makes_no_entries(self):
        self.open_shell()
        self.push_by_link("#two", "/two.html")
        before = self.history_length()
        self.inside("for (const path of ['/a', '/b', '/c']) history.pushState({ path }, '', path)")
        self.assertEqual(self.inside("return [location.pathname, history.state.path]"), ["/c", "/c"])
        self.in_frame(lambda: self.browser.click("#hash"))
        self.wait_until_equal(lambda: self.inside("return location.hash"), "#part", "the link's part")
        self.assertEqual(self.history_length(), before)
        self.wait_until_equal(self.stack, ["/home.html", "/c"], "Swift follows the page's address")
        self.browser.back()
        self.wait_for_stack("/home.html")

    def step_to(self, path, what):
        """Presses a link of the visible page whose handler calls pushState. Returns when Swift knows the new entry."""
        self.inside(
            "const link = document.querySelector('#two'); link.onclick = (event) => { event.preventDefault();"
            " history.pushState({ at: arguments[0] }, '', arguments[0]) }", path)
        self.in_frame(lambda: self.browser.click("#two"))
        self.wait_until_equal(lambda: self.stack()[-1], path, what)

    def place(self):
        """Returns the path, fragment and state of the visible page, and the state of its last `popstate` event."""
        return self.inside(
            "return [location.pathname, location.hash, history.state?.at ?? null, window.told ?? null]")

    @except_in("WebKitGTK", "Back from a fragment loses the state of the step")
    def test_steps_of_a_page_are_entries_if_the_program_wants_it(self):
        """S6: pushState and fragments of a page create entries in the history of the shell."""
        self.open_shell()
        self.swift("recordSteps")
        self.push_by_link("#two", "/two.html")
        self.inside(
            "addEventListener('popstate', (event) => { window.told = event.state?.at ?? null });"
            "addEventListener('hashchange', (event) => { window.hashes = (window.hashes ?? 0) + 1 })")
        before = self.history_length()
        self.step_to("/a", "the first step")
        self.wait_until_equal(self.history_length, before + 1, "an entry for the first step")
        self.step_to("/b", "the second step")
        self.wait_until_equal(self.history_length, before + 2, "an entry for the second step")
        self.in_frame(lambda: self.browser.click("#hash"))
        self.wait_until_equal(self.history_length, before + 3, "an entry for the fragment")
        self.wait_until_equal(lambda: self.run_script("return location.hash"), "#/b#part", "the browser's address")
        self.assertEqual(self.stack(), ["/home.html", "/b"], "steps are on no stack")
        hashes = self.inside("return window.hashes")
        self.press("Back")
        self.wait_until_equal(self.place, ["/b", "", "/b", "/b"], "Back of the shell leaves the fragment")
        self.assertEqual(self.inside("return window.hashes"), hashes + 1, "the page is told about the fragment")
        self.browser.back()
        self.wait_until_equal(self.place, ["/a", "", "/a", "/a"], "Back of the browser")
        self.browser.back()
        self.wait_until_equal(self.place, ["/two.html", "", None, None], "the page's first step")
        self.run_script("history.go(3)")
        self.wait_until_equal(lambda: self.place()[:2], ["/b", "#part"], "three steps at once")
        # A new screen is pushed above the screen whose page has added entries. Back returns to the last of these
        # entries.
        self.push_by_link("#three", "/three.html")
        self.browser.back()
        self.wait_for_stack("/home.html", "/b")
        self.run_script("history.go(-4)")
        self.wait_for_stack("/home.html")
        # Going back over all entries of the page at once shows the screen below, and does not change the hidden page.
        # If the user then goes forward, the page is shown at its first entry.
        self.browser.forward()
        self.wait_until_equal(self.place, ["/two.html", "", None, None], "Forward enters at the first step")

    @except_in("WebKitGTK", "a reload on a busy machine may show an earlier step")
    def test_steps_of_a_page_survive_a_reload(self):
        """S6: after a reload, Back and Forward still reach the steps of a page by their addresses."""
        self.open_shell()
        self.swift("recordSteps")
        self.push_by_link("#two", "/two.html")
        self.step_to("/three.html", "the step")
        self.step_to("/four.html", "another step")
        self.browser.refresh()
        self.wait_for_page("Four")
        self.browser.back()
        self.wait_until_equal(self.seen, "/three.html", "the step's address")
        self.wait_for_page("Three")
        self.browser.back()
        self.wait_until_equal(self.seen, "/two.html", "the address of the first step")
        self.browser.forward()
        self.wait_until_equal(self.seen, "/three.html", "Forward")
        self.assertEqual(self.stack(), ["/home.html", "/three.html"])

    @one_engine
    def test_push_by_swift_without_a_gesture_stays_in_the_shell(self):
        self.open_shell()
        self.swift("push", "/two.html")
        self.wait_for_stack("/home.html", "/two.html")
        self.press("Back")
        self.wait_for_stack("/home.html")
        self.assertEqual(self.run_script("return location.pathname"), "/")


class RealBack:
    """The window's button "Back", which skips entries without user input."""

    def test_five_real_backs_are_five_pops(self):
        paths = self.push_five()
        while len(paths) > 1:
            paths.pop()
            self.browser.press_back()
            self.wait_for_stack(*paths)
        self.browser.forward()
        self.wait_for_stack("/home.html", "/two.html")

    def test_real_back_after_pushes_by_swift(self):
        self.open_shell()
        self.push_by_link("#two", "/two.html")
        self.swift("push", "/three.html")
        self.swift("push", "/four.html")
        self.wait_for_stack("/home.html", "/two.html", "/three.html", "/four.html")
        self.browser.press_back()
        # The button skips the entries without user input, but does not leave the shell.
        self.wait_until(lambda: len(self.stack()) < 4, "Back pops")
        self.assertEqual(self.run_script("return location.pathname"), "/")
        self.wait_until_equal(self.seen, self.stack()[-1], "the page that is seen")


# Chromium receives keys only in a window. This class is created separately, because the other tests do not use that
# engine.
class RealBackInChromium(RealBack, ShellTestCase):
    engine = ChromiumWindowEngine


class RealBackInFirefox(RealBack, ShellTestCase):
    engine = FirefoxEngine


class RealBackInWebKitGTK(RealBack, ShellTestCase):
    engine = WebKitGTKEngine
