#!/usr/bin/env python3
"""Holds the rules of the house for files, and names each line or folder that breaks one.

A folder has at most 15 files, a Swift file 300 lines and two public types, a function 40 lines; the
lines of long-sources name what may be longer. Comments of Swift and C are plain English: a doc
comment begins with a verb or a noun, and subjects are nouns of the code. A script pipes into no
command that ends early: `pipefail` would report the signal that ends the command before it.
"""
import collections
import pathlib
import re
import subprocess
import sys

WORDS = re.compile(r"\b(who|whoever|somebody|nobody)\b", re.I)
BEGINNING = re.compile(r"\W*(what|who|whoever|whether|where|how)\b", re.I)
DECLARATION = re.compile(
    r" *(?:(?:@\w+(?:\([^)]*\))?|[a-z]+(?:\([a-z]+\))?) +)*"
    r"(func (?:`[^`]*`|[^ (<]+)|init(?=[?(<])|deinit(?= \{)|subscript(?=[(<]))")
EARLY = re.compile(r"(?<!\|)\| *(?:grep -[a-zA-Z]*q|head\b)")
TYPE = r"(?:@\w+(?:\([^)]*\))? +)*public (?:final |indirect )*(?:struct|class|enum|protocol|actor) "
spared = (pathlib.Path(__file__).parent / "long-sources").read_text().splitlines()
faults = []


def functions(lines):
    """Yields the name, first line and number of lines of each function, as the formatter writes it."""
    for first, line in enumerate(lines):
        if not (match := DECLARATION.match(line)) or line.endswith("}"):
            continue
        depth, body = re.match(" *", line)[0], line.endswith("{")
        for last in range(first + 1, len(lines)):
            text = lines[last]
            if not text.startswith(depth) or text.startswith(depth + " ") or not text:
                continue
            if body and text.startswith(depth + "}"):
                yield match[1], first, last - first + 1
            elif not body and re.match(r" *([)>{]|where |throws|async)", text):
                body = text.endswith("{")
                continue
            break


def swift(path, lines):
    if len(lines) - 1 > 300 and path.name not in spared:
        faults.append(f"{path} is longer than 300 lines")
    for name, first, count in functions(lines):
        if count > 40 and f"{path.name}: {name}" not in spared:
            faults.append(f"{path}:{first + 1}: {name} has {count} lines, more than 40")
    # The types of a file of a trait are inside `#if`.
    depth = "    " if lines[-2:] == ["#endif", ""] else ""
    types = sum(bool(re.match(depth + TYPE, line)) for line in lines)
    if types > 2 and path.parts[0] == "Sources":
        faults.append(f"{path} has {types} public types, more than two")


def comments(path, lines):
    was = False
    for number, line in enumerate(lines):
        text = line.lstrip()
        doc = text.startswith(("///", "/**"))
        if not text.startswith(("//", "*", "/*")):
            text = "" if '"' in line else line.partition("//")[2]
        if WORDS.search(text) or doc and not was and BEGINNING.match(text):
            faults.append(f"{path}:{number + 1}: not plain English: {line.strip()}")
        was = doc


listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
names = subprocess.run(listed, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
paths = [path for path in map(pathlib.Path, names) if path.exists()]
for folder, count in collections.Counter(path.parent for path in paths).items():
    if count > 15:
        faults.append(f"{folder} has {count} files, more than 15")
for path in paths:
    if path.suffix in (".swift", ".c", ".h"):
        lines = path.read_text().split("\n")
        comments(path, lines)
        if path.suffix == ".swift":
            swift(path, lines)
    elif not path.suffix and b"bash" in (text := path.read_bytes()).partition(b"\n")[0]:
        for number, line in enumerate(text.decode().split("\n")):
            if EARLY.search(line):
                faults.append(f"{path}:{number + 1}: the pipe's last command ends early")
sys.exit("\n".join(faults) or 0)
