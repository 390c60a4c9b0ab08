#!/usr/bin/env python3
"""Counts the AArch64 instructions of the contest's operations, this library's and the reference's.

    python3 benches/examples/instructions/run.py

It needs a C compiler and Debian's packages qemu-user and gcc-aarch64-linux-gnu, and adds the target by rustup. Exit code 1
if a result differs from the reference's.
"""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
TARGET = "aarch64-unknown-linux-gnu"
FOLDER = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "instructions"


def main():
    subprocess.run(["rustup", "target", "add", TARGET], check=True)
    environment = os.environ | {"CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER": "aarch64-linux-gnu-gcc"}
    build = ["cargo", "build", "--release", "-p", "helioselene-benches", "--example", "instructions", "--target", TARGET]
    subprocess.run([*build, "--target-dir", FOLDER], cwd=ROOT, env=environment, check=True)
    plugin = FOLDER / "plugin.so"
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", plugin, HERE / "plugin.c"], check=True)
    program = FOLDER / TARGET / "release/examples/instructions"
    emulator = ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", "-plugin", plugin, program]
    done = subprocess.run(emulator, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)

    counts = iter(map(int, done.stderr.split()))
    print("| operation | weight | reference | ours | saved |\n|---|--:|--:|--:|--:|")
    score = 0.0
    for line in done.stdout.splitlines():
        name, weight, counted = line.split("\t")
        # Each side is counted for one operation and for `counted` more.
        sides = [[next(counts) for _ in range(3)] for _ in range(2)]
        reference, ours = ((c - b - (b - a)) / int(counted) for a, b, c in sides)
        saved = 1 - ours / reference
        score += float(weight) * saved
        share = f"{100 * float(weight):g} %" if float(weight) else ""
        print(f"| {name} | {share} | {reference:.0f} | {ours:.0f} | {100 * saved:.1f} % |")
    print(f"| **contest score** | | | | **{100 * score:.1f} %** |")


if __name__ == "__main__":
    main()
