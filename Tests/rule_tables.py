"""Writes the tables of rules with their tests: `python3 Tests/rule_tables.py [--check]`.

Tests/rules.txt has the rules: R1 to R84 of visits, and S1 to S33 of the documents that this project began with. A test
names its rules at the beginning of its display name ("R9, R10: …") or, in Python and JavaScript, of its docstring or
title. A line after a rule that begins with two spaces is a note: "  partly: …" if the tests show only a part of the
rule, and "  differs: …" if the product does something else. With --check, fails if a table is not current.
"""
import pathlib
import re
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parents[1]
TABLES = {
    "R": ("visit-rules.md", "Rules of visits", "the rules of `SnippetVisits`"),
    "S": ("seed-rows.md", "Rows of the seeds", "what was missing from the documents that this project began with"),
}
# The delimiter of a title, the names of its rules, and the rest of the title.
NAMES = re.compile(r"""(?:@Test\(\s*|test\(|(?="{3}))("{3}|["'`])((?:[RS]\d+(?:, )?)+): ((?:\\.|(?!\1)[^\\])*)""")
NOTES = ("partly", "differs")


def tests():
    """Yields (rule, path, text) for each test that names a rule."""
    for path in sorted((REPOSITORY / "Tests").rglob("*")):
        if path.suffix not in (".swift", ".py", ".mjs") or ".build" in path.parts:
            continue
        for _, names, text in NAMES.findall(path.read_text(encoding="utf-8")):
            text = " ".join(re.sub(r"\\(.)", r"\1", text).split())
            for rule in names.split(", "):
                yield rule, path.relative_to(REPOSITORY / "Tests"), text


def rules_and_notes(lines):
    """Returns the rules, and for each rule that has a note, its kind and its text."""
    rules, notes = [], {}
    for line in filter(None, lines):
        if line.startswith("  "):
            kind, _, text = line.strip().partition(": ")
            if kind not in NOTES:
                sys.exit(f"The note of {rules[-1][0]} in Tests/rules.txt begins with none of {', '.join(NOTES)}.")
            notes[rules[-1][0]] = kind, text
        else:
            rules.append(tuple(line.split(" ", 1)))
    return rules, notes


def table(letter, rules, notes, found):
    """Returns the text of one table."""
    name, title, content = TABLES[letter]
    own = [(rule, text) for rule, text in rules if rule[0] == letter]
    missing = [rule for rule, _ in own if rule not in found]
    kinds = {kind: [rule for rule, _ in own if notes.get(rule, [None])[0] == kind] for kind in NOTES}
    whole = len(own) - len({*missing, *kinds["partly"], *kinds["differs"]})
    lines = [
        f"# {title}", "",
        f"`python3 Tests/rule_tables.py` writes this page from `Tests/rules.txt`: {content}, with the tests that name"
        " them. Together, the tests of a rule show the whole rule, unless it has a note.", "",
        f"- without a note: {whole} of {len(own)}",
        f"- **partly**, if the tests show only a part: {', '.join(kinds['partly']) or 'none'}",
        f"- **differs**, if the product does something else: {', '.join(kinds['differs']) or 'none'}",
        f"- without a test: {', '.join(missing) or 'none'}", "",
        "| number | content | tests |", "|---|---|---|",
    ]
    for rule, text in own:
        if rule in notes:
            text += "<br>**{}**: {}".format(*notes[rule])
        places = [f"`{path}`: {words}" for path, words in found.get(rule, [])]
        lines.append(f"| {rule} | {text} | {'<br>'.join(places).replace('|', chr(92) + '|') or '**open**'} |".replace(
            "  ", " "))
    return "\n".join(lines) + "\n"


def main():
    lines = (REPOSITORY / "Tests/rules.txt").read_text(encoding="utf-8").splitlines()
    rules, notes = rules_and_notes(lines)
    known, found = {rule for rule, _ in rules}, {}
    for rule, path, text in tests():
        if rule not in known:
            sys.exit(f"{path} names {rule}, which Tests/rules.txt does not have.")
        found.setdefault(rule, []).append((path, text))
    stale = []
    for letter, (name, _, _) in TABLES.items():
        path = REPOSITORY / "docs/internals" / name
        text = table(letter, rules, notes, found)
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(str(path.relative_to(REPOSITORY)))
    if stale:
        sys.exit(f"{', '.join(stale)} is not current. Run python3 Tests/rule_tables.py.")


main()
