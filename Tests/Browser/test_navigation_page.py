from selenium.common.exceptions import ElementClickInterceptedException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from support.browser_test_case import BrowserTestCase

PAGE = "/navigation.html"
SECOND = "/navigation-second.html"
# The enabled buttons of the toolbar, and the content of the page.
STOPS = "[tabindex='0'], a, button:enabled, input"


class NavigationPageTests(BrowserTestCase):
    """The demo's page "Navigation": a toolbar that Swift controls, Swift's decisions, and downloads."""

    records_network = True

    def setUp(self):
        super().setUp()
        self.open_drawn(PAGE)
        self.run_script("window.mark = 1")

    def tearDown(self):
        # A page that the browser restores from its cache receives status 410, and reloads.
        self.accept_console_errors("410 (Gone)")
        super().tearDown()

    def open_drawn(self, path):
        self.open(path)
        self.wait_until_drawn(path)

    def wait_until_drawn(self, path):
        """Waits until the toolbar shows this page as loaded."""
        self.wait_until(
            lambda: self.run_script(
                """return document.querySelector('#address')?.textContent === location.host + arguments[0]
                  && document.querySelector('#reload').dataset.does === 'reload'""", path),
            f"the toolbar shows {path}")

    def press(self, selector):
        """Clicks an element when it is no longer covered by an element that fades out."""
        def clicked():
            try:
                self.element(selector).click()
            except ElementClickInterceptedException:
                return False
            return True

        self.wait_until(clicked, f"{selector} can be clicked")

    def is_enabled(self, selector):
        return self.element(selector).is_enabled()

    def decisions(self):
        """Returns the lines of the page's log, the newest first. Each has the target of a navigation and Swift's
        decision."""
        return self.run_script(
            """return [...document.querySelectorAll('#decisions li')]
              .map((line) => [...line.querySelectorAll('span')].map((part) => part.textContent))""")

    def wait_for_decision(self, *expected):
        self.wait_until(lambda: self.decisions()[:1] == [list(expected)], f"the log's newest line is {expected}")

    def assert_stayed(self):
        self.assertEqual(self.run_script("return window.mark"), 1, "the document is another")
        self.assertEqual(self.browser.current_url, self.program.address + PAGE)

    def assert_card(self, title, text):
        self.wait_until(lambda: self.element(".card").is_displayed(), "the native card")
        self.assertEqual(self.text(".card h2"), title)
        self.assertEqual(self.text(".card p"), text)
        self.press(".card button")
        self.wait_until(lambda: not self.element(".card").is_displayed(), "the card is closed")
        self.assert_stayed()

    def names(self, listed):
        return self.run_script(
            """return [...document.querySelectorAll(`#${arguments[0]} li span`)].map((name) => name.textContent)""",
            listed)

    def test_toolbar_shows_what_swift_sees(self):
        self.assertEqual(self.text("#title"), "Navigation - SnippetBridge demo")
        self.assertEqual(self.text("#seen-url"), self.program.address + PAGE)
        self.wait_until_equal(lambda: self.text("#seen-state"), "loaded", "the page is loaded")
        self.assertEqual(self.text("#seen-progress"), "100 %")
        self.run_script("document.title = 'Another title'")
        self.wait_until_equal(lambda: self.text("#title"), "Another title", "the title changes")

    def test_allowed_link_back_and_forward(self):
        self.press("#allowed")
        self.wait_until_drawn(SECOND)
        self.assertEqual(self.text("#title"), "A second page - SnippetBridge demo")
        self.wait_until(lambda: self.is_enabled("#back"), "the way back")
        self.assertFalse(self.is_enabled("#forward"))
        self.press("#back")
        self.wait_until_drawn(PAGE)
        self.wait_until(lambda: [SECOND, "allowed"] in self.decisions(), "Swift's decision")
        self.wait_until(lambda: self.is_enabled("#forward"), "the way forward")
        self.press("#forward")
        self.wait_until_drawn(SECOND)

    def test_reload(self):
        self.press("#reload")
        self.wait_until(lambda: self.run_script("return !window.mark"), "another document")
        self.wait_until_drawn(PAGE)

    def test_progress_of_a_slow_page(self):
        self.browser.before_every_document(
            """window.seen = [];
            document.addEventListener('browser', ({ detail: { loading, progress } }) => {
              const shown = document.querySelector('#line').style.getPropertyValue('--progress');
              seen.push([loading, progress, Number(shown), document.querySelector('#word').textContent]);
            })""")
        self.press("#slow")
        self.wait_until_drawn("/navigation-slow.html")
        self.wait_until_equal(lambda: self.run_script("return seen.at(-1)"), ["loaded", 1, 1, ""], "it is loaded")
        seen = self.run_script("return seen")
        self.assertIn(["loading", 0.8, 0.8, "80 %"], seen, "it waits for its picture")
        progress = [line[1] for line in seen]
        self.assertEqual(progress, sorted(progress))
        self.assertTrue(self.run_script("return document.images[0].naturalWidth"), "the picture is there")

    def test_stop(self):
        # The page presses the button, because a driver would wait for the page to load.
        self.browser.before_every_document(
            """document.addEventListener('browser', ({ detail: { loading } }) => {
              const button = document.querySelector('#reload');
              if (loading !== 'loading' || !document.images.length) return;
              window.does = [button.dataset.does, button.ariaLabel];
              button.click();
            })""")
        self.press("#slow")
        self.wait_until_drawn("/navigation-slow.html")
        self.assertEqual(self.run_script("return window.does"), ["stop", "Stop"])
        self.assertEqual(self.element("#reload").get_attribute("aria-label"), "Reload")
        self.assertEqual(self.run_script("return document.images[0].naturalWidth"), 0, "the picture has come")
        pictures = {
            event["requestId"] for event in self.browser.network_events("Network.requestWillBeSent")
            if event["request"]["url"].endswith("/api/slow-picture")}
        self.wait_until(
            lambda: [event for event in self.browser.network_events("Network.loadingFailed")
                if event["requestId"] in pictures and event["canceled"]],
            "the browser gives the picture up")

    def test_native_link(self):
        self.press("#native")
        self.wait_for_decision("/native/settings?tab=sound", "handled")
        self.assert_card("Settings", "Swift handled /native/settings?tab=sound.")

    def test_telephone_link(self):
        self.press("#telephone")
        self.wait_for_decision("tel:+1-555-0123", "handled")
        self.assert_card("Call +1-555-0123", "Swift handled tel:+1-555-0123.")

    def test_denied_link(self):
        self.press("#denied")
        self.wait_for_decision("https://denied.example/", "denied")
        self.assertEqual(
            self.text("#decisions .reason"), "https://denied.example/ is denied by the rule denied.example.")
        self.assertNotIn("allowed", [decision for _, decision in self.decisions()])
        self.wait_until(lambda: self.element("bridge-notice").is_displayed(), "the notice")
        self.assert_stayed()

    def test_new_tab(self):
        self.press("#blank")
        self.wait_until_equal(lambda: len(self.browser.window_handles), 2, "a new tab")
        self.wait_for_decision(SECOND, "allowed")
        self.assert_stayed()
        self.browser.switch_to.window(self.browser.window_handles[1])
        self.wait_until_drawn(SECOND)

    def test_native_link_to_a_new_tab(self):
        self.press("#blank-native")
        self.wait_for_decision("/native/help", "handled")
        self.assert_card("Help", "Swift handled /native/help.")
        self.assertEqual(len(self.browser.window_handles), 1)

    def test_form(self):
        self.press("#search")
        self.wait_until_drawn(SECOND + "?query=bridge")
        self.assertEqual(self.text("#searched"), "Nothing was found for “bridge”.")

    def test_form_that_swift_handles(self):
        self.press("#search-native")
        self.wait_for_decision("/native/search", "handled")
        self.assert_card("Search", "Swift handled /native/search.")

    def test_push_state(self):
        self.press("#push")
        self.wait_for_decision(PAGE + "?step=1", "allowed")
        self.wait_until_drawn(PAGE + "?step=1")
        self.wait_until(lambda: self.is_enabled("#back"), "the way back")
        self.press("#back")
        self.wait_until_drawn(PAGE)
        self.assert_stayed()

    def test_push_state_that_swift_handles(self):
        self.press("#push-native")
        self.wait_for_decision("/native/tab/2", "handled")
        self.assert_card("Tab", "Swift handled /native/tab/2.")

    def test_push_state_by_swift(self):
        self.press("#push-swift")
        self.wait_until_drawn(PAGE + "?step=1")
        self.wait_until_equal(
            lambda: self.text("#history output"), f"popstate: the address is now {PAGE}?step=1", "the page hears of it")
        self.assertEqual(self.decisions(), [], "Swift is not asked about what it does itself")

    def test_swift_loads(self):
        self.press("#load button")
        self.wait_until_drawn(SECOND)

    def test_swift_does_not_load_what_is_denied(self):
        self.enter_address("https://denied.example/")
        self.wait_until_equal(lambda: self.text("#history output"), "Swift does not go there.", "the answer")
        self.wait_for_decision("https://denied.example/", "denied")
        self.enter_address("javascript:alert(1)")
        self.wait_until_equal(lambda: self.text("#history output"), "That is no address.", "the answer")
        self.assert_stayed()

    def enter_address(self, address):
        field = self.element("#load-address")
        field.clear()
        field.send_keys(address, Keys.ENTER)

    def test_downloads(self):
        self.press("#attachment")
        self.wait_until_equal(lambda: self.names("downloads"), ["temperatures.csv"], "the attachment")
        self.press("#saved")
        self.wait_until_equal(lambda: self.names("downloads"), ["my-ride.gpx", "temperatures.csv"], "the link's file")
        # Records the progress values that the page receives.
        self.run_script(
            """window.fractions = [];
            document.addEventListener('browser', ({ detail: { downloads: [{ name, fraction }] } }) => {
              if (name.startsWith('made') || name.startsWith('Made')) fractions.push(fraction);
            });""")
        self.press("#make")
        self.wait_until_equal(
            lambda: self.names("downloads"), ["made-in-the-page.txt", "my-ride.gpx", "temperatures.csv"], "the page's")
        fractions = self.run_script("return fractions")
        self.assertEqual(fractions, sorted(fractions))
        self.assertEqual(fractions[-1], 1)
        self.assertRegex(self.text("#downloads"), r"48\.\d MB, completed")
        self.assertEqual(
            self.run_script("return [...document.querySelectorAll('#downloads progress')].map((bar) => bar.value)"),
            [1, 1, 1])
        # The folder belongs to the program, and may contain files of other tests.
        files = self.names("files")
        for name in ("temperatures.csv", "my-ride.gpx", "made-in-the-page.txt"):
            self.assertTrue(any(file.endswith(f"_{name}") for file in files), f"{name} is in {files}")
        self.assert_stayed()

    def test_it_is_found_from_the_demo(self):
        self.open_connected("/")
        self.press("#browser a")
        self.wait_until_drawn(PAGE)

    def test_keyboard(self):
        self.press("#push")
        self.wait_until_drawn(PAGE + "?step=1")
        self.wait_until(lambda: self.is_enabled("#back"), "the way back")
        self.run_script("document.activeElement.blur(); getSelection().collapse(document.body, 0); scrollTo(0, 0)")
        keys = ActionChains(self.browser)
        reached = []
        count = self.run_script("return document.querySelectorAll(arguments[0]).length", STOPS)
        for _ in range(count):
            keys.send_keys(Keys.TAB).perform()
            reached.append(self.run_script(
                "return [...document.querySelectorAll(arguments[0])].indexOf(document.activeElement)", STOPS))
        self.assertEqual(sorted(set(reached)), sorted(reached), "each once")
        self.run_script("document.querySelector('#native').focus()")
        keys.send_keys(Keys.ENTER).perform()
        self.wait_until(lambda: self.element(".card").is_displayed(), "the native card")
        keys.send_keys(Keys.ESCAPE).perform()
        self.wait_until(lambda: not self.element(".card").is_displayed(), "the card is closed")
        self.assertEqual(self.run_script("return document.activeElement.id"), "native")

    def test_it_fits_a_narrow_window(self):
        for path in (PAGE, SECOND, "/navigation-slow.html"):
            self.open_drawn(path)
            for width in (320, 390, 768, 1280):
                self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                    "width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False})
                self.addCleanup(self.browser.execute_cdp_cmd, "Emulation.clearDeviceMetricsOverride", {})
                self.wait_until_equal(lambda: self.run_script("return innerWidth"), width, "the window's width")
                self.assertLessEqual(self.run_script("return document.documentElement.scrollWidth"), width)
                self.assertGreater(self.element("#title").size["width"], 100)
