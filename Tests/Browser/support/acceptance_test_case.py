import sys

from .acceptance_server import AcceptanceServer
from .engines import ENGINES
from .page_test_case import PageTestCase
from .runs import hidden_methods

# The first script of every page. It records the page's errors in any browser.
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
    """Returns a document that records its errors, with additional `content`."""
    return f"<!doctype html><html><head><meta charset=utf-8><title>{title}</title>{RECORD}{content}</head><body></body></html>"


def in_every_engine(cases):
    """Creates a class of test cases for each browser, such as `ValuesInFirefox`.

    Marks of support/runs.py remove test methods from some of the classes.
    """
    module = sys.modules[cases.__module__]
    for engine in ENGINES:
        name = f"{cases.__name__}In{engine.name}"
        content = {"__module__": cases.__module__, "__qualname__": name, "__doc__": cases.__doc__, "engine": engine}
        setattr(module, name, type(name, (cases,), content | hidden_methods(cases, engine)))


class AcceptanceTestCase(PageTestCase):
    """Acceptance cases in one browser, each with a separate session. `in_every_engine` sets the browser.

    If the class sets `shares_document`, its tests share one session and one connected document. A failed test ends
    both.

    A test named `test_case_17_…` shows case 17 of docs/internals/acceptance.md. If the browser does not support a part
    of the case, the test calls `note`. If the browser supports no part of the case, the test calls `skipTest`. That
    document shows the reason. A test fails if a page has an error that was not passed to `expect_errors`.
    """

    program_type = AcceptanceServer
    heartbeat = "control.beat"
    pages = {"index.html": page()}
    engine = None
    shares_document = False
    _has_document = False

    @classmethod
    def setUpClass(cls):
        cls.browser = cls.engine.shared()
        cls.browser.begin_class()
        super().setUpClass()

    def run(self, result=None):
        problems = result and len(result.failures) + len(result.errors)
        result = super().run(result)
        if result and len(result.failures) + len(result.errors) != problems:
            type(self)._has_document = False
        return result

    def setUp(self):
        self.notes = []
        if self._has_document:
            return
        self.browser.new_session()
        if self.shares_document:
            self.open_connected()
            type(self)._has_document = True

    def tearDown(self):
        if self.browser.dialog_text is not None:
            self.browser.answer_dialog()
        super().tearDown()
        if errors := self.errors():
            self.fail(f"{len(errors)} errors in the page, such as: {errors[:3]}")

    def note(self, reason):
        """Adds a note to docs/internals/acceptance.md about the part of the case that the browser does not support."""
        self.notes.append(reason)

    def errors(self):
        """Returns the page's logged and uncaught errors, except those that `expect_errors` has removed."""
        return self.run_script("return window.errors ?? []")

    def expect_errors(self, *parts):
        """Removes expected errors. Each element of `parts` is a list of texts that the next error must contain."""
        self.wait_until(lambda: len(self.errors()) >= len(parts), f"{len(parts)} errors in the page")
        errors = self.run_script("return errors.splice(0)")
        self.assertEqual(len(errors), len(parts), f"errors in the page: {errors}")
        for error, strings in zip(errors, parts):
            for string in strings:
                self.assertIn(string, error)

    def call(self, method, *arguments):
        """Makes a blocking call in the page, with at most one argument."""
        return self.run_script("return bridge.call(...arguments)", method, *arguments)

    def names_left(self):
        """Returns the names of the callbacks that `window` still has."""
        return self.run_script("return Object.keys(window).filter((name) => /^dscb\\d/.test(name))")
