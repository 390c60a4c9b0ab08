#!/usr/bin/env python3
"""Judges the machine code that other compilers and settings make: the interpreter of checks/library/tests/constant_time.rs, one row each.

    python3 .ci/machine_code.py               all rows: some 40 CPU minutes
    python3 .ci/machine_code.py nightly s     these rows; --list prints their commands

CI's ordinary tests judge the stable compiler with the settings of release builds. What each printed is in
target/machine-code. The exit code is 1 if a row failed.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "machine-code"
TEST = "test --release --package helioselene-library-checks --all-features --test constant_time"


def optimised(level):
    """The library at a level of optimisation, and what is generic in it, which the test's own crate compiles."""
    level = level if level.isdigit() else f'"{level}"'
    return [f"profile.release.package.{package}.opt-level={level}" for package in ("helioselene-simd", "helioselene-library-checks")]


# The compiler; settings of cargo; flags of rustc.
ROWS = {
    # The interpreter itself asks for what was no stable Rust yet; the library is what this compiler makes of it otherwise.
    "1.85": ("1.85.0", [], "-Zcrate-attr=feature(integer_sign_cast,unsigned_is_multiple_of,target_feature_11,avx512_target_feature,stdarch_x86_avx512) --cfg before_rust_1_89"),
    "1.89": ("1.89.0", [], ""),
    "stable": ("stable", [], ""),
    "nightly": ("nightly", [], ""),
    # The CPUs on which such a build runs: on one with AVX-512 the rows for IFMA.
    "native": ("stable", [], "-Ctarget-cpu=native"),
    "s": ("stable", optimised("s"), ""),
    "z": ("stable", optimised("z"), ""),
    "2": ("stable", optimised("2"), ""),
    "1": ("stable", optimised("1"), ""),
    "lto": ("stable", ['profile.release.lto="fat"', "profile.release.codegen-units=1"], ""),
}


def command(name):
    """The command and its environment."""
    compiler, settings, flags = ROWS[name]
    words = ["cargo", f"+{compiler}", *(word for setting in settings for word in ("--config", setting)), *TEST.split()]
    if name == "1.85":
        words.append("--ignore-rust-version")
    words += ["--", "interpreted", "--nocapture"]
    # Where the dependencies are the same, they are compiled once.
    shared = compiler if not flags and name != "lto" else name
    environment = {"CARGO_TARGET_DIR": str(FOLDER / shared), "RUSTFLAGS": flags}
    if name == "1.85":
        environment["RUSTC_BOOTSTRAP"] = "1"
    # What may stay on the stack has limits for the settings of release builds only.
    if settings:
        environment["ANY_STACK"] = "1"
    return words, environment


def main():
    names = sys.argv[1:]
    if names == ["--list"]:
        for name in ROWS:
            words, environment = command(name)
            print(name + ":", *(f"{key}={value!r}" for key, value in environment.items()), *words)
        return 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    table = ["| compiler | settings | CPU | instructions, executed | conditional jumps, executed | result |", "|---|---|---|--:|--:|---|"]
    failed = False
    for name in names or ROWS:
        compiler, settings, flags = ROWS[name]
        version = subprocess.run(["rustc", f"+{compiler}", "--version"], capture_output=True, text=True, check=False)
        if version.returncode:
            table.append(f"| {compiler} | {name} | | | | not run, it is not installed |")
            continue
        words, environment = command(name)
        run = subprocess.run(words, cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, check=False)
        (FOLDER / f"{name}.log").write_text(run.stdout + run.stderr)
        what = [version.stdout.split()[1], ", ".join([*settings, *flags.split()])]
        found = re.findall(
            r"^machine code on (\w+): .*\n\d+ instructions .* functions +(\d+ of +\d+) instructions, +(\d+ of +\d+) conditional",
            run.stdout,
            re.M,
        )
        result = "ok" if run.returncode == 0 else f"FAILED, see {FOLDER / name}.log"
        for cpu, *counts in found:
            table.append(" | ".join(["| " + what[0], what[1], cpu, *(" ".join(count.split()) for count in counts), ""]) + "|")
        table[-1] = table[-1][:-1] + f"{result} |" if found else f"| {what[0]} | {what[1]} | | | | {result} |"
        failed |= run.returncode != 0
        print(f"{name}: {result}", flush=True)
    print("\n" + "\n".join(table))
    return failed


if __name__ == "__main__":
    sys.exit(main())
