"""Counts the doc comments in Sources whose summary begins without its subject: `python3 Tests/doc_openings.py [-v]`.

A summary names the thing or its action (CONTRIBUTING.md). A summary that begins with a pronoun, preposition,
conjunction or question word has no subject. "Whether" is allowed for Booleans. Fails if more than 4 % have no subject.
With -v, prints each of them.
"""
import collections
import pathlib
import re
import sys

LIMIT = 0.04
REPOSITORY = pathlib.Path(__file__).resolve().parents[1]
WITHOUT_SUBJECT = set("""it its they their them this that these those he she who whom whose what which where when why
how of for from to in on at by with without as until till behind below above beside between among after before beyond
nil not no nobody nothing none one another others other same so than then there here if unless because since while
what's and or but""".split())


def summaries(path):
    """Yields the first line of each doc comment, with its number."""
    is_comment = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = re.match(r"\s*///\s?(.*)$", line)
        if match and not is_comment:
            yield number, match[1]
        is_comment = bool(match)


total = 0
found = []
for path in sorted(REPOSITORY.glob("Sources/**/*.swift")):
    for number, text in summaries(path):
        total += 1
        word = re.sub(r"[^A-Za-z']", "", (text.split() or [""])[0]).lower()
        if word in WITHOUT_SUBJECT:
            found.append((word, f"{path.relative_to(REPOSITORY)}:{number}: {text}"))
if "-v" in sys.argv:
    print("\n".join(line for _, line in found))
words = ", ".join(f"{word} {count}" for word, count in collections.Counter(word for word, _ in found).most_common(10))
print(f"{len(found)} of {total} doc comments open without their subject (at most {LIMIT:.0%}): {words}")
sys.exit(len(found) > LIMIT * total)
