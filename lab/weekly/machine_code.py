#!/usr/bin/env python3
"""Checks the machine code of other compilers and settings by the interpreter in lab/library/tests/constant_time.rs, one row each.

    python3 lab/weekly/machine_code.py               all rows: some 40 CPU minutes
    python3 lab/weekly/machine_code.py nightly s     these rows; --list prints their commands

CI's ordinary tests cover the stable compiler with release settings. Logs are in target/machine-code. The exit code is 1
if a row failed.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "machine-code"
TEST = "test --release --manifest-path lab/Cargo.toml --package helioselene-library-checks --all-features --test constant_time"


def optimised(level):
    """Settings for an opt-level, of the library and of the test's crate, which compiles the library's generic code."""
    level = level if level.isdigit() else f'"{level}"'
    return [f"profile.release.package.{package}.opt-level={level}" for package in ("helioselene-simd", "helioselene-library-checks")]


# Compiler, cargo settings, rustc flags.
ROWS = {
    # The interpreter needs features that were not stable yet; the library is compiled as usual.
    "1.85": ("1.85.0", [], "-Zcrate-attr=feature(integer_sign_cast,unsigned_is_multiple_of,target_feature_11,avx512_target_feature,stdarch_x86_avx512) --cfg before_rust_1_89"),
    "1.89": ("1.89.0", [], ""),
    "stable": ("stable", [], ""),
    "nightly": ("nightly", [], ""),
    # Checks only CPUs that have this machine's features: with AVX-512, the rows for IFMA.
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
    # Rows with the same dependencies share a target folder.
    shared = compiler if not flags and name != "lto" else name
    environment = {"CARGO_TARGET_DIR": str(FOLDER / shared), "RUSTFLAGS": flags}
    if name == "1.85":
        environment["RUSTC_BOOTSTRAP"] = "1"
    # The limits for secrets left on the stack hold for release settings only.
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
        # A test that does not run says so, and passes.
        result = "ok" if run.returncode == 0 and found else f"FAILED, see {FOLDER / name}.log"
        for cpu, *counts in found:
            table.append(" | ".join(["| " + what[0], what[1], cpu, *(" ".join(count.split()) for count in counts), ""]) + "|")
        table[-1] = table[-1][:-1] + f"{result} |" if found else f"| {what[0]} | {what[1]} | | | | {result} |"
        failed |= result != "ok"
        print(f"{name}: {result}", flush=True)
    print("\n" + "\n".join(table))
    return failed


if __name__ == "__main__":
    sys.exit(main())
