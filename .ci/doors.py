#!/usr/bin/env python3
"""Finds what makes `unsafe` unsound without any test failing on the CPU at hand: a door that does not check the CPU for every feature
that the code behind it may use (those that its functions enable, those that rustc takes as implied by them, and those of the
instructions in assembly), and an unsafe block without a comment `SAFETY:`. Clippy finds the latter neither in macros nor where one
comment serves every block of an item."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SRC = ROOT / "src"
# What ships; tests explain themselves.
SHIPPED = ["src", "arkworks", "fcmp/crates", "fcmp/leaves", "fcmp/ffi"]
TESTS = {"tests", "benches", "examples", "testing", "inside", "target"}
TARGET = "x86_64-unknown-linux-gnu"
# Instructions used in assembly that some CPUs lack, by feature.
INSTRUCTIONS = {
    "adx": "adcx adox",
    "bmi1": "andn bextr blsi blsmsk blsr tzcnt",
    "bmi2": "bzhi mulx pdep pext rorx sarx shlx shrx",
    "lzcnt": "lzcnt",
    "movbe": "movbe",
    "popcnt": "popcnt",
}


def code(file):
    return re.sub(r"//[^\n]*", "", (SRC / file).read_text())


def asked(file):
    """The features that a file checks for."""
    lists = re.findall(r"cpufeatures::new!\(\s*\w+,([^)]*)\)", code(file))
    features = set(re.findall(r'"([\w.]+)"', " ".join(lists)))
    return features | ({"f16c"} if "f16c() =>" in code(file) else set())


def compiled(features):
    """All features that rustc enables if told to enable these."""
    command = ["rustc", "--print", "cfg", "--target", TARGET, "-C", "target-feature=" + features]
    out = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout
    return set(re.findall(r'target_feature="([\w.]+)"', out))


def unexplained(lines):
    """The numbers of the lines with an unsafe block of which no comment just above says why it is sound, nor one above the item."""
    explained_until = None
    for i, line in enumerate(lines):
        if match := re.match(r"( *)// SAFETY, of every block: ", line):
            explained_until = match[1] + "}"
        elif line == explained_until:
            explained_until = None
        if explained_until or not re.search(r"^[^/]*\bunsafe\s*\{", line):
            continue
        above = []
        for before in reversed(lines[max(0, i - 12) : i]):
            if re.search(r"\bunsafe\s*\{", before) or not before.strip():
                break
            above.append(before)
        if not any("// SAFETY: " in before for before in above):
            yield i + 1


faults = []


def check(what, needed, there):
    print(f"{what}: {len(needed)} features, {', '.join(sorted(needed)) or 'the base set'}")
    faults.extend(f"{what} does not ask for {feature}" for feature in sorted(needed - there))


enabled = {}
for file in sorted((SRC / "backend").glob("*/vectors.rs")):
    for name, features in re.findall(r'\w+: enter_(\w+), call_\w+: "([\w.,]+)"', code(file.relative_to(SRC))):
        enabled[name] = features
base = compiled("+sse2")
# Each door checks what AVX2's does, and more.
for name in ["avx2", "ifma"]:
    check(name, compiled("+" + enabled.pop(name).replace(",", ",+")) - base, asked("backend/features.rs") | asked(f"backend/{name}.rs"))
assert not enabled, f"no door is known for {enabled}"

adx, seen = asked("arithmetic/adx.rs"), set()
for file in sorted(SRC.rglob("*.rs")):
    file = file.relative_to(SRC)
    # Assembly text is built by `concat!`, in its own file or beside `asm!`.
    if not TESTS & set(file.with_suffix("").parts) and re.search(r"(asm|concat)!", code(file)):
        needed = {name for name, of in INSTRUCTIONS.items() if re.search(rf"\b({of.replace(' ', '|')})\b", code(file))}
        check(file, needed, adx if "adx" in file.with_suffix("").parts else set())
        seen |= needed
assert {"adx", "bmi2"} <= seen, f"the kernels' text was not read: {seen}"

blocks = 0
for folder in SHIPPED:
    for file in sorted((ROOT / folder).rglob("*.rs")):
        if TESTS & set(file.relative_to(ROOT).with_suffix("").parts):
            continue
        text = file.read_text()
        blocks += len(re.findall(r"^[^/\n]*\bunsafe\s*\{", text, re.M))
        where = file.relative_to(ROOT)
        faults += [f"{where}:{line}: an unsafe block without a comment `SAFETY:`" for line in unexplained(text.split("\n"))]
assert blocks, "no unsafe block was read"
print("\n".join(faults) or f"all of it is asked for, and all {blocks} unsafe blocks are explained")
raise SystemExit(len(faults) > 0)
