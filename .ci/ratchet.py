#!/usr/bin/env python3
"""Fails if a figure has grown beyond .ci/ratchet.toml, and reports those that have fallen.

    python3 .ci/ratchet.py                 the check
    python3 .ci/ratchet.py --tighten       also writes the figures that have fallen
    python3 .ci/ratchet.py --text          also the size of the library's machine code as tests last compiled it

`at_most` is the limit. To raise it, write the new figure and the reason at the start of `why`.

Lines are neither blank, nor comments, nor test-only. A build's lines are those that its `cfg`s let in, from `src/lib.rs`
on, without slices, which are counted apart.
"""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import floors
from floors import SRC

ROOT = SRC.parent
FILE = ROOT / ".ci" / "ratchet.toml"
WALK = ROOT / "notes" / "architecture.md"

X86_64 = {'target_arch = "x86_64"', 'target_feature = "sse"', 'target_os = "linux"'}
PARTS = {f'helioselene_has = "{part}"' for part in ("words_64", "barrier", "const_black_box", "optimised")}
VECTORS = {f'helioselene_has = "{part}"' for part in ("assembly", "lanes", "ifma")}
# AVX2 serves batches only, which need `alloc`.
BATCHES = {'feature = "std"', 'feature = "alloc"', 'helioselene_has = "avx2"'}
# The `cfg` predicates that hold in each build.
BUILDS = {
    "lines in a build for x86-64": X86_64 | PARTS | VECTORS | BATCHES,
    "the same without batches": X86_64 | PARTS | VECTORS,
    "lines in plain Rust without batches": PARTS | {'target_arch = "riscv64"'},
}
ITEM = re.compile(r"(?:pub|fn|mod|use|impl|struct|enum|trait|const|static|type|extern|unsafe|macro_rules|let|if|for|return|\{)\b|\{")


def holds(condition, true):
    """Whether a `cfg` holds in a build where the predicates in `true` hold."""
    if match := re.fullmatch(r"(all|any|not)\((.*)\)", condition, re.S):
        values = [holds(part, true) for part in floors.split(match[2], "()")]
        return {"all": all, "any": any, "not": lambda values: not values[0]}[match[1]](values)
    return condition in true


def end(text, at):
    """The end of the item, field or arm that begins at a position."""
    item, depth = ITEM.match(text, at), 0
    while True:
        c = text[at]
        if depth == 0 and (c == ";" or c == "," and not item):
            return at + 1
        if depth == 0 and c in "})]":
            return at
        depth += {"{": 1, "(": 1, "[": 1, "}": -1, ")": -1, "]": -1}.get(c, 0)
        at += 1
        if item and c == "}" and depth == 0:
            return at


def contained(text, true):
    """The part of a text (without comments) that a build contains."""
    at = 0
    while match := re.compile(r"#\[cfg\(").search(text, at):
        close, depth = match.end(), 1
        while depth:
            depth += {"(": 1, ")": -1}.get(text[close], 0)
            close += 1
        rest = re.compile(r"\]\s*(?:#\[(?!cfg\()[^\]]*\]\s*)*").match(text, close).end()
        if holds(" ".join(text[match.end() : close - 1].split()), true):
            at = rest
        elif text.startswith("#[cfg(", rest):
            # Left out, whatever the next attribute says.
            text = text[: match.start()] + "#[cfg(any())]" + text[re.compile(r"[^\n]*\]").match(text, rest).end() :]
            at = match.start()
        else:
            text = text[: match.start()] + text[end(text, rest) :]
            at = match.start()
    return text


def lines(text):
    return sum(1 for line in text.split("\n") if line.strip())


def lines_of_build(true):
    """The lines of the files that a build reaches, slices apart."""
    total, left = 0, [()]
    while left:
        module = left.pop()
        if module not in floors.FILES or module == ("slices",):
            # Declared in a macro or inline, or counted apart.
            continue
        text = contained(re.sub(r"//[^\n]*", "", floors.FILES[module].read_text()), true)
        total += lines(text)
        left += [module + (name,) for name in re.findall(r"\bmod (\w+);", text)]
    return total


def text_size():
    """The bytes of machine code and constants in the library with vectors that was built last."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    libraries = sorted((target / "release/deps").glob("libhelioselene_simd-*.rlib"), key=lambda file: -file.stat().st_mtime)
    library = next(file for file in libraries if b"enter_ifma" in file.read_bytes())
    rows = subprocess.run(["size", library], capture_output=True, text=True, check=True).stdout.split("\n")[1:]
    return sum(int(row.split()[0]) for row in rows if row.strip())


def measured():
    texts = {module: floors.without_tests(file.read_text()) for module, file in floors.FILES.items()}
    shipped = {module: lines(text) for module, text in texts.items()}
    slices = sum(count for module, count in shipped.items() if module[0:1] == ("slices",))
    yield "lines of src, slices apart", sum(shipped.values()) - slices
    yield "lines of slices", slices
    for name, true in BUILDS.items():
        yield name, lines_of_build(true)
    walk = re.search(r"from the operator to the instruction, go through \w+ files: ([^.]*)\.", WALK.read_text())
    walk = re.findall(r"`([\w/]+)`", walk[1])
    for name in walk:
        if not any(("/" + "/".join(module)).endswith("/" + name) for module in floors.FILES):
            sys.exit(f"{WALK.name} sends P * k through {name}, which is no file of src")
    yield "files from P * k to the instruction", len(walk)
    yield "cfgs", sum(len(re.findall(r"#!?\[cfg(?:_attr)?\(", text)) for text in texts.values())
    listed = ["cargo", "package", "--package", "helioselene-simd", "--list", "--allow-dirty"]
    listed = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    files = [ROOT / name for name in listed if not name.endswith((".md", ".svg")) and (ROOT / name).is_file()]
    yield "kB of the package without its pages", sum(file.stat().st_size for file in files) // 1000


def main():
    figures = tomllib.loads(FILE.read_text())
    compiler = figures.pop("compiler")
    now = dict(measured())
    text = "kB of machine code, all features but AVX-IFMA"
    if "--text" in sys.argv:
        version = subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
        if version == compiler:
            now[text] = text_size() // 1000
        else:
            print(f"not compared: {text}, as rustc is {version} and the figure is {compiler}'s")
    if unknown := set(now) ^ (set(figures) - ({text} - set(now))):
        sys.exit(f"in one of {FILE.name} and {Path(__file__).name} only: {', '.join(sorted(unknown))}")
    wrong, fallen = 0, {}
    for name, figure in now.items():
        at_most, why = figures[name]["at_most"], figures[name]["why"]
        said = int(re.match(r"\d*", why)[0] or 0)
        mark = ""
        if figure > at_most:
            mark = f", which has grown: it may be {at_most}. Raise it in {FILE.name}, with the reason"
        elif at_most > said:
            mark = f", which may be {at_most}: `why` has a reason for {said}"
        elif figure < at_most:
            fallen[name] = figure
            print(f"{name}: {figure} (aim {figures[name]['aim']}), fallen from {at_most}: python3 .ci/ratchet.py --tighten")
            continue
        wrong += bool(mark)
        print(f"{name}: {figure} (aim {figures[name]['aim']}){mark}")
    if "--tighten" in sys.argv:
        page = FILE.read_text()
        for name, figure in fallen.items():
            page = re.sub(rf'(\["{re.escape(name)}"\]\n(?:[^\[\n]*\n)*?at_most = )\d+', rf"\g<1>{figure}", page)
        FILE.write_text(page)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
