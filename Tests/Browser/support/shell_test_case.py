from .acceptance_test_case import AcceptanceTestCase, page
from .engines import ChromiumEngine
from .shell_server import ShellServer

# A page with a counter, scrollable content, and links to further screens.
ALIVE = """<style>body { height: 4000px; font: 16px sans-serif }</style><script>
      window.ticks = 0;
      setInterval(() => ticks++, 50);
    </script>"""


def screen(title, content=""):
    """Returns a page for a screen."""
    return page(ALIVE, title).replace("<body>", f"""<body><h1>{title}</h1>
      <p style="position: fixed; top: 60px"><a id=two href=/two.html>Two</a> <a id=three href=/three.html>Three</a> <a id=hash href=#part>Part</a></p>
      {content}<p id=part>Part</p>""")


class ShellTestCase(AcceptanceTestCase):
    """A shell in one browser. Its page forbids `eval`, so test scripts can access only its document."""

    program_type = ShellServer
    pages = {
        f"{name}.html": screen(name.title())
        for name in ("home", "other", "two", "three", "four", "five", "six", "first", "second", "third", "fourth")
    }

    # The visible screen, and its iframe.
    TOP = ".screens > .screen[data-place=top]"
    FRAME = TOP + " iframe"

    # The links of every page to other pages, in order.
    LINKS = [("#two", "/two.html"), ("#three", "/three.html")] * 5

    def setUp(self):
        super().setUp()
        self._is_inside = False
        # Parts of the errors that may appear in Chromium's console, including errors of the shell's page.
        self.expected_console_errors = []

    def tearDown(self):
        self.leave()
        super().tearDown()
        if self.engine is ChromiumEngine:
            errors = [error for error in self.browser.driver.console_errors()
                      if not any(part in error for part in self.expected_console_errors)]
            self.assertEqual(errors, [], "errors in the console")

    def restart(self, keeps_state=True):
        """Restarts the server without its state. Returns when the new server has a shell.

        With `keeps_state=False`, the new server cannot restore the shell, because the browser has lost the saved state.
        """
        mark = "document.documentElement.dataset.mark"
        self.run_script(f"{mark} = 1")
        # The errors of Chromium and the page script while no server runs.
        self.expected_console_errors += [
            "net::ERR_", "callbacks wait for a connection", "503 (Service", "410 (Gone)", "401 (Unauth"]
        self.assertEqual(self.program.stop(), 0, self.program.log)
        if not keeps_state:
            self.run_script("""addEventListener('pagehide', () => {
              const { own } = JSON.parse(sessionStorage['bridge.shell']);
              sessionStorage['bridge.shell'] = JSON.stringify({ own, saved: null });
            });""")
        type(self).program = self.program_type(
            self.root, self.program.port, self.program_arguments)
        # While the document is being replaced, it may have no element.
        self.wait_until(
            lambda: not self.run_script(f"return document.documentElement ? {mark} ?? null : 1"),
            "the shell's page loads again")
        self.wait_until(lambda: self.count(self.TOP), "the shell's screens")

    def situation(self):
        try:
            self.leave()
            page = self.run_script("""const list = (selector, text) => [...document.querySelectorAll(selector)].map(text);
              return JSON.stringify({
                address: location.href, entry: history.state,
                tabs: list('[role=tab]', (tab) => `${tab.textContent.trim()} ${tab.ariaSelected}`),
                screens: list('[data-place]', ({ className, dataset, id }) => `${id} ${className} ${dataset.place}`),
                iframes: list('iframe', (iframe) => iframe.src),
                overlays: list('.overlay', (overlay) => overlay.textContent.trim()),
                progress: { ...document.querySelector('.progress')?.dataset },
              })""")
        except Exception as error:
            page = f"unknown: {error}"
        return f"the shell's page: {page}\n{super().situation()}"

    # MARK: In the browser

    def run_script(self, script, *arguments):
        if self._is_inside:
            return super().run_script(script, *arguments)
        return self.browser.look(script, *arguments)

    def inside(self, script, *arguments, frame=None):
        """Runs a script in the iframe of the visible screen.

        If the iframe's document is replaced before the script starts, the script runs in the new document.
        """
        return self.wait_until(
            lambda: (self.in_frame(lambda: self.run_script(script, *arguments), frame),), "the iframe exists")[0]

    def in_frame(self, body, frame=None):
        self.browser.enter_frame_at(frame or self.FRAME)
        self._is_inside = True
        try:
            return body()
        finally:
            self.leave()

    def leave(self):
        self.browser.leave_frames()
        self._is_inside = False

    def texts(self, selector):
        return self.run_script(
            "return [...document.querySelectorAll(arguments[0])].map((part) => part.textContent.trim())", selector)

    def text(self, selector):
        return self.run_script("return document.querySelector(arguments[0])?.textContent.trim() ?? null", selector)

    def count(self, selector):
        return self.run_script("return document.querySelectorAll(arguments[0]).length", selector)

    def history_length(self):
        return self.run_script("return history.length")

    # MARK: The shell

    def swift(self, verb, to="", **given):
        return self.program.tell(verb, to, **given)

    def open_shell(self, fragment=""):
        """Opens the shell. Returns when the page of its first screen has loaded."""
        self.open("/" + fragment)
        self.wait_until(lambda: self.count(self.TOP), "the shell's screens")
        self.wait_for_page()

    def wait_for_page(self, title=None):
        """Waits until the visible screen shows its page without an animation, and the toolbar shows its title."""
        def is_there():
            return self.run_script(
                """const top = document.querySelector(arguments[0]);
                const progress = document.querySelector('.progress');
                const overlays = [...top?.querySelectorAll('.overlay') ?? []];
                // Of pages beside each other, only one is seen.
                return !!top && overlays.every((overlay) => overlay.closest('.page[inert]')) && 'done' in progress.dataset
                  // A click where something was meets something else.
                  && !top.getAnimations().length""", self.TOP)
        if title is not None:
            # Wait for the title first: until the toolbar shows the title, `is_there` may check the screen below the new
            # one.
            self.wait_until_equal(self.title, title, "the toolbar's title")
        self.wait_until(is_there, f"the page {title or ''}")

    def title(self):
        return self.text(".toolbar .title h1")

    def stack(self):
        return self.swift("state")["stack"]

    def wait_for_stack(self, *paths, tab=None):
        """Waits until Swift has this stack and the browser shows its top screen."""
        self.wait_until_equal(self.stack, list(paths), "Swift's stack")
        if tab:
            self.assertEqual(self.swift("state")["tab"], tab)
        self.wait_until_equal(self.seen, paths[-1], "the page that is seen")

    def seen(self):
        """Returns the path of the visible page, read in that page; None without a page."""
        try:
            return self.inside("return location.pathname")
        except Exception:  # The iframe is being replaced.
            self.leave()
            return None

    def press(self, label):
        """Clicks a button of the shell by its name."""
        self.browser.click(f"[aria-label='{label}']")

    def select_tab(self, title):
        index = self.texts(".bar.bottom [role=tab]").index(title) if title in self.texts(
            ".bar.bottom [role=tab]") else next(
            i for i, text in enumerate(self.texts(".bar.bottom [role=tab]")) if text.startswith(title))
        self.browser.click(f".bar.bottom [role=tab][data-index='{index}']")

    def push_by_link(self, link, path):
        """Clicks a link of the visible page. Returns when its screen is shown."""
        self.in_frame(lambda: self.browser.click(link))
        self.wait_until_equal(lambda: self.stack()[-1], path, "the link pushes")
        self.wait_until_equal(self.seen, path, "the page that is seen")
        self.wait_for_page()

    def push_five(self):
        """Opens the shell and clicks five links. Returns the paths of the stack."""
        self.open_shell()
        for link, path in self.LINKS[:5]:
            self.push_by_link(link, path)
        return ["/home.html", *(path for _, path in self.LINKS[:5])]
