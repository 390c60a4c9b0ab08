#!/usr/bin/env python3
"""Copies the figures of one committed report into README.md, between two comments.

    lab/report/figures.py lab/records/NAME.json    writes them into README.md
    lab/report/figures.py                            fails if README.md has others than its report
"""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
WEIGHTS = ROOT / "benches/support/src/weights.rs"
BLOCK = re.compile(r"<!-- figures of (\S+), by lab/report/figures\.py -->\n.*?<!-- end of figures -->\n", re.S)
# Stages of FCMP++'s work: README's name, the report's name.
STAGES = {
    "prove, 1 input": "prove",
    "verify 1 proof": "verify",
    "grow two nodes": "grow two nodes, first time",
    "the same later": "grow two nodes, thereafter",
}
# Lines of the table: label, program, operation and size. The contest's operations may be in any table.
LINES = [
    ("scalar multiplication, Selene / Helios", "contest", "mul", None),
    ("the generator times a scalar", "contest", "mul_base", None),
    ("a·A + b·G, variable time", "contest", "vartime double base", None),
    ("point addition", "contest", "add", None),
    ("sum of 604 products, variable time", "msm", "variable time", 604),
    ("tree hash of 38 children from tables, 64 nodes at once", "msm", "fixed generators, 64 sums at once", 38),
    ("decompression, one point", "contest", "decompress", None),
    ("decompression, a point of 165", "decode", "batch_from_bytes", None),
    ("the same in variable time", "decode", "vartime_batch_from_bytes", None),
    ("field inversion, q / p", "contest", "invert", None),
    ("field multiplication, q / p", "contest", "mul", None),
]


def times(value):
    return f"{value:.1f}×" if value < 9.95 else f"{value:.0f}×"


def duration(nanoseconds):
    value, unit = (nanoseconds / 1e6, "ms") if nanoseconds >= 1e6 else (nanoseconds / 1e3, "µs")
    return f"{value:.{(value < 100) + (value < 10)}f} {unit}"


class Report:
    def __init__(self, path):
        report = json.loads((ROOT / path).read_text())
        self.conditions, self.figures = report["conditions"], report["figures"]

    def values(self, program, operation, n=None, table=None):
        """An operation's figures by contender; the first is the baseline."""
        wanted = {"program": program, "operation": operation, "n": n} | ({"table": table} if table else {})
        rows = [row for row in self.figures if all(row.get(key) == value for key, value in wanted.items())]
        if not rows:
            sys.exit(f"the report lacks {program}, {table or ''} {operation}")
        return {row["contender"]: row["value"] for row in rows}

    def line(self, label, program, operation, n, backends):
        kinds = ("q", "p") if "q / p" in label else ("Selene", "Helios")
        if program == "contest":
            rows = [self.values(program, f"{kind} {operation}") for kind in kinds]
        else:
            rows = [self.values(program, operation, n, kind) for kind in kinds]
        cells = (" / ".join(times(next(iter(row.values())) / row[backend]) for row in rows) for backend in backends)
        return f"| {label} | {' | '.join(cells)} |\n"

    def score(self, backend):
        weights = re.findall(r'^    \("([^"]+)", ([\d.]+)\),$', WEIGHTS.read_text(), re.M)
        assert abs(sum(float(weight) for _, weight in weights) - 1) < 1e-9, "the score is of ten operations"
        saved = 0
        for operation, weight in weights:
            values = self.values("contest", operation)
            saved += float(weight) * (1 - values[backend] / values["reference"])
        return f"**{100 * saved:.0f} %**"

    def bars(self, label, operation):
        values = self.values("application", operation)
        before = next(iter(values.values()))
        lines = ""
        for i, (name, time) in enumerate(values.items()):
            bar = "█" * round(40 * time / before)
            lines += f"{'' if i else label:15} {name if i else 'before':7} {bar:40} {duration(time):>8}"
            lines += f"  {times(before / time)}\n" if i else "\n"
        return lines

    def block(self, path):
        processor = ",".join(self.conditions.split(";")[0].split(",")[:2])
        backends = [name for name in self.values("contest", "q mul") if name != "reference"]
        charts = "\n".join(self.bars(*stage) for stage in STAGES.items())
        lines = "".join(self.line(*line, backends) for line in LINES)
        return (
            f"<!-- figures of {path}, by lab/report/figures.py -->\n"
            f"Single-threaded, on one {processor}. `lab/records/show.py {path}` prints all figures.\n"
            "The operations that FCMP++ asks for, without its protocol and without the proof layer, over the published crates and\n"
            "over those of `fcmp/crates/`:\n\n"
            f"```text\n{charts}```\n\n"
            "Operations against the reference design of the July 2025 optimisation contest, and for sums against "
            "`multiexp` 0.4\nover its types:\n\n"
            f"| | {' | '.join(backends)} |\n|---|{'--:|' * len(backends)}\n{lines}"
            f"| **contest score** | {' | '.join(map(self.score, backends))} |\n"
            "<!-- end of figures -->\n"
        )


def main():
    text = README.read_text()
    found = BLOCK.search(text)
    if not found:
        sys.exit("README.md has no comments around its figures")
    path = sys.argv[1] if len(sys.argv) > 1 else found[1]
    written = BLOCK.sub(lambda _: Report(path).block(path), text)
    if len(sys.argv) > 1:
        README.write_text(written)
    elif written != text:
        sys.exit(f"README.md has other figures than {path}: lab/report/figures.py {path} writes them")


main()
