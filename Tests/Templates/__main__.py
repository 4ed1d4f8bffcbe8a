"""Creates a package from each template of `snippet-bridge new`, and runs its tests and its program. Also checks path
configurations with `snippet-bridge doctor`.

    python Tests/Templates <folder that Tests/Outside/test.sh has filled>

The packages use the repository and the build of that folder, so the library is not compiled again.
"""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import time

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "Tests/Browser"))

from selenium.common.exceptions import WebDriverException  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.support.wait import WebDriverWait  # noqa: E402

from support.chromium import Chromium  # noqa: E402
from support.program import Program  # noqa: E402

# The iframe of the page that a shell shows.
TOP_PAGE = ".screens > .screen[data-place=top] iframe"


class Package:
    """A package that `snippet-bridge new` has created."""

    def __init__(self, work, template):
        self.name = f"New{template.title()}"
        self.folder = work / "templates" / self.name
        self.build = work / "build"
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.parent.mkdir(exist_ok=True)
        subprocess.run(
            [REPOSITORY / ".build/debug/snippet-bridge", "new", self.name, "--template", template, "--library",
             f"file://{work}/SnippetBridge.git"], cwd=self.folder.parent, check=True)
        # The same versions as in Tests/Outside, so that nothing is looked up in the network.
        shutil.copy(REPOSITORY / "Tests/Outside/Package.resolved", self.folder)

    def test(self):
        """Builds the package, and runs its tests."""
        # The build folder is shared. With caching, SwiftPM would build the targets of the previous package again.
        subprocess.run(
            ["swift", "test", "--force-resolved-versions", "--disable-build-manifest-caching", "--disable-xctest",
             "--package-path", self.folder, "--scratch-path", self.build], check=True)

    def start(self):
        """Starts the program with the package's pages, on a free port."""
        path = self.build / "debug" / self.name
        return type(self.name, (Program,), {"path": path, "variable": self.name})(self.folder / "public")


def look(browser, address, template):
    """Opens the program's page, and lets it call Swift once."""
    wait = WebDriverWait(browser, 60, poll_frequency=0.05)

    def wait_for_text(selector, text):
        wait.until(lambda _: text in browser.find_element(By.CSS_SELECTOR, selector).text, f"no text {text!r}")

    browser.get(address)
    if template != "app":
        wait.until(lambda _: browser.find_elements(By.CSS_SELECTOR, TOP_PAGE), "the shell shows no page")
        browser.switch_to.frame(browser.find_element(By.CSS_SELECTOR, TOP_PAGE))
    # The page loads in an iframe of the shell after the iframe exists.
    link = "a[href='/settings']" if template == "visits" else "button"
    wait.until(lambda _: browser.find_elements(By.CSS_SELECTOR, link), f"the page has no {link}")
    browser.find_element(By.CSS_SELECTOR, link).click()
    if template == "visits":
        browser.switch_to.default_content()
        wait_for_text(".screens", "Large text")
    else:
        wait_for_text("#answer", {"app": "Hello, Ada!", "kiosk": "Order 1: Coffee"}[template])
    browser.switch_to.default_content()
    errors = browser.console_errors()
    assert not errors, f"errors in the console: {errors}"
    # The page must not look for its server after the server has ended.
    browser.get("about:blank")


def check_dev(package):
    """Runs `snippet-bridge dev` with the compiler: changes the program, breaks it, lets it crash, and repairs it."""
    # A browser of its own, because its console contains the errors of pages whose program was replaced.
    browser = Chromium()
    source = package.folder / f"Sources/{package.name}/Greeter.swift"
    original = source.read_text()
    wait = WebDriverWait(browser, 300, poll_frequency=0.1, ignored_exceptions=[WebDriverException])
    problems = "return document.querySelector('bridge-problems')?.shadowRoot.textContent ?? ''"

    def change(old, new):
        source.write_text(original.replace(old, new))
        return time.monotonic()

    def greets(text):
        browser.execute_script("if (!document.querySelector('#answer').textContent) document.forms[0].requestSubmit()")
        return text in browser.find_element(By.CSS_SELECTOR, "#answer").text

    program = type("Dev", (Program,), {
        "path": ".build/debug/snippet-bridge", "variable": "SNIPPET_BRIDGE", "folder": package.folder, "patience": 100,
        "options": lambda self, port, root: ["dev", "--scratch-path", package.build, "--", "--port", str(port)]})()
    try:
        browser.get(program.address)
        wait.until(lambda _: greets("Hello, Ada!"), "the program does not answer")
        start = change("Hello,", "Good day,")
        wait.until(lambda _: greets("Good day, Ada!"), "the changed program does not answer")
        print(f"-- dev: a changed program answers after {time.monotonic() - start:.1f} s", flush=True)
        start = change("(name)!", "(nobody)!")
        wait.until(lambda _: "cannot find 'nobody' in scope" in browser.execute_script(problems), "no error is shown")
        print(f"-- dev: a compiler's error is shown after {time.monotonic() - start:.1f} s", flush=True)
        change('"Hello, \\(name)!"', "[name][name.count]")
        wait.until(lambda _: "by signal" in browser.execute_script(problems) or greets("never"), "no crash is shown")
        shown = browser.execute_script(problems)
        for part in ("Index out of range", "Greeter.greet(_:) at /", "Greeter.swift:7:"):
            assert part in shown, f"the crash is not explained: {shown}"
        # Ends with the original program, which the next check runs.
        source.write_text(original)
        wait.until(lambda _: greets("Hello, Ada!"), "the repaired program does not answer")
    except BaseException:
        print(program.log)
        raise
    finally:
        browser.quit()
        program.stop()
        source.write_text(original)


def check_paths(folder):
    """Checks path configurations with `snippet-bridge doctor`: a good one, and one with a rule that matches no URL."""
    (folder / "urls.txt").write_text("# The pages of the site\n/new.html\nhttp://127.0.0.1:3000/settings\n")
    for pattern, expected in (
            ("/new", [True, "each rule matches a URL; 1 of 2 URLs match a rule"]),
            ("/old", [False, "Rule 0 matches none of the URLs."])):
        rules = {"rules": [{"patterns": [pattern], "properties": {"context": "modal"}}]}
        (folder / "paths.json").write_text(json.dumps(rules))
        # The exit status also depends on the other checks of this machine.
        output = subprocess.run(
            [REPOSITORY / ".build/debug/snippet-bridge", "doctor", "--json", "--path-configuration",
             folder / "paths.json", "--urls", folder / "urls.txt"], stdout=subprocess.PIPE, check=False).stdout
        found = [[check["ok"], check["detail"]] for check in json.loads(output) if check["name"] == "paths"]
        assert found == [expected], found


def main():
    parser = argparse.ArgumentParser(prog="Tests/Templates", description=__doc__)
    parser.add_argument("work", type=pathlib.Path)
    options = parser.parse_args()
    packages = {template: Package(options.work.resolve(), template) for template in ("app", "kiosk", "visits", "tests")}
    browser = Chromium()
    try:
        for template, package in packages.items():
            start = time.monotonic()
            package.test()
            print(f"-- {template}: {time.monotonic() - start:.0f} s", flush=True)
            # The build folder still belongs to this package.
            if template == "app":
                check_dev(package)
        check_paths(options.work)
        for template in ("app", "kiosk", "visits"):
            program = packages[template].start()
            try:
                look(browser, program.address, template)
                print(f"-- {template}: its page has called Swift", flush=True)
            except BaseException:
                print(program.log)
                raise
            finally:
                program.stop()
    finally:
        browser.quit()


if __name__ == "__main__":
    main()
