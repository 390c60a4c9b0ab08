#!/usr/bin/env python3
"""Finds what the compiler allows: an import or a dependency that goes up a floor, files that import each other in a circle, and
floating point in a file of src/ that is not behind the door which checks the rounding mode.

    python3 .ci/floors.py            the check
    python3 .ci/floors.py --rooms    also prints the floors of src/, all packages, and their imports

The floors of src/ are the modules of src/lib.rs in the order in which it declares them: each may import from
itself and from those before it. Test-only code may import from anywhere. A re-exported name (`pub use`) counts as
an import of the file that defines it and of those that pass it on.

The floors of the repository are folders, in the order of `FOLDERS`: a package may be built on packages of its own floor and of those
before it. Its tests and benches too may depend on other packages of its house and of those before it: the library's, fcmp/, lab/.

No crate of any package, tests, benches and examples included, may have files that import each other in a circle. A module and its
children may: a file's references to its own children by path, and re-exports, are not counted.

Only the files in `DOUBLES` may use floating point: their door checks the thread's rounding mode and traps.
"""

import os
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PATH = r"(?:\w+::)*\w+"
# Attributes of code that only tests and the package in lab/inside compile.
TEST = r'#\[cfg\((?:test|doctest|helioselene_inside|all\(\s*(?:test|helioselene_inside),[^\]]*)\)\]'

# The library; what it is used by, tested and timed with; replacements for FCMP++'s crates; what uses and compares these; the lab.
FOLDERS = [["src"], ["arkworks", "benches", "tests"], ["fcmp/crates", "fcmp/leaves"], ["fcmp"], ["lab"]]

# Behind the door of doubles.
DOUBLES = {
    ("backend", "doubles"),
    ("backend", "avx2", "vectors"),
}
FLOATING_POINT = re.compile(r"\bf(?:16|32|64|128)\b|(?<![\w.])\d[\d_]*(?:\.(?:\d|(?![\w.]))|[eE][+-]?\d)")


def without_tests(text, test=TEST):
    """The text without comments and test-only code, with line numbers unchanged."""
    text = re.sub(r"//[^\n]*", "", text)
    out, at = [], 0
    for match in re.finditer(test + r"\s*(?:#\[[^\]]*\]\s*)*", text):
        if match.start() < at:
            continue
        out.append(text[at : match.start()])
        at, depth = match.end(), 0
        while text[at] != ";" or depth:
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            at += 1
            if text[at - 1] == "}" and depth == 0:
                break
        else:
            at += 1
        out.append("\n" * text.count("\n", match.start(), at))
    return "".join(out) + text[at:]


def without_inline_modules(text):
    """The text with what is in `mod name { … }` as if it were not in a module of its own."""
    while match := re.search(r"\bmod \w+ \{", text):
        depth, at = 1, match.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            at += 1
        inner = re.sub(r"\bsuper::(?!super)", "self::", text[match.end() : at - 1])
        inner = inner.replace("super::self::", "super::")
        text = text[: match.start()] + inner + text[at:]
    return text


def split(text, brackets):
    """The parts of a list between commas that are in no brackets."""
    depth, part, parts = 0, "", []
    for c in text:
        depth += {brackets[0]: 1, brackets[1]: -1}.get(c, 0)
        if c == "," and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += c
    return [part.strip() for part in [*parts, part] if part.strip()]


def leaves(tree, prefix=()):
    """The paths of a `use` tree, each with the name that it gets."""
    tree = tree.strip()
    if match := re.fullmatch(rf"(?:({PATH})::)?\{{(.*)\}}", tree, re.S):
        start = prefix + tuple(match[1].split("::") if match[1] else ())
        for part in split(match[2], "{}"):
            yield from leaves(part, start)
    elif match := re.fullmatch(rf"({PATH})(?:::(\*)|\s+as\s+(\w+))?", tree, re.S):
        path = prefix + tuple(match[1].split("::"))
        path = path[:-1] if path[-1] == "self" and len(path) > 1 else path
        yield path, "*" if match[2] else match[3] or path[-1]


class Crate:
    """The files of a crate by module, and what each imports."""

    def __init__(self, root, tests=False):
        """`root` is its first file. With `tests`, what only tests compile counts as well."""
        self.root, self.files, self.text, self.passed_on = root, {}, {}, {}
        self.read((), root, root.parent, tests)
        for module, text in self.text.items():
            for tree in re.findall(r"pub(?:\([^)]*\))? use ([^;]+);", text):
                for path, name in leaves(tree):
                    target = self.absolute(module, path)
                    if target is not None and target != module + (name,):
                        self.passed_on[module, name] = target

    def read(self, module, file, folder, tests):
        """Adds a file and, from `folder`, those of its modules."""
        whole = file.read_text()
        text = re.sub(r"//[^\n]*", "", whole) if tests else without_tests(whole)
        self.files[module], self.text[module] = file, without_inline_modules(text)
        declared = r"((?:#\[[^\]]*\]\s*)*)(?:pub(?:\([^)]*\))? )?mod (\w+);"
        for attributes, name in re.findall(declared, text):
            if path := re.search(r'#\[path = "([^"]+)"\]', attributes):
                child = (file.parent / path[1]).resolve()
                below = child.parent if child.name == "mod.rs" else child.with_suffix("")
            elif (folder / f"{name}.rs").exists():
                child, below = folder / f"{name}.rs", folder / name
            else:
                child, below = folder / name / "mod.rs", folder / name
            if child.exists():
                self.read((*module, name), child, below, tests)

    def absolute(self, module, path):
        """A path from the crate's root; none for another crate's."""
        if path[0] == "crate":
            return path[1:]
        if path[0] in ("self", "super"):
            at = module
            while path and path[0] in ("self", "super"):
                at, path = (at[:-1] if path[0] == "super" else at), path[1:]
            return at + path
        # A child, or a module or item of the same file.
        return module + path if module + path[:1] in self.files else None

    def homes(self, path):
        """The modules whose files pass on what a path names, and last the one that defines it."""
        for _ in range(10):
            at = path
            while at not in self.files:
                at = at[:-1]
            yield at
            rest = path[len(at) :]
            if not rest or (at, rest[0]) not in self.passed_on:
                return
            path = self.passed_on[at, rest[0]] + rest[1:]
        raise SystemExit(f"{'::'.join(path)} is passed on in a circle")

    def imports(self, module):
        """The modules that a file uses, by `use` or by a path in the text; not what it only passes on."""
        text = self.text[module]
        for tree in re.findall(r"(?<!\) )(?<!pub )use ([^;]+);", text):
            for path, _ in leaves(tree):
                if (target := self.absolute(module, path)) is not None:
                    yield from self.homes(target)
        for path in re.findall(rf"(?:crate|super)::{PATH}", re.sub(r"use [^;]+;", "", text)):
            if (target := self.absolute(module, tuple(path.split("::")))) is not None:
                yield from self.homes(target)

    def graph(self):
        """The modules that each imports, but for the first file, which declares them."""
        modules = [module for module in self.text if module]
        return {module: {t for t in self.imports(module) if t and t != module} for module in modules}


SRC = ROOT / "src"
LIBRARY = Crate(SRC / "lib.rs")
FILES = dict(sorted(LIBRARY.files.items(), key=lambda entry: entry[1]))
TEXT = {module: LIBRARY.text[module] for module in FILES}


def in_circles(graph):
    """The part of a graph whose nodes are in a circle."""
    reached = {node: set(targets) for node, targets in graph.items()}
    for _ in graph:
        longer = {node: targets.union(*(reached.get(t, ()) for t in targets)) for node, targets in reached.items()}
        if longer == reached:
            break
        reached = longer
    circles = {node: {t for t in graph[node] if node in reached.get(t, ())} for node in graph}
    return {node: targets for node, targets in circles.items() if targets}


def packages():
    """The folders with a package, each with its manifest."""
    for manifest in sorted(ROOT.glob("**/Cargo.toml")):
        folder = manifest.parent.relative_to(ROOT)
        if not {"target", ".git"} & set(folder.parts):
            content = tomllib.loads(manifest.read_text())
            if "package" in content:
                yield folder, content


def first_files(folder, manifest):
    """The first files of a package's crates."""
    here = ROOT / folder
    found = {here / "src" / "lib.rs", here / "src" / "main.rs", here / manifest.get("lib", {}).get("path", "src/lib.rs")}
    found |= {*(here / "src" / "bin").glob("*.rs")}
    for kind in ("bin", "bench", "example", "test"):
        found |= {here / target["path"] for target in manifest.get(kind, []) if "path" in target}
    for kind in ("benches", "examples", "tests"):
        found |= {*(here / kind).glob("*.rs"), *(here / kind).glob("*/main.rs")}
    return sorted(file for file in found if file.exists())


def floor(folder):
    """The number of a package's floor, from the ground."""
    tops = ["/".join(folder.parts[:2]), folder.parts[0]] if folder.parts else ["src"]
    return next(i for top in tops for i, floor in enumerate(FOLDERS) if top in floor)


def house(folder):
    """The number of a package's house."""
    return [0, 0, 1, 1, 2][floor(folder)]


def local_dependencies(folder, manifest, kinds=("dependencies", "build-dependencies")):
    """The folders of the packages that one is built on; with other `kinds`, of those that its tests need."""
    for of in [manifest, *manifest.get("target", {}).values()]:
        for kind in kinds:
            for name, dependency in of.get(kind, {}).items():
                if isinstance(dependency, dict):
                    assert not dependency.get("workspace"), f"{folder}: {name} has no path here"
                    if "path" in dependency:
                        yield Path(os.path.normpath(folder / dependency["path"]))


def check_packages():
    """The faults between packages, and within their crates; the packages with their crates and files."""
    faults, counts = [], {}
    known = dict(packages())
    for folder, manifest in known.items():
        for target in local_dependencies(folder, manifest):
            if target in known and floor(target) > floor(folder):
                faults.append(f"goes up: {folder} depends on {target}")
        for target in local_dependencies(folder, manifest, ["dev-dependencies"]):
            if target in known and house(target) > house(folder):
                faults.append(f"goes up: tests of {folder} depend on {target}")
        files = set()
        for first in first_files(folder, manifest):
            crate = Crate(first)
            files |= set(crate.files.values())
            for module, targets in in_circles(crate.graph()).items():
                names = ", ".join("::".join(target) for target in sorted(targets))
                faults.append(f"in a circle: {first.relative_to(ROOT)}: {'::'.join(module)} imports from {names}")
        counts[folder] = len(files)
    return faults, counts


def drawing(floors, graph):
    """A row and a column for each floor, the ground at the top: how many imports of files the row's has from the column's."""
    arrows = {}
    for module, targets in graph.items():
        for target in targets:
            arrow = (floors.index(module[0]), floors.index(target[0]))
            arrows[arrow] = arrows.get(arrow, 0) + 1
    width = max(map(len, floors))
    yield f"{'imports from':>{width + 11}}" + "".join(f"{column + 1:4}" for column in range(len(floors) - 1))
    for row, name in enumerate(floors):
        files = sum(module[0] == name for module in graph)
        cells = (arrows.get((row, column), "·" if column < row else " ") for column in range(len(floors) - 1))
        start = f"{row + 1:3} {name:{width}} {files:3} f.".ljust(width + 11)
        yield (start + "".join(f"{cell:>4}" for cell in cells)).rstrip()
    between = {arrow: count for arrow, count in arrows.items() if arrow[0] != arrow[1]}
    up = sum(count for (row, column), count in between.items() if column > row)
    yield f"{len(floors)} rooms, {len(between)} arrows of {sum(between.values())} imports between them, {up} of these up"


def packages_drawing(counts):
    """The packages by floor, the ground at the top, each with its files and the packages that it is built on."""
    known = dict(packages())
    ordered = sorted(known, key=lambda folder: (floor(folder), folder))
    width = max(len(str(folder)) for folder in ordered)
    for folder in ordered:
        on = sorted({t for t in local_dependencies(folder, known[folder]) if t in known}, key=str)
        names = ", ".join("src" if target == Path(".") else str(target) for target in on)
        name = str(folder) if folder.parts else "src, its tests and examples"
        files = f"{counts[folder]} f."
        yield f"{floor(folder) + 1} {name:{width}} {files:>6}  {names}".rstrip()


def main():
    floors = re.findall(r"^(?:pub )?mod (\w+);", TEXT[()], re.M)
    faults, counts = check_packages()
    graph = LIBRARY.graph()
    for module, targets in graph.items():
        for target in sorted(targets):
            if floors.index(target[0]) > floors.index(module[0]):
                faults.append(f"goes up: {'::'.join(module)} imports from {'::'.join(target)}")
    for module, text in TEXT.items():
        if any(module[: len(door)] == door for door in DOUBLES):
            continue
        for number in sorted(set(FLOATING_POINT.findall(re.sub(r'"(?:[^"\\]|\\.)*"', "", text)))):
            faults.append(f"floating point: {number} in {'::'.join(module)}")

    if "--rooms" in sys.argv[1:]:
        print(*drawing(floors, graph), "", *packages_drawing(counts), "", sep="\n")
    print(*faults, sep="\n", end="\n" if faults else "")
    print(f"{len(floors)} floors of {len(graph)} files, {len(counts)} packages of {sum(counts.values())}, {len(faults)} imports or files out of order")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
