#!/usr/bin/env python3
"""Compares the proof layer and the curve crate of this repository with FCMP++'s own, in one program.

    python3 fcmp/differential/run.py --original PATH [--circuits N --mutations M --seed S --minutes T]
                                              [--backend serial --backend avx2] [--rayon] [--no-tables]
    python3 fcmp/differential/run.py --original PATH --replay FILE

PATH is a checkout of monero-oxide's workspace: the folder that has `crypto`. Its crates are copied to
target/differential, under another version, as two packages of one name and version cannot be in one build. Each
backend is a run of the same program, and ends in a line for the table of lab/records/checks.md. The exit code is
1 if anything differed; each input that made a difference is in target/differential/differences, for --replay.
"""
import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]

# A version that neither ours nor FCMP++ ever had.
VERSION = "0.99.0"
# Folders below `crypto`, and below the copy.
CRATES = ["divisors", "fcmps/circuit-abstraction", "fcmps/ec-gadgets", "generalized-bulletproofs", "helioselene"]


# Its `source` lines name the folders of fcmp/crates/ that replace each source.
REVISIONS = ROOT / "fcmp/revisions.txt"


def copy_original(original, to):
    """Copies the original's crates, with another version and without the lints of their workspace, which is not copied."""
    shutil.rmtree(to, ignore_errors=True)
    for crate in CRATES:
        source = original / "crypto" / crate
        if not (source / "Cargo.toml").exists():
            sys.exit(f"{source} is no crate: --original is the folder that has `crypto`")
        shutil.copytree(source / "src", to / crate / "src")
        # For `include_str!`.
        for page in source.glob("*.md"):
            shutil.copy2(page, to / crate)
        manifest = (source / "Cargo.toml").read_text()
        manifest = re.sub(r"^version = .*$", f'version = "{VERSION}"', manifest, count=1, flags=re.M)
        manifest = manifest.replace("[lints]\nworkspace = true\n", '[lints.rust]\nwarnings = "allow"\n')
        # Benches are not copied.
        manifest = re.sub(r"^\[\[bench\]\]\n(?:.+\n)*", "", manifest, flags=re.M)
        # With a version beside a path, it would have to be the copy's.
        manifest = re.sub(r'(path = "\.\.[^"]*"), version = "[^"]*"|version = "[^"]*", (path = "\.\.)', r"\1\2", manifest)
        (to / crate / "Cargo.toml").write_text(manifest)
        # Keeps the original's time, or cargo would compile it again.
        shutil.copystat(source / "Cargo.toml", to / crate / "Cargo.toml")


def git_hash(path):
    """The hash of git's object for a file or folder."""
    if path.is_file():
        kind, text = "blob", path.read_bytes()
    else:
        kind, text = "tree", b""
        # Git sorts as if a folder's name ended in a slash.
        for entry in sorted(path.iterdir(), key=lambda entry: entry.name + "/" * entry.is_dir()):
            mode = b"40000" if entry.is_dir() else b"100644"
            text += b"%s %s\0%s" % (mode, entry.name.encode(), bytes.fromhex(git_hash(entry)))
    return hashlib.sha1(b"%s %d\0" % (kind.encode(), len(text)) + text).hexdigest()


def revisions(original):
    """For each crate, the revision whose folder in fcmp/crates/ replaces the original's."""
    crypto = original / "crypto"
    proofs = ["generalized-bulletproofs", "fcmps/circuit-abstraction", "fcmps/ec-gadgets"]
    sources = {
        "helioselene": [crypto / "helioselene/src/point.rs"],
        "ec-divisors": [crypto / "divisors/src/lib.rs"],
        "proofs": [crypto / crate / "src" for crate in proofs],
    }
    found = {}
    for crates, paths in sources.items():
        hashes = "+".join(git_hash(path)[:12] for path in paths)
        match = re.search(rf"^source {crates} \S+ {re.escape(hashes)} (\S+)$", REVISIONS.read_text(), re.M)
        if not match or match[1] == "none":
            sys.exit(f"of {crates} there is nothing for this revision, by {REVISIONS}: {hashes}")
        found[crates] = match[1]
    return found


def manifest(folder, chosen):
    """The text of Cargo.toml, written for 0e438ae, with the paths of this checkout, this copy and these revisions."""
    folders = {"helioselene": "helioselene", "ec-divisors": "ec-divisors", "proofs": "generalized-bulletproofs"}
    replaced = {f"fcmp/crates/{name}-0e438ae": f"fcmp/crates/{name}-{chosen[crates]}" for crates, name in folders.items()}

    def absolute(match):
        path = str((HERE / match[1]).resolve().relative_to(ROOT))
        if path.startswith("target/differential/"):
            path = folder / Path(path).relative_to("target/differential")
        return f'path = "{ROOT / replaced.get(path, path)}"'

    return re.sub(r'\bpath = "([^"]*)"', absolute, (HERE / "Cargo.toml").read_text())


def build(folder, rayon):
    """Compiles the program and returns its path."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", folder / "target"))
    command = ["cargo", "build", "--release", "--manifest-path", folder / "Cargo.toml", "--target-dir", target]
    if subprocess.run(command + ["--features", "rayon"] * rayon, cwd=ROOT, check=False).returncode:
        sys.exit("it does not compile")
    # A copy, because other runs may share the target folder.
    return shutil.copy(target / "release/differential", folder / "differential")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--original", type=Path, required=True, help="the folder that has `crypto`")
    parser.add_argument("--circuits", type=int, default=1000, help="so many on each curve (1000)")
    parser.add_argument("--mutations", type=int, default=20, help="of each proof (20)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, help="then stop, for each backend")
    parser.add_argument("--backend", action="append", help="serial, avx2 or ifma; several; else the fastest here")
    parser.add_argument("--rayon", action="store_true", help="batches on all threads")
    parser.add_argument("--no-tables", action="store_true", help="sums without tables of generators")
    parser.add_argument("--replay", type=Path, help="one input that made a difference")
    parser.add_argument("--folder", type=Path, default=ROOT / "target/differential", help="where it is compiled")
    options = parser.parse_args()

    folder = options.folder.resolve()
    chosen = revisions(options.original)
    copy_original(options.original, folder / "original")
    (folder / "Cargo.toml").write_text(manifest(folder, chosen))
    print("compared with", ", ".join(f"the {crates} of {revision}" for crates, revision in chosen.items()), flush=True)
    program = build(folder, options.rayon)

    arguments = {name: getattr(options, name) for name in ("circuits", "mutations", "seed", "minutes")}
    arguments |= {"tables": not options.no_tables, "differences": str(folder / "differences")}
    arguments |= {"replay": options.replay and str(options.replay)}
    failed = False
    for backend in options.backend or [None]:
        environment = os.environ | ({"HELIOSELENE_BACKEND": backend} if backend else {})
        failed |= bool(subprocess.run([program, json.dumps(arguments)], env=environment, check=False).returncode)
    return failed


if __name__ == "__main__":
    sys.exit(main())
