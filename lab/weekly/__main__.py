#!/usr/bin/env python3
"""Runs the checks that notes/trust.md names, and ends in a table: check, what it covered, result, time.

    python3 lab/weekly               all of them: many hours
    python3 lab/weekly --quick       the checks of a minute or so, each at its smallest
    python3 lab/weekly --only fuzz   the checks whose name matches
    python3 lab/weekly --list        only prints the commands

Skips checks whose tool is not installed, and says so in the table. Logs are in target/assure. The exit code is 1 if a
check failed. Tests are built as README's command builds them, so after that command nothing is rebuilt.
"""

import argparse
import functools
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOGS = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "assure"
# Where cargo-deny keeps the list of advisories.
ADVISORIES = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo")) / "advisory-dbs"
# The tests of the library, of fcmp/ and of the lab.
TEST, FCMP, LAB = (f"cargo test --release --manifest-path {house}Cargo.toml --workspace --all-features" for house in ("", "fcmp/", "lab/"))
# The library with the limbs of 32-bit targets.
SERIAL_32 = {"RUSTFLAGS": '--cfg=helioselene_backend="serial" --cfg=helioselene_word="32"', "CARGO_TARGET_DIR": "target/serial32"}
WIPED = {"": f"{TEST} --test wiped", ", fcmp": f"{FCMP} --test wiped", ", from outside": f"{LAB} --test wiped --test ffi_wiped"}
# FCMP++'s own crates are not in this repository.
ORIGINAL = os.environ.get("HELIOSELENE_ORIGINAL")
BESIDE = f"python3 fcmp/differential/run.py --original {ORIGINAL or 'MONERO-OXIDE'}"
# Packages of fcmp/crates/ that programs take with few features, and those for other revisions of FCMP++.
ALONE = ["ec-divisors", "generalized-bulletproofs", "generalized-bulletproofs-ec-gadgets", "helioselene", "helioselene-multiexp"]
REVISIONS = ["ec-divisors-31c26d9", "generalized-bulletproofs-31c26d9", "helioselene-0e438ae", "multiexp-0.5"]
TARGETS = ["field", "encodings", "multiplication", "sums", "compat", "proofs", "circuits", "combinations"]


def numbers(pattern, output):
    """The numbers matched by a pattern, whose ^ matches at each line."""
    return [int(number) for number in re.findall(pattern, output, re.M)]


def tests(output):
    return f"{sum(numbers(r'^test result: ok. ([0-9]+) passed', output))} tests"


def last_line(output):
    return output.strip().split("\n")[-1]


def memcheck(output):
    lines = re.findall(r"^memcheck: (.*)$", output, re.M)
    return f"{sum(line.count(',') + 1 for line in lines)} functions, in {len(lines)} lists"


def machine_code(output):
    steps = sum(numbers(r"^([0-9]+) instructions executed", output))
    cpus = re.findall(r"^machine code on (\w+)", output, re.M)
    left = max(numbers(r"^left of secrets: ([0-9]+) bytes on the heap", output), default="?")
    return f"{steps:,} instructions on {', '.join(cpus)}; {left} bytes of secrets left on the heap"


def dudect(output):
    values = [abs(float(t)) for t in re.findall(r"^.* \| (-?[0-9.]+) \| $", output, re.M)]
    return f"{len(values)} rows, |t| at most {max(values, default=0):.2f}"


def fuzz(output):
    runs = numbers(r"^Done ([0-9]+) runs", output)
    return f"{runs[-1] if runs else 0} strings"


def foreign(output):
    table = output.rsplit("\n\n", 1)[-1]
    return f"{table.count('| ok |')} of {len(table.splitlines()) - 2} machines"


def vetted(output):
    return "".join(re.findall(r"^Vetting Succeeded \((.*)\)", output, re.M))


def coverage(output):
    return "; ".join(re.findall(r"^src: (.*)$", output, re.M))


def program(name):
    """A tool that must be on the path."""
    return None if shutil.which(name) else f"{name} is not installed"


@functools.cache
def online():
    """Whether the host that has the list of advisories is known."""
    try:
        return bool(socket.getaddrinfo("github.com", 443))
    except OSError:
        return False


def nightly_fuzz():
    if not program("cargo-fuzz") and "nightly" in subprocess.run(
        ["rustup", "toolchain", "list"], capture_output=True, text=True, check=False
    ).stdout:
        return None
    return "cargo-fuzz or a nightly toolchain is not installed"


def rust_1_85():
    if not program("rustup") and not subprocess.run(["rustup", "run", "1.85.0", "rustc", "--version"], capture_output=True, check=False).returncode:
        return None
    return "Rust 1.85 is not installed"


@dataclass
class Check:
    name: str
    command: str
    # Gets the output, returns what was covered, which begins with 0, or is empty, only if that is nothing.
    covered: object
    # The command for --quick; None if the check takes too long for it.
    quick: str | None = None
    # Returns why it cannot run here, or None.
    missing: object = lambda: None
    environment: dict = field(default_factory=dict)


def same(name, command, covered, **rest):
    """A check whose full command is quick enough for --quick."""
    return Check(name, command, covered, quick=command, **rest)


CHECKS = [
    same("floors of the source", "python3 .ci/floors.py", last_line),
    same("unsafe blocks, what the doors ask the CPU for", "python3 .ci/doors.py", last_line),
    same("vectors by plain Python", "python3 tests/vectors/generate.py --check", last_line),
    same(
        "dependencies: bans, licences, sources",
        "cargo deny --workspace --offline check bans licenses sources",
        last_line,
        missing=lambda: program("cargo-deny"),
    ),
    Check(
        "dependencies: advisories",
        # Offline it uses the list that an earlier run downloaded, however old.
        "cargo deny --workspace check advisories" if online() else "cargo deny --workspace --offline check advisories",
        last_line,
        missing=lambda: program("cargo-deny") or (None if online() or ADVISORIES.exists() else f"no list in {ADVISORIES}"),
    ),
    same("dependencies: read or exempted", "cargo vet --locked", vetted, missing=lambda: program("cargo-vet")),
    Check("dependencies: SBOM of the C library", "lab/weekly/sbom", last_line),
    Check("C: installed by cargo-c", "fcmp/ffi/tests/installed", last_line),
    same(
        "proofs: symbolic, intervals, formal sums",
        "cargo test --package helioselene-simd --lib --all-features -- proofs bounds tests::kernels divsteps",
        tests,
    ),
    Check(
        "proofs in Rocq: machine code",
        "lab/rocq/prove --simulate --mutants",
        last_line,
        quick="lab/rocq/prove --quick",
        missing=lambda: program("coqc"),
    ),
    Check(
        "divsteps: hulls",
        f"{TEST} --test divsteps -- --include-ignored",
        tests,
        quick=f"{TEST} --test divsteps",
    ),
    *(
        same(
            f"constant time: memcheck{where}",
            f"{test} -- constant_time --skip interpreted --nocapture",
            memcheck,
            missing=lambda: program("valgrind"),
        )
        for where, test in [("", LAB), (", fcmp", FCMP)]
    ),
    same(
        "constant time and wiping: machine code",
        f"{LAB} --test constant_time -- interpreted --nocapture",
        machine_code,
    ),
    Check(
        "constant time: machine code of other compilers and settings",
        "python3 lab/weekly/machine_code.py",
        lambda output: f"{output.count(': ok')} of {len(re.findall('^[a-z0-9.]+: ', output, re.M))} builds",
    ),
    *(same(f"wiping: the heap{where}", command, tests) for where, command in WIPED.items()),
    # Other optimisation levels copy other values whole, padding included.
    *(
        Check(
            f"wiping: the heap{where}, opt-level {level}",
            command,
            tests,
            environment={"CARGO_PROFILE_RELEASE_OPT_LEVEL": level},
        )
        for level in "1s"
        for where, command in WIPED.items()
    ),
    Check("constant time: the clock", "cargo bench --manifest-path lab/Cargo.toml -p helioselene-library-checks --bench dudect -- --measurements 1000000", dudect),
    *(
        Check(
            f"properties on random bytes and corpora{where}",
            f"{test} --test properties",
            tests,
            quick=f"{test} --test properties",
            environment={"PROPTEST_CASES": "1000"},
        )
        for where, test in [("", LAB), (", fcmp", FCMP)]
    ),
    *(Check(f"all tests{where}", test, tests) for where, test in [("", TEST), (", fcmp", FCMP), (", lab", LAB)]),
    # What "all tests" compiled.
    Check("vector code that was not inlined", ".ci/inlined", lambda output: "the library and leaves"),
    # What `.ci/run` compiles only together with others, or not at all.
    *(
        Check(f"lints: {what}", f"cargo clippy --release --target-dir target {what} -- -D warnings", lambda output: "no warning")
        for what in [
            "--package helioselene-arkworks --no-default-features",
            "--manifest-path fcmp/Cargo.toml -p generalized-bulletproofs --features tests --tests",
            "--manifest-path fcmp/Cargo.toml -p helioselene-proofs --tests",
            *(f"--manifest-path fcmp/Cargo.toml -p {name} --no-default-features" for name in ALONE),
            *(f"--manifest-path fcmp/crates/{name}/Cargo.toml --all-features" for name in REVISIONS),
            "--manifest-path fcmp/crates/multiexp-0.5/Cargo.toml --no-default-features",
        ]
    ),
    Check(
        "unit tests, all cases",
        # Optimised, as the exhaustive ones would take an hour.
        "cargo --config profile.dev.opt-level=3 test -p helioselene-simd --lib --all-features --target-dir target/exhaustive",
        tests,
        environment={"HELIOSELENE_EXHAUSTIVE": "1"},
    ),
    Check("documentation with `std` only", "cargo doc --release --no-deps -p helioselene-simd", last_line, environment={"RUSTDOCFLAGS": "-D warnings"}),
    Check("README's comparison", "cargo run --release -p helioselene-benches --example contest", last_line),
    same(
        "Rust 1.85 without an allocator",
        "cargo +1.85.0 check --locked -p helioselene-simd --lib --no-default-features --target-dir target/minimum-rust",
        last_line,
        missing=rust_1_85,
    ),
    same(
        "tests by Rust 1.85",
        "cargo +1.85.0 test --manifest-path lab/minimum-rust/Cargo.toml --target-dir target/minimum-rust",
        tests,
        missing=rust_1_85,
    ),
    same(
        "stacks of unoptimised code",
        "cargo test --manifest-path lab/minimum-rust/Cargo.toml --config profile.dev.opt-level=0 --features more,hash2curve "
        "--test stack --target-dir target/oldest",
        tests,
    ),
    same("the guide's lines, each set compiled", "python3 fcmp/stand-ins.py", lambda output: f"{output.count('ok: ')} sets of lines"),
    same("the oldest dependencies, feature by feature", "python3 .ci/oldest.py --each", last_line),
    Check(
        "limbs of 32 bits, with overflow checks",
        "cargo --config profile.release.package.helioselene-simd.overflow-checks=true "
        "--config profile.release.package.helioselene-simd.debug-assertions=true "
        "--config profile.release.package.helioselene-simd.opt-level=0 test --release --features alloc,hash2curve "
        "--test batch --test ff_group --test interfaces --test selection -p helioselene-simd -- --skip large",
        tests,
        environment=SERIAL_32,
    ),
    *(
        Check(f"limbs of 32 bits: {what}", f"{test} {' '.join(f'--test {name}' for name in names.split())}", tests, environment=SERIAL_32)
        for what, test, names in [
            ("results", TEST, "bignum contract ff_group vectors"),
            ("fcmp", FCMP, "constant_time hash_to_point leaves"),
            ("constant time", LAB, "constant_time"),
        ]
    ),
    Check(
        "WebAssembly with wide arithmetic, against the reference",
        "cargo run --manifest-path lab/wasm/Cargo.toml -- --scored --features wide-arithmetic",
        last_line,
    ),
    Check(
        "other processors, under QEMU",
        "python3 lab/weekly/foreign.py",
        foreign,
        missing=lambda: program("qemu-x86_64"),
    ),
    *(
        Check(
            f"{count} strings for the property `{what}`",
            f"cargo test --release --manifest-path lab/Cargo.toml -p helioselene-library-checks --all-features --test properties {what}::random",
            tests,
            environment={"PROPTEST_CASES": str(count)},
        )
        for what, count in [("field", 10000000), ("encodings", 200000), ("multiplication", 100000), ("sums", 100000)]
    ),
    *(
        Check(
            f"100000 {what} of the proof layer",
            f"cargo test --release --manifest-path fcmp/Cargo.toml -p generalized-bulletproofs --test proofs {test}",
            tests,
            environment={"PROPTEST_CASES": cases},
        )
        for what, test, cases in [
            ("circuits", "any_bytes_make_circuits", "100000"),
            ("proofs", "only_the_proof_is_accepted", "50000"),  # twice
            ("combinations", "combinations_are_the_lists_of_their_terms", "100000"),
        ]
    ),
    *(
        Check(
            f"beside FCMP++'s own: {what}",
            f"{BESIDE} --circuits 1000 --mutations 60{backend}",
            last_line,
            quick=f"{BESIDE} --circuits 10{backend}",
            missing=lambda: None if ORIGINAL else "HELIOSELENE_ORIGINAL does not name a checkout of monero-oxide's workspace",
        )
        for what, backend in [("serial", " --backend serial"), ("the fastest backend", "")]
    ),
    *(
        Check(
            f"fuzzing: {target}",
            f"cargo +nightly fuzz run --fuzz-dir lab/fuzz {target}{corpus} -- -max_total_time=600 -max_len=512",
            fuzz,
            missing=nightly_fuzz,
        )
        for target in TARGETS
        for corpus in [" fcmp/comparison/corpus" if target == "compat" else ""]
    ),
    Check(
        "coverage of src",
        "python3 lab/weekly/coverage.py",
        coverage,
        missing=lambda: program("cargo-llvm-cov"),
    ),
    Check(
        "mutants",
        "cargo run --release --manifest-path lab/mutants/Cargo.toml -- --one-in 4 --slowest 30 --budget 300 --optimised 1",
        last_line,
    ),
    Check(
        "mutants of the proof layer",
        "cargo run --release --manifest-path lab/mutants/Cargo.toml -- --proofs --slowest 30 --budget 300 --optimised 1",
        last_line,
    ),
]


def run(check, command, quick):
    """The result, and what was covered."""
    if reason := check.missing():
        return "not run", reason
    environment = {} if quick else check.environment
    log = LOGS / (re.sub(r"\W+", "-", check.name) + ".log")
    with log.open("w") as file:
        status = subprocess.run(
            command.split(), cwd=ROOT, stdout=file, stderr=subprocess.STDOUT, env=os.environ | environment, check=False
        )
    output = log.read_text(errors="replace")
    if status.returncode:
        return "FAILED", f"see {log}"
    # Tests that cannot run print that, and pass.
    if match := re.search(r"(?m)^.*: not run, .*$|^not run, .*$", output):
        return "not run", match[0]
    covered = check.covered(output)
    if re.match(r"0\b|$", covered):
        return "FAILED", f"it covered nothing; see {log}"
    return "ok", covered


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    checks = [(check, check.quick if options.quick else check.command) for check in CHECKS if options.only in check.name]
    checks = [(check, command) for check, command in checks if command]
    if not checks:
        parser.error(f"no check has {options.only!r} in its name")
    if options.list:
        for check, command in checks:
            settings = "" if options.quick else "".join(f"{name}={value} " for name, value in check.environment.items())
            print(f"{check.name}: {settings}{command}")
        return 0

    LOGS.mkdir(parents=True, exist_ok=True)
    table = ["| check | covered | result | time |", "|---|---|---|--:|"]
    failed = 0
    for i, (check, command) in enumerate(checks):
        print(f"[{i + 1}/{len(checks)}] {check.name}: {command}", flush=True)
        start = time.monotonic()
        result, covered = run(check, command, options.quick)
        seconds = f"{time.monotonic() - start:.0f} s"
        print(f"    {result} in {seconds}: {covered}", flush=True)
        table.append(f"| {check.name} | {covered} | {result} | {seconds} |")
        failed += result == "FAILED"
    print("\n" + "\n".join(table))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
