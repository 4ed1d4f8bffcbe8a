import json
import re
import tempfile
from pathlib import Path

from selenium.webdriver.common.keys import Keys
from support.acceptance_test_case import AcceptanceTestCase, in_every_engine, page
from support.engines import ChromiumEngine
from support.runs import one_engine
from test_shell_accessibility import AXE, RUN


class InspectorCase(AcceptanceTestCase):
    """The inspector in one tab, and a page of the program in another one."""

    program_arguments = ("--inspector",)
    pages = {"index.html": page(title="The till")}

    def setUp(self):
        super().setUp()
        # Web views of earlier tests would be in the inspector for a minute.
        self.program.stop()
        type(self).program = self.program_type(self.root, arguments=self.program_arguments)
        self.open_connected()
        self.page_tab = self.browser.current_window_handle
        self.browser.new_tab()
        self.browser.get(self.program.address + "/_bridge/inspector")
        self.inspector_tab = self.browser.current_window_handle
        self.wait_until_equal(lambda: self.text("#connection"), "Connected", "the inspector connects")

    def tearDown(self):
        self.to_page()
        super().tearDown()

    def to_page(self):
        self.browser.switch_to_tab(self.page_tab)

    def to_inspector(self):
        self.browser.switch_to_tab(self.inspector_tab)

    def look(self, script, *arguments):
        # The inspector's Content-Security-Policy forbids `eval`.
        return self.browser.look(script, *arguments)

    def text(self, selector):
        return self.look("return document.querySelector(arguments[0])?.innerText.trim() ?? ''", selector)

    def texts(self, selector):
        return self.look(
            """return [...document.querySelectorAll(arguments[0])]
              .filter((e) => e.offsetParent).map((e) => e.innerText)""", selector)

    def fill(self, selector, value):
        """Sets the value of a field as a user does."""
        self.look(
            """const field = document.querySelector(arguments[0]);
            field.value = arguments[1];
            field.dispatchEvent(new Event('input', { bubbles: true }));
            field.dispatchEvent(new Event('change', { bubbles: true }));""", selector, value)

    def wait_for_row(self, name):
        """Waits for a row with this function. Returns its id."""
        find = """return [...document.querySelectorAll('.row:not([hidden])')]
            .find((row) => row.querySelector('.name').textContent === arguments[0])?.id"""
        return self.wait_until(lambda: self.look(find, name), f"a row {name}")

    def click_text(self, selector, text):
        """Clicks the element with this text."""
        mark = """const all = [...document.querySelectorAll(arguments[0])];
            const found = all.find((e) => e.innerText.startsWith(arguments[1]));
            for (const old of document.querySelectorAll('[data-wanted]')) delete old.dataset.wanted;
            if (found) found.dataset.wanted = '1';
            return !!found"""
        self.wait_until(lambda: self.look(mark, selector, text), f"{selector} {text}")
        self.browser.click("[data-wanted]")


@in_every_engine
class Inspector(InspectorCase):
    """The timeline, the web views and the functions."""

    def call_from_page(self, script, *arguments):
        self.to_page()
        value = self.run_async(script, *arguments)
        self.to_inspector()
        return value

    def test_a_call_with_its_details(self):
        value = self.call_from_page("bridge.call('later', { ms: 20, v: { password: 'geheim', a: 7 } }, done)")
        self.assertEqual(value["a"], 7)
        row = self.wait_for_row("later")
        self.browser.click("#" + row)
        detail = self.wait_until(lambda: self.text("#detail h2") == "later" and self.text("#detail"), "the details")
        self.assertIn('"a": 7', detail)
        self.assertIn("post", detail)
        self.assertNotIn("geheim", detail)
        self.assertNotIn("geheim", self.text("#list"))

    def test_filter_and_keys(self):
        for number in range(30):
            self.call_from_page("bridge.ask('addingOne', arguments[0]).then(done)", number)
        self.wait_until(lambda: self.wait_for_row("addingOne"), "the calls")
        self.fill("#filter [name=text]", "addingone")
        self.wait_until_equal(lambda: self.text("#count").split(" of ")[0], "30", "the filter's result")
        self.look("document.querySelector('#list').focus()")
        self.browser.type(Keys.HOME)
        active = """const list = document.querySelector('#list'), row = list.querySelector('[aria-selected=true]');
            return row && list.getAttribute('aria-activedescendant') === row.id ? row.getAttribute('aria-posinset') : ''"""
        self.wait_until_equal(lambda: self.look(active), "1", "the first row")
        self.browser.type(Keys.ARROW_DOWN)
        self.wait_until_equal(lambda: self.look(active), "2", "the second row")
        self.browser.type(Keys.END)
        self.wait_until_equal(lambda: self.look(active), "30", "the last row")
        self.fill("#filter [name=text]", "nothing has this text")
        self.wait_until_equal(lambda: self.text("#empty"), "No entry passes the filter.", "the empty list")

    @one_engine
    def test_pause(self):
        self.browser.click("#pause")
        self.call_from_page("bridge.ask('addingOne', 1).then(done)")
        self.wait_until(lambda: re.search("[1-9][0-9]* waiting", self.text("#count")), "waiting records")
        self.assertNotIn("addingOne", self.texts("#list .row:not([hidden]) .name"))
        self.browser.click("#pause")
        self.wait_for_row("addingOne")

    @one_engine
    def test_import(self):
        lines = [{"version": 1}, {"t": 0, "page": 1, "tab": 1, "opened": {"url": "http://x/till.html"}}]
        lines += [{"t": 1, "page": 1, "from": "page", "line": "ask 1 till.total [3,4]"},
                  {"t": 2, "page": 1, "from": "swift", "line": "reply 1 7"}]
        self.give_file("".join(json.dumps(line) + "\n" for line in lines))
        names = "#list .row:not([hidden]) .name"
        self.wait_until_equal(lambda: self.texts(names), ["opened", "till.total"], "the recording")
        self.give_file('{"version":1}\n{"t":')
        self.wait_until_equal(
            lambda: self.text("#note"), "The recording ends inside line 2: it was cut.", "the error")

    def give_file(self, text):
        self.look(
            """const files = new DataTransfer(), field = document.querySelector('#file');
            files.items.add(new File([arguments[0]], 'till.jsonl'));
            field.files = files.files;
            field.dispatchEvent(new Event('change'));""", text)

    @one_engine
    def test_call_a_function(self):
        self.browser.click("#tab-live")
        self.click_text("#tree .node", "The till")
        self.click_text("#view button", "Show its functions")
        self.click_text("#functions .node", "addingOne")
        self.wait_until_equal(lambda: self.text("#form h2"), "addingOne", "the form")
        self.fill("#form input", "41")
        self.browser.click("#form form button")
        self.wait_until_equal(lambda: self.text("#form pre"), "42", "the result")
        self.fill("#form input", "x")
        # The button is disabled until the call has ended.
        self.wait_until(lambda: self.look("return !document.querySelector('#form form button').disabled"), "the button")
        self.browser.click("#form form button")
        self.wait_until(lambda: "must be a number" in self.text("#form .failure"), "the error")

    @one_engine
    def test_a_sequence_without_an_end_is_stopped(self):
        self.browser.click("#tab-try")
        self.click_text("#functions .node", "sequences.endless")
        self.browser.click("#form form button.main")
        self.wait_until(lambda: "Value 3" in self.text("#form .output"), "values")
        self.click_text("#form form button", "Stop")
        self.wait_until(lambda: "Stopped" in self.text("#form .output"), "the end")
        self.to_page()
        ended = "return bridge.call('sequences.timesEnded')"
        self.wait_until_equal(lambda: self.run_script(ended), 1, "the sequence's end")

    @one_engine
    def test_a_long_line_is_shown_whole(self):
        self.call_from_page("bridge.ask('echo', 'x'.repeat(9000) + 'end').then(done)")
        self.browser.click("#" + self.wait_for_row("echo"))
        self.click_text("#detail button", "Show: The whole line")
        self.wait_until(lambda: "xend" in self.text("#detail"), "the end of the line")

    @one_engine
    def test_a_new_document_shows_the_same_timeline(self):
        self.call_from_page("bridge.ask('addingOne', 1).then(done)")
        self.wait_for_row("addingOne")
        self.browser.refresh()
        self.wait_for_row("addingOne")

    @one_engine
    def test_call_the_page(self):
        self.to_page()
        self.run_script("bridge.register('addValue', (a, b) => a + b)")
        self.to_inspector()
        self.browser.click("#tab-try")
        self.click_text("#functions .node", "addValue")
        self.wait_until_equal(lambda: self.text("#form h2"), "addValue", "the form")
        self.fill("#form textarea", "[3, 4]")
        self.browser.click("#form form button")
        self.wait_until_equal(lambda: self.text("#form pre"), "7", "the result")
        self.click_text("#functions .node", "Run a script")
        self.wait_until_equal(lambda: self.text("#form h2"), "Run a script", "the field for a script")
        self.browser.click("#form .buttons button")
        self.wait_until_equal(lambda: self.text("#form pre"), '"The till"', "the title")

    @one_engine
    def test_cut_the_connection(self):
        self.browser.click("#tab-live")
        self.click_text("#tree .node", "The till")
        self.click_text("#view button", "Cut the connection")
        self.browser.click("#tab-timeline")
        self.wait_for_row("resumed")
        self.to_page()
        self.wait_for_connection()
        self.to_inspector()


    @one_engine
    def test_drop_a_message(self):
        self.browser.click("#tab-live")
        self.click_text("#tree .node", "The till")
        self.click_text("#view button", "Drop the next message")
        self.to_page()
        self.run_script("window.first = bridge.ask('addingOne', 1)")
        self.to_inspector()
        self.browser.click("#tab-timeline")
        # Both answers must not be in the same message, because the page notices the gap only at the next message.
        self.wait_until(
            lambda: "2" in self.texts("#list .row:not([hidden]) .result"), "Swift has sent the first answer")
        # The page notices the gap at the second answer and reconnects. Then the server sends the first one again.
        sums = self.call_from_page("Promise.all([window.first, bridge.ask('addingOne', 2)]).then(done)")
        self.assertEqual(sums, [2, 3])
        self.wait_for_row("resumed")


class InspectorRecording(InspectorCase):
    """The buttons of a recording. The program also runs with `--record`."""

    engine = ChromiumEngine

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.program_arguments = ("--inspector", "--record", str(cls.folder / "all.jsonl"))
        super().setUpClass()

    def setUp(self):
        super().setUp()
        behavior = {"behavior": "allow", "downloadPath": str(self.folder)}
        self.browser.driver.execute_cdp_cmd("Browser.setDownloadBehavior", behavior)
        self.addCleanup(self.browser.driver.execute_cdp_cmd, "Browser.setDownloadBehavior", {"behavior": "default"})

    def saved(self, button, name):
        """Presses a button that saves a file. Returns the file's content."""
        self.click_text("#recording button", button)
        file = self.folder / name
        return self.wait_until(lambda: file.exists() and file.read_text(), name)

    def test_record_and_save_as_test(self):
        self.to_page()
        self.run_script("window.before = true")
        self.run_async("bridge.ask('addingOne', 1000).then(done)")
        self.to_inspector()
        self.browser.click("#tab-live")
        self.click_text("#tree .node", "The till")
        self.wait_until(lambda: re.search(r"JavaScript heap\s+[0-9.]+ MB", self.text("#view")), "the heap")
        self.click_text("#view button", "Record")
        self.to_page()
        self.wait_until(lambda: self.run_script("return !window.before && !!window.bridge"), "the page reloads")
        self.wait_for_connection()
        self.assertEqual(self.run_async("bridge.ask('addingOne', 41).then(done)"), 42)
        self.assertEqual(self.call("addingOne", 1), 2)
        self.to_inspector()
        self.wait_until(lambda: re.match("Recording: .* lines", self.text("#recording p")), "the recording runs")
        self.browser.refresh()  # The program keeps the recording.
        self.wait_until(lambda: re.match("Recording: .* lines", self.text("#recording p")), "the recording runs")
        self.click_text("#recording button", "Stop")
        recording = self.saved("Save recording", "AcceptanceServer.jsonl").splitlines()
        test = self.saved("Save as test", "AcceptanceServerSessionTests.swift")
        self.assertIn('Recording("AcceptanceServer.jsonl")', test)
        self.assertIn("//   addingOne(", test)
        self.click_text("#recording button", "Discard")
        is_hidden = "return document.querySelector('#recording').hidden"
        self.wait_until(lambda: self.look(is_hidden), "the recording is discarded")
        lines = [json.loads(line) for line in recording]
        # The program's file has the same lines. The numbers of its pages differ, because it begins earlier.
        everything = [json.loads(line) for line in (self.folder / "all.jsonl").read_text().splitlines()]
        for line in lines + everything:
            line.pop("page", None)
        self.assertEqual(lines[:2], everything[:2])
        start = everything.index(lines[2])
        self.assertIn("opened", lines[2])
        self.assertEqual(lines[2:], everything[start:start + len(lines) - 2])
        self.assertTrue(any(line.get("line", "").endswith(" addingOne 41") for line in lines))
        self.assertFalse(any(line.get("line", "").endswith(" addingOne 1000") for line in lines))


class InspectorLook(InspectorCase):
    """The appearance and the speed of the inspector."""

    engine = ChromiumEngine

    def emulate(self, method, settings):
        self.browser.driver.execute_cdp_cmd(method, settings)

    def check_accessibility(self, what):
        driver = self.browser.driver
        driver.execute_script(AXE)
        self.assertEqual(driver.execute_async_script(RUN), [], what)

    def test_accessibility(self):
        self.to_page()
        self.run_async("bridge.call('later', { ms: 0, v: 1 }, done)")
        self.to_inspector()
        self.addCleanup(self.emulate, "Emulation.setEmulatedMedia", {"features": []})
        self.addCleanup(self.emulate, "Emulation.clearDeviceMetricsOverride", {})
        row = self.wait_for_row("later")
        self.browser.click("#" + row)
        for width in (1200, 390):
            size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
            self.emulate("Emulation.setDeviceMetricsOverride", size)
            for scheme in ("light", "dark"):
                self.emulate(
                    "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
                for tab in ("timeline", "live", "try"):
                    self.look("document.querySelector(`#tab-${arguments[0]}`).click()", tab)
                    self.wait_until(lambda: self.look("return !document.getAnimations().length"), "nothing moves")
                    self.check_accessibility(f"{tab}, {scheme}, {width}")
                    overflow = self.look("return document.documentElement.scrollWidth - innerWidth")
                    self.assertLessEqual(overflow, 0, f"{tab}, {scheme}, {width}")

    def test_ten_thousand_entries_and_a_thousand_per_second(self):
        self.emulate("Performance.enable", {"timeDomain": "threadTicks"})
        self.addCleanup(self.emulate, "Performance.disable", {})
        self.to_page()
        call = """const all = [];
            for (let n = 0; n < arguments[0]; n++) all.push(bridge.ask('addingOne', n));
            Promise.all(all).then(() => done())"""
        for _ in range(10):
            self.run_async(call, 1000)
        self.run_script("setInterval(() => { for (let n = 0; n < 1000; n++) bridge.ask('addingOne', n) }, 1000)")
        self.to_inspector()
        count = lambda: int(self.text("#count").split(" ")[0].replace(",", ""))  # noqa: E731
        self.wait_until(lambda: count() > 10_000, "10,000 entries")
        before, entries = self.task_time(), count()
        gaps = self.browser.driver.execute_async_script(
            """const done = arguments[0], gaps = [], start = performance.now();
            let last = start;
            const turn = (time) => {
              gaps.push(performance.now() - last);
              last = performance.now();
              if (last - start < 5000) requestAnimationFrame(turn);
              else done(gaps.sort((a, b) => b - a));
            };
            requestAnimationFrame(turn);""")
        spent, new = self.task_time() - before, count() - entries
        print(f"inspector: {new} new entries in 5 s, {len(gaps)} frames, the longest {gaps[0]:.0f} ms, "
              f"{1000 * spent / len(gaps):.1f} ms CPU per frame")
        # Other processes disturb the times of single frames, so the test limits the page's own CPU time.
        self.assertGreater(new, 2_000)
        self.assertLess(spent, 2.5, "seconds of CPU in 5 s")

    def task_time(self):
        metrics = self.browser.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
        return next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")
