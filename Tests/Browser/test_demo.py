import re

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from support.browser_test_case import BrowserTestCase


class DemoTests(BrowserTestCase):
    """The demo page: each control, and the content that the page shows afterwards."""

    def setUp(self):
        super().setUp()
        self.open()
        self.wait_until_equal(lambda: self.text("#connection"), "Connected to Swift", "the page connects")

    def lines(self, section):
        return self.text(f"#{section} output").split("\n")

    def press(self, selector):
        self.element(selector).click()

    def test_page_has_its_bridge(self):
        self.assertEqual(self.browser.title, "SnippetBridge demo")
        self.assertFalse(self.element("#no-bridge").is_displayed())
        self.assertEqual(self.element("#connection").get_attribute("data-state"), "connected")

    def test_adding_one(self):
        self.press("#blocking button")
        self.assertRegex(self.text("#blocking output"), r"^6, after \d+\.\d ms$")
        number = self.element("#blocking-number")
        number.clear()
        number.send_keys("-41")
        self.press("#blocking button")
        self.assertRegex(self.text("#blocking output"), r"^-40, after ")

    def test_each_namespace(self):
        self.press("#namespaces button[value='street.getName']")
        self.assertEqual(self.lines("namespaces"), ["Heisenberg"])
        self.press("#namespaces button[value='school.getName']")
        self.assertEqual(self.lines("namespaces"), ["Walter White"])

    def test_one_answer(self):
        self.press("#callback button[value=asyncStyledFunction]")
        expected = ['the call returned ""', "the callback got Async response"]
        self.wait_until_equal(lambda: self.lines("callback"), expected, "one answer")

    def test_three_answers(self):
        self.press("#callback button[value=asyncFunction]")
        expected = ['the call returned ""', *(f"the callback got {value}" for value in (2, 3, 4))]
        self.wait_until_equal(lambda: self.lines("callback"), expected, "three answers")

    def test_progress_to_its_end(self):
        self.run_script(
            """const bar = document.querySelector('#progress-bar');
            const values = window.values = [];
            new MutationObserver(() => values.push(bar.value)).observe(bar, { attributes: true });""")
        self.press("#progress button[name=start]")
        self.assertFalse(self.element("#progress button[name=start]").is_enabled())
        self.wait_until_equal(lambda: self.lines("progress"), ["finished at 100 %"], "the download finishes")
        values = self.run_script("return window.values")
        self.assertEqual(values, sorted(values))
        self.assertEqual(values[-1], 100)
        # The bar also shows values in between, because reports are sent in about 60 batches within 3 s.
        self.assertGreater(len(set(values)), 10)
        self.assertTrue(self.element("#progress button[name=start]").is_enabled())
        self.assertFalse(self.element("#progress button[name=cancel]").is_enabled())

    def test_progress_cancelled(self):
        self.press("#progress button[name=start]")
        self.wait_until(
            lambda: float(self.element("#progress-bar").get_property("value")) > 0, "the first progress")
        self.press("#progress button[name=cancel]")
        self.wait_until(lambda: "cancelled" in self.text("#progress output"), "the download is cancelled")
        percent = int(re.fullmatch(r"cancelled at (\d+) %", self.text("#progress output")).group(1))
        self.assertLess(percent, 100)
        self.assertEqual(float(self.element("#progress-bar").get_property("value")), percent)
        self.assertEqual(self.browser.switch_to.active_element.get_attribute("name"), "start")

    def test_a_promise(self):
        self.press("#promise button")
        self.wait_until_equal(lambda: self.lines("promise"), ["70.7 °F"], "the promise is fulfilled")
        celsius = self.element("#promise-celsius")
        celsius.clear()
        celsius.send_keys("-300")
        self.press("#promise button")
        self.wait_until_equal(
            lambda: self.lines("promise"), ["an error with the code belowAbsoluteZero"], "the promise is rejected")

    def test_a_sequence(self):
        self.press("#sequence button[name=start]")
        seen = set()

        def readings():
            seen.add(self.text("#sequence output"))
            return len(seen) > 3

        self.wait_until(readings, "several readings")
        self.press("#sequence button[name=stop]")
        self.wait_until(lambda: self.lines("sequence")[-1] == "stopped", "the loop is left")
        self.assertRegex(self.lines("sequence")[0], r"^\d\d\.\d °C$")
        self.assertEqual(self.browser.switch_to.active_element.get_attribute("name"), "start")

    def test_a_route(self):
        self.press("#routes button[name=start]")
        seen = set()

        def readings():
            seen.add(self.text("#routes output"))
            return len(seen) > 3

        self.wait_until(readings, "several events")
        self.press("#routes button[name=stop]")
        self.assertEqual(self.lines("routes")[-1], "stopped")
        self.assertRegex(self.lines("routes")[0], r"^\d\d\.\d °C$")
        self.assertEqual(self.browser.switch_to.active_element.get_attribute("name"), "start")

    def test_swift_calls_the_page(self):
        self.press("#page button")
        expected = ["Swift is asked to call", "this page adds 3 and 4", "Swift called addValue and got 7."]
        self.wait_until_equal(lambda: self.lines("page"), expected, "Swift's answer")

    def test_native_link(self):
        self.press("#native-link")
        expected = ["Swift handled /native/settings?tab=sound."]
        self.wait_until_equal(lambda: self.lines("navigation"), expected, "Swift handles the link")
        self.assertEqual(self.browser.current_url, self.program.address + "/")

    def test_ordinary_link_and_back(self):
        self.press("#ordinary-link")
        self.wait_until_equal(lambda: self.text("h1"), "An ordinary page", "the link's page")
        self.assertEqual(self.browser.current_url, self.program.address + "/visited.html")
        self.press("main a")
        self.wait_until_equal(lambda: self.browser.title, "SnippetBridge demo", "the demo again")
        self.wait_until_equal(lambda: self.text("#connection"), "Connected to Swift", "the page connects")

    def test_post_form(self):
        self.press("#navigation form button")
        self.wait_until_equal(lambda: self.lines("navigation"), ["Swift handled /native/search."], "the form")
        self.assertEqual(self.browser.current_url, self.program.address + "/")

    def test_push_state(self):
        self.press("#navigation button[name=push]")
        self.wait_until_equal(lambda: self.lines("navigation"), ["Swift handled /native/tab/2."], "the entry")
        self.assertEqual(self.browser.current_url, self.program.address + "/")

    def test_closing(self):
        self.press("#closing button")
        expected = ["Swift was asked to dismiss this page."]
        self.wait_until_equal(lambda: self.lines("closing"), expected, "Swift hears of it")
        self.assertEqual(len(self.browser.window_handles), 1)

    def test_keyboard_reaches_every_control(self):
        keys = ActionChains(self.browser)
        reached = []
        stop = "[tabindex='0'], a, button:enabled, input"
        count = self.run_script("return document.querySelectorAll(arguments[0]).length", stop)
        for _ in range(count):
            keys.send_keys(Keys.TAB).perform()
            reached.append(self.run_script(
                "return [...document.querySelectorAll(arguments[0])].indexOf(document.activeElement)", stop))
        self.assertEqual(reached, list(range(count)))

    def test_keyboard_alone_calls_swift(self):
        keys = ActionChains(self.browser)
        keys.send_keys(Keys.TAB, "7", Keys.ENTER).perform()
        self.assertRegex(self.text("#blocking output"), r"^8, after ")
        while self.browser.switch_to.active_element.get_attribute("value") != "school.getName":
            keys.send_keys(Keys.TAB).perform()
        keys.send_keys(Keys.SPACE).perform()
        self.assertEqual(self.lines("namespaces"), ["Walter White"])

    def test_light_and_dark(self):
        colours = []
        for scheme in ("light", "dark"):
            features = [{"name": "prefers-color-scheme", "value": scheme}]
            self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
            self.press("#blocking button")
            self.assertRegex(self.text("#blocking output"), "^6, ")
            colours.append(self.run_script(
                """const style = getComputedStyle(document.documentElement);
                const body = getComputedStyle(document.body);
                const clear = 'rgba(0, 0, 0, 0)';
                return [body.backgroundColor === clear ? style.backgroundColor : body.backgroundColor, body.color]"""))
        (light, light_text), (dark, dark_text) = colours
        self.assertNotEqual(light, dark)
        self.assertNotEqual(light_text, dark_text)
        self.assertNotEqual(light, light_text)
        self.assertNotEqual(dark, dark_text)
