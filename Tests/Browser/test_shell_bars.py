from selenium.webdriver.common.keys import Keys
from support.acceptance_test_case import in_every_engine
from support.engines import ChromiumEngine
from support.runs import one_engine
from support.shell_test_case import ShellTestCase

# Returns the rects of a bar's tabs and of parts inside them, in CSS pixels from the start of the bar's row.
RECTS = """const bar = document.querySelectorAll('.bar[data-bar]')[arguments[0]];
    const row = bar.querySelector('.row').getBoundingClientRect();
    const isMirrored = getComputedStyle(bar).direction === 'rtl';
    const rect = (part) => {
      const box = part.getBoundingClientRect();
      return { x: isMirrored ? row.right - box.right : box.left - row.left, y: box.top - row.top,
        width: box.width, height: box.height };
    };
    const tabs = [...bar.querySelectorAll('[role=tab]')];
    return { direction: getComputedStyle(bar).direction, row: { width: row.width, height: row.height },
      tabs: tabs.map(rect), parts: tabs.map((tab) => [...tab.children].map(rect)),
      selected: tabs.findIndex((tab) => tab.ariaSelected === 'true'),
      isHidden: tabs.some((tab) => getComputedStyle(tab).visibility === 'hidden') }"""


class TabmanBars(ShellTestCase):
    """Bars that are written like those of Tabman's users (Tests/TabmanBars). The rects may differ by two pixels."""

    def open_bar(self):
        self.open("/")
        self.wait_until(lambda: self.count(".bar[data-bar] [role=tab]") >= 4, "the bar's tabs")
        self.wait_until_equal(
            lambda: {key: self.rects()[key] for key in ("isHidden", "selected")}, {"isHidden": False, "selected": 0},
            "the bar's layout")

    def rects(self, bar=0):
        return self.run_script(RECTS, bar)

    def assert_near(self, number, expected, what, tolerance=2):
        self.assertLessEqual(abs(number - expected), tolerance, f"{what}: {number} instead of {expected}")

    def wait_near(self, get, expected, what, tolerance=2):
        self.wait_until(lambda: abs(get() - expected) <= tolerance, f"{what} at {expected}")

    def press_keys_to_the_second_page(self):
        """Selects the second page with the keyboard alone."""
        self.browser.click(".bar[data-bar] [role=tab][data-index='0']")
        is_mirrored = self.rects()["direction"] == "rtl"
        self.browser.type((Keys.ARROW_LEFT if is_mirrored else Keys.ARROW_RIGHT) + Keys.ENTER)
        self.wait_until_equal(lambda: self.rects()["selected"], 1, "the bar's selected tab")


class TinderBar(TabmanBars):
    program_arguments = ("--bar", "tinder")

    def test_thirds_of_the_bar(self):
        """S10: each button is a third of the bar, with its icon and its glow in the center."""
        self.open_bar()
        width = self.run_script("return document.querySelector('.pages .scroller').clientWidth")
        rects = self.rects()
        for index, tab in enumerate(rects["tabs"]):
            self.assert_near(tab["width"], width / 3, "the width of a tab")
            self.assert_near(tab["x"], index * width / 3, "the place of a tab")
            self.assert_near(tab["height"], 56, "the height of a tab")
            glow, icon = rects["parts"][index][:2]
            for part in glow, icon:
                self.assert_near(part["x"] + part["width"] / 2, tab["x"] + tab["width"] / 2, "the middle of a part")
                self.assert_near(part["y"] + part["height"] / 2, tab["height"] / 2, "the middle of a part")
            self.assert_near(glow["width"], 40, "the width of the glow")
            self.assert_near(icon["width"], 28 if index == 0 else 21, "the width of the icon")
        # The badge's lower edge is twelve pixels below the upper edge of the icon's layout.
        badge = rects["parts"][2][2]
        self.assert_near(badge["y"] + badge["height"], 14 + 12, "the lower edge of the badge")
        self.assert_near(badge["x"], rects["tabs"][2]["x"] + rects["tabs"][2]["width"] / 2 + 14 - 8, "the badge")

    @one_engine
    def test_keyboard(self):
        """S10, S14: the keyboard selects, and the icons follow."""
        self.open_bar()
        self.press_keys_to_the_second_page()
        self.wait_near(lambda: self.rects()["parts"][1][1]["width"], 28, "the selected icon's width")
        self.wait_near(lambda: self.rects()["parts"][0][1]["width"], 21, "the other icon's width")


class ChipBar(TabmanBars):
    program_arguments = ("--bar", "chips")

    def test_chips_fit_their_words(self):
        """S10: a chip is as wide as its text with the badge, and has a fixed height."""
        self.open_bar()
        rects = self.rects()
        for tab, parts in zip(rects["tabs"], rects["parts"]):
            label, badge = parts
            self.assert_near(tab["height"], 32, "the height of a chip")
            self.assert_near(label["x"] - tab["x"], 14, "the space before the word")
            end = badge["x"] + badge["width"] + 10 if badge["width"] else label["x"] + label["width"] + 14
            self.assertGreater(tab["x"] + tab["width"] + 2, end, "the word is in its chip")
            self.assert_near(label["y"] + label["height"] / 2, tab["y"] + 16, "the middle of the word")
        self.assert_near(rects["tabs"][1]["x"] - rects["tabs"][0]["x"] - rects["tabs"][0]["width"], 8, "the spacing")
        self.press_keys_to_the_second_page()


class SegmentedBar(TabmanBars):
    program_arguments = ("--bar", "segments")

    def has_equal_segments_in_the_middle(self):
        tabs = self.rects()["tabs"]
        width = self.run_script("return document.querySelector('.pages .scroller').clientWidth")
        places = [tabs[0]["x"] + index * tabs[0]["width"] for index in range(4)]
        middle = (tabs[0]["x"] + tabs[3]["x"] + tabs[3]["width"]) / 2
        are_equal = all(abs(tab["width"] - tabs[0]["width"]) <= 2 for tab in tabs)
        return are_equal and all(
            abs(tab["x"] - x) <= 2 for tab, x in zip(tabs, places)) and abs(middle - width / 2) <= 2

    def distance_of_the_indicator(self):
        """Returns the horizontal distance of the indicator from the second segment, in CSS pixels."""
        return self.run_script("""const box = (selector) => document.querySelector(selector).getBoundingClientRect();
            return box('.pages .indicator').left - box('.pages [data-index="1"]').left""")

    @one_engine
    def test_indicator_of_a_drag_follows_a_new_layout(self):
        """S14: the indicator keeps its segment if the segments change after the pages' last movement."""
        self.open_bar()
        self.press_keys_to_the_second_page()
        self.wait_near(self.distance_of_the_indicator, 0, "the indicator")
        # Simulates the last scroll event of the pages. The browser has not reported the end of the scrolling yet.
        self.run_script("document.querySelector('[data-pager]').dispatchEvent(new Event('scroll'))")
        width = lambda: self.rects()["tabs"][1]["width"]
        before = width()
        self.swift("badge", "1234")
        self.wait_until(lambda: width() > before + 10, "wider segments")
        self.wait_near(self.distance_of_the_indicator, 0, "the indicator")

    def test_equal_segments(self):
        """S10: all segments have the width of the widest text, and are centered."""
        self.open_bar()
        # The bar is laid out again whenever the page reports new sizes.
        self.wait_until(self.has_equal_segments_in_the_middle, "equal segments in the middle")
        self.press_keys_to_the_second_page()
        self.wait_near(self.distance_of_the_indicator, 0, "the indicator")


class VerticalBar(TabmanBars):
    engine = ChromiumEngine
    program_arguments = ("--bar", "vertical")

    def test_rows(self):
        """S11: the rows are positioned by rects that the program sets. S14: the marker of the selected row grows."""
        self.open_bar()
        width = self.run_script("return document.querySelector('.pages .scroller').clientWidth")
        self.wait_near(lambda: self.rects()["tabs"][3]["width"], width, "the width of a row")
        rects = self.rects()
        for index, tab in enumerate(rects["tabs"]):
            self.assert_near(tab["y"], 40 * index, "the place of a row")
            self.assert_near(tab["height"], 40, "the height of a row")
        self.assert_near(rects["row"]["height"], 160, "the height of all rows")
        self.press_keys_to_the_second_page()
        self.wait_near(lambda: self.rects()["parts"][1][0]["height"], 24, "the marker")


class AccessoryBar(TabmanBars):
    engine = ChromiumEngine
    program_arguments = ("--bar", "accessory")

    def test_accessories(self):
        """S10: the button at the end is a square that contains its symbol, and is always visible."""
        self.open_bar()
        add = """const box = document.querySelector('[aria-label="Add"]').getBoundingClientRect();
            return [box.width, box.height]"""
        self.wait_near(lambda: self.run_script(add)[0], 42, "the width of the button")
        self.assert_near(self.run_script(add)[1], 42, "the height of the button")
        self.press_keys_to_the_second_page()


class HidingBar(TabmanBars):
    engine = ChromiumEngine
    program_arguments = ("--bar", "hiding")

    def test_system_look(self):
        """S15: the separator and the background are those that the program has set."""
        self.open_bar()
        colors = self.run_script("""const style = getComputedStyle(document.querySelector('.pages .bar'));
            const probe = document.createElement('div');
            document.body.append(probe);
            const color = (name) => (probe.style.color = `var(--${name})`, getComputedStyle(probe).color);
            const result = [style.backgroundColor === color('raised'), style.borderTopColor === color('accent')];
            probe.remove();
            return result""")
        self.assertEqual(colors, [True, True])
        self.press_keys_to_the_second_page()


class SeveralBars(TabmanBars):
    engine = ChromiumEngine
    program_arguments = ("--bar", "several")

    def test_all_follow(self):
        """S17: three bars show the same position: one in the navigation bar, one above the pages, and one below
        them."""
        self.open_bar()
        self.assertEqual(self.count(".toolbar .bar[data-bar] [role=tab]"), 4)
        self.assertEqual(self.count(".pages > .bar.top"), 1)
        self.assertEqual(self.count(".pages > .bar.bottom"), 1)
        self.browser.click(".pages > .bar.bottom [role=tab][data-index='2']")
        for bar in range(3):
            self.wait_until_equal(lambda: self.rects(bar)["selected"], 2, f"the selected tab of bar {bar}")


class TinderBarFromRightToLeft(TinderBar):
    engine = ChromiumEngine
    program_arguments = ("--bar", "tinder", "--language", "ar")


class SegmentedBarFromRightToLeft(SegmentedBar):
    program_arguments = ("--bar", "segments", "--language", "ar")


for cases in (TinderBar, ChipBar, SegmentedBar, SegmentedBarFromRightToLeft):
    in_every_engine(cases)
# The classes without an engine must not run, so their names are deleted.
del cases, TinderBar, ChipBar, SegmentedBar, SegmentedBarFromRightToLeft
