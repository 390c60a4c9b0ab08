#!/usr/bin/env python3
"""Fails if a door does not check the CPU for every feature that the code behind it may use: those that its functions
enable, those that rustc takes as implied by them, and those of the instructions in assembly."""

import re
import subprocess
from pathlib import Path

SRC = Path(__file__).resolve().parent.parent / "src"
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
    own = {"f16c": "f16c() =>", "avxifma": "avx_ifma() =>"}
    return features | {feature for feature, question in own.items() if question in code(file)}


def compiled(features):
    """All features that rustc enables if told to enable these."""
    command = ["rustc", "--print", "cfg", "--target", TARGET, "-C", "target-feature=" + features]
    out = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout
    return set(re.findall(r'target_feature="([\w.]+)"', out))


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
for name in ["avx2", "avxifma", "ifma"]:
    check(name, compiled("+" + enabled.pop(name).replace(",", ",+")) - base, asked("backend/features.rs") | asked(f"backend/{name}.rs"))
assert not enabled, f"no door is known for {enabled}"

adx, seen = asked("arithmetic/adx.rs"), set()
for file in sorted(SRC.rglob("*.rs")):
    file = file.relative_to(SRC)
    # Assembly text is built by `concat!`, in its own file or beside `asm!`.
    if "tests" not in file.parts and re.search(r"(asm|concat)!", code(file)):
        needed = {name for name, of in INSTRUCTIONS.items() if re.search(rf"\b({of.replace(' ', '|')})\b", code(file))}
        check(file, needed, adx if "adx" in file.with_suffix("").parts else set())
        seen |= needed
assert {"adx", "bmi2"} <= seen, f"the kernels' text was not read: {seen}"
print("\n".join(faults) or "all of it is asked for")
raise SystemExit(len(faults) > 0)
