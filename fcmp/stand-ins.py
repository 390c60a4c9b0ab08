#!/usr/bin/env python3
"""Checks the guide: switches small workspaces over, by fcmp/switch and by the lines of fcmp/notes/drop-in.md, and compiles them.

The workspaces are made from fcmp/stand-ins: FCMP++ as a git repository, with `multiexp` 0.4 and 0.5, a program
over it and Monero's FFI crate, with the names, versions and dependencies of the real ones and almost no code. FCMP++'s
own helioselene does not compile there. Then lines are left out or spoilt, which the check of fcmp/switch must notice.

It needs git, and a network only until the crates are downloaded.

    python3 fcmp/stand-ins.py [--quick]

With --quick it resolves and checks them all, but compiles only those with all lines, by path.
"""
import dataclasses
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "target/stand-ins"
STAND_INS = ROOT / "fcmp/stand-ins"
SWITCH = OUT / "switch/debug/switch"
GUIDE = (ROOT / "fcmp/notes/drop-in.md").read_text()
FCMP_ADDRESS = "https://github.com/monero-oxide/monero-oxide"
FCMP_REVISION = "0e438aed2cce5c0ab8a935916c1a89bb0077f97f"
FORK_ADDRESS = "https://github.com/kayabaNerve/crypto-bigint"
BEFORE = "of-2025-08"
CHANGED = "with-other-proofs"
# 31c26d9 with the earlier point.rs; with an unknown one; FCMP++ with the 2025 curves.
EARLIER_POINTS = "0.5-earlier-points"
OTHER_POINTS = "0.5-other-points"
OTHER_CURVES = "0.4-other-curves"
FORK = f'crypto-bigint = {{ git = "{FORK_ADDRESS}", branch = "c-repr" }}\n'

# Git repositories are cached for this run only; the registry's cache is shared.
CARGO_HOME = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
OWN_CARGO_HOME = OUT / "cargo-home"
ENVIRONMENT = os.environ | {
    "CARGO_HOME": str(OWN_CARGO_HOME),
    "CARGO_TARGET_DIR": str(OUT / "target"),
    "CARGO_PROFILE_DEV_DEBUG": "0",
    # Without vector code everything compiles faster.
    "RUSTFLAGS": '--cfg helioselene_backend="serial"',
    "GIT_CONFIG_GLOBAL": os.devnull,
    "SWITCH": str(SWITCH),
}
for who in ("AUTHOR", "COMMITTER"):
    ENVIRONMENT |= {f"GIT_{who}_NAME": "stand-ins", f"GIT_{who}_EMAIL": "stand-ins", f"GIT_{who}_DATE": "@0 +0000"}


def run(command, folder, **environment):
    """The exit code and the output."""
    environment = ENVIRONMENT | environment
    done = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout.decode()


def must(command, folder, **environment):
    code, printed = run(command, folder, **environment)
    if code:
        sys.exit(f"{command}, in {folder}:\n{printed}")
    return printed


def block(name):
    """The guide's code block with this name after its language."""
    found = re.findall(rf"^```\w+ {re.escape(name)}\n(.*?)^```$", GUIDE, re.M | re.S)
    if len(found) != 1:
        sys.exit(f"fcmp/notes/drop-in.md has {len(found)} code blocks named {name}, instead of one")
    return found[0]


def line(text, name):
    """The line that begins with this name."""
    return re.search(rf"^{re.escape(name)} +=.*\n", text, re.M)[0]


def copy(source, folder):
    shutil.copytree(source, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("target", ".git", ".cargo*"))


def copy_stand_ins(source, folder):
    """Copies stand-ins and gives them their real names, which would be found by programs that use this repository by git."""
    copy(STAND_INS / source, folder)
    for manifest in folder.rglob("manifest.toml"):
        manifest.rename(manifest.with_name("Cargo.toml"))


def copy_fcmp(version, folder):
    """Copies FCMP++ with this version of multiexp; or as before 2025-09; or with a proof layer that was never compared."""
    multiexp = version[:3] if version.startswith("0.") else "0.4"
    dalek = "0.4" if version == BEFORE else "0.5"
    copy_stand_ins("fcmp", folder)
    for source in folder.rglob("*.rs") if multiexp == "0.5" else ():
        source.write_text(source.read_text().replace("// SINCE_31C26D9 ", ""))
    points = folder / "crypto/helioselene/src/point.rs"
    state = {"0.5": "SINCE_77788C36", OTHER_POINTS: "OTHER", OTHER_CURVES: "OF_2025"}.get(version, "OF_0E438AE")
    points.write_text(points.read_text().replace("STATE", state))
    if version == CHANGED:
        (folder / "crypto/fcmps/ec-gadgets/src/other.rs").touch()
    for manifest in folder.rglob("Cargo.toml"):
        text = manifest.read_text().replace("MULTIEXP", multiexp)
        text = re.sub('^(dalek-ff-group = .*)"0.5"', rf'\g<1>"{dalek}"', text, flags=re.M)
        manifest.write_text(text)


@dataclasses.dataclass
class Repository:
    """A git repository of these files, on which workspaces can depend without a network."""

    folder: Path

    def __post_init__(self):
        anchor = self.folder / "anchor"
        (anchor / "src").mkdir(parents=True)
        (anchor / "src/lib.rs").touch()
        (anchor / "Cargo.toml").write_text('[package]\nname = "anchor"\nversion = "0.0.0"\n[workspace]\n')
        for command in ("init -q -b c-repr", "add -A -f", "commit -q -m stand-in"):
            must(["git", *command.split()], self.folder)
        self.address = self.folder.as_uri()
        self.revision = must(["git", "rev-parse", "HEAD"], self.folder).strip()
        # Once fetched by a program without other dependencies, cargo finds it with --offline.
        for reference in (f'rev = "{self.revision}"', 'branch = "c-repr"'):
            (anchor / "Cargo.toml").write_text(
                '[package]\nname = "fetch"\nversion = "0.0.0"\n[workspace]\n[dependencies]\n'
                f'anchor = {{ git = "{self.address}", {reference} }}\n'
            )
            must(["cargo", "fetch"], anchor)


@dataclasses.dataclass
class Workspace:
    """A workspace to switch over: a folder of stand-ins, with the guide's manifest and commands."""

    name: str
    files: str
    manifest: str
    version: str
    commands: str = ""
    options: tuple = ("--offline",)

    def but(self, name, *edits, **changes):
        """The same with text of its manifest replaced, and with what else is changed."""
        manifest = self.manifest
        for old, new in edits:
            if old not in manifest:
                sys.exit(f"{self.name} has no {old!r}")
            manifest = manifest.replace(old, new)
        return dataclasses.replace(self, name=f"{self.name}, {name}", manifest=manifest, **changes)

    def without(self, name):
        return self.but(f"without {name}", (line(self.manifest.split("[patch", 1)[1], name), ""))

    def here(self, text):
        """The guide's text with the addresses, revisions and folders of this run."""
        for old, new in (
            (FCMP_ADDRESS, FCMP[self.version].address),
            (FCMP_REVISION, FCMP[self.version].revision),
            (FORK_ADDRESS, FORKED.address),
            ("<this repository>", THIS.address),
            ("<its revision>", THIS.revision),
            ("../helioselene-simd", str(ROOT)),
        ):
            text = text.replace(old, new)
        return text

    def folder(self):
        return OUT / "workspaces" / re.sub(r"\W+", "-", self.name)

    def written(self):
        folder = self.folder()
        if self.files == "fcmp":
            copy_fcmp(self.version, folder)
        else:
            copy_stand_ins(self.files, folder)
        # Its versions are downloaded already.
        shutil.copy(ROOT / "fcmp/Cargo.lock", folder)
        (folder / "Cargo.toml").write_text(self.here(self.manifest))
        must(["sh", "-e", "-c", self.here(self.commands)], folder)
        return folder

    def check(self, folder, *options, **environment):
        """Runs the check, which must not change the lock file; returns its exit code and output."""
        lock = folder / "Cargo.lock"
        before = lock.read_bytes() if lock.exists() else None
        code, printed = run([SWITCH, "check", *options], folder, **environment)
        if before != (lock.read_bytes() if lock.exists() else None):
            sys.exit(f"{self.name}: the check changed Cargo.lock:\n{printed}")
        return code, printed

    def switches(self):
        """Requires that it resolves, passes the check and compiles."""
        folder = self.written()
        unresolved = (folder / "Cargo.lock").read_bytes()
        if run(["cargo", "metadata", "--format-version", "1", "--offline"], folder)[0]:
            must(["cargo", "fetch"], folder)
        code, printed = self.check(folder, "--locked", "--offline")
        if code or "note: Cargo.lock" in printed:
            sys.exit(f"{self.name}: the check's exit code is {code}:\n{printed}")
        if "--quick" not in sys.argv or "proofs" in self.name and "git" not in self.name:
            must(["cargo", "check", "--workspace", "--locked", "--offline"], folder)
        taken = ", divisors" in self.name
        own = re.search("^ok: ec-divisors v.*, which is FCMP", printed, re.M)
        if "ec-divisors v" in printed and taken == bool(own):
            sys.exit(f"{self.name}: the ec-divisors is taken or not, and the check says otherwise:\n{printed}")
        taken = ", proofs" in self.name
        own = re.search("^ok: generalized-bulletproofs v.*, which is FCMP", printed, re.M)
        if "generalized-bulletproofs v" in printed and taken == bool(own):
            sys.exit(f"{self.name}: the proof layer is taken or not, and the check says otherwise:\n{printed}")
        print(f"ok: {self.name}: {', '.join(re.findall('^ok: (.*?) [(]', printed, re.M))}", flush=True)
        excluded = re.findall(r"^exclude = .*", (folder / "Cargo.toml").read_text(), re.M)
        excluded = excluded[0] if excluded else ""
        # Manifests must work in every clone, so without absolute paths, and cargo must run in each folder.
        for manifest in folder.rglob("Cargo.toml") if self.files == "fcmp" else ():
            if manifest.parent != folder and str(ROOT) in manifest.read_text():
                sys.exit(f"{self.name}: {manifest} has an absolute path")
            # Not where a crate was replaced: cargo takes a folder in a member's for a member.
            if f'"{manifest.parent.relative_to(folder)}"' not in excluded:
                must(["cargo", "metadata", "--no-deps", "--offline", "--format-version", "1"], manifest.parent)
        if "--write" in self.commands:
            return
        # Without --locked, with a lock file from before the lines.
        (folder / "Cargo.lock").write_bytes(unresolved)
        code, printed = self.check(folder, "--offline")
        if code or "note: Cargo.lock has not what the lines ask for" not in printed:
            sys.exit(f"{self.name}: the check's exit code is {code}, with the lock file of before:\n{printed}")

    def is_refused(self, *messages, **environment):
        """The check fails, and prints all of these."""
        code, printed = self.check(self.written(), *self.options, **environment)
        if code != 1 or not all(self.here(message) in printed for message in messages):
            sys.exit(f"{self.name}: the check's exit code is {code}; it should be 1, with {messages}:\n{printed}")
        print(f"ok: {self.name}: the check says {messages[0]!r}", flush=True)


must(["cargo", "build", "--locked", "--manifest-path", ROOT / "fcmp/switch/Cargo.toml", "--target-dir", OUT / "switch"], ROOT)
for old in ("workspaces", "repositories", "cargo-home"):
    shutil.rmtree(OUT / old, ignore_errors=True)
OWN_CARGO_HOME.mkdir(parents=True)
(CARGO_HOME / "registry").mkdir(parents=True, exist_ok=True)
for shared in ("registry", "config.toml"):
    if (CARGO_HOME / shared).exists():
        (OWN_CARGO_HOME / shared).symlink_to(CARGO_HOME / shared)

FCMP = {}
for version in ("0.4", "0.5", BEFORE, CHANGED, EARLIER_POINTS, OTHER_POINTS, OTHER_CURVES):
    copy_fcmp(version, OUT / f"repositories/fcmp-{version}")
    FCMP[version] = Repository(OUT / f"repositories/fcmp-{version}")
copy(ROOT, OUT / "repositories/helioselene-simd")
THIS = Repository(OUT / "repositories/helioselene-simd")
must(["cargo", "fetch", "--locked"], ROOT / "fcmp")
copy(sorted(CARGO_HOME.glob("registry/src/*/crypto-bigint-0.5.*"))[-1], OUT / "repositories/crypto-bigint")
FORKED = Repository(OUT / "repositories/crypto-bigint")

LINE_0_5 = block("multiexp-0.5")
DEBUG = "[profile.dev.package]\n" + block("debug")

PROGRAM = Workspace("program", "program", block("program") + DEBUG, "0.4")
LINE_0_4 = line(PROGRAM.manifest, "multiexp")
PATCHES = re.search(r"^\[patch(.|\n)*", block("program"), re.M)[0]
BOTH = (LINE_0_4, LINE_0_4 + LINE_0_5)
GIT = block("git")
GIT_DIVISORS = line(GIT, "helioselene").replace("helioselene", "ec-divisors")
by_git = [(line(PROGRAM.manifest, name), line(GIT, name)) for name in ("multiexp", "dalek-ff-group", "helioselene")]

# What the guide begins with, and what it says for a workspace.
WRITE = '"$SWITCH" lines SETS --write --offline\n'
MEMBERS = (STAND_INS / "fcmp/manifest.toml").read_text()


def members(name, version, sets="", spoilt=""):
    return Workspace(f"workspace{name}", "fcmp", MEMBERS + DEBUG, version, WRITE.replace("SETS", sets) + spoilt)


WORKSPACE = members("", "0.4")

FFI_BEFORE = (STAND_INS / "ffi/manifest.toml").read_text()
FFI = Workspace("FFI crate", "ffi", re.sub(r"^\[patch(.|\n)*?(?=^\[profile)", PATCHES, FFI_BEFORE, flags=re.M), "0.4")
FORK_KEPT = FFI.but("with the fork", ("[patch.crates-io]\n", "[patch.crates-io]\n" + FORK))
FFI_0_4 = line(FFI.manifest.split("[patch", 1)[1], "multiexp")
of_fcmp = re.findall(r"^(?:generalized|ec-divisors|full-chain|monero).*\n", FFI_BEFORE, re.M)
own_multiexp = ('multiexp = "0.4"\n', "")
HELIOSELENE_ONLY = FFI.but("helioselene only", own_multiexp, (FFI_0_4, ""), *((dependency, "") for dependency in of_fcmp))

# This repository's ec-divisors, for 0e438ae and later.
DIVISORS = block("divisors")
DIVISORS_SINCE = DIVISORS.replace("0e438ae", "31c26d9")


def with_divisors(workspace, divisors=DIVISORS, **changes):
    patches = workspace.manifest.split("[patch", 1)[1]
    edits = [(line(patches, "ec-divisors"), divisors)]
    if "[patch.\"" in workspace.manifest:
        edits.append((line(patches, "helioselene"), line(patches, "helioselene") + divisors))
    return workspace.but("divisors", *edits, **changes)


# The curve crate for 77788c36 and later.
POINTS_SINCE = line(PROGRAM.manifest, "helioselene").replace("0e438ae", "77788c36")


def with_points(workspace):
    return workspace.but("points of 77788c36", (line(workspace.manifest.split("[patch", 1)[1], "helioselene"), POINTS_SINCE))


# The proof layer: three lines in the table of FCMP++'s repository. The first depends on the revision.
LAYER = block("proofs")
LAYER_SINCE = LAYER.replace("0e438ae", "31c26d9")
LAYER_BY_GIT = "".join(
    line(GIT, like).replace(like, name)
    for like, name in zip(("helioselene", "dalek-ff-group", "dalek-ff-group"), re.findall(r"^[\w-]+", LAYER, re.M))
)
# Lines by git, for a later revision.
def later(lines):
    return lines.replace('"=0.1.0"', '"=0.1.1"')


def with_proofs(workspace, layer):
    helioselene = line(workspace.manifest.split("[patch", 1)[1], "helioselene")
    return workspace.but("proofs", (helioselene, helioselene + layer))


PROOFS = with_proofs(PROGRAM, LAYER)
FFI_0_5 = with_points(FFI.but("multiexp 0.5", own_multiexp, (FFI_0_4, LINE_0_5), version="0.5"))
PROGRAM_0_5 = with_points(PROGRAM.but("multiexp 0.5", (LINE_0_4, LINE_0_5), version="0.5"))
BY_GIT = PROGRAM.but("this library from git", *by_git)
points_by_git = line(GIT, "helioselene")
BY_GIT_0_5 = PROGRAM.but(
    "this library from git, multiexp 0.5",
    (LINE_0_4, line(GIT, "multiexp-0_5")),
    by_git[1],
    (by_git[2][0], later(points_by_git)),
    version="0.5",
)

for workspace in (
    PROGRAM,
    PROOFS,
    with_divisors(PROGRAM),
    BY_GIT,
    with_proofs(with_divisors(BY_GIT, GIT_DIVISORS), LAYER_BY_GIT),
    PROGRAM_0_5,
    with_proofs(with_divisors(PROGRAM_0_5, DIVISORS_SINCE), LAYER_SINCE),
    with_proofs(with_divisors(BY_GIT_0_5, later(GIT_DIVISORS)), later(LAYER_BY_GIT)),
    # 31c26d9 with the earlier point.rs.
    PROGRAM.but("31c26d9 with earlier points", (LINE_0_4, LINE_0_5), version=EARLIER_POINTS),
    PROGRAM_0_5.but("both", (LINE_0_5, LINE_0_4 + LINE_0_5), ("[dependencies]\n", '[dependencies]\nmultiexp = "0.4"\n')),
    WORKSPACE,
    members(", proofs", "0.4", "proofs"),
    members(", divisors", "0.4", "divisors"),
    members(", multiexp 0.5", "0.5"),
    members(", multiexp 0.5, proofs", "0.5", "proofs"),
    members(", multiexp 0.5, proofs, divisors", "0.5", "divisors proofs"),
    FFI,
    FORK_KEPT,
    with_divisors(FFI),
    FFI_0_5,
    with_proofs(with_divisors(FFI_0_5, DIVISORS_SINCE), LAYER_SINCE),
    HELIOSELENE_ONLY,
    # Without an allocator there are no divisors.
    HELIOSELENE_ONLY.but(
        "no allocator", (f'{FCMP_REVISION}" }}', f'{FCMP_REVISION}", default-features = false }}')
    ).without("ec-divisors"),
):
    workspace.switches()

# The packages that the lines add to a lock file, as the guide lists for guix.
def published(workspace):
    folder = workspace.written()
    must(["cargo", "metadata", "--format-version", "1", "--offline"], folder)
    packages = r'^name = "(.*)"\nversion = "(.*)"\nsource = "registry'
    return set(re.findall(packages, (folder / "Cargo.lock").read_text(), re.M))


BEFORE_LINES = Workspace("FFI crate, before", "ffi", FFI_BEFORE, "0.4")
added = {name for name, _ in published(FORK_KEPT) - published(BEFORE_LINES)}
if not {"cpufeatures"} <= added <= {"autocfg", "cpufeatures"}:
    sys.exit(f"the lines add to a lock file, and not what the guide says: {added}")

LACKS = "[patch.crates-io] lacks"
LACKS_FCMP = f'[patch."{FCMP_ADDRESS}"] lacks'
NO_STD = "[patch.crates-io] lacks the line of ec-divisors"
for workspace in (PROGRAM, FFI):
    workspace.without("multiexp").is_refused("[patch.crates-io] lacks", "multiexp = {")
    workspace.without("dalek-ff-group").is_refused("[patch.crates-io] lacks", "dalek-ff-group = {")
    workspace.without("ec-divisors").is_refused(NO_STD)
    workspace.without("helioselene").is_refused(LACKS_FCMP, "helioselene = {")
for name, message in (("multiexp", LACKS), ("dalek-ff-group", LACKS), ("ec-divisors", NO_STD)):
    spoilt = members(f", without {name}", "0.4", spoilt=f"sed -i '/^{name} = /d' Cargo.toml")
    spoilt.is_refused(message, f"{name} = {{" if message == LACKS else name)
as_before = "sed -i 's#path = .*/crates/NAME[^\"]*#path = \"../../../crypto/FOLDER#' monero-oxide/ringct/fcmp++/Cargo.toml"
# Its folder is left out, so that of the workspace is not it.
unreplaced = as_before.replace("NAME", "helioselene").replace("FOLDER", "helioselene")
members(", a path as before", "0.4", spoilt=unreplaced).is_refused("There are two helioselene")
unreplaced = as_before.replace("NAME", "ec-divisors").replace("FOLDER", "divisors")
members(", divisors, a path as before", "0.4", "divisors", unreplaced).is_refused("There are two ec-divisors")
dataclasses.replace(WORKSPACE, name="workspace, no paths", commands="").is_refused("It is there by its path", "helioselene = {")
with_points(PROGRAM).but("multiexp 0.5 missing", version="0.5").is_refused(
    "[patch.crates-io] lacks", "multiexp-0_5 = {", "Lines of [patch] have no effect", "multiexp v0.4.2"
)
PROGRAM.but("an older FCMP++", version=BEFORE).is_refused("This FCMP++ is of before 2025-09")
PROGRAM.but("a line too many", BOTH).is_refused("Lines of [patch] have no effect", "multiexp v0.5.2")

table = f'[patch."{FCMP_ADDRESS}"]\n'
BELONGS = ("It belongs into", f'[patch."{FCMP_ADDRESS}"]')
PROGRAM.but("helioselene in the wrong table", (table, "")).is_refused(*BELONGS)
elsewhere = (table, '[patch."https://example.org/monero-oxide"]\n')
PROGRAM.but("another address", elsewhere).is_refused(*BELONGS)
PROGRAM.but("multiexp in the wrong table", (LINE_0_4, ""), (table, table + LINE_0_4)).is_refused(
    "It belongs into", "[patch.crates-io]"
)
divisors = line(PROGRAM.manifest, "ec-divisors")
branch = (divisors, re.sub("rev = .*?}", 'branch = "c-repr" }', divisors))
PROGRAM.but("ec-divisors of another revision", branch).is_refused("ec-divisors must be there once")
older = PROGRAM.but(
    "another version in the lock file",
    (LINE_0_4, ""),
    commands="""
        mkdir -p older/src
        touch older/src/lib.rs
        printf '%s\n' '[workspace]' '[package]' 'name = "multiexp"' 'version = "0.4.1"' \
            '[features]' 'default = ["std"]' 'std = []' 'batch = []' > older/Cargo.toml
        cargo metadata --format-version 1 --offline > metadata
        sed -i 's/^.patch.crates-io.$/&\\nmultiexp = { path = "older" }/' Cargo.toml
    """,
)
older.is_refused("the lock file asks for another version", "Run: cargo update multiexp@0.4.2 --precise 0.4.1")
advised = must(["cargo", "update", "--offline", "multiexp@0.4.2", "--precise", "0.4.1"], older.folder())
if "older" not in must(["cargo", "tree", "--offline", "--invert", "multiexp", "--depth", "0"], older.folder()):
    sys.exit(f"{older.name}: the command that the check gives does nothing:\n{advised}")
PROGRAM.but("the lock file of before", options=("--offline", "--locked")).is_refused("Run cargo once without --locked")
PROGRAM.but(
    "lines in a member",
    commands="""mkdir member && mv Cargo.toml src member && printf '[workspace]\\nmembers = ["member"]\\n' > Cargo.toml""",
).is_refused("no line had an effect", "at the root of the workspace")
PROGRAM.but("two places", by_git[2]).is_refused("helioselene-simd must come from one place")
no_version = (by_git[0][1], by_git[0][1].replace(', version = "=0.4.2"', ""))
BY_GIT.but("no version", no_version).is_refused("The line of multiexp must say which one it is")

# The proof layer: all three crates or none, and only for revisions that it was compared with.
table_lacks = (LACKS_FCMP, "generalized-bulletproofs-ec-gadgets = {")
PROOFS.but("without the gadgets", (line(LAYER, "generalized-bulletproofs-ec-gadgets"), "")).is_refused(*table_lacks)
of_another = "is for another revision of FCMP++"
with_proofs(PROGRAM, LAYER_SINCE).but("of 31c26d9").is_refused(of_another, "fcmp/crates/generalized-bulletproofs-0e438ae\"")
with_proofs(FFI_0_5, LAYER).but("of 0e438ae").is_refused(of_another, "fcmp/crates/generalized-bulletproofs-31c26d9\"")
PROOFS.but("other proofs", version=CHANGED).is_refused("The proof layer is not for this revision of FCMP++")
no_version = LAYER_BY_GIT.replace(', version = "=0.1.0"', "")
with_proofs(PROGRAM.but("git, no version", *by_git), no_version).is_refused(
    "The line of generalized-bulletproofs must say which one it is"
)

# Packages of one revision over another: the sign of y, and an encoded identity.
with_divisors(PROGRAM, DIVISORS_SINCE).but("of 31c26d9").is_refused(of_another, "fcmp/crates/ec-divisors-0e438ae\"")
with_divisors(FFI_0_5).but("of 0e438ae").is_refused(of_another, "fcmp/crates/ec-divisors-31c26d9\"")
with_divisors(PROGRAM_0_5, GIT_DIVISORS).but("by git", *by_git[1:2], (LINE_0_5, line(GIT, "multiexp-0_5")), (POINTS_SINCE, later(points_by_git))).is_refused(
    of_another, "fcmp/crates/ec-divisors-31c26d9\""
)
with_points(PROGRAM).but("over 0e438ae").is_refused(of_another, "fcmp/crates/helioselene-0e438ae\"")
PROGRAM.but("points of 0e438ae over 77788c36", (LINE_0_4, LINE_0_5), version="0.5").is_refused(
    of_another, "fcmp/crates/helioselene-77788c36\""
)
PROGRAM_0_5.but("over 31c26d9 with earlier points", version=EARLIER_POINTS).is_refused(
    of_another, "fcmp/crates/helioselene-0e438ae\""
)
PROGRAM_0_5.but("points that nobody knows", version=OTHER_POINTS).is_refused("is known to do what that of this FCMP++ does")
PROGRAM.but("curves of 2025", version=OTHER_CURVES).is_refused("There is no helioselene for this FCMP++")
no_version = (points_by_git, points_by_git.replace(', version = "=0.1.0"', ""))
BY_GIT.but("no version of helioselene", no_version).is_refused("The line of helioselene must say which one it is")
# What cargo says is all that there is to say.
PROGRAM.but("a line twice", (LINE_0_4, LINE_0_4 + LINE_0_4)).is_refused("duplicate key")
# A folder whose name has no revision, as in earlier versions of the guide.
PROGRAM.but("compat of before", ("/fcmp/crates/", "/compat/")).is_refused(
    "A path leads to a folder that is not there", "fcmp/crates/", "write fcmp/crates for compat"
)
PROGRAM.but("folder of before", ("fcmp/crates/helioselene-0e438ae", "fcmp/crates/helioselene")).is_refused("A path leads to a folder that is not there")

# What cannot be found out is refused: here whether the lines are for the revision.
CANNOT = "could not be found out"


def home_without(name, *crates, git=True):
    """A cargo home that has not downloaded these crates, or no git repository."""
    home = OUT / name
    shutil.rmtree(home, ignore_errors=True)
    index = next((CARGO_HOME / "registry/index").glob("index.crates.io-*"))
    (home / "registry/index").mkdir(parents=True)
    (home / "registry/index" / index.name).symlink_to(index)
    for kind in ("cache", "src"):
        (home / "registry" / kind / index.name).mkdir(parents=True)
        for there in (CARGO_HOME / "registry" / kind / index.name).iterdir():
            if not there.name.startswith(crates or ("/",)):
                (home / "registry" / kind / index.name / there.name).symlink_to(there)
    if git:
        (home / "git").symlink_to(OWN_CARGO_HOME / "git")
    return str(home)


# FCMP++ behind a default feature, with another crate that is optional and was not downloaded.
optional = PROGRAM_0_5.but(
    "behind a feature",
    ("[dependencies]\n", '[features]\ndefault = ["proofs"]\nproofs = ["dep:monero-fcmp-plus-plus"]\n[dependencies]\nnum-bigint = { version = "0.4", optional = true }\n'),
    ('97f" }\n\n[patch', '97f", optional = true }\n\n[patch'),
)
without_bigint = home_without("cargo-home-without-num-bigint", "num-bigint-")
optional.but("over 0e438ae", (LINE_0_5, LINE_0_4), version="0.4").is_refused(of_another, CARGO_HOME=without_bigint)
everything = dataclasses.replace(optional, name="program, all features", options=("--offline", "--all-features"))
everything.is_refused("Run `cargo fetch`", CARGO_HOME=without_bigint)
dataclasses.replace(optional, name="program, no features", options=("--offline", "--no-default-features")).is_refused(
    "If it has FCMP++ with a feature, run the check with it"
)
# All of FCMP++ is replaced: cargo says where the original is, if it has it.
alone = HELIOSELENE_ONLY.but("no allocator", (f'{FCMP_REVISION}" }}', f'{FCMP_REVISION}", default-features = false }}')).without("ec-divisors")
alone = dataclasses.replace(alone, commands="cargo metadata --format-version 1 --offline > metadata")
alone.is_refused(CANNOT, "Run `cargo fetch`", CARGO_HOME=home_without("cargo-home-without-git", git=False))
# The folder of a crate that was replaced by its path is deleted.
members(", a folder deleted", "0.4", spoilt="rm -r crypto/helioselene").is_refused(CANNOT, "The folder that it had, crypto/helioselene")

# A fork whose merge changes what decides, so that the file is neither the fork's nor upstream's, which is known.
merged = OUT / "repositories/fcmp-merged"
copy_fcmp("0.4", merged)
MERGE = """
    known=$(cat $file); echo first > $file
    git init -q -b c-repr; git add -A; git commit -q -m first
    git checkout -q -b fork; echo fork > $file; git commit -q -a -m fork
    git checkout -q c-repr; echo "$known" > $file; git commit -q -a -m upstream
    ! git merge -q fork; echo both > $file; git commit -q -a -m merge
"""
must(["sh", "-e", "-c", MERGE], merged, file="crypto/helioselene/src/point.rs")
FCMP["0.4-merged"] = Repository(merged)
PROGRAM.but("a merge", version="0.4-merged").is_refused("is known to do what that of this FCMP++ does")

# Git's settings do not matter, nor whether it is there.
no_git = OUT / "no-git"
no_git.mkdir(exist_ok=True)
(no_git / "git").write_text("#!/bin/sh\nexit 1\n")
(no_git / "git").chmod(0o755)
code, printed = PROGRAM.check(PROGRAM.written(), "--offline", GIT_DIR="/", PATH=f"{no_git}:{os.environ['PATH']}")
if code:
    sys.exit(f"without git the check's exit code is {code}:\n{printed}")

# A lock file of before, with lines of a later version than the original's, which cargo does not take by itself.
LOCKED = (
    "sed '/^.patch/,$d' Cargo.toml > before; mv Cargo.toml after; mv before Cargo.toml; cargo metadata --format-version 1 --offline > before;"
    "mv after Cargo.toml; rm before"
)
locked = with_proofs(with_divisors(PROGRAM_0_5, DIVISORS_SINCE), LAYER_SINCE).but("locked", commands=LOCKED)
UPDATE = "helioselene@0.1.0 ec-divisors@0.1.0 generalized-bulletproofs@0.1.0"
locked.is_refused("the lock file asks for another version", f"Run: cargo update {UPDATE}")
must(["cargo", "update", "--offline", *UPDATE.split()], locked.folder())
code, printed = locked.check(locked.folder(), "--locked", "--offline")
if code:
    sys.exit(f"{locked.name}: the command that the check gives does not mend it:\n{printed}")
# Lines of another revision that have no effect, as the lock file has FCMP++'s own.
with_divisors(PROGRAM, DIVISORS_SINCE).but("of 31c26d9, locked", commands=LOCKED).is_refused(of_another, "fcmp/crates/ec-divisors-0e438ae\"")
with_proofs(PROGRAM, LAYER_SINCE).but("of 31c26d9, locked", commands=LOCKED).is_refused(
    of_another, "fcmp/crates/generalized-bulletproofs-0e438ae\""
)

# What the command writes is what the guide says, and `undo` gives the same bytes back.
def patches(manifest):
    lines = tomllib.loads(manifest.read_text()).get("patch", {})
    for table in lines.values():
        for value in table.values():
            if "path" in value:
                value["path"] = os.path.realpath(manifest.parent / value["path"])
    return lines


def texts(folder):
    return {file: file.read_bytes() for file in folder.rglob("Cargo.*")}


def before_lines(workspace):
    """Its manifest without this repository's lines."""
    if workspace.files == "program":
        return workspace.manifest.split("\n[patch", 1)[0] + "\n" + DEBUG
    if workspace.files == "ffi":
        return FFI_BEFORE if own_multiexp[0] in workspace.manifest else FFI_BEFORE.replace(*own_multiexp)
    return workspace.manifest


for expected, sets in (
    (PROGRAM, ""),
    (with_divisors(PROGRAM), "divisors"),
    (PROOFS, "proofs"),
    (PROGRAM_0_5, ""),
    (with_proofs(with_divisors(PROGRAM_0_5, DIVISORS_SINCE), LAYER_SINCE), "divisors proofs"),
    (FORK_KEPT, ""),
    (with_proofs(with_divisors(FFI_0_5, DIVISORS_SINCE), LAYER_SINCE), "proofs divisors"),
    (members(", multiexp 0.5", "0.5"), ""),
    (members(", multiexp 0.5, proofs, divisors", "0.5", "divisors proofs"), "divisors proofs"),
):
    by_hand = expected.written()
    fresh = dataclasses.replace(expected, name=f"{expected.name}, by the command", manifest=before_lines(expected), commands="")
    for lock in ("this repository's", "its own", "none"):
        folder = fresh.written()
        if lock == "its own":
            must(["cargo", "metadata", "--format-version", "1", "--offline"], folder)
        elif lock == "none":
            (folder / "Cargo.lock").unlink()
        before = texts(folder)
        must([SWITCH, "lines", *sets.split(), "--offline"], folder)
        if texts(folder) != before:
            sys.exit(f"{fresh.name}: showing the lines changed files")
        must([SWITCH, "lines", *sets.split(), "--write", "--offline"], folder)
        code, printed = fresh.check(folder, "--locked", "--offline")
        if code:
            sys.exit(f"{fresh.name}, lock file {lock}: the check's exit code is {code}:\n{printed}")
        written, wanted = patches(folder / "Cargo.toml"), patches(by_hand / "Cargo.toml")
        wanted.get("crates-io", {}).pop("crypto-bigint", None), written["crates-io"].pop("crypto-bigint", None)
        if expected.files != "fcmp" and written != wanted:
            sys.exit(f"{fresh.name}: the command writes {written}, and the guide {wanted}")
        # Other lines, from the same beginning.
        must([SWITCH, "lines", "divisors", "--write", "--offline"], folder)
        must([SWITCH, "undo"], folder)
        if texts(folder) != before:
            sys.exit(f"{fresh.name}, lock file {lock}: `undo` does not give the same bytes back")
    print(f"ok: {fresh.name}, and undone", flush=True)

# Where nothing is known to fit, nothing is written.
for version, sets in ((OTHER_POINTS, ""), (OTHER_CURVES, ""), (CHANGED, "proofs")):
    refused = dataclasses.replace(PROGRAM, name=f"program over {version}", version=version, manifest=before_lines(PROGRAM))
    folder = refused.written()
    before = texts(folder)
    code, printed = run([SWITCH, "lines", *sets.split(), "--write", "--offline"], folder)
    if code != 1 or "is known to do what that of this FCMP++ does" not in printed or texts(folder) != before:
        sys.exit(f"{refused.name}: lines are written, or files changed:\n{printed}")
    print(f"ok: {refused.name}: no lines", flush=True)

# From the root of Monero's repository.
crate = "src/fcmp_pp/fcmp_pp_rust"
monero = OUT / "workspaces/monero"
shutil.copytree(dataclasses.replace(FORK_KEPT, name="Monero's crate", manifest=FFI_BEFORE).written(), monero / crate)
must([SWITCH, "lines", "--write", "--offline"], monero)
must([SWITCH, "check", "--offline"], monero)
print("ok: Monero's crate, from the root of the repository", flush=True)
