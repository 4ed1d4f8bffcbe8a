import pathlib

import axe_core_python
from support.engines import ChromiumEngine
from support.shell_test_case import ShellTestCase

AXE = (pathlib.Path(axe_core_python.__file__).parent / "axe.min.js").read_text()
RUN = """const done = arguments[arguments.length - 1];
      axe.run(document, { iframes: false, resultTypes: ['violations'] }).then(({ violations }) =>
        done(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])))"""


class ShellAccessibility(ShellTestCase):
    """Tests that axe-core finds no violations in the shell. The pages in iframes are not checked."""

    engine = ChromiumEngine

    def check(self, what):
        driver = self.browser.driver
        # Waits for the end of animations before the check.
        self.wait_until(
            lambda: self.run_script("""return document.getAnimations().every(
              (animation) => animation.playState !== 'running' || animation.effect.getTiming().iterations === Infinity)"""),
            "nothing moves")
        driver.execute_script(AXE)
        self.assertEqual(driver.execute_async_script(RUN), [], what)

    def look_at_everything(self):
        self.open_shell()
        self.check("a page")
        self.select_tab("Pages")
        self.wait_until(lambda: self.count("[data-pager]"), "the pages")
        self.wait_for_page("First")
        self.check("pages beside each other")
        self.select_tab("Native")
        self.wait_for_page()
        self.check("a native screen")
        self.swift("present", "/two.html")
        # The sheet's name is the title of its page.
        self.wait_until(lambda: self.count(".panel") and self.run_script(
            """const [panel] = document.querySelectorAll('.panel');
            return document.getElementById(panel.getAttribute('aria-labelledby'))?.textContent"""), "the sheet's title")
        self.check("a sheet")
        self.swift("confirm", "Sure?")
        self.wait_until(lambda: self.count(".dialog"), "the question")
        self.check("a question")

    def test_light(self):
        self.look_at_everything()

    def test_dark(self):
        dark = {"features": [{"name": "prefers-color-scheme", "value": "dark"}]}
        self.browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", dark)
        self.addCleanup(self.browser.driver.execute_cdp_cmd, "Emulation.setEmulatedMedia", {"features": []})
        self.look_at_everything()
