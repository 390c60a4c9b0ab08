#!/usr/bin/env python3
"""Fails if an import goes up a floor, if files import each other in a circle, or if a file computes in floating point
that has no door for it.

    python3 .ci/floors.py            the check
    python3 .ci/floors.py --rooms    and draws the floors and their imports
    python3 .ci/floors.py --write    and writes that drawing into notes/architecture.md

The floors are the modules of src/lib.rs in the order in which it declares them: each may import from
itself and from those before it. What only tests compile may import from anywhere. A name that a module
passes on (`pub(crate) use`) counts as an import of the file that defines it.

Floating point is in the files below only, which a thread reaches whose rounding mode and traps allow it.
"""

import re
import sys
from pathlib import Path

SRC = Path(__file__).resolve().parent.parent / "src"
PATH = r"(?:\w+::)*\w+"
# What only the package in checks/ compiles.
TEST = r'#\[cfg\((?:test|doctest|feature = "checks"|all\(\s*test,[^\]]*)\)\]'


# Behind the door of doubles.
DOUBLES = {
    ("backend", "doubles"),
    ("backend", "avx2", "vectors"),
}
FLOATING_POINT = re.compile(r"\bf(?:16|32|64|128)\b|(?<![\w.])\d[\d_]*(?:\.(?:\d|(?![\w.]))|[eE][+-]?\d)")


def module_of(file):
    parts = file.relative_to(SRC).with_suffix("").parts
    return () if parts == ("lib",) else parts


FILES = {module_of(file): file for file in sorted(SRC.rglob("*.rs"))}


def without_tests(text):
    """The text without comments, and without what only tests compile; as many lines as before."""
    text = re.sub(r"//[^\n]*", "", text)
    out, at = [], 0
    for match in re.finditer(TEST + r"\s*(?:#\[[^\]]*\]\s*)*", text):
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


def test_modules():
    """The modules, and what is below them, that are declared for tests only."""
    found = set()
    for module, file in FILES.items():
        for name in re.findall(TEST + r"\s*(?:#\[[^\]]*\]\s*)*(?:pub\(crate\) )?mod (\w+);", file.read_text()):
            found.add(module + (name,))
    return found


TESTS = test_modules()
TEXT = {
    module: without_inline_modules(without_tests(file.read_text()))
    for module, file in FILES.items()
    if not any(module[: len(test)] == test for test in TESTS)
}


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


def absolute(module, path):
    """A path from the crate's root; none for another crate's."""
    if path[0] == "crate":
        return path[1:]
    if path[0] in ("self", "super"):
        at = module
        while path and path[0] in ("self", "super"):
            at, path = (at[:-1] if path[0] == "super" else at), path[1:]
        return at + path
    # A child, or a module or item of the same file.
    return module + path if module + path[:1] in FILES else None


PASSED_ON = {}
for module, text in TEXT.items():
    for tree in re.findall(r"pub(?:\([^)]*\))? use ([^;]+);", text):
        for path, name in leaves(tree):
            target = absolute(module, path)
            if target is not None and target != module + (name,):
                PASSED_ON[module, name] = target


def home(path):
    """The module whose file defines what a path names."""
    for _ in range(10):
        at = path
        while at not in FILES:
            at = at[:-1]
        rest = path[len(at) :]
        if rest and (at, rest[0]) in PASSED_ON:
            path = PASSED_ON[at, rest[0]] + rest[1:]
            continue
        return at
    raise SystemExit(f"{'::'.join(path)} is passed on in a circle")


def imports(module, text):
    """The modules that a file uses, by `use` or by a path in the text; not what it only passes on."""
    for tree in re.findall(r"(?<!\) )(?<!pub )use ([^;]+);", text):
        for path, _ in leaves(tree):
            if (target := absolute(module, path)) is not None:
                yield home(target)
    for path in re.findall(rf"(?:crate|super)::{PATH}", re.sub(r"use [^;]+;", "", text)):
        if (target := absolute(module, tuple(path.split("::")))) is not None:
            yield home(target)


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


def main():
    floors = [name for name in re.findall(r"^(?:pub )?mod (\w+);", TEXT[()], re.M)]
    wrong = 0
    graph = {}
    for module, text in TEXT.items():
        if not module:
            continue
        graph[module] = {target for target in imports(module, text) if target and target != module}
        for target in sorted(graph[module]):
            if floors.index(target[0]) > floors.index(module[0]):
                print(f"goes up: {'::'.join(module)} imports from {'::'.join(target)}")
                wrong += 1

    # Circles: what is left when files that import nothing that is left are taken away, both ways round.
    left = {module: set(targets) for module, targets in graph.items()}
    for _ in left.copy():
        used = set().union(*left.values()) if left else set()
        left = {m: {t for t in ts if t in left} for m, ts in left.items() if m in used}
        left = {m: {t for t in ts if t in left} for m, ts in left.items()}
        left = {m: ts for m, ts in left.items() if ts}
    for module, targets in left.items():
        print(f"in a circle: {'::'.join(module)} imports from {', '.join('::'.join(t) for t in sorted(targets))}")
    wrong += len(left)

    for module, text in TEXT.items():
        if any(module[: len(door)] == door for door in DOUBLES):
            continue
        for number in sorted(set(FLOATING_POINT.findall(re.sub(r'"(?:[^"\\]|\\.)*"', "", text)))):
            print(f"floating point: {number} in {'::'.join(module)}")
            wrong += 1

    if "--rooms" in sys.argv[1:]:
        print(*drawing(floors, graph), sep="\n")
    if "--write" in sys.argv[1:]:
        page = SRC.parent / "notes" / "architecture.md"
        start, _, rest = page.read_text().partition("```text rooms\n")
        end = rest[rest.index("```") :]
        page.write_text(start + "```text rooms\n" + "\n".join(drawing(floors, graph)) + "\n" + end)
    files = len(graph)
    print(f"{len(floors)} floors, {files} files, {wrong} imports or files out of order")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
