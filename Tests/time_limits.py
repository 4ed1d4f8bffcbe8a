"""Fails if a suite of Swift tests has no time limit: `python3 Tests/time_limits.py`, in any folder.

A suite's limit applies to each of its tests. A test outside of suites needs its own limit.
"""
import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
TYPE = re.compile(r"( *)(?:@.* )?(?:\w+ )*(?:struct|class|actor|enum|extension) (\w+)")


def suites(text):
    """Yields the line number, the enclosing types and their declarations for each test.

    The code is formatted, so indentation shows the enclosing types.
    """
    lines = text.split("\n")
    enclosing = []
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.startswith(" " * (len(enclosing[-1][0]) + 1 if enclosing else 0)):
            indent = len(line) - len(line.lstrip())
            enclosing = [declared for declared in enclosing if len(declared[0]) < indent]
        if found := TYPE.match(line):
            attributes = lines[number - 2] if lines[number - 2].lstrip().startswith("@Suite") else ""
            enclosing.append((found[1], found[2], attributes + line))
        elif re.match(r" *@Test\b", line):
            yield number, line, enclosing


files = {path: path.read_text() for path in sorted(FOLDER.rglob("*.swift"))}
# The suites with a time limit. Other files may extend their types.
limited = {
    (path.relative_to(FOLDER).parts[0], name)
    for path, text in files.items()
    for name in re.findall(r"@Suite\(.*\.timeLimit\(.*\)\s+\w+ (\w+)", text)
}
missing = set()
for path, text in files.items():
    target = path.relative_to(FOLDER).parts[0]
    for number, line, enclosing in suites(text):
        if not any("timeLimit" in declaration or (target, name) in limited for _, name, declaration in enclosing):
            if enclosing:
                missing.add((path, f"{enclosing[0][1]} has no time limit: @Suite(.timeLimit(.minutes(5)))"))
            elif ".timeLimit(" not in line:
                missing.add((path, f"line {number}: the test has no time limit: put it into a suite"))
for path, what in sorted(missing):
    print(f"{path.relative_to(FOLDER.parent)}: {what}")
sys.exit(bool(missing))
