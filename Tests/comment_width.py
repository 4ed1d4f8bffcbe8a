"""Fails if a comment is wider than 120 columns: `python3 Tests/comment_width.py`, in any folder.

The formatters check the width of code.
"""
import ast
import os
import pathlib
import re
import sys

WIDTH = 120
REPOSITORY = pathlib.Path(__file__).resolve().parents[1]
FOLDERS = ["Sources", "Tests", "Benchmarks", "public"]
FILES = ["Package.swift", "Benchmarks/Package.swift", "Makefile", "Benchmarks/Makefile"]
LIKE_C = {".swift", ".c", ".h", ".js", ".cjs", ".mjs", ".ts", ".mts", ".css"}
LIKE_SHELL = {".py", ".sh", ""}
# Folders with third-party code. Folders whose names begin with a dot, such as build folders, are excluded too.
LEFT_OUT = {"node_modules", "stock"}


def docstring_lines(text):
    """Yields the numbers of the lines of a Python file's docstrings."""
    for node in ast.walk(ast.parse(text)):
        has_any = isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
        if has_any and ast.get_docstring(node):
            yield from range(node.body[0].lineno, node.body[0].end_lineno + 1)


def comment_lines(path, text):
    """Yields the numbers of lines with comments. Block comments count only if they begin a line."""
    block = False
    for number, line in enumerate(text.split("\n"), 1):
        if path.suffix in LIKE_SHELL:
            if re.search(r"(^|\s)#\s", line):
                yield number
            continue
        block = block or re.match(r"\s*(/\*|<!--)", line) is not None
        if block or (path.suffix in LIKE_C and re.search(r"(^|\s)///?\s", line)):
            yield number
        if "*/" in line or "-->" in line:
            block = False
    if path.suffix == ".py":
        yield from docstring_lines(text)


def files():
    for top in FOLDERS:
        for folder, folders, names in os.walk(REPOSITORY / top):
            folders[:] = sorted(name for name in folders if name[0] != "." and name not in LEFT_OUT)
            paths = [pathlib.Path(folder, name) for name in sorted(names)]
            yield from (path for path in paths if path.suffix and path.suffix in LIKE_C | LIKE_SHELL | {".html"})
    yield from (REPOSITORY / name for name in FILES)


too_long = 0
for path in files():
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    for number in sorted(set(comment_lines(path, text))):
        line = lines[number - 1].expandtabs(8)
        # A URL cannot be wrapped.
        if len(line) > WIDTH and not re.fullmatch(r"\W*https?://\S+", line.strip()):
            print(f"{path.relative_to(REPOSITORY)}:{number}: a comment of {len(line)} columns; at most {WIDTH}")
            too_long += 1
sys.exit(too_long > 0)
