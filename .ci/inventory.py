#!/usr/bin/env python3
"""Fails if notes/results/inventory.md is not what this program writes, or if an unsafe block does not say why it is sound.

--write writes that page: the library's files in an auditor's reading order, each with its lines, unsafe blocks, unsafe
functions and assembly; files of other published crates that have unsafe code; and the number of lines to audit in each
of four scopes, for notes/audit.md.
"""

import re
import sys

import floors
from floors import SRC

ROOT = SRC.parent
PAGE = ROOT / "notes" / "results" / "inventory.md"
# A file belongs to the group with the longest matching part of its path.
GROUPS = {
    "What is computed with": ["word", "wiped", "mask", "primes"],
    "Integers modulo a prime": ["arithmetic"],
    "Fields": ["field", "slices"],
    "Points": ["curve"],
    "What a vector is": ["backend", "backend/inlining", "backend/vector", "backend/serial", "backend/inverses"],
    "Formulas": ["point_ops"],
    "Scalar multiplication": ["scalar_mul"],
    "Entries and doors": ["curves", "fields", "dispatch", "backend/tuning", "backend/processor"],
    "Vectors of limbs (IFMA)": ["backend/lane", "backend/lanes", "backend/limbs", "backend/features", "backend/ifma", "backend/avxifma"],
    "Vectors of doubles and integers (AVX2)": ["backend/doubles", "backend/halves", "backend/elements", "backend/avx2"],
    "Sums and batches": ["traits", "threads", "msm", "ed25519"],
    "Hashing to the curves": ["hash_to_curve"],
    "Interfaces": ["lib", "serde", "arbitrary", "ciphersuite", "newer_traits", "unstable"],
}
OTHERS = ["arkworks/src", "ffi/src", "compat/*/src", "wasm/guest/src"]
# For each scope: the parts of the build that are present, and the groups and files that do not count although the compiler
# reads them.
SCOPES = {
    "serial plain Rust, single points": (
        {"words_64"},
        ["Vectors of limbs (IFMA)", "Vectors of doubles and integers (AVX2)"],
        ["backend/inverses"],
    ),
    "IFMA, single points": ({"words_64", "assembly", "lanes", "ifma"}, [], []),
    "all of `src`, with sums and every feature": (None, [], []),
}
# Parts (build/parts.rs) that no scope has: another kernel, other backends, and parts that no module depends on.
OTHER_PARTS = {"radix29", "avx2", "avxifma", "barrier", "const_black_box", "optimised"}
PROOF_LAYER = [
    *("generalized-bulletproofs-core", "generalized-bulletproofs-circuit-abstraction", "generalized-bulletproofs-ec-gadgets"),
    *("multiexp-core", "slices"),
]


def group(name):
    """The group that names the longest part of a file's path."""
    parts = name.split("/")
    for n in range(len(parts), 0, -1):
        for title, names in GROUPS.items():
            if "/".join(parts[:n]) in names:
                return title
    raise SystemExit(f"{name} is in no group of .ci/inventory.py")


def count(pattern, text):
    return len(re.findall(pattern, text))


class Counts:
    """Counts for one file, without test-only code."""

    def __init__(self, file):
        self.file = file
        text = file.read_text()
        code = floors.without_tests(text)
        self.row = [
            sum(1 for line in code.split("\n") if line.strip()),
            count(r"\bunsafe\s*\{", code),
            count(r"\bunsafe\s+(?:extern\s+\"C\"\s+)?(?:fn|impl)\b", code),
            count(r"\basm!\(", code),
        ]
        self.unexplained = self.row[1] and list(unexplained(text))

    def line(self):
        cells = [str(n) if n else "" for n in self.row]
        return f"| {self.file.relative_to(ROOT)} | " + " | ".join(cells) + " |"


def unexplained(text):
    """The lines with an unsafe block of which no comment just above says why it is sound, nor one above the item."""
    lines = text.split("\n")
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


def table(title, files):
    total = [sum(n) for n in zip(*(c.row for c in files))]
    cells = [f"**{n}**" if n else "" for n in total]
    return [
        f"## {title}",
        "",
        "| file | lines | unsafe blocks | unsafe functions | `asm!` |",
        "|---|--:|--:|--:|--:|",
        *(c.line() for c in files),
        "| **all** | " + " | ".join(cells) + " |",
        "",
    ]


def holds(condition, parts):
    """Whether a cfg holds in a build with these parts and no features."""
    for name in ("all", "any", "not"):
        if condition.startswith(name + "("):
            inner = re.findall(r"(?:all|any|not)\(.*\)|[^,()]+", condition[len(name) + 1 : -1])
            values = [holds(c.strip(), parts) for c in inner if c.strip()]
            return not values[0] if name == "not" else all(values) if name == "all" else any(values)
    part = re.fullmatch(r'helioselene_has = "(\w+)"', condition)
    return bool(part and part[1] in parts)


def compiled(parts, module=()):
    """The modules that a build with these parts and no features has."""
    found = [module]
    declared = r"((?:#\[[^\n]*\]\s*)*)(?:pub(?:\([^)]*\))? )?mod (\w+);"
    for attributes, name in re.findall(declared, floors.TEXT[module]):
        conditions = re.findall(r"#\[cfg\((.*)\)\]", attributes)
        if (*module, name) in floors.TEXT and all(holds(c, parts) for c in conditions):
            found += compiled(parts, (*module, name))
    return found


def scopes(files):
    """The table of scopes."""
    rows = []
    parts = (ROOT / "build/parts.rs").read_text().split("Ok([", 1)[1].split("])", 1)[0]
    named = OTHER_PARTS.union(*(parts for parts, _, _ in SCOPES.values() if parts))
    if unknown := named ^ set(re.findall(r'\(\s*"(\w+)",', parts)):
        raise SystemExit(f".ci/inventory.py and build/parts.rs have other parts: {', '.join(sorted(unknown))}")
    for title, (parts, groups, left_out) in SCOPES.items():
        names = files if parts is None else ["/".join(module) or "lib" for module in compiled(parts)]
        rows.append((title, [files[n] for n in names if group(n) not in groups and n not in left_out]))
    of_layer = [file for name in PROOF_LAYER for file in {*floors.Crate(ROOT / "compat" / name / "src/lib.rs").files.values()}]
    rows.append(("the proof layer, apart: three crates of `compat/`, and three below them", [Counts(f) for f in of_layer]))
    return [
        "## Scopes",
        "",
        "| scope, see [audit.md](../audit.md#scopes) | files | lines | unsafe blocks | unsafe functions | `asm!` |",
        "|---|--:|--:|--:|--:|--:|",
        *(
            f"| {title} | {len(counts)} | " + " | ".join(str(sum(n) or "") for n in zip(*(c.row for c in counts))) + " |"
            for title, counts in rows
        ),
        "",
    ]


def main():
    shipped = {"/".join(module) or "lib": floors.FILES[module] for module in floors.TEXT}
    files = {name: Counts(file) for name, file in shipped.items()}
    others = [Counts(file) for folder in OTHERS for file in sorted(ROOT.glob(folder + "/**/*.rs"))]
    others = [c for c in others if any(c.row[1:])]
    everything = [*files.values(), *others]

    lines, blocks, functions, assembly = (sum(n) for n in zip(*(c.row for c in files.values())))
    text = [
        "# Inventory",
        "",
        f"`src` has {len(files)} files of Rust, with {lines} lines, {blocks} unsafe blocks, {functions} unsafe functions and {assembly} pieces",
        "of assembly.",
        "",
        "Written by `python3 .ci/inventory.py --write`; CI fails if it is out of date, or if an unsafe block has no comment",
        "that says why it is sound. Lines are those of code that ships: neither blank, nor comments, nor tests. In what",
        "order and why: [audit.md](../audit.md).",
        "",
    ]
    text += scopes(files)
    for title in GROUPS:
        text += table(title, [c for name, c in files.items() if group(name) == title])
    text += table("Other crates, where they have any", others)
    text = "\n".join(text)

    wrong = 0
    for counts in everything:
        for line in counts.unexplained or []:
            print(f"{counts.file.relative_to(ROOT)}:{line}: an unsafe block without a comment `SAFETY: `")
            wrong += 1
    if "--write" in sys.argv:
        PAGE.write_text(text)
    elif not PAGE.exists() or PAGE.read_text() != text:
        print("notes/results/inventory.md is out of date: python3 .ci/inventory.py --write")
        wrong += 1
    print(f"{len(everything)} files, {sum(c.row[1] for c in everything)} unsafe blocks, {wrong} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
