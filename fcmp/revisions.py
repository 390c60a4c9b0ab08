#!/usr/bin/env python3
"""Checks the guide's table of FCMP++'s revisions against fcmp/revisions.txt, from which `--write` makes it. Also fails if a
folder named there is missing, does not have its revision's version, or does not behave as that revision."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CRATES = ROOT / "fcmp/crates"
GUIDE = ROOT / "fcmp/notes/drop-in.md"
BEGIN, END = "<!-- of fcmp/revisions.txt, by fcmp/revisions.py -->\n", "<!-- end of revisions -->\n"
# The columns that name folders, and the crate of each.
FOLDERS = {"helioselene": "helioselene", "ec-divisors": "ec-divisors", "proofs": "generalized-bulletproofs"}
# What those packages do, by their own tests: tests/identity.rs, fcmp/comparison/tests/decoding.rs; tests/roots.rs.
IDENTITY = {"0e438ae": "(0:1:1)", "77788c36": "identity", "?": "?"}
ROOTS = {"0e438ae": "even", "31c26d9": "odd", "?": "?"}
COLUMNS = ["revision", "date", "multiexp", *FOLDERS, "root", "identity", "inverse", "curves", "where"]


def revisions():
    for line in (ROOT / "fcmp/revisions.txt").read_text().splitlines():
        if line.startswith("revision "):
            yield dict(zip(COLUMNS, line.split(maxsplit=len(COLUMNS))[1:], strict=True))


def cell(crate, revision):
    return {"none": "nothing", "?": "ask the check"}.get(revision, f"`{crate}-{revision}`")


def known(value):
    return "not public" if value == "?" else value


def table():
    rows = [
        "| FCMP++ | of | `multiexp` | `helioselene` | `ec-divisors` | proof layer | sign of y: root |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in revisions():
        # The guide leaves out what nothing here fits.
        if {row[column] for column in FOLDERS} <= {"none", "?"}:
            continue
        date = "" if row["date"] == "-" else f" ({row['date']})"
        fitting = [cell(crate, row[column]) for column, crate in FOLDERS.items()]
        behaviour = [known(row["root"])]
        origin = [known(row[column]) for column in ("where", "multiexp")]
        rows.append("| " + " | ".join([f"{row['revision']}{date}", *origin, *fitting, *behaviour]) + " |")
    return "\n".join(rows) + "\n"


faults = []
for row in revisions():
    behaviour = IDENTITY.get(row["helioselene"]), ROOTS.get(row["ec-divisors"])
    folders = {row[column] for column in FOLDERS}
    # Packages of a revision whose curves are not known are not known either.
    fits = {"2025": folders == {"none"}, "?": folders == {"?"}, "current": True}.get(row["curves"], False)
    if row["curves"] != "2025":
        fits = fits and behaviour == (row["identity"], row["root"])
    if not fits or row["inverse"] not in ("right", "wrong", "?"):
        faults.append(f"{row['revision']}: its packages behave otherwise")
    for column, crate in FOLDERS.items():
        if row[column] not in ("none", "?"):
            manifest = CRATES / f"{crate}-{row[column]}/Cargo.toml"
            expected = "0.1.0" if row[column] == "0e438ae" else "0.1.1"
            if not manifest.exists():
                faults.append(f"{manifest.parent.name} is not there")
            elif not re.search(rf'^name = "{crate}"\n(#.*\n)?version = "{expected}"$', manifest.read_text(), re.M):
                faults.append(f"{manifest} is not {crate} {expected}")
text = GUIDE.read_text()
before, rest = text.split(BEGIN)
old, after = rest.split(END)
if old != table():
    if "--write" in sys.argv:
        GUIDE.write_text(before + BEGIN + table() + END + after)
    else:
        faults.append(f"{GUIDE} has another table: run fcmp/revisions.py --write")
print(*faults, f"revisions: {len(list(revisions()))}, {len(faults)} faults", sep="\n")
sys.exit(bool(faults))
