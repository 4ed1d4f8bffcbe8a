import re
import xml.etree.ElementTree

PREFACE = """\
# Acceptance cases

The DSBridge contract in 70 cases. Each column shows where tests of a case run:

- *Swift*: tests of the server's part, named `case63…` or listed in `Tests/Browser/acceptance/cases.py`.
- *Node*: tests of the page script's part in Node.js. They are in `Tests/Shim`, with the number of the case at the end
  of their names.
- *Chromium*, *Firefox*, *WebKitGTK*: tests of the server and the page together, in `Tests/Browser/acceptance`, named
  `test_case_17_…`. A case runs in each browser if its result may depend on the browser. Otherwise it runs in Chromium.

`make test-all` runs all of these tests and writes this page.

*yes*: every test of the case passes. *no*: at least one test fails. A number refers to a note below the table about
what the browser itself cannot do. Empty: the case has no test there.

"""


def swift_cases(path, others):
    """Yields the cases of the Swift tests, `(case, outcome)`, from the file of `swift test --xunit-output`.

    Yields nothing if the Swift tests ended before they had written the file. `others` maps the names of tests that are
    not named after their case to the numbers of their cases.
    """
    try:
        tests = list(xml.etree.ElementTree.parse(path).iter("testcase"))
    except (FileNotFoundError, xml.etree.ElementTree.ParseError):
        return
    for test in tests:
        if test.find("skipped") is not None:
            continue
        failed = test.find("failure") is not None or test.find("error") is not None
        function = test.get("name").partition("(")[0]
        found = re.match(r"case(\d+)", function)
        suite = test.get("classname", "").rpartition(".")[2]
        for case in (int(found.group(1)),) if found else others.get(f"{suite}.{function}", ()):
            yield case, "no" if failed else "yes"


def node_cases(path):
    """Yields the cases of the tests in Node.js, `(case, outcome)`, from the output of `node --test`.

    A test's name ends with the numbers of its cases, such as `(5, 33 to 35)`. The output is TAP or that of the
    reporter `spec`.
    """
    pattern = r"\s*(?:(not ok|ok) \d+ - |([✔✖]) )(.*)\((\d[\d, to]*)\)(?: \([\d.]+ms\))?\s*"
    for line in path.read_text().splitlines() if path.exists() else ():
        if found := re.fullmatch(pattern, line):
            passed = found.group(1) == "ok" or found.group(2) == "✔"
            for case in case_numbers(found.group(4)):
                yield case, "yes" if passed else "no"


def case_numbers(text):
    """Returns the numbers in a text such as `5, 33 to 35`."""
    ranges = (part.split(" to ") for part in text.split(", "))
    return [number for ends in ranges for number in range(int(ends[0]), int(ends[-1]) + 1)]


def case_table(titles, columns):
    """Returns the text of docs/internals/acceptance.md. `columns` maps the heading of each column to pairs: the number
    of a case, and its outcome (`yes`, `no`, or a text that describes the limitation)."""
    outcomes = {
        heading: {number: {outcome for case, outcome in pairs if case == number} for number in titles}
        for heading, pairs in columns.items()}
    notes = []
    lines = [f"| | case | {' | '.join(columns)} |", f"|--:|---|{':-:|' * len(columns)}"]
    for number, title in titles.items():
        cells = [cell(outcomes[heading][number], notes) for heading in columns]
        lines.append(f"| {number} | {title} | {' | '.join(cells)} |")
    if notes:
        lines += ["", *(f"{index}. {note}" for index, note in enumerate(notes, 1))]
    return PREFACE + "\n".join(lines) + "\n"


def cell(outcomes, notes):
    reasons = sorted(outcomes - {"yes", "no"})
    notes += [reason for reason in reasons if reason not in notes]
    numbers = [str(notes.index(reason) + 1) for reason in reasons]
    if "no" in outcomes:
        return "no"
    return ", ".join((["yes"] if "yes" in outcomes else []) + numbers)
