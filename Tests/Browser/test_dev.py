import os
import pathlib
import select
import signal
import unittest

from support.acceptance_test_case import AcceptanceTestCase, in_every_engine, page
from support.dev_program import DevProgram
from support.engines import ChromiumEngine
from support.runs import one_engine
from support.shell_server import ShellServer
from support.shell_test_case import ShellTestCase, screen

FORM = page(
    "<link rel=stylesheet href=/style.css><script src=/page.js></script>").replace("<body>", """<body>
  <form><input id=name value=before> <input type=checkbox name=agrees> <input type=radio name=size value=s checked>
  <input type=radio name=size value=l> <select name=colour><option>red<option>blue</select>
  <textarea name=text></textarea></form><div style="height: 5000px">High</div>""")
OTHER = page("<link rel=stylesheet href=/style.css>")


class DevTestCase(AcceptanceTestCase):
    program_type = DevProgram
    pages = {
        "index.html": FORM, "other.html": OTHER, "style.css": "body { color: rgb(1, 1, 1) }", "page.js": "window.of = 1"}

    def errors(self):
        # While the program is replaced, the page cannot reach a server.
        return [error for error in super().errors() if "callbacks wait for a connection" not in error]

    def write(self, name, content):
        (pathlib.Path(self.root) / name).write_text(content)

    def mark(self):
        """Marks the document, so that a test can find out whether the page was reloaded."""
        self.run_script("window.marked = true")

    def is_marked(self):
        return self.run_script("return window.marked === true")

    def wait_for_reload(self):
        self.wait_until(lambda: not self.is_marked(), "the page is reloaded", 30)
        self.wait_for_connection()

    def fill_in(self):
        self.run_script("""
          document.querySelector('[name=agrees]').checked = true;
          document.querySelector('[value=l]').checked = true;
          document.querySelector('[name=colour]').selectedIndex = 1;
          document.querySelector('[name=text]').value = 'two\\nlines';
          window.scrollTo(0, 700);
          document.querySelector('#name').focus({ preventScroll: true });
          document.querySelector('#name').value = 'typed';
          document.querySelector('#name').setSelectionRange(2, 4);""")

    def expect_filled_in(self):
        self.wait_until_equal(
            lambda: self.run_script("""
              const find = (selector) => document.querySelector(selector);
              return [find('#name').value, find('[name=agrees]').checked, find('[value=l]').checked,
                find('[name=colour]').value, find('[name=text]').value, Math.round(window.scrollY),
                document.activeElement.id, find('#name').selectionStart]"""),
            ["typed", True, True, "blue", "two\nlines", 700, "name", 2], "the user's input")

    def problems(self):
        return self.run_script(
            "const view = document.querySelector('bridge-problems'); return view ? view.shadowRoot.textContent : null")


@in_every_engine
class DevDocuments(DevTestCase):
    """Changed documents and their files."""

    def colour(self):
        return self.run_script("return getComputedStyle(document.body).color")

    @one_engine
    def test_a_page_stays_while_its_file_is_missing(self):
        self.open_connected()
        self.mark()
        (pathlib.Path(self.root) / "index.html").unlink()
        self.wait_until(lambda: "/ is missing." in (self.problems() or ""), "the problem is shown")
        self.assertTrue(self.is_marked())
        self.write("index.html", FORM)
        self.wait_for_reload()
        self.assertIsNone(self.problems())

    def test_style_sheet_is_replaced_in_place(self):
        self.open_connected()
        self.mark()
        for number in (2, 3):
            self.write("style.css", f"body {{ color: rgb({number}, 1, 1) }}")
            self.wait_until_equal(self.colour, f"rgb({number}, 1, 1)", "the new colour")
        self.wait_until_equal(
            lambda: self.run_script("return document.querySelectorAll('link').length"), 1, "one link is left")
        self.assertTrue(self.is_marked(), "the page was reloaded")

    def test_imported_style_sheet_reloads_the_page(self):
        self.write("imported.css", "body { color: rgb(7, 1, 1) }")
        self.write("importing.css", "@import '/imported.css';")
        self.write("imports.html", page("<link rel=stylesheet href=/importing.css>"))
        self.open_connected("/imports.html")
        self.assertEqual(self.colour(), "rgb(7, 1, 1)")
        self.mark()
        self.write("imported.css", "body { color: rgb(8, 1, 1) }")
        self.wait_for_reload()
        self.assertEqual(self.colour(), "rgb(8, 1, 1)")

    @one_engine
    def test_picture_is_replaced_in_place(self):
        picture = "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='10'/>"
        self.write("picture.svg", picture.format(10))
        self.write("picture.html", page().replace("<body>", "<body><img src=/picture.svg>"))
        self.open_connected("/picture.html")
        self.mark()
        self.write("picture.svg", picture.format(30))
        self.wait_until_equal(
            lambda: self.run_script("return document.querySelector('img').naturalWidth"), 30, "the new picture")
        self.assertTrue(self.is_marked(), "the page was reloaded")

    def test_script_reloads_only_pages_that_use_it(self):
        self.open_connected("/other.html")
        self.mark()
        self.write("page.js", "window.of = 2")
        # The change of the style sheet is reported after the change of the script.
        self.write("style.css", "body { color: rgb(4, 1, 1) }")
        self.wait_until_equal(self.colour, "rgb(4, 1, 1)", "the new colour")
        self.assertTrue(self.is_marked(), "the page was reloaded")
        self.open_connected()
        self.mark()
        self.write("page.js", "window.of = 3")
        self.wait_for_reload()
        self.assertEqual(self.run_script("return window.of"), 3)

    def test_document_keeps_the_users_input(self):
        self.open_connected()
        self.fill_in()
        self.mark()
        self.write("index.html", FORM.replace("High", "New"))
        self.wait_for_reload()
        self.assertIn("New", self.run_script("return document.body.textContent"))
        self.expect_filled_in()


class DevPrograms(DevTestCase):
    """Programs that are replaced, that do not start, and that crash."""

    engine = ChromiumEngine

    def test_new_program_keeps_the_users_input(self):
        self.open_connected()
        self.fill_in()
        self.mark()
        old = self.program.server_process
        self.program.replace()
        self.wait_for_reload()
        self.assertEqual(self.call("addingOne", 1), 2)
        self.expect_filled_in()
        self.assertNotEqual(self.program.server_process, old)

    def test_program_that_does_not_start(self):
        self.open_connected()
        self.mark()
        self.program.replace("echo there is no printer; exit 3")
        self.wait_until(self.problems, "the page shows the problem")
        self.assertIn("ended with status 3 before it served pages", self.problems())
        self.assertIn("there is no printer", self.problems())
        # The old program still serves. A new document shows the problem too.
        self.assertEqual(self.call("addingOne", 1), 2)
        self.open_connected("/other.html")
        self.wait_until(self.problems, "the new document shows the problem")
        self.open_connected()
        self.mark()
        self.program.replace()
        self.wait_for_reload()
        self.assertIsNone(self.problems())

    def test_program_that_crashes(self):
        self.open_connected()
        self.fill_in()
        self.mark()
        os.kill(self.program.server_process, signal.SIGKILL)
        self.wait_until(self.problems, "the page shows the crash", 30)
        self.assertIn("signal 9", self.problems())
        self.assertTrue(self.is_marked(), "the page was reloaded")
        self.program.replace()
        self.wait_for_reload()
        self.expect_filled_in()

    def test_page_that_is_opened_after_a_crash(self):
        self.open_connected()
        os.kill(self.program.server_process, signal.SIGKILL)
        self.wait_until(self.problems, "the page shows the crash", 30)
        self.browser.get("about:blank")
        self.open("/other.html")
        self.assertEqual(self.run_script("return document.title"), "The program does not run")
        self.program.replace()
        self.wait_until_equal(lambda: self.run_script("return document.title"), "A page", "the page loads again", 30)
        self.wait_for_connection()


class DevShellProgram(DevProgram, ShellServer):
    server = ".build/debug/ShellServer"


class DevShell(ShellTestCase):
    """A shell, whose tabs, stacks and pages are kept."""

    engine = ChromiumEngine
    program_type = DevShellProgram
    pages = ShellTestCase.pages | {"two.html": screen("Two", "<input id=name>")}

    def test_new_program(self):
        self.open_shell()
        self.push_by_link("#two", "/two.html")
        self.inside("document.querySelector('#name').value = 'typed'")
        self.run_script("document.documentElement.dataset.mark = 1")
        self.expected_console_errors += ["net::ERR_", "callbacks wait", "503 (Service", "410 (Gone)", "401 (Unauth"]
        self.program.replace()
        self.wait_until(
            lambda: not self.run_script("return document.documentElement?.dataset.mark ?? null"), "a new document", 30)
        self.wait_until(lambda: self.count(self.TOP), "the shell's screens")
        self.wait_until_equal(
            lambda: self.inside("return document.querySelector('#name')?.value"), "typed", "the user's input", 30)

    def test_page_of_a_screen(self):
        self.open_shell()
        self.push_by_link("#two", "/two.html")
        self.run_script("document.documentElement.dataset.mark = 1")
        (pathlib.Path(self.root) / "two.html").write_text(screen("Changed", "<input id=name>"))
        self.wait_until_equal(
            lambda: self.inside("return document.querySelector('h1')?.textContent"), "Changed", "the new page")
        self.assertEqual(self.run_script("return document.documentElement.dataset.mark"), "1")


class DevEnd(unittest.TestCase):
    """The end of the command, which is also the end of the program."""

    def test_program_ends_with_the_command(self):
        for how in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
            with self.subTest(how):
                program = DevProgram(root="public/snippets")
                server = program.server_process
                descriptor = os.pidfd_open(server)
                program._process.send_signal(how)
                code = program._process.wait(20)
                self.assertEqual(code, 0 if how != signal.SIGKILL else -how)
                # The descriptor of a process is readable when the process has ended.
                self.assertTrue(select.select([descriptor], [], [], 20)[0], "the server still runs")
                os.close(descriptor)
                program.stop()
