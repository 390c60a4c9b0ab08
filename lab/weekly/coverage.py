#!/usr/bin/env python3
"""Measures how many of src's shipped lines the tests cover; fails below 95 %. Needs cargo-llvm-cov, and takes an hour.

    python3 lab/weekly/coverage.py             runs the tests
    python3 lab/weekly/coverage.py FILE.lcov   reads the result of an earlier run

Counted apart are lines for CPUs with IFMA, and lines of `const fn` that did not run, which the compiler evaluates. What else is not covered is printed, line by line.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / ".ci"))
import floors  # noqa: E402
from floors import SRC  # noqa: E402

LEAST = 95
# The tests of each workspace, and their packages.
TESTS = {
    "Cargo.toml": ("helioselene-simd", "batch bignum contract ff_group interfaces msm newer_traits selection slices vectors"),
    "fcmp/Cargo.toml": ("helioselene-leaves", "hash_to_point leaves"),
    "lab/Cargo.toml": ("helioselene-library-checks", "properties wiped"),
}
# Runs only on CPUs with AVX-512 IFMA.
APART = {"for CPUs with AVX-512": re.compile(r"backend/(ifma|features)")}


def measure():
    """Runs the tests and returns the lcov file."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", SRC.parent / "target"))
    target.mkdir(exist_ok=True)
    file = target / "coverage.lcov"
    # opt-level 1: at 0 the tests take an hour, at 3 the build does.
    environment = os.environ | {"CARGO_PROFILE_RELEASE_OPT_LEVEL": "1"}
    run = "cargo llvm-cov --release --all-features --no-report".split()
    # Without debug assertions there are no unit tests.
    asserting = environment | {"CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS": "true"}
    subprocess.run([*run, "--package", "helioselene-simd", "--lib"], cwd=SRC.parent, env=asserting, check=True)
    # Leaves out the largest sums of `msm` and the 2025 cycle, which take half an hour at this level.
    skipped = "-- --skip large --skip of_2025".split()
    for workspace, (package, tests) in TESTS.items():
        tests = [word for test in tests.split() for word in ("--test", test)]
        which = ["--manifest-path", workspace, "--package", package]
        subprocess.run([*run, *which, *tests, *skipped], cwd=SRC.parent, env=environment, check=True)
    text = ""
    for workspace, (package, _) in TESTS.items():
        # Without --package the report covers only what the first run compiled.
        packages = ["--package", package]
        report = ["cargo", "llvm-cov", "report", "--release", "--manifest-path", workspace, *packages, "--lcov"]
        text += subprocess.run(report, cwd=SRC.parent, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout
    file.write_text(text)
    return file


def counts(file):
    """For each file of src: how often each line ran."""
    lines = {}
    for line in file.read_text().split("\n"):
        if line.startswith("SF:"):
            current = lines.setdefault(Path(line[3:]), {})
        elif match := re.match(r"DA:(\d+),(\d+)", line):
            number, count = map(int, match.groups())
            current[number] = max(current.get(number, 0), count)
    # The paths are those of the machine that ran the tests. The library's and its unit tests' are of the same files.
    files = {}
    for path, ran in lines.items():
        if "src" in path.parts:
            of_file = files.setdefault("/".join(path.parts[path.parts.index("src") + 1 :]), {})
            for number, count in ran.items():
                of_file[number] = max(of_file.get(number, 0), count)
    return files


def const_lines(code):
    """The lines of the functions that can be evaluated at compile time."""
    text = "\n".join(code)
    found = set()
    for match in re.finditer(r"\bconst fn\b", text):
        at = text.index("{", match.start())
        depth, end = 1, at + 1
        while depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        found.update(range(text.count("\n", 0, match.start()) + 1, text.count("\n", 0, end) + 2))
    return found


def ranges(numbers):
    """Numbers as text, neighbours together."""
    runs = []
    for n in sorted(numbers):
        if runs and n == runs[-1][1] + 1:
            runs[-1][1] = n
        else:
            runs.append([n, n])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in runs)


def main():
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else measure()
    ran = counts(file)
    kinds = ["src", *APART, "const fn that did not run"]
    totals = {kind: [0, 0] for kind in kinds}
    for module in sorted(floors.TEXT):
        path = floors.FILES[module]
        name = path.relative_to(SRC).as_posix()
        code = floors.without_tests(path.read_text()).split("\n")
        constant = const_lines(code)
        kind = next((kind for kind, names in APART.items() if names.match(name)), "src")
        missed = []
        for n, count in ran.get(name, {}).items():
            if n > len(code) or not code[n - 1].strip():
                continue
            total = totals["const fn that did not run" if count == 0 and n in constant else kind]
            total[0] += count > 0
            total[1] += 1
            if count == 0 and n not in constant and kind == "src":
                missed.append(n)
        if missed:
            print(f"{name}: {len(missed)} lines did not run: {ranges(missed)}")
    for kind, (covered, lines) in totals.items():
        print(f"{kind}: {100 * covered / max(lines, 1):.1f} % of {lines} lines")
    covered, lines = totals["src"]
    return 0 if lines and 100 * covered >= LEAST * lines else 1


if __name__ == "__main__":
    sys.exit(main())
