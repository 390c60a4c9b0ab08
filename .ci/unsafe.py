#!/usr/bin/env python3
"""Fails if an unsafe block has no comment `SAFETY:` that says why it is sound, which clippy does not find in macros and where one comment
serves every block of an item.

    python3 .ci/unsafe.py
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What ships; tests explain themselves.
FOLDERS = ["src", "arkworks", "fcmp/crates", "fcmp/leaves", "fcmp/ffi"]


def unexplained(lines):
    """The numbers of the lines with an unsafe block of which no comment just above says why it is sound, nor one above the item."""
    explained_until = None
    for i, line in enumerate(lines):
        if match := re.match(r"( *)// SAFETY, of every block: ", line):
            explained_until = match[1] + "}"
        elif line == explained_until:
            explained_until = None
        if explained_until or not re.search(r"^[^/]*\bunsafe\s*\{", line):
            continue
        above = []
        for before in reversed(lines[max(0, i - 12) : i]):
            if re.search(r"\bunsafe\s*\{", before) or not before.strip():
                break
            above.append(before)
        if not any("// SAFETY: " in before for before in above):
            yield i + 1


faults = blocks = 0
for folder in FOLDERS:
    for file in sorted((ROOT / folder).rglob("*.rs")):
        if {"tests", "benches", "examples", "target"} & set(file.relative_to(ROOT).parts):
            continue
        text = file.read_text(encoding="utf-8")
        blocks += len(re.findall(r"^[^/\n]*\bunsafe\s*\{", text, re.M))
        for number in unexplained(text.split("\n")):
            print(f"{file.relative_to(ROOT)}:{number}: an unsafe block without a comment `SAFETY:`")
            faults += 1
print(f"{blocks} unsafe blocks, {faults} faults")
sys.exit(faults > 0 or not blocks)
