#!/usr/bin/env python3
"""Draws figures of the notes: lab/drawings/draw.py

- the files that `P * k` passes,
- what each thread does in a sum, in a batch, and when many proofs are verified,
- the life of the three kinds of tables that `multiexp` keeps,
- FCMP++'s revisions on a line of time, from revisions.txt.
"""

from datetime import date
from pathlib import Path

from svg import Sheet

ROOT = Path(__file__).resolve().parent.parent.parent
FIGURES = ROOT / "notes/figures"
FCMP = ROOT / "fcmp/notes/figures"
REVISIONS = ROOT / "fcmp/revisions.txt"


def walk():
    """The eight files from the operator to the instruction, with IFMA selected."""
    steps = [
        ("g", "curve/arithmetic.rs", "operator * calls C::mul"),
        ("g", "curves.rs", "makes the job VariableBase"),
        ("o", "backend/ifma.rs", "the door: IFMA is there; one point, four lanes"),
        ("b", "scalar_mul/variable_base.rs", "51 windows, look-ups that read every entry"),
        ("b", "point_ops/parallel.rs", "additions, runs of five doublings"),
        ("v", "backend/limbs.rs", "Tight and Loose: products, sums, carries"),
        ("v", "limbs/radix51.rs", "columns of a product, and their reduction"),
        ("v", "ifma/vectors.rs", "madd_lo is vpmadd52luq"),
    ]
    sheet = Sheet("The files from the operator to the instruction", 900, 244)
    sheet.text(16, 28, "P * k, with IFMA selected", "h")
    sheet.text(16, 46, "dispatch/list.rs matches the selected backend between the second box and the third", "s")
    width, height = 206, 60
    at = []
    for i, (kind, *texts) in enumerate(steps):
        row, column = divmod(i, 4)
        x, y = 16 + 221 * column, 62 + 88 * row
        at.append((x, y))
        name, what = texts
        half = what.find(" ", len(what) // 2 - 2) if len(what) > 34 else -1
        lines = [what] if half < 0 else [what[:half], what[half + 1 :]]
        sheet.box(x, y, width, height, kind, name, *lines)
    for (x, y), (to, _) in zip(at, at[1:]):
        if to > x:
            sheet.path("arrow", (x + width, y + height / 2), (to - 1, y + height / 2))
        else:
            middle = y + height + 14
            ends = (x + width / 2, y + height), (x + width / 2, middle), (to + width / 2, middle), (to + width / 2, y + 87)
            sheet.path("arrow", *ends)
    keys = [("g", "the same for every backend"), ("o", "the door"), ("b", "formulas, compiled for each vector and curve"), ("v", "limbs and registers")]
    x = 16
    for kind, name in keys:
        sheet.box(x, 222, 10, 10, kind)
        sheet.text(x + 16, 231, name, "s")
        x += 40 + 6.2 * len(name)
    sheet.write(FIGURES / "walk.svg")


def threads():
    """A sum of public points, and a batch, on four threads."""
    sheet = Sheet("What each thread does in a sum and in a batch", 900, 348)
    sheet.text(16, 28, "A sum of public points", "h")
    sheet.text(16, 46, "A cell is some windows of the scalars, over all points or over a part of them. A thread that is free takes the next one.", "s")
    rows = [62 + 27 * i for i in range(4)]
    cells = [[(1, 148), (5, 158), (9, 146)], [(2, 164), (6, 144), (10, 150)], [(3, 152), (7, 152), (11, 156)], [(4, 150), (8, 140), (12, 160)]]
    for i, (y, row) in enumerate(zip(rows, cells)):
        sheet.text(78, y + 16, f"thread {i + 1}", "se")
        sheet.box(86, y, 122, 23, "g", "n/4 of the points")
        x = 216
        for number, width in row:
            sheet.box(x, y, width - 4, 23, "b", f"cell {number}")
            x += width
        if i < 2:
            sheet.box(684, y, 120, 23, "v", f"Horner, part {i + 1}")
    sheet.box(812, rows[0], 72, 23, "v", "add")
    for x in (212, 680, 808):
        sheet.path("dash", (x, 56), (x, 172))
    sheet.text(147, 188, "affine, digits", "sm")
    sheet.text(445, 188, "buckets and their grid, to points D_k of each window", "sm")
    sheet.text(744, 188, "one run for a part", "sm")
    sheet.text(848, 188, "the caller", "sm")
    sheet.text(16, 226, "A batch: products, roots, coordinates, nodes from tables", "h")
    sheet.text(16, 244, "Each thread has a piece of its own, with its own inversions; the pieces are results of the same call.", "s")
    for i in range(4):
        y = 256 + 21 * i
        sheet.text(78, y + 14, f"thread {i + 1}", "se")
        sheet.box(86, y, 798, 18, "o", f"piece {i + 1}")
    sheet.write(FIGURES / "threads.svg")


def proofs():
    """Which thread does what in `vartime_batch_verify`."""
    sheet = Sheet("Many proofs on three threads", 900, 304)
    sheet.text(16, 28, "32 proofs or more for each thread: each adds and sums proofs of its own", "h")
    for i in range(3):
        y = 42 + 27 * i
        sheet.text(78, y + 16, f"thread {i + 1}", "se")
        x = 86
        for width, name in [(86, "add 8"), (86, "add 8"), (60, "…"), (150, "sum of ≤ 128"), (86, "add 8"), (60, "…"), (150, "sum of ≤ 128")]:
            kind = "v" if "sum" in name else "b" if "add" in name else "g"
            sheet.box(x, y, width - 4, 23, kind, name)
            x += width
    sheet.text(16, 150, "Fewer: idle threads take the next proof, and all cut one sum into cells", "h")
    for i in range(3):
        y = 164 + 27 * i
        sheet.text(78, y + 16, f"thread {i + 1}", "se")
        x = 86
        for width, kind, name in [(130, "b", f"add proof {i + 1}"), (130, "b", f"add proof {i + 4}"), (170, "v", "cells of Selene's sum"), (170, "v", "cells of Helios' sum")]:
            sheet.box(x, y, width - 4, 23, kind, name)
            x += width
    sheet.text(16, 268, "add: read a proof, hash its transcript, fold its constraints, give scalars to a verifier. Eight neighbours share a verifier.", "s")
    sheet.text(16, 286, "sum: one point for each curve, the identity if all proofs are right. If it is not, sums over halves find the wrong verifiers.", "s")
    sheet.write(FCMP / "proofs.svg")


def tables():
    """The life of the three kinds of tables."""
    sheet = Sheet("The life of three kinds of tables", 900, 296)
    sheet.text(16, 28, "Tables of points that sums meet again and again", "h")
    sheet.text(16, 46, "Time goes to the right. keep_tables(false) turns all three off and frees those of the process.", "s")
    rows = [
        ("Recurring", "whatever comes again,", "variable time", 16, "counted", "16th", "replaced by points that came 16 times more", "4 · 0.5 MB a curve"),
        ("Fixed", "its owner's points,", "variable time", 32, "counted", "32nd", "until the owner is dropped", "0.4 to 1 MB a curve"),
        ("Declared", "declared public,", "constant time", 1, "", "1st", "until the owner is dropped", "1 to 1.3 kB a point"),
    ]
    for i, (name, whose, time, calls, before, call, after, memory) in enumerate(rows):
        y = 64 + 76 * i
        sheet.text(16, y + 18, name, "h")
        sheet.text(16, y + 34, whose, "s")
        sheet.text(16, y + 49, time, "s")
        start, end = 160, 884
        made = start + (20 if calls == 1 else 130 + 6 * calls)
        sheet.box(start, y + 8, made - start, 26, "g", before)
        sheet.box(made, y + 8, 86, 26, "o", "made")
        sheet.box(made + 86, y + 8, end - made - 86, 26, "v", f"used; {memory}")
        sheet.text(made + 43, y + 50, f"{call} sum", "sm")
        sheet.text(end, y + 50, after, "se")
    sheet.text(160, 114, "sums over the same 8 to 256 points", "s")
    sheet.write(FCMP / "tables.svg")


def revisions():
    """FCMP++'s revisions with a date, and which of our folders stand in for their crates."""
    rows = [line.split() for line in REVISIONS.read_text(encoding="utf-8").splitlines() if line.startswith("revision ")]
    dated = sorted((date.fromisoformat(row[2]), row) for row in rows if row[2] != "-")
    sheet = Sheet("FCMP++'s revisions", 900, 294)
    sheet.text(16, 28, "FCMP++'s revisions, and the folders that stand in for their crates", "h")
    first, last = date(2025, 8, 1), date(2026, 10, 1)

    def at(day):
        return 150 + 720 * (day - first).days / (last - first).days

    month = first
    while month <= last:
        x = at(month)
        sheet.path("line", (x, 60), (x, 64))
        if month.month % 2 == 0:
            sheet.text(x, 54, month.strftime("%b %Y"), "sm")
        month = date(month.year + month.month // 12, month.month % 12 + 1, 1)
    sheet.path("line", (150, 64), (870, 64))
    columns = [("helioselene", 4), ("ec-divisors", 5), ("proof layer", 6), ("root of y", 7), ("odd·2^k", 9)]
    for i, (name, _) in enumerate(columns):
        sheet.text(120, 141 + 26 * i, name, "se")
    kinds = {"none": "g", "?": "n", "0e438ae": "b", "31c26d9": "v", "even": "b", "odd": "v", "wrong": "o", "right": "b"}
    beside = 0
    for day, row in dated:
        x = at(day)
        place = beside = max(x, beside + 62)
        sheet.path("dash", (x, 64), (x, 76), (place, 104))
        sheet.text(place, 118, row[1], "sm")
        for i, (_, column) in enumerate(columns):
            y = 126 + 26 * i
            sheet.box(place - 29, y, 58, 22, kinds.get(row[column], "g"), "")
            sheet.text(place, y + 15, row[column] if row[column] != "none" else "–", "sm")
    sheet.text(16, 278, "– nothing fits, ? not public. Later than 31c26d9, without a public date: 77788c36, where 32 zero bytes decode to the identity.", "s")
    sheet.write(FCMP / "revisions.svg")


for draw in (walk, threads, proofs, tables, revisions):
    draw()
