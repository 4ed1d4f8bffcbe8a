from support.acceptance_test_case import AcceptanceTestCase, in_every_engine
from support.runs import one_engine


@in_every_engine
class Dialogs(AcceptanceTestCase):
    """S24: dialogs of pages. Swift answers them, or lets the browser show them."""

    program_arguments = ("--dialogs",)

    def setUp(self):
        super().setUp()
        self.open_connected()

    def answer(self, kind, text):
        self.call("dialogs.answer", {"kind": kind, "text": text})

    def asked(self):
        return self.call("dialogs.asked")

    @one_engine
    def test_s24_swift_answers(self):
        for kind, text in (("alert", ""), ("confirm", "true"), ("prompt", "Ana")):
            self.answer(kind, text)
        script = "return [alert('hi') ?? null, confirm('sure?'), prompt('name?', 'Jun')]"
        self.assertEqual(self.run_script(script), [None, True, "Ana"])
        self.answer("confirm", "false")
        self.answer("prompt", None)
        self.assertEqual(self.run_script("return [confirm('sure?'), prompt('name?')]"), [False, None])
        self.assertEqual(
            self.asked(), ["alert hi", "confirm sure?", "prompt name? Jun", "confirm sure?", "prompt name? "])
        self.assertIsNone(self.browser.dialog_text)

    def test_s24_the_browser_shows_its_own(self):
        for code, text, expected in (
                ("alert('hi') ?? null", None, None), ("confirm('sure?')", None, True), ("prompt('name?')", "Ana", "Ana")):
            self.run_script(f"window.got = 0; setTimeout(() => window.got = [{code}])")
            self.wait_until(lambda: self.browser.dialog_text is not None, f"the dialog of {code}")
            self.browser.answer_dialog(text)
            self.wait_until(lambda: self.run_script("return window.got") != 0, f"the value of {code}")
            self.assertEqual(self.run_script("return window.got"), [expected])

    def test_s24_swift_chooses_files(self):
        self.answer("files", "hello")
        script = """const input = Object.assign(document.createElement('input'), { type: 'file', accept: 'text/*' });
            %s
            input.onchange = async () => done([input.files[0].name, await input.files[0].text()]);
            input.oncancel = () => done('cancelled');
            input.click();"""
        for place in ("", "document.body.append(input);"):
            self.assertEqual(self.run_async(script % place), ["a.txt", "hello"])
        self.answer("files", None)
        self.assertEqual(self.run_async(script % ""), "cancelled")
        self.assertEqual(self.asked(), ["files text/*"] * 3)
