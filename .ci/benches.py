#!/usr/bin/env python3
"""Fails if `cargo bench --workspace -- --quick` would run a library or program whose harness does not know criterion's options."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

metadata = subprocess.run(["cargo", "metadata", "--no-deps", "--format-version", "1"], check=True, capture_output=True, text=True)
packages = json.loads(metadata.stdout)["packages"]
targets = failed = 0
for package in packages:
    manifest = tomllib.loads(Path(package["manifest_path"]).read_text(encoding="utf-8"))
    for target in package["targets"]:
        kind = next((kind for kind in ("bench", "bin", "test", "example", "custom-build") if kind in target["kind"]), "lib")
        key = "harness" if kind == "bench" else "bench"
        tables = manifest.get(kind, [])
        tables = [tables] if isinstance(tables, dict) else [table for table in tables if table["name"] == target["name"]]
        said = [table[key] for table in tables if key in table]
        targets += 1
        # `cargo bench` runs tests and examples only if their manifest asks for it.
        if said != ([False] if kind in ("bench", "bin", "lib") else []):
            failed += 1
            print(f"{package['name']}: {kind} {target['name']} has not {key} = false")
print(f"{targets} targets of {len(packages)} packages, {failed} that do not know --quick")
sys.exit(failed > 0 or not targets)
