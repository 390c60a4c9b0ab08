#!/usr/bin/env python3
"""Fails if a published package, with the versions in Cargo.lock, needs a newer compiler than its `rust-version`."""

import json
import subprocess

# By workspace.
SHIPPED = {"Cargo.toml": ["helioselene-simd", "helioselene-arkworks"], "fcmp/Cargo.toml": ["helioselene-ffi"]}


def cargo(*arguments):
    return subprocess.run(["cargo", *arguments, "--locked"], stdout=subprocess.PIPE, text=True, check=True).stdout


def version(text):
    return tuple(int(part) for part in text.split("."))[:2] if text else (0, 0)


needs, faults = {}, 0
for workspace in SHIPPED:
    packages = json.loads(cargo("metadata", "--format-version", "1", "--manifest-path", workspace))["packages"]
    needs |= {(package["name"], package["version"]): version(package["rust_version"]) for package in packages}
for workspace, shipped in [(workspace, name) for workspace, names in SHIPPED.items() for name in names]:
    tree = cargo("tree", "--manifest-path", workspace, "--package", shipped, "--edges", "no-dev", "--prefix", "none")
    # Lines read "name v1.2.3 (path)"; the package itself comes first.
    lines = [line.split()[:2] for line in tree.splitlines() if line.strip()]
    used = list(dict.fromkeys((name, number.removeprefix("v")) for name, number in lines))
    promised = needs[used[0]]
    newer = [(name, number) for name, number in used if needs[name, number] > promised]
    for name, number in newer:
        print(f"{shipped} promises {promised}: {name} {number} needs {needs[name, number]}")
    faults += len(newer)
    count = len(used) - len(newer)
    print(f"{shipped}: {count} of {len(used)} packages compile with Rust {'.'.join(map(str, promised))} by their own account")
raise SystemExit(faults > 0)
