from support.browser_test_case import BrowserTestCase


class HereTests(BrowserTestCase):
    """The demo's page "Here": a map that follows a recorded ride, which Swift replays."""

    def setUp(self):
        super().setUp()
        self.open_connected("/here.html")

    def place(self):
        return self.text("#latitude"), self.text("#longitude")

    def wait_until_it_moves(self):
        self.wait_until(lambda: self.text("#state") == "Watched.", "a position")
        place = self.place()
        self.wait_until(lambda: self.place() != place, "the next position")

    def test_it_follows_the_ride(self):
        self.wait_until_it_moves()
        latitude, longitude = self.place()
        self.assertRegex(latitude, r"^4[45]\.\d{5}° N$")
        self.assertRegex(longitude, r"^(29|30)\.\d{5}° W$")
        self.assertRegex(self.text("#speed"), r"^\d+$")
        self.assertRegex(self.text("#course"), r"^\d+° [NESW]{1,2}$")
        self.assertEqual(self.text("#precision"), "± 5 m")
        self.wait_until(lambda: self.text("#way") != "0 m", "the way grows")
        self.assertEqual(self.element("#device").get_attribute("visibility"), "visible")
        self.wait_until(lambda: self.element("#trail").get_attribute("points").count(",") > 1, "the trail grows")
        self.assertFalse(self.element("#away").is_displayed())
        # Checks that the map shows the device's position.
        x, y, width, height = map(float, self.run_script("return map.getAttribute('viewBox')").split())
        self.assertLess(abs(x + width / 2), 1000)
        self.assertLess(abs(y + height / 2), 1000)

    def test_it_stops_and_begins_again(self):
        self.wait_until_it_moves()
        self.element("#watch").click()
        self.assertEqual(self.text("#state"), "Not watched.")
        place = self.place()
        # This page does not receive the positions of another page.
        self.run_async(
            """let count = 0;
            const id = navigator.geolocation.watchPosition(() => {
              if (++count < 3) return;
              navigator.geolocation.clearWatch(id);
              done();
            });""")
        self.assertEqual(self.place(), place)
        self.element("#watch").click()
        self.wait_until_it_moves()

    def test_the_whole_town(self):
        self.wait_until_it_moves()
        self.element("#overview").click()
        self.assertEqual(self.element("#overview").get_attribute("aria-pressed"), "true")
        self.assertEqual(self.text("#scale-text"), "500 m")
        self.element("#overview").click()
        self.assertEqual(self.text("#scale-text"), "100 m")

    def test_it_fits_a_narrow_window(self):
        for width in (320, 390, 768, 1280):
            self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                "width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False})
            self.addCleanup(self.browser.execute_cdp_cmd, "Emulation.clearDeviceMetricsOverride", {})
            self.wait_until_equal(lambda: self.run_script("return innerWidth"), width, "the window's width")
            self.assertLessEqual(self.run_script("return document.documentElement.scrollWidth"), width)
            self.assertGreater(self.element("#map").size["height"], 200)
