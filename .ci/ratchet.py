#!/usr/bin/env python3
"""Finds growth that nobody decided on, such as code that is now compiled once more for each vector: fails if the library has grown by
more than 3 % since a reason was last given, in lines or in machine code.

    python3 .ci/ratchet.py           lines of src
    python3 .ci/ratchet.py --text    also the machine code as tests last compiled it

.ci/ratchet.toml has both figures; whoever passes one by more than 3 % writes the new one there, with the reason. Lines are neither blank,
nor comments, nor test-only.
"""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import floors

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / ".ci" / "ratchet.toml"
SLACK = 1.03


def lines():
    texts = (floors.without_tests(file.read_text()) for file in floors.FILES.values())
    return sum(1 for text in texts for line in text.split("\n") if line.strip())


def machine_code():
    """The kB of machine code and constants in the library with vectors that was built last."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    libraries = sorted((target / "release/deps").glob("libhelioselene_simd-*.rlib"), key=lambda file: -file.stat().st_mtime)
    library = next(file for file in libraries if b"enter_ifma" in file.read_bytes())
    rows = subprocess.run(["size", library], capture_output=True, text=True, check=True).stdout.split("\n")[1:]
    return sum(int(row.split()[0]) for row in rows if row.strip()) // 1000


def main():
    figures = tomllib.loads(FILE.read_text())
    now = {"lines of src": lines()}
    if "--text" in sys.argv:
        version = subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
        if version == figures["compiler"]:
            now["kB of machine code"] = machine_code()
        else:
            print(f"not compared: machine code, as rustc is {version} and the figure is {figures['compiler']}'s")
    grown = False
    for name, figure in now.items():
        known = figures[name]["figure"]
        print(f"{name}: {figure}, when last explained {known}")
        if figure > known * SLACK:
            grown = True
            print(f"  Write {figure} and the reason into {FILE.relative_to(ROOT)}.")
    return grown


if __name__ == "__main__":
    sys.exit(main())
