#!/usr/bin/env python3
"""Compares the proof layer and the curve crate of this repository with FCMP++'s own, in one program.

    python3 compat/checks/differential/run.py --original PATH [--circuits N --mutations M --seed S --minutes T]
                                              [--backend serial --backend avx2] [--rayon] [--no-tables]
    python3 compat/checks/differential/run.py --original PATH --replay FILE

PATH is a checkout of monero-oxide's workspace: the folder that has `crypto`. Its crates are copied to
target/differential, under another version, as two packages of one name and version cannot be in one build. Each
backend is a run of the same program, and ends in a line for the table of notes/assurance.md. The exit code is 1 if
anything differed; each input that made a difference is in target/differential/differences, for --replay.
"""
import argparse
import dataclasses
import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]

# No version of ours, and none that FCMP++ has had.
VERSION = "0.99.0"
# Below `crypto`, and the same below the copy.
CRATES = ["divisors", "fcmps/circuit-abstraction", "fcmps/ec-gadgets", "generalized-bulletproofs", "helioselene"]


@dataclasses.dataclass
class Revision:
    """A revision of one of the original's crates, and the folder of ours that stands in for it."""

    name: str
    folder: str


# By the SHA-256 of crypto/helioselene/src/point.rs.
CURVES = {
    "266c2a888bd47066740c0fa6ca50a96885c2596d909ea79dfe334d40f591e11f": Revision("0e438ae", "compat/helioselene-0e438ae"),
    "324441778c84f3e2f981caeec8b6e1cf9a72ef57268f2a61f5207d7eabe3861e": Revision("77788c36", "compat/helioselene-77788c36"),
}
# By whether crypto/generalized-bulletproofs refuses commitments that no constraint has alone.
PROOFS = {
    False: Revision("0e438ae", "compat/generalized-bulletproofs-0e438ae"),
    True: Revision("31c26d9", "compat/generalized-bulletproofs-31c26d9"),
}


def copy_original(original, to):
    """The original's crates, under another version, and without the lints of its workspace, which is not copied."""
    shutil.rmtree(to, ignore_errors=True)
    for crate in CRATES:
        source = original / "crypto" / crate
        if not (source / "Cargo.toml").exists():
            sys.exit(f"{source} is no crate: --original is the folder that has `crypto`")
        shutil.copytree(source / "src", to / crate / "src")
        # For `include_str!`.
        for page in source.glob("*.md"):
            shutil.copy(page, to / crate)
        manifest = (source / "Cargo.toml").read_text()
        manifest = re.sub(r"^version = .*$", f'version = "{VERSION}"', manifest, count=1, flags=re.M)
        manifest = manifest.replace("[lints]\nworkspace = true\n", '[lints.rust]\nwarnings = "allow"\n')
        # Benches are not copied.
        manifest = re.sub(r"^\[\[bench\]\]\n(?:.+\n)*", "", manifest, flags=re.M)
        # A version beside a path would have to be the copy's.
        manifest = re.sub(r'(path = "\.\.[^"]*"), version = "[^"]*"|version = "[^"]*", (path = "\.\.)', r"\1\2", manifest)
        (to / crate / "Cargo.toml").write_text(manifest)


def revisions(original):
    """Which revisions of the curve crate and of the proofs there are in the original."""
    point = hashlib.sha256((original / "crypto/helioselene/src/point.rs").read_bytes()).hexdigest()
    if point not in CURVES:
        sys.exit(f"crypto/helioselene/src/point.rs with the SHA-256 {point} is of no revision that this repository knows")
    proofs = (original / "crypto/generalized-bulletproofs/src").rglob("*.rs")
    later = any("DidNotConstrainCommitment" in source.read_text() for source in proofs)
    found = {"helioselene": CURVES[point], "generalized-bulletproofs": PROOFS[later]}
    for crate, revision in found.items():
        # As long as one folder stands in for every revision.
        if not (ROOT / revision.folder).exists():
            found[crate] = Revision(revision.name, f"compat/{crate}")
    return found


def manifest(folder, chosen):
    """The text of Cargo.toml, which is that for 0e438ae, with the paths of this checkout, this copy and these revisions."""
    of_0e438ae = {"helioselene": "compat/helioselene-0e438ae", "generalized-bulletproofs": "compat/generalized-bulletproofs-0e438ae"}
    replaced = {of_0e438ae[crate]: revision.folder for crate, revision in chosen.items()}

    def absolute(match):
        path = str((HERE / match[1]).resolve().relative_to(ROOT))
        if path.startswith("target/differential/"):
            path = folder / Path(path).relative_to("target/differential")
        return f'path = "{ROOT / replaced.get(path, path)}"'

    return re.sub(r'\bpath = "([^"]*)"', absolute, (HERE / "Cargo.toml").read_text())


def build(folder, rayon):
    """The program, compiled."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", folder / "target"))
    command = ["cargo", "build", "--release", "--manifest-path", folder / "Cargo.toml", "--target-dir", target]
    if subprocess.run(command + ["--features", "rayon"] * rayon, cwd=ROOT, check=False).returncode:
        sys.exit("it does not compile")
    # Of its own, as the folder may be another's too.
    return shutil.copy(target / "release/differential", folder / "differential")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--original", type=Path, required=True, help="the folder that has `crypto`")
    parser.add_argument("--circuits", type=int, default=1000, help="so many on each curve (1000)")
    parser.add_argument("--mutations", type=int, default=20, help="of each proof (20)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, help="then stop, for each backend")
    parser.add_argument("--backend", action="append", help="serial, avx2, avxifma or ifma; several; else the fastest here")
    parser.add_argument("--rayon", action="store_true", help="batches on all threads")
    parser.add_argument("--no-tables", action="store_true", help="sums without tables of generators")
    parser.add_argument("--replay", type=Path, help="one input that made a difference")
    parser.add_argument("--folder", type=Path, default=ROOT / "target/differential", help="where it is compiled")
    options = parser.parse_args()

    folder = options.folder.resolve()
    chosen = revisions(options.original)
    copy_original(options.original, folder / "original")
    (folder / "Cargo.toml").write_text(manifest(folder, chosen))
    for crate, revision in chosen.items():
        print(f"the original's {crate} is that of {revision.name}; beside it {revision.folder}", flush=True)
    program = build(folder, options.rayon)

    arguments = ["--differences", folder / "differences"] + ["--no-tables"] * options.no_tables
    if options.replay:
        arguments += ["--replay", options.replay]
    else:
        for name in ("circuits", "mutations", "seed"):
            arguments += [f"--{name}", str(getattr(options, name))]
        arguments += ["--minutes", str(options.minutes)] if options.minutes else []
    failed = False
    for backend in options.backend or [None]:
        environment = os.environ | ({"HELIOSELENE_BACKEND": backend} if backend else {})
        failed |= bool(subprocess.run([program, *arguments], env=environment, check=False).returncode)
    return failed


if __name__ == "__main__":
    sys.exit(main())
