import sys

from .acceptance_server import AcceptanceServer
from .engines import ENGINES
from .page_test_case import PageTestCase

# First in every page's own scripts: what goes wrong in a page, in any browser.
RECORD = """<script>
      window.errors = [];
      {
        const original = console.error;
        console.error = (...values) => {
          errors.push(values.map(String).join(' '));
          original.apply(console, values);
        };
      }
      addEventListener('error', (event) => errors.push(`uncaught: ${event.message}`));
      addEventListener('unhandledrejection', (event) => errors.push(`unhandled: ${event.reason}`));
      // Here and not in a test's own script, of whose errors Chromium tells nothing but that there is one.
      window.fail = (text) => { throw new Error(text); };
    </script>"""


def page(content="", title="A page"):
    """A document whose errors tests see; `content` is what it has besides."""
    return f"<!doctype html><html><head><meta charset=utf-8><title>{title}</title>{RECORD}{content}</head><body></body></html>"


def in_every_engine(cases):
    """Makes a class of test cases one class for each browser, as `ValuesInFirefox`."""
    module = sys.modules[cases.__module__]
    for engine in ENGINES:
        name = f"{cases.__name__}In{engine.name}"
        content = {"__module__": cases.__module__, "__qualname__": name, "__doc__": cases.__doc__, "engine": engine}
        setattr(module, name, type(name, (cases,), content))


class AcceptanceTestCase(PageTestCase):
    """Acceptance cases in one browser, each with a session of its own; `in_every_engine` says in which.

    A test named `test_case_17_…` shows case 17 of docs/internals/acceptance.md. Where the browser cannot do a part of
    it, the test says so with `note`; where it can do nothing of it, with `skipTest`. The document repeats the reason. A
    test that leaves an error in a page fails, unless it took the error with `expect_errors`.
    """

    program_type = AcceptanceServer
    heartbeat = "control.beat"
    pages = {"index.html": page()}
    engine = None

    @classmethod
    def setUpClass(cls):
        cls.browser = cls.engine.shared()
        cls.browser.begin_class()
        super().setUpClass()

    def setUp(self):
        self.browser.new_session()
        self.notes = []

    def tearDown(self):
        if self.browser.dialog_text is not None:
            self.browser.answer_dialog()
        super().tearDown()
        if errors := self.errors():
            self.fail(f"{len(errors)} errors in the page, such as: {errors[:3]}")

    def note(self, reason):
        """Says in the document what the browser cannot do of this case."""
        self.notes.append(reason)

    def errors(self):
        """What the page wrote with `console.error` or did not catch, and was not taken."""
        return self.run_script("return window.errors ?? []")

    def expect_errors(self, *parts):
        """Takes the page's errors: one for each of `parts`, in order, which lists strings that it holds."""
        self.wait_until(lambda: len(self.errors()) >= len(parts), f"{len(parts)} errors in the page")
        errors = self.run_script("return errors.splice(0)")
        self.assertEqual(len(errors), len(parts), f"errors in the page: {errors}")
        for error, strings in zip(errors, parts):
            for string in strings:
                self.assertIn(string, error)

    def call(self, method, *arguments):
        """A blocking call in the page; without arguments, or with one."""
        return self.run_script("return bridge.call(...arguments)", method, *arguments)

    def names_left(self):
        """The names of callbacks that are still on `window`."""
        return self.run_script("return Object.keys(window).filter((name) => /^dscb\\d/.test(name))")
