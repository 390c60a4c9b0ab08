#!/usr/bin/env python3
"""Finds what only those miss who have the package and no checkout. Makes the packages that would be published, unpacks them beside each
other in target/package, and fails if

- cargo warns of anything not in `EXPECTED`, for example of a target whose file the package lacks;
- a page links to a file outside its package, or outside the repository;
- README.md's example does not compile in a new crate with README's `[dependencies]` and the package;
- cargo would publish while SECURITY.md still has the placeholder for where to report.

`.ci/run` runs the package's own tests.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).absolute()
OUT = TARGET / "package"
LIBRARY = "helioselene-simd"
# They depend on the library, which is not in the registry; by workspace.
DEPENDENT = {"Cargo.toml": ["helioselene-arkworks"], "fcmp/Cargo.toml": ["helioselene-leaves", "helioselene-ffi"]}
PLACEHOLDER = "REPORTING-ADDRESS"
EXPECTED = [
    "manifest has no documentation, homepage or repository",
    # They share files with the library's tests, or need what is not published.
    *(
        f"ignoring {kind} `{name}` as `{folder}/{name}.rs` is not included in the published package"
        for kind, folder, names in [
            ("benchmark", "benches", ["arkworks", "leaves"]),
            ("test", "tests", ["agreement", "hash_to_point", "leaves", "sponge", "wiped"]),
        ]
        for name in names
    ),
]


def cargo(*arguments):
    """Runs cargo; returns stdout and stderr, and shows stderr."""
    ran = subprocess.run(["cargo", *arguments], capture_output=True, text=True, cwd=ROOT)
    print(ran.stderr, end="")
    if ran.returncode:
        sys.exit(f"cargo {' '.join(arguments)} failed")
    return ran.stdout, ran.stderr


def publishes():
    """The packages that cargo may publish."""
    for workspace, names in DEPENDENT.items():
        metadata = json.loads(cargo("metadata", "--format-version", "1", "--no-deps", "--manifest-path", workspace)[0])
        for package in metadata["packages"]:
            if package["name"] in [LIBRARY, *names] and package["publish"] != []:
                yield package["name"]


def unpacked(name):
    """Unpacks a package and returns its folder. Unchanged files keep their time, by which cargo decides what to rebuild."""
    (archive,) = OUT.glob(f"{name}-[0-9]*.crate")
    folder = archive.with_suffix("")
    with tarfile.open(archive) as packed:
        files = {OUT / member.name: packed.extractfile(member).read() for member in packed if member.isfile()}
    for old in folder.rglob("*"):
        if old.is_file() and old not in files:
            old.unlink()
    for file, data in files.items():
        if not file.exists() or file.read_bytes() != data:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
    return folder


def dead_links(folder):
    """Links in a package's pages to files that are missing, or outside it. Those of the library's lead to the other houses too."""
    for page in sorted(folder.rglob("*.md")):
        text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)
        for link in re.findall(r"\]\(([^)\s#]+)[^)]*\)", text):
            to = (page.parent / link).resolve()
            inside = to.relative_to(folder) if to.is_relative_to(folder) else None
            there = inside and (to.exists() or inside.parts[0] in ("fcmp", "lab") and (ROOT / inside).exists())
            if ":" not in link and not there:
                yield f"{page.relative_to(OUT)} links to {link}"


def block(text, language, beginning):
    """The code block of a language that begins like this; there must be one."""
    found = re.findall(rf"^```{language}\n({beginning}.*?)^```", text, flags=re.M | re.S)
    if len(found) != 1:
        sys.exit(f"README.md has {len(found)} code blocks of {language} that begin with {beginning}, instead of one")
    return found[0]


def compile_example(package):
    """Compiles a new crate made of README's lines, with the package instead of a checkout."""
    readme = (package / "README.md").read_text()
    dependencies = block(readme, "toml", r"\[dependencies\]")
    dependencies, replaced = re.subn(r'\bpath = "[^"]*"', f'path = "../{package.name}"', dependencies)
    if replaced != 1:
        sys.exit("README.md's dependencies do not have one path")
    folder = OUT / "readme"
    (folder / "src").mkdir(parents=True, exist_ok=True)
    head = '[package]\nname = "readme"\nedition = "2024"\n\n[workspace]\n\n'
    (folder / "Cargo.toml").write_text(head + dependencies)
    (folder / "src/main.rs").write_text("fn main() {\n" + block(readme, "rust", "use") + "}\n")
    # The same dependencies that everything else was tested with.
    shutil.copy(package / "Cargo.lock", folder)
    cargo("check", "--release", "--manifest-path", str(folder / "Cargo.toml"), "--target-dir", str(TARGET))


faults = []
if PLACEHOLDER in (ROOT / "SECURITY.md").read_text():
    faults += [f"{name} may be published, but SECURITY.md has {PLACEHOLDER}" for name in publishes()]

for old in OUT.glob("*.crate"):
    old.unlink()
pack = ["package", "--no-verify", "--allow-dirty"]
# Without a lock file: for one, cargo would look up the library in the registry.
runs = [["--package", LIBRARY]]
runs += [["--exclude-lockfile", "--manifest-path", workspace, *(f"--package={name}" for name in names)] for workspace, names in DEPENDENT.items()]
for arguments in runs:
    said = cargo(*pack, *arguments)[1]
    faults += [line for line in re.findall(r"^warning: (.*)", said, flags=re.M) if line not in EXPECTED]

for folder in OUT.glob("helioselene-*/"):
    # Of another version.
    if not Path(f"{folder}.crate").exists():
        shutil.rmtree(folder)
packages = [unpacked(name) for name in [LIBRARY, *(name for names in DEPENDENT.values() for name in names)]]
for package in packages:
    faults += dead_links(package)
if faults:
    sys.exit("\n".join(faults))
compile_example(packages[0])
print(f"{len(packages)} packages")
