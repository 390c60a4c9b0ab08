#!/usr/bin/env python3
"""Prints a report's figures as tables: lab/records/show.py lab/records/zen4.json [TEXT]

Contenders are columns. With TEXT only the tables whose program or title contains it.
"""

import json
import sys


def shown(figure):
    value, unit = figure["value"], "cycles"
    if not figure["in_cycles"]:
        for scale, unit in [(1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1, "ns")]:
            if value >= scale:
                break
        value /= scale
    spread = figure["spread"]
    return f"{value:.3g} {unit}" + (f" ±{100 * spread:.0f} %" if spread >= 0.02 else "")


def main(path, wanted=""):
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    print(report["conditions"])
    tables = {}
    for figure in report["figures"]:
        size = f", n = {figure['n']}" if "n" in figure else ""
        rows = tables.setdefault(f"{figure['program']}: {figure['table']}", {})
        rows.setdefault(figure["operation"] + size, {})[figure["contender"]] = shown(figure)
    for title, rows in tables.items():
        if wanted.lower() not in title.lower():
            continue
        columns = list(dict.fromkeys(name for row in rows.values() for name in row))
        print(f"\n## {title}\n\n| | {' | '.join(columns)} |\n|---|{'--:|' * len(columns)}")
        for name, row in rows.items():
            print(f"| {name} | {' | '.join(row.get(column, '–') for column in columns)} |")


if len(sys.argv) not in (2, 3):
    sys.exit(__doc__)
main(*sys.argv[1:])
