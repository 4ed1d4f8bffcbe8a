from selenium.webdriver.common.keys import Keys
from support.acceptance_test_case import in_every_engine
from support.runs import one_engine, smoke
from support.shell_test_case import ShellTestCase, screen

# A page that takes the focus repeatedly.
GREEDY = """<input id=greedy><script>
      const field = document.querySelector('#greedy');
      setInterval(() => field.focus(), 20);
      field.onkeydown = () => (window.stolen = (window.stolen ?? 0) + 1);
    </script>"""
TEXT = "The quick brown fox jumps over the lazy dog, and on."
FIELD = "[aria-label=Text]"
COUNT = ".native .button"


@in_every_engine
class ShellDialogs(ShellTestCase):
    """The keyboard: the focus, dialogs and sheets."""

    pages = {**ShellTestCase.pages, "home.html": screen("Home", "<a id=greedylink style='position: absolute; top: 120px' href=/greedy.html>Greedy</a>"),
             "greedy.html": screen("Greedy", GREEDY),
             "autofocus.html": screen("Autofocus", "<input id=field autofocus style='position: absolute; top: 120px'>")}

    def open_native(self):
        self.open_shell()
        self.select_tab("Native")
        self.wait_until(lambda: self.count(self.TOP + " " + FIELD), "the native screen")
        self.wait_for_page()

    def focused(self):
        """Returns the focused element: the text or name of a control, or the title of an iframe."""
        return self.run_script(
            """const { activeElement: element } = document;
            return element.ariaLabel || element.title || element.textContent.trim()""")

    def answer(self):
        answers = []

        def is_there():
            answers.extend(self.swift("state")["answers"])
            return answers

        self.wait_until(is_there, "an answer")
        return answers

    def test_background_page_never_takes_the_focus(self):
        self.open_native()
        self.browser.click(FIELD)
        # The page that takes the focus is on a screen in another tab. It must not take the focus from the native
        # screen.
        self.swift("select", "Home")
        self.wait_for_page("Home")
        self.swift("push", "/greedy.html")
        self.wait_for_page("Greedy")
        self.swift("select", "Native")
        self.wait_until(lambda: self.count(self.TOP + " " + FIELD), "the native screen")
        self.wait_for_page()
        self.browser.click(FIELD)
        for part in (TEXT[:20], TEXT[20:]):
            self.browser.type(part)
        self.wait_until_equal(
            lambda: self.run_script("return document.querySelector(arguments[0]).value", FIELD), TEXT,
            "what was typed")
        self.wait_until_equal(lambda: self.texts(".native span")[1], "Text: " + TEXT, "Swift has it")
        self.assertEqual(self.focused(), "Text")

    @one_engine
    def test_field_takes_so_much_and_no_more(self):
        self.open_native()
        self.browser.click(FIELD)
        length = self.run_script(
            """document.execCommand('insertText', false, 'x'.repeat(40000));
            return document.querySelector(arguments[0]).value.length""", FIELD)
        self.assertEqual(length, 32768)
        self.wait_until_equal(lambda: len(self.texts(".native span")[1]), len("Text: ") + 32768, "Swift has it")

    def test_page_that_comes_while_the_shell_is_typed_into(self):
        self.open_native()
        self.swift("prompt")
        self.wait_until_equal(self.focused, "Prompt", "the focus")
        self.swift("push", "/greedy.html")
        self.browser.type(TEXT)
        # Does not enter the iframe, because WebKitGTK's driver would then type into it.
        self.wait_for_page("Greedy")
        self.browser.type(Keys.ENTER)
        self.assertEqual(self.answer(), [TEXT])

    def test_autofocus_of_a_page_below_is_taken_back(self):
        self.open_native()
        self.swift("prompt")
        self.wait_until_equal(self.focused, "Prompt", "the focus")
        self.swift("push", "/autofocus.html")
        self.wait_for_page("Autofocus")
        self.wait_until_equal(self.focused, "Prompt", "the focus")
        self.browser.type(TEXT + Keys.ENTER)
        self.assertEqual(self.answer(), [TEXT])

    def test_page_that_is_seen_may_focus_its_field(self):
        self.open_shell()
        self.push_by_link("#greedylink", "/greedy.html")
        self.wait_until_equal(lambda: self.inside("return document.activeElement.id"), "greedy", "the page's field")
        self.wait_until_equal(self.focused, "Greedy", "the frame has the focus")

    def test_patches_keep_focus_and_selection(self):
        self.open_native()
        self.browser.click(FIELD)
        self.browser.type("abcdef")
        self.wait_until_equal(lambda: self.texts(".native span")[1], "Text: abcdef", "Swift has it")
        self.run_script("document.querySelector(arguments[0]).setSelectionRange(1, 4)", FIELD)
        rows = ".native span:nth-last-child(-n + 10)"
        before = self.texts(rows)
        for _ in range(50):  # Each batch moves ten rows and changes their texts.
            self.swift("churn")
        self.wait_until(lambda: "round 50" in self.texts(rows)[0], "the rows change")
        self.assertNotEqual(self.texts(rows), before)
        self.assertEqual(self.run_script(
            """const field = document.querySelector(arguments[0]);
            return [document.activeElement === field, field.selectionStart, field.selectionEnd, field.value]""",
            FIELD), [True, 1, 4, "abcdef"])

    def ask(self, verb, to=""):
        """Opens a dialog while the native screen's button has the focus."""
        self.run_script("document.querySelector(arguments[0]).focus()", COUNT)
        self.swift(verb, to)
        self.wait_until(lambda: self.count(".dialog"), "the dialog")
        self.assertTrue(self.run_script("return document.querySelector('.chrome').inert"))

    def assert_answer(self, *answers):
        self.assertEqual(self.answer(), list(answers))
        self.wait_until_equal(lambda: self.count(".question"), 0, "the question has gone")
        self.wait_until_equal(self.focused, "Count", "the focus is where it was")
        self.assertFalse(self.run_script("return document.querySelector('.chrome').inert"))

    @smoke
    def test_alert_by_keyboard(self):
        self.open_native()
        for key in (Keys.ENTER, Keys.SPACE, Keys.ESCAPE):
            self.ask("alert", "It is said.")
            self.wait_until_equal(self.focused, "OK", "the focus")
            self.browser.type(key)
            self.assert_answer("read")

    @one_engine
    def test_confirm_by_keyboard(self):
        self.open_native()
        for message, focus, keys, answer in (
            ("", "OK", Keys.ENTER, "true"), ("", "OK", Keys.ESCAPE, "false"),
            ("destroy", "Cancel", Keys.ENTER, "false"), ("destroy", "Cancel", Keys.TAB + Keys.ENTER, "true"),
        ):
            self.ask("confirm", message)
            self.wait_until_equal(self.focused, focus, "the focus")
            self.browser.type(keys)
            self.assert_answer(answer)

    @one_engine
    def test_prompt_by_keyboard(self):
        self.open_native()
        self.ask("prompt", "Ada")
        self.wait_until_equal(self.focused, "Prompt", "the focus")
        self.browser.type(Keys.END + " Lovelace" + Keys.ENTER)
        self.assert_answer("Ada Lovelace")
        self.ask("prompt")
        self.wait_until_equal(self.focused, "Prompt", "the focus")
        self.browser.type("x" + Keys.ESCAPE)
        self.assert_answer("cancelled")

    @one_engine
    def test_choice_by_keyboard(self):
        self.open_native()
        self.ask("choose")
        self.wait_until_equal(self.focused, "One", "the focus")
        self.browser.type(Keys.TAB + Keys.ENTER)
        self.assert_answer("1")
        self.ask("choose")
        self.wait_until_equal(self.focused, "One", "the focus")
        self.browser.type(Keys.ESCAPE)
        self.assert_answer("cancelled")

    def test_tab_key_stays_in_the_dialog(self):
        self.open_native()
        self.ask("choose")
        self.wait_until_equal(self.focused, "One", "the focus")
        names = set()
        for _ in range(6):
            self.browser.type(Keys.TAB)
            names.add(self.focused() if self.run_script("return document.activeElement !== document.body") else None)
        self.assertLessEqual(names, {"One", "Two", "Three", "Cancel", None, "Choose" "One" "Two" "Three" "Cancel"})
        self.browser.type(Keys.ESCAPE)

    @one_engine
    def test_two_questions_come_one_after_another(self):
        self.open_native()
        self.ask("confirm")
        self.swift("alert", "The second.")
        self.wait_until_equal(self.focused, "OK", "the focus")
        self.browser.type(Keys.ENTER)
        self.wait_until_equal(lambda: self.count(".question"), 1, "one has gone")
        self.wait_until_equal(self.focused, "OK", "the focus")
        self.browser.type(Keys.ENTER)
        answers = []
        self.wait_until(lambda: answers.extend(self.swift("state")["answers"]) or len(answers) > 1, "both answers")
        self.assertEqual(sorted(answers), ["read", "true"])

    @one_engine
    def test_question_outlives_a_reload(self):
        self.open_native()
        self.ask("confirm")
        self.browser.refresh()
        self.wait_until(lambda: self.count(".dialog"), "the dialog")
        self.wait_until_equal(self.focused, "OK", "the focus")
        self.browser.type(Keys.ENTER)
        self.assertEqual(self.answer(), ["true"])

    SHEET = ".sheet[data-place=top]"

    def present(self, path="/two.html"):
        self.swift("present", path, detent="medium")
        self.wait_until(lambda: self.count(self.SHEET + " iframe"), "the sheet")
        self.wait_until_equal(lambda: self.swift("state")["sheets"], [path], "Swift's sheets")
        self.wait_until(lambda: self.run_script(
            "return !document.querySelector(arguments[0] + ' .overlay')", self.SHEET), "the sheet's page")
        self.wait_until(lambda: self.run_script(
            "return !document.querySelector(arguments[0]).getAnimations({ subtree: true }).length", self.SHEET),
            "the end of the sheet's animation")

    def wait_for_no_sheet(self):
        self.wait_until_equal(lambda: self.swift("state")["sheets"], [], "Swift's sheets")
        self.wait_until_equal(lambda: self.count(self.SHEET), 0, "the sheet goes")
        self.wait_until_equal(self.focused, "Count", "the focus is where it was")

    def test_sheet_by_escape_and_back(self):
        self.open_native()
        for way in (lambda: self.browser.type(Keys.ESCAPE), self.browser.back, lambda: self.press_close(),
                    lambda: self.swift("dismiss")):
            self.run_script("document.querySelector(arguments[0]).focus()", COUNT)
            self.present()
            way()
            self.wait_for_no_sheet()
        self.assertEqual(self.run_script("return location.pathname"), "/")

    def test_escape_in_the_page_of_a_sheet(self):
        self.open_native()
        self.run_script("document.querySelector(arguments[0]).focus()", COUNT)
        self.present("/autofocus.html")
        frame = self.SHEET + " iframe"
        # Simulates a page that handles the key itself, by preventing the default action.
        self.inside(
            "document.addEventListener('keydown', (event) => event.preventDefault(), { once: true })", frame=frame)
        self.in_frame(lambda: self.browser.click("#field"), frame)
        self.in_frame(lambda: self.browser.type(Keys.ESCAPE), frame)
        self.in_frame(lambda: self.browser.type("a"), frame)
        self.wait_until_equal(lambda: self.inside("return field.value", frame=frame), "a", "what was typed")
        self.assertEqual(self.swift("state")["sheets"], ["/autofocus.html"])
        self.in_frame(lambda: self.browser.type(Keys.ESCAPE), frame)
        self.wait_for_no_sheet()

    @one_engine
    def test_dismiss_and_push_one_after_another(self):
        self.open_native()
        self.run_script("document.querySelector(arguments[0]).focus()", COUNT)
        self.present()
        self.swift("dismiss")
        self.swift("push", "/three.html")
        self.wait_until_equal(self.seen, "/three.html", "the page that is seen")
        self.wait_for_page("Three")
        self.assertEqual(self.stack(), ["Native", "/three.html"])

    @one_engine
    def test_escape_after_a_click_beside_a_question(self):
        self.open_native()
        self.ask("confirm")
        for kind in "mousePressed", "mouseReleased":
            self.browser.driver.execute_cdp_cmd(
                "Input.dispatchMouseEvent", {"type": kind, "x": 20, "y": 200, "button": "left", "clickCount": 1})
        self.browser.type(Keys.ESCAPE)
        self.assert_answer("false")

    def press_close(self):
        self.browser.click(self.SHEET + " header .link")
