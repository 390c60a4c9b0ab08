#!/usr/bin/env python3
"""Finds a lower bound in a published Cargo.toml that is too low, and a dependency in Cargo.lock that needs a newer compiler than the
package's `rust-version` promises; all other steps compile only the versions in Cargo.lock, mostly with the newest compiler.

    python3 .ci/oldest.py [--accounts | --list] [--each]

--accounts only compares what the dependencies say of compilers. Without it, each direct dependency gets the lowest version that its
requirement allows; if packages differ, the highest of these; cargo resolves indirect dependencies; all is compiled with all
features, with --each also with each feature of the library by itself. --list prints the versions.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

root = Path(__file__).resolve().parent.parent
target = root / "target" / "oldest"
# FCMP++'s lock file has the first, which has since been yanked. A higher bound here would change that file.
YANKED = {("spin", (0, 10, 0)): (0, 10, 1)}


def lowest(requirement):
    """The lowest version that a requirement allows, and a key for the versions that cargo unifies with it."""
    first = re.match(r"[\\^~=> ]*([\d.]+)", requirement).group(1)
    version = tuple(int(part) for part in (first.split(".") + ["0", "0"])[:3])
    return version, version[:1] if version[0] else version[:2]


def cargo(house, *arguments):
    return subprocess.run(["cargo", *arguments], cwd=root / house, check=True, stdout=subprocess.PIPE, text=True).stdout


def compiler(text):
    return tuple(int(part) for part in text.split("."))[:2] if text else (0, 0)


def packages_of(house):
    return json.loads(cargo(house, "metadata", "--no-deps", "--format-version", "1"))["packages"]


def accounts():
    """Fails if a package, with the versions in Cargo.lock, needs a newer compiler than it promises. By workspace, as each has a lock file."""
    faults = 0
    for house, shipped in [(".", "helioselene-simd"), (".", "helioselene-arkworks"), ("fcmp", "helioselene-ffi")]:
        known = json.loads(cargo(house, "metadata", "--format-version", "1", "--locked"))["packages"]
        needs = {(package["name"], package["version"]): compiler(package["rust_version"]) for package in known}
        tree = cargo(house, "tree", "--locked", "--package", shipped, "--edges", "no-dev", "--prefix", "none")
        # Lines read "name v1.2.3 (path)"; the package itself comes first.
        lines = [line.split()[:2] for line in tree.splitlines() if line.strip()]
        used = list(dict.fromkeys((name, number.removeprefix("v")) for name, number in lines))
        promised = needs[used[0]]
        newer = [f"{name} {number} needs {needs[name, number]}" for name, number in used if needs[name, number] > promised]
        faults += len(newer)
        print(f"{shipped} promises Rust {'.'.join(map(str, promised))}:", *newer or [f"all {len(used)} packages agree"], sep="\n  ")
    return faults


if "--accounts" in sys.argv:
    sys.exit(accounts() > 0)

pins, packages = {}, {}
for package in packages_of(".") + packages_of("fcmp"):
    folder = Path(package["manifest_path"]).parent.relative_to(root)
    if folder.parts[:2] not in [(), ("arkworks",), ("fcmp", "ffi"), ("fcmp", "leaves")] and folder.parent != Path("fcmp/crates"):
        continue
    packages[package["name"]] = folder, package["features"]
    for dependency in package["dependencies"]:
        if dependency.get("path") or dependency["kind"] == "dev":
            continue
        version, same = lowest(dependency["req"])
        version = YANKED.get((dependency["name"], version), version)
        key = dependency["kind"] or "", dependency["name"], same
        pins[key] = max(pins.get(key, version), version)

# Programs patch these.
patched = [name for name in ("dalek-ff-group", "ec-divisors") if name in packages]
pins = {key: version for key, version in pins.items() if key[1] not in patched}

lines = ["[package]", 'name = "oldest"', 'version = "0.0.0"', 'edition = "2024"', "[lib]", 'path = "lib.rs"', "[workspace]", "[features]"]
library = packages["helioselene-simd"][1]
lines += [f'{feature} = ["helioselene-simd/{feature}"]' for feature in library if feature != "default"]
others = [name for name in packages if name != "helioselene-simd"]
lines += ["all = [" + ", ".join(f'"dep:{name}"' for name in others) + "]", "[dependencies]"]
for name, (folder, features) in packages.items():
    asked = [] if name == "helioselene-simd" else sorted(set(features) - {"default"})
    optional = name != "helioselene-simd"
    lines.append(
        f'{name} = {{ path = "{root / folder}", default-features = false, features = {json.dumps(asked)}, optional = {str(optional).lower()} }}'
    )
for table in ("", "build"):
    lines.append("[build-dependencies]" if table else "")
    for number, ((kind, name, _), version) in enumerate(sorted(pins.items())):
        if kind == table:
            version = ".".join(map(str, version))
            lines.append(f'pin{number} = {{ package = "{name}", version = "={version}", default-features = false }}')
            if "--list" in sys.argv:
                print(name, version)
lines += ["[patch.crates-io]", *(f'{name} = {{ path = "{root / packages[name][0]}" }}' for name in patched)]
if "--list" in sys.argv:
    sys.exit()
target.mkdir(parents=True, exist_ok=True)
(target / "lib.rs").write_text("")
(target / "Cargo.toml").write_text("\n".join(lines) + "\n")
(target / "Cargo.lock").unlink(missing_ok=True)

everything = ",".join(feature for feature in library if feature != "default") + ",all"
sets = [everything, *library] if "--each" in sys.argv else [everything]
for features in sets:
    if features == "default":
        continue
    command = ["cargo", "check", "--quiet", "--manifest-path", str(target / "Cargo.toml"), "--features", features]
    if subprocess.run([*command, "--target-dir", str(target)], check=False).returncode:
        sys.exit(f"it does not compile with the oldest dependencies and the features {features}")
print(f"{len(packages)} packages and {len(pins)} oldest dependencies, {len(sets)} sets of features")
