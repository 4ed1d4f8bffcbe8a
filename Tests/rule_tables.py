"""Writes the tables of rules with their tests: `python3 Tests/rule_tables.py [--check]`.

Tests/rules.txt has the rules: R1 to R84 of visits, and S1 to S33 of the documents that this project began with. A test
names its rules at the beginning of its display name ("R9, R10: …") or, in Python and JavaScript, of its docstring or
title. With --check, fails if a table is not current.
"""
import pathlib
import re
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parents[1]
TABLES = {
    "R": ("visit-rules.md", "Rules of visits", "the rules of `SnippetVisits`"),
    "S": ("seed-rows.md", "Rows of the seeds", "what was missing from the documents that this project began with"),
}
NAMES = re.compile(r"""(?:@Test\(\s*|"{3}|test\()['"]?((?:[RS]\d+(?:, )?)+): ([^"'\n]*)""")


def tests():
    """Yields (rule, path, text) for each test that names a rule."""
    for path in sorted((REPOSITORY / "Tests").rglob("*")):
        if path.suffix not in (".swift", ".py", ".mjs") or ".build" in path.parts:
            continue
        for names, text in NAMES.findall(path.read_text(encoding="utf-8")):
            for rule in names.split(", "):
                yield rule, path.relative_to(REPOSITORY / "Tests"), text


def table(letter, rules, found):
    """Returns the text of one table."""
    name, title, content = TABLES[letter]
    own = [(rule, text) for rule, text in rules if rule[0] == letter]
    missing = [rule for rule, _ in own if rule not in found]
    lines = [
        f"# {title}", "",
        f"`python3 Tests/rule_tables.py` writes this page: {content}, with the tests that name them. A test shows a part"
        " of its rule, not always the whole.", "",
        f"{len(own) - len(missing)} of {len(own)} have a test. Without a test: {', '.join(missing) or 'none'}.", "",
        "| number | content | tests |", "|---|---|---|",
    ]
    for rule, text in own:
        places = [f"`{path}`: {words}" for path, words in found.get(rule, [])]
        lines.append(f"| {rule} | {text} | {'<br>'.join(places).replace('|', chr(92) + '|') or '**open**'} |".replace(
            "  ", " "))
    return "\n".join(lines) + "\n"


def main():
    lines = (REPOSITORY / "Tests/rules.txt").read_text(encoding="utf-8").splitlines()
    rules = [tuple(line.split(" ", 1)) for line in lines if line]
    known, found = {rule for rule, _ in rules}, {}
    for rule, path, text in tests():
        if rule not in known:
            sys.exit(f"{path} names {rule}, which Tests/rules.txt does not have.")
        found.setdefault(rule, []).append((path, text))
    stale = []
    for letter, (name, _, _) in TABLES.items():
        path = REPOSITORY / "docs/internals" / name
        text = table(letter, rules, found)
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(str(path.relative_to(REPOSITORY)))
    if stale:
        sys.exit(f"{', '.join(stale)} is not current. Run python3 Tests/rule_tables.py.")


main()
