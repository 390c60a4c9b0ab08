#!/usr/bin/env python3
"""Checks the column "ours" of compat/README.md: the number of lines in each folder's `src`, without tests.

    python3 .ci/lines.py [--write]
"""

import re
import sys
from pathlib import Path

compat = Path(__file__).resolve().parent.parent / "compat"
page = compat / "README.md"
NUMBER = r"\b\d{1,3}(?: \d{3})*\b"


def lines(folder):
    files = (compat / folder / "src").rglob("*.rs")
    files = [file for file in files if file.name != "tests.rs" and "tests" not in file.parts]
    return sum(file.read_text(encoding="utf-8").count("\n") for file in files)


rows, wrong, ours, text = 0, 0, None, []
for line in page.read_text(encoding="utf-8").split("\n"):
    cells = line.split("|")
    if "ours" in (cell.strip() for cell in cells):
        ours = [cell.strip() for cell in cells].index("ours")
    elif ours and len(cells) > ours and re.search(NUMBER, cells[ours]):
        counts = [f"{lines(folder):,}".replace(",", " ") for folder in re.findall(r"`([\w.-]+)`", cells[1])]
        said = re.findall(NUMBER, cells[ours])[: len(counts)]
        rows += 1
        if said != counts:
            wrong += 1
            print(f"{cells[1].strip()}: {', '.join(counts)} lines, and not {', '.join(said)}")
            left = iter(counts)
            cells[ours] = re.sub(NUMBER, lambda number: next(left, number.group()), cells[ours])
            line = "|".join(cells)
    text.append(line)
if "--write" in sys.argv:
    page.write_text("\n".join(text), encoding="utf-8")
    wrong = 0
print(f"{rows} rows of compat/README.md, {wrong} wrong")
sys.exit(wrong > 0 or not rows)
