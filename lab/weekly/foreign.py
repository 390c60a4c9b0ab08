#!/usr/bin/env python3
"""Tests on other processors, under QEMU: vectors, batches, and fields and points against big integers.

    python3 lab/weekly/foreign.py          all machines: up to an hour
    python3 lab/weekly/foreign.py s390x    the machines whose name matches

Ends in a table with each machine's backends; the exit code is 1 if a test failed. It needs Debian's packages qemu-user
and, for each other instruction set, gcc-…-linux-gnu, and adds targets by rustup. It names what is missing.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "foreign"
X86_64 = "x86_64-unknown-linux-gnu"

# Name, target, QEMU's instruction set and CPU, the C compiler's prefix, expected backends.
MACHINES = [
    ("x86-64 without AVX (Nehalem)", X86_64, "x86_64", "Nehalem", "", "serial"),
    ("x86-64 with AVX and no AVX2 (Sandy Bridge)", X86_64, "x86_64", "SandyBridge", "", "serial"),
    ("x86-64 with AVX2 and no ADX (Haswell)", X86_64, "x86_64", "Haswell-noTSX", "", "serial, avx2"),
    ("x86-64 with AVX2 and ADX, no IFMA (Broadwell)", X86_64, "x86_64", "Broadwell-noTSX", "", "serial, avx2"),
    ("i686, words of 32 bits", "i686-unknown-linux-gnu", "i386", "", "i686-linux-gnu", "serial"),
    ("armv7, words of 32 bits", "armv7-unknown-linux-gnueabihf", "arm", "", "arm-linux-gnueabihf", "serial"),
    ("aarch64", "aarch64-unknown-linux-gnu", "aarch64", "", "aarch64-linux-gnu", "serial"),
    ("riscv64", "riscv64gc-unknown-linux-gnu", "riscv64", "", "riscv64-linux-gnu", "serial"),
    ("s390x, the high byte first", "s390x-unknown-linux-gnu", "s390x", "", "s390x-linux-gnu", "serial"),
]


def missing(target, emulator, prefix):
    for program in (emulator, prefix and f"{prefix}-gcc"):
        if program and not shutil.which(program):
            return f"{program} is not installed"
    added = subprocess.run(["rustup", "target", "add", target], capture_output=True, check=False)
    return f"rustup has no {target}" if added.returncode else None


def run(target, architecture, cpu, prefix, backends):
    """The result, and what it covered."""
    emulator = f"qemu-{architecture}"
    if reason := missing(target, emulator, prefix):
        return "not run", reason
    runner = [emulator] + (["-L", f"/usr/{prefix}"] if prefix else []) + (["-cpu", cpu] if cpu else [])
    variable = "CARGO_TARGET_" + target.upper().replace("-", "_")
    environment = os.environ | {f"{variable}_RUNNER": " ".join(runner)}
    if prefix:
        environment[f"{variable}_LINKER"] = f"{prefix}-gcc"
    command = ["cargo", "test", "--manifest-path", "lab/minimum-rust/Cargo.toml", "--features", "more,cycle2025"]
    command += ["--target", target, "--target-dir", str(TARGET)]
    for test in ("batch", "bignum", "vectors"):
        command += ["--test", test]
    done = subprocess.run(
        [*command, "--", "--nocapture"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    log = TARGET / (re.sub(r"\W+", "-", f"{target} {cpu}").strip("-") + ".log")
    log.write_text(done.stdout + done.stderr)
    if done.returncode:
        return "FAILED", f"see {log}"
    ran = set(re.findall(r": ran on (.*)$", done.stdout, re.M))
    if ran != {backends}:
        return "FAILED", f"ran on {' and '.join(sorted(ran))}, not on {backends}; see {log}"
    tests = sum(int(passed) for passed in re.findall(r"^test result: ok. (\d+) passed", done.stdout, re.M))
    return "ok", f"{tests} tests on {backends}"


def main():
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    TARGET.mkdir(parents=True, exist_ok=True)
    table = ["| machine | covered | result | time |", "|---|---|---|--:|"]
    failed = 0
    for name, *machine in MACHINES:
        if wanted not in name:
            continue
        start = time.monotonic()
        result, covered = run(*machine)
        table.append(f"| {name} | {covered} | {result} | {time.monotonic() - start:.0f} s |")
        print(table[-1], flush=True)
        failed += result == "FAILED"
    print("\n" + "\n".join(table))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
