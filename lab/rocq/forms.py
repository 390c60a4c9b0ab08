"""Changes the form of proved kernels' instructions before the reader sees them: each mutant is assembled and disassembled. The reader or
the checker must refuse all but those that, when this CPU runs them, leave the same words in memory and in the caller's registers."""

import os
import random
import re
import time
from concurrent.futures import ThreadPoolExecutor

import execute
import mutate
import read

SHIFTS = ("shr", "shl", "sar", "rorx", "btr", "vpsrlq", "vpsllq", "vpsrld", "vpslld", "vpshldq", "vpsrldq")
# Vectors of another width, and their bytes.
WIDTHS = [{"zmm": ("ymm", 64, 32), "ymm": ("xmm", 32, 16)}, {"ymm": ("zmm", 32, 64), "xmm": ("ymm", 16, 32)}]


def resized(reading, widths):
    """An instruction on vectors of another width, if all of its are of one."""
    kinds = set(re.findall(r"\b([xyz]mm)\d", reading))
    if len(kinds) != 1 or not kinds <= widths.keys():
        return reading
    kind = kinds.pop()
    to, old, new = widths[kind]
    return re.sub(rf"\]:{old}\b", f"]:{new}", reading.replace(kind, to))


def changes(instructions, result):
    """A kind of change, where it is, how many instructions are replaced, and those in their place."""
    last = len(instructions) - 1
    for n, (_, _, reading) in enumerate(instructions):
        name, *operands = reading.split(" ")
        yield "vzeroupper", n, 0, ["vzeroupper"]
        if name in ("jmp", "call", "ret"):
            continue
        for widths in WIDTHS:
            yield "width", n, 1, [resized(reading, widths)]
        if name in SHIFTS and operands[-1].startswith("0x"):
            for more in (32, 64):
                yield "count", n, 1, [" ".join([name, *operands[:-1], hex(int(operands[-1], 16) + more & 0xFF)])]
        if re.fullmatch(r"mov \[rdi\+\d+\]:8 r\w+", reading):
            # A CPU does not shift by 64 bits.
            yield "count", n, 0, ["mov rdx 0x1234567", "shr rdx 0x40", f"add {operands[1]} rdx"]
        for i in range(len(operands) - 1):
            if not operands[i + 1].startswith("0x"):
                yield "exchange", n, 1, [" ".join([name, *operands[:i], operands[i + 1], operands[i], *operands[i + 2 :]])]
        if name in ("push", "pop") and instructions[n + 1][2].startswith(name):
            yield "exchange", n, 2, [instructions[n + 1][2], reading]
    for n in (0, last):
        for place in ("[rsp+0]", "[rsp+8]", "[rsp+64]", "[rsp-136]", "[rsp-1024]", "[rsi+0]", "[rdi-8]", f"[rdi+{result}]"):
            yield "store", n, 0, [f"mov {place}:8 rax"]
            yield "store", n, 0, [f"vmovdqu {place}:32 ymm15"]
        yield "flag", n, 0, ["std"]
    for register in read.SAVED:
        for n in {0, last // 3, last // 2, last}:
            yield "register", n, 0, [f"mov {register} rsp"]
            yield "register", n, 0, [f"mov {register} 0x0"]


def mutants(function, limit, rng):
    """What was changed, where, how many instructions are replaced, and those in their place as a disassembler reads them; of each kind so
    many, in the order of places."""
    instructions = function.printed["instructions"]
    found = {}
    for mutant in changes(instructions, execute.Memory(function).size()):
        found.setdefault(mutant[0], []).append(mutant)
    found = [m for kind in found.values() for m in (rng.sample(kind, min(limit, len(kind))) if limit else kind)]
    codes = execute.assembled([text for *_, new in found for text in new])
    for kind, n, count, new in sorted(found, key=lambda mutant: mutant[1]):
        if all(text in codes for text in new):
            new = [(0, *codes[text]) for text in new]
            if [r for *_, r in new] != [r for *_, r in instructions[n : n + count]]:
                yield f"{kind} at {n}: {'; '.join(r for *_, r in new)}", n, count, new


def part(code, mutant):
    """From where to where a list differs, and what is there."""
    most = min(len(code), len(mutant))
    a = next((n for n in range(most) if code[n] != mutant[n]), most)
    b = next((n for n in range(most - a) if code[-1 - n] != mutant[-1 - n]), most - a)
    return a, mutant[a : len(mutant) - b], len(code) - b


def read_all(function, limit, rng):
    """How many mutants there are, those that the reader accepts, and of these where their lists differ."""
    instructions, total, equal, other = function.printed["instructions"], 0, [], []
    before, at = read.begun(function.printed, function.kind), 0
    for mutant in mutants(function, limit, rng):
        _, n, count, new = mutant
        total += 1
        before.run(instructions[at:n])
        at, reader = n, before.beside()
        try:
            reader.run([*new, *instructions[n + count :]])
            code = function.listed(reader)
        except read.Unknown:
            continue
        if code == function.code:
            equal.append(mutant)
        else:
            other.append((mutant, part(function.code, code)))
    return total, equal, other


def run(functions, limit, coq, made, proved):
    """Whether a mutant was accepted that leaves something else. `made` makes a function of what is printed, `proved` says whether Coq
    proves it by the hints that were found for it."""
    rng, start, failed = random.Random(2), time.time(), False
    here = [f for f in functions if execute.runs_here(f[2])]
    total, to_coq, same, jobs = 0, 0, 0, []
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for group, index, function in here:
            count, equal, other = read_all(function, limit, rng)
            # Another kernel's code.
            codes = [f.printed for _, _, f in functions if f.backend == function.backend and f.printed["name"] != function.printed["name"]]
            fresh = [(p["name"], made({**function.printed, **{key: p[key] for key in ("instructions", "constants")}}, function))
                     for p in rng.sample(codes, min(len(codes), limit or 3))]  # fmt: skip
            fresh = [(name, f) for name, f in fresh if f.why is None]
            total, to_coq = total + count + min(len(codes), limit or 3), to_coq + len(other) + len(fresh)
            found = pool.submit(mutate.accepted, (group, index, function, [p for _, p in other]), coq) if other else None
            proofs = [pool.submit(proved, f) for _, f in fresh]
            jobs.append((function, equal, other, found, fresh, proofs))
        pool.shutdown()
    for function, accepted, other, found, fresh, proofs in jobs:
        instructions, constants = function.printed["instructions"], function.printed["constants"]
        accepted += [other[n][0] for n in found.result()] if found else []
        ran = [(what, [*instructions[:n], *new, *instructions[n + count :]], constants) for what, n, count, new in accepted]
        ran += [(name, f.printed["instructions"], f.printed["constants"]) for (name, f), proof in zip(fresh, proofs) if proof.result()]
        for (what, *_), good in zip(ran, execute.same(function, ran)):
            same += good
            if not good:
                failed = True
                print(f"ACCEPTED  {function.name}: {what}")
    print(f"{total} mutants of the instructions of {len(here)} kernels in {time.time() - start:.0f} s; the reader refuses all but those that leave "
          f"the list as it is, and {to_coq}; {'SOME' if failed else 'none'} accepted but {same} that leave the same words on this CPU")
    if len(here) < len(functions):
        print(f"{len(functions) - len(here)} kernels are not changed, as this CPU cannot run them")
    return failed
