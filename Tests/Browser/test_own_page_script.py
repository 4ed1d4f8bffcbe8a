from support.acceptance_test_case import AcceptanceTestCase, in_every_engine, page
from support.runs import one_engine

# The script of docs/guides/own-page-script.md.
MINI = """<script>
      window.mini = {
        functions: {},
        call: (name, value = null) => bridge.call('mini', `${name} ${JSON.stringify(value)}`),
        ask: (name, value = null) => native.mini(`${name} ${JSON.stringify(value)}`),
        receive(text) {
          const [name] = text.split(' ', 1);
          return mini.functions[name](...JSON.parse(text.slice(name.length + 1)));
        },
      };
      mini.functions.early = (value) => { window.early = value; };
    </script>"""


@in_every_engine
class OwnPageScript(AcceptanceTestCase):
    """S25: a page with its own script, and a keystone in Swift that understands the messages of this script."""

    program_arguments = ("--mini",)
    pages = {"index.html": page(MINI)}

    def setUp(self):
        super().setUp()
        self.open_connected()

    @one_engine
    def test_s25_texts_in_both_directions(self):
        self.assertEqual(self.run_script("return mini.call('addingOne', 5)"), 6)
        self.assertEqual(self.run_async("mini.ask('addingOne', 6).then(done)"), 7)
        text = "JSON.parse(prompt('_dsbridge=mini', JSON.stringify({ data: 'addingOne 7' }))).data"
        self.assertEqual(self.run_script(f"return {text}"), 8)
        # Swift called this function while the page was not yet loaded.
        self.wait_until(lambda: self.run_script("return window.early") == "prepared", "Swift's call")
