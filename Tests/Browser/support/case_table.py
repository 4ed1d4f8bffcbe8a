import re
import xml.etree.ElementTree

PREFACE = """\
# Acceptance cases

The DSBridge contract in 70 cases. Cases that involve a page are tests in `Tests/Browser/acceptance`, named
`test_case_17_…`, and run in every browser. The other cases are Swift tests, named `case63…`. `make test` runs them and
writes this page.

*yes*: every test of the case passes. *no*: at least one test fails. A number refers to a note below the table about
what the browser itself cannot do. Empty: the case has no test there.

"""


def swift_cases(path):
    """Yields the cases of the Swift tests, `(case, outcome)`, from the file of `swift test --xunit-output`.

    Yields nothing if the Swift tests ended before they had written the file.
    """
    try:
        tests = list(xml.etree.ElementTree.parse(path).iter("testcase"))
    except (FileNotFoundError, xml.etree.ElementTree.ParseError):
        return
    for test in tests:
        if found := re.match(r"case(\d+)", test.get("name")):
            if test.find("skipped") is None:
                failed = test.find("failure") is not None or test.find("error") is not None
                yield int(found.group(1)), "no" if failed else "yes"


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
