import time

from selenium.webdriver.common.keys import Keys
from support.acceptance_test_case import in_every_engine
from support.runs import except_in, one_engine
from support.shell_test_case import ShellTestCase, screen

CAROUSEL = """<div id=carousel style="overflow-x: auto; width: 300px; height: 80px; position: absolute; top: 150px;
      overscroll-behavior-x: contain"><div style="width: 3000px; height: 60px; background: linear-gradient(90deg, red, blue)"></div></div>"""
# Returns the position of the pager, in pages from the first one.
POSITION = """const pager = document.querySelector('[data-pager]');
      return Math.abs(pager.scrollLeft) / pager.clientWidth"""


class Paging:
    """Tests of pagers. One gesture moves by one page, and the bar follows."""

    pages = {**ShellTestCase.pages, "second.html": screen("Second", CAROUSEL)}

    def open_pages(self):
        self.open_shell()
        self.select_tab("Pages")
        self.wait_until(lambda: self.count("[data-pager]"), "the pages")
        self.wait_for_page("First")

    def wait_for_position(self, page):
        """Asserts that Swift, the browser and the bar show the same page."""
        self.wait_until_equal(
            lambda: self.run_script("return document.querySelector('[data-pager]').dataset.page"), str(page),
            "what Swift wants")
        self.wait_until_equal(lambda: self.run_script(POSITION), page, "the pager")
        self.wait_until_equal(
            lambda: self.run_script(
                """return [...document.querySelectorAll('.pages .bar [role=tab]')]
                  .findIndex((tab) => tab.ariaSelected === 'true')"""), page, "the bar's selected tab")
        self.wait_until_equal(self.title, ["First", "Second", "Third", "Fourth"][page], "the toolbar's title")
        self.wait_until_equal(self.indicator, page, "the bar's indicator")

    def indicator(self):
        """Returns the tab that the bar's indicator marks; None while the indicator moves."""
        return self.run_script(
            """const tabs = [...document.querySelectorAll('.pages .bar [role=tab]')];
            const box = document.querySelector('.pages .bar .indicator').getBoundingClientRect();
            const middle = box.left + box.width / 2;
            const found = tabs.findIndex((tab) => {
              const { left, width } = tab.getBoundingClientRect();
              return Math.abs(left + width / 2 - middle) < 2;
            });
            return found < 0 ? null : found""")

    def test_swift_buttons_and_bar(self):
        self.open_pages()
        self.wait_for_position(0)
        self.swift("showPage", "2")
        self.wait_for_position(2)
        self.run_script("document.querySelector('[aria-label=\"Previous page\"]').click()")
        self.wait_for_position(1)
        self.run_script("document.querySelector('[aria-label=\"Next page\"]').click()")
        self.wait_for_position(2)
        self.browser.click(".pages .bar [role=tab][data-index='3']")
        self.wait_for_position(3)
        self.assertEqual(self.count("[aria-label='Next page']:not([hidden])"), 0)

    @one_engine
    def test_keys_on_the_bar(self):
        self.open_pages()
        self.browser.click(".pages .bar [role=tab][data-index='0']")
        forward = Keys.ARROW_LEFT if self.run_script(
            "return getComputedStyle(document.body).direction") == "rtl" else Keys.ARROW_RIGHT
        self.browser.type(forward + Keys.ENTER)
        self.wait_for_position(1)
        self.browser.type(Keys.END)
        self.browser.type(Keys.ENTER)
        self.wait_for_position(3)
        self.browser.type(Keys.HOME)
        self.browser.type(Keys.ENTER)
        self.wait_for_position(0)


@in_every_engine
class ShellPages(Paging, ShellTestCase):
    @except_in("WebKitGTK", "its driver has no wheel")
    def test_wheel_is_one_page_a_gesture(self):
        self.open_pages()
        self.browser.turn_wheel("[data-pager] .page:nth-child(1) iframe", 500, 0)
        self.wait_for_position(1)

    @one_engine
    def test_touch_is_one_page_a_swipe(self):
        self.open_pages()
        width, height = self.run_script("return [innerWidth, innerHeight]")

        def swipe():
            """Swipes over 40 % of the width: 10 % every 20 ms. Does not wait for the end.

            Chromium applies `scroll-snap-stop` from the fling's first animation frame on. On an idle machine, that is
            33 ms after the touch. A faster swipe passes the next page before that, and moves by two pages
            (docs/guides/shell.md).
            """
            end = time.time()
            for step, kind in enumerate(["touchStart", *["touchMove"] * 4, "touchEnd"]):
                points = [{"x": width * (0.7 - 0.1 * step), "y": height / 2}] if kind != "touchEnd" else []
                self.browser.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {
                    "type": kind, "touchPoints": points, "timestamp": end - 0.02 * (5 - step)})

        stops = self.run_script("return getComputedStyle(document.querySelector('[data-pager] .page')).scrollSnapStop")
        self.assertEqual(stops, "always")
        for page in 1, 2:
            swipe()
            self.wait_for_position(page)

    @except_in("WebKitGTK", "its driver has no wheel")
    def test_carousel_keeps_its_gestures(self):
        self.open_pages()
        self.swift("showPage", "1")
        self.wait_for_position(1)
        second = "[data-pager] .page:nth-child(2) iframe"
        self.in_frame(lambda: self.browser.turn_wheel("#carousel", 400, 0), second)
        self.wait_until(lambda: self.inside("return carousel.scrollLeft", frame=second) > 100, "the carousel")
        self.wait_for_position(1)
        if self.engine.name == "Firefox":
            return  # A list at its end passes the wheel event on to the pager.
        self.inside("carousel.scrollLeft = 5000", frame=second)
        self.in_frame(lambda: self.browser.turn_wheel("#carousel", 400, 0), second)
        self.wait_for_position(1)

    @one_engine
    def test_bar_follows_while_pages_are_dragged(self):
        self.open_pages()
        # Waits for a position between two pages during a drag. Checks every animation frame, because the drag is short.
        self.run_script(
            """const [one, two] = [...document.querySelectorAll('.pages .bar [role=tab]')].map(
              (tab) => tab.getBoundingClientRect().left);
            (function look() {
              const { left } = document.querySelector('.pages .bar .indicator').getBoundingClientRect();
              const isBetween = left > Math.min(one, two) + 3 && left < Math.max(one, two) - 3;
              if (isBetween) document.documentElement.dataset.between = '';
              else requestAnimationFrame(look);
            })();
            const pager = document.querySelector('[data-pager]');
            pager.style.scrollSnapType = 'none';
            pager.scrollLeft = pager.clientWidth / 2 * (getComputedStyle(pager).direction === 'rtl' ? -1 : 1);""")
        self.wait_until(
            lambda: self.run_script("return 'between' in document.documentElement.dataset"),
            "the indicator is between two tabs")
        self.run_script("document.querySelector('[data-pager]').style.scrollSnapType = ''")

    @one_engine
    def test_window_that_changes_while_pages_turn(self):
        self.open_pages()
        size = self.browser.driver.get_window_size()
        self.addCleanup(self.browser.driver.set_window_size, size["width"], size["height"])
        self.swift("showPage", "3")
        self.wait_until(lambda: self.run_script(POSITION) > 1.2, "they turn")
        self.browser.driver.set_window_size(size["width"] - 200, size["height"])
        self.wait_for_position(3)
        self.wait_until(lambda: self.count("[data-pager] .page:nth-child(4):not([inert])"), "the page can be used")

    @one_engine
    def test_badge_of_a_page(self):
        self.open_pages()
        self.swift("badge", "7")
        self.wait_until_equal(
            lambda: self.text(".pages .bar [role=tab][data-index='1'] .badge"), "7", "the badge")

    @one_engine
    def test_reload_keeps_the_page(self):
        self.open_pages()
        self.swift("showPage", "2")
        self.wait_for_position(2)
        self.browser.refresh()
        self.wait_until(lambda: self.count("[data-pager]"), "the pages")
        self.wait_for_position(2)


@in_every_engine
class ShellRightToLeft(Paging, ShellTestCase):
    """A shell in Arabic, with a layout from right to left."""

    program_arguments = ("--language", "ar")

    @one_engine
    def test_toolbar_and_tabs(self):
        self.open_shell()
        self.assertEqual(self.run_script("return getComputedStyle(document.body).direction"), "rtl")
        left = "return document.querySelector(arguments[0]).getBoundingClientRect().left"
        self.assertGreater(self.run_script(left, "[aria-label=Back]"), self.run_script(left, "[aria-label=Reload]"))
        tab = ".bar.bottom [role=tab][data-index='{}']"
        self.assertGreater(self.run_script(left, tab.format(0)), self.run_script(left, tab.format(1)))
