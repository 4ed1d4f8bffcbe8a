from support.acceptance_test_case import AcceptanceTestCase, in_every_engine
from support.runs import smoke


@in_every_engine
class Dialogs(AcceptanceTestCase):
    """The browser's functions that the bridge changes: dialogs, `prompt` and `window.close`."""

    def setUp(self):
        super().setUp()
        self.open_connected()

    def assert_dialog(self, script, text, answer, result):
        """Asserts that the script opens a dialog with this text, and returns `result` after the answer."""
        self.run_script(f"window.result = undefined; setTimeout(() => {{ window.result = [{script}]; }})")
        self.wait_until_equal(lambda: self.browser.dialog_text, text, "the dialog")
        self.browser.answer_dialog(answer)
        self.wait_until_equal(lambda: self.run_script("return window.result"), [result], "the answer")

    @smoke
    def test_case_60_dialogs_never_block_swift(self):
        # Pages of DSBridge call this function to choose whether dialogs block native code. Here the server only stores
        # the choice: a page cannot change how a browser shows dialogs, so all three dialogs work as before.
        for argument, is_disabled in (("", True), ("false", False)):
            self.run_script(f"dsBridge.disableJavascriptDialogBlock({argument})")
            self.assertIs(self.call("control.disablesDialogBlock"), is_disabled)
            self.assert_dialog("alert('Stop')", "Stop", None, None)
            self.assert_dialog("confirm('Sure?')", "Sure?", None, True)
            self.assert_dialog("prompt('Name?')", "Name?", "Bob", "Bob")
        # Swift continues while a dialog is open. The dialog blocks the page, so the page receives Swift's answer only
        # after the dialog.
        self.run_script("bridge.call('later', { ms: 50, v: 7 }, (value) => { window.later = value; })")
        self.assert_dialog("alert('Wait')", "Wait", None, None)
        self.wait_until_equal(lambda: self.run_script("return window.later"), 7, "the answer")

    def test_case_61_window_close(self):
        self.call("control.listenForClosing")
        self.run_script("window.close()")
        self.assertEqual(self.call("control.timesClosed"), 1)
        self.assertEqual(len(self.browser.window_handles), 1)
        self.assertEqual(self.call("addingOne", 5), 6)

    def test_case_61_window_close_without_a_listener(self):
        # Without a listener, the bridge calls the browser's own `window.close`, which closes windows that a script has
        # opened.
        one = self.browser.current_window_handle
        self.run_script(
            """const button = document.createElement('button');
            button.textContent = 'Open';
            button.onclick = () => window.open('/index.html');
            document.body.append(button);""")
        self.browser.click("button")
        self.wait_until(lambda: len(self.browser.window_handles) == 2, "the window")
        [two] = [handle for handle in self.browser.window_handles if handle != one]
        self.browser.switch_to_tab(two)
        self.wait_until(lambda: self.run_script("return document.readyState === 'complete' && !!window.bridge"), "its page")
        self.wait_for_connection()
        self.run_script("setTimeout(() => window.close())")
        self.wait_until(lambda: len(self.browser.window_handles) == 1, "it is closed")
        self.browser.switch_to_tab(one)

    def test_case_65_prompt(self):
        self.assertEqual(
            self.run_script("return JSON.parse(prompt('_dsbridge=addingOne', '{\"data\":5}'))"), {"code": 0, "data": 6})
        self.assert_dialog("prompt('Name?')", "Name?", "Bob", "Bob")
        self.assert_dialog("prompt('Name?', 'Ann')", "Name?", None, "Ann")
