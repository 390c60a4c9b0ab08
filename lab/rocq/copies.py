"""Finds copies of the proved assembly where it is inlined in a program or library: the same instructions, but for the names of registers.

Registers that are renamed one to one, rdx and rsp kept, compute the same, so the theorem holds for a copy from its operands in memory on.
Of vectors' kernels, which the compiler writes anew at each place, it can say nothing."""

import re
import subprocess

from read import NARROW, WORDS, canonical

REGISTER = re.compile(r"\b(r[a-z0-9]+|e[a-z]{2})\b")


def parts(reading):
    """An instruction with places for its registers, and these."""
    registers = [NARROW.get(r, r) for r in REGISTER.findall(reading) if NARROW.get(r, r) in WORDS]
    wide = REGISTER.sub(lambda m: "#" + ("e" if m[1] in NARROW else "") if NARROW.get(m[1], m[1]) in WORDS else m[1], reading)
    return wide, registers


def texts(function):
    """The parts of a kernel between the compiler's own moves from and to the stack, without those at their ends."""
    found, run = [], []
    for _, _, reading in [*function.printed["instructions"], (0, "", "ret")]:
        if "rsp" in reading or reading.split(" ")[0] in ("ret", "call", "jmp", "lea"):
            while run and run[0].startswith(("mov", "push")):
                run.pop(0)
            while run and run[-1].startswith(("mov", "pop")):
                run.pop()
            if any(r.startswith("mulx") for r in run):
                found.append([parts(r) for r in run])
            run = []
        else:
            run.append(reading)
    return found


def renamed(kernel, place):
    """Whether registers are renamed one to one."""
    there, back = {"rdx": "rdx", "rsp": "rsp"}, {"rdx": "rdx", "rsp": "rsp"}
    pairs = ((a, b) for (_, xs), (_, ys) in zip(kernel, place) for a, b in zip(xs, ys))
    return all(there.setdefault(a, b) == b and back.setdefault(b, a) == a for a, b in pairs)


def run(functions, program):
    out = subprocess.run(["objdump", "-d", "-M", "intel", "--no-show-raw-insn", program], check=True, capture_output=True, text=True).stdout
    # The text has neither jumps nor addresses of constants.
    lines = re.findall(r"(?m)^\s*[0-9a-f]+:\t([a-z].*)$", out)
    code = [("", []) if line[0] == "j" or line.startswith("call") or "rip" in line else parts(canonical(line)) for line in lines]
    places = {}
    for i, (shape, _) in enumerate(code):
        places.setdefault(shape, []).append(i)
    covered, names = set(), {}
    for function in functions:
        if function.backend == "adx" and not function.why:
            for kernel in texts(function):
                names.setdefault(repr(kernel), (kernel, []))[1].append(function.name)
    for kernel, of in names.values():
        rarest = min(range(len(kernel)), key=lambda k: len(places.get(kernel[k][0], [])))
        found = 0
        for at in places.get(kernel[rarest][0], []):
            place = code[at - rarest : at - rarest + len(kernel)]
            if at >= rarest and [s for s, _ in place] == [s for s, _ in kernel] and renamed(kernel, place):
                found += 1
                covered.update(range(at - rarest, at - rarest + len(kernel)))
        print(f"{found:5} copies of {len(kernel)} instructions of {', '.join(of)}")
    all_of = [i for i, (shape, _) in enumerate(code) if shape.startswith("mulx")]
    print(f"{sum(i in covered for i in all_of)} of {len(all_of)} mulx of {program} are in them")
