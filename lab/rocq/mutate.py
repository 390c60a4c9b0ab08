"""Changes proved kernels, one instruction at a time: the checker must refuse each."""

import os
import random
import re
import time
from concurrent.futures import ThreadPoolExecutor

import doubles
from simulate import stored

WORD = 2**64


def changes(code, n):
    """Instructions in the place of the n-th that compute something else."""
    op, *rest = code[n]
    if op in doubles.OPERATIONS:
        yield from doubles.changes(code, n)
        return
    other = {
        "Add": "Sub", "Sub": "Add", "MaddLo": "MaddHi", "MaddHi": "MaddLo", "Srl": "Sll", "Sll": "Srl", "Adc": "Sbb", "Sbb": "Adc",
        "Mullo": "Add", "And": "Add", "Or": "And",
    }.get(op)  # fmt: skip
    if other:
        yield (other, *rest)
    if op in ("Srl", "Sll", "Rot"):
        yield (op, *rest[:2], rest[2] + 1)
        yield (op, *rest[:2], rest[2] - 1)
    if op == "Sel":
        yield (op, rest[0], rest[2], rest[1], rest[3])
    if op == "MulX":
        yield (op, rest[1], rest[0], *rest[2:])
    if op == "Lose":
        return
    for i, x in enumerate(rest):
        if isinstance(x, tuple):
            kind, value = x
            if kind == "K":
                changed = ("K", (value + 1) % WORD)
            elif kind == "R":
                changed = ("R", value + 1 if value not in (120, 121) else 241 - value)
            else:
                changed = (kind, (value + 1) % (4 if value < 4 else 5))
            if changed != x:
                yield (op, *rest[:i], changed, *rest[i + 1 :])
    if op == "Store":
        yield (op, (rest[0] + 1) % 4, rest[1])
    elif op in ("Zero", "Mov"):
        yield (op, rest[0] + 1, *rest[1:])
    # Nothing at all.
    yield ("Zero", 99)


def live(code, n, instruction):
    """Whether something reads what differs, as far as the order of writes and reads tells."""

    def writes(i):
        op = i[0]
        if op in ("Store", "FStore"):
            return {("A", i[1])}
        out = {("R", i[1])}
        if op == "MulX":
            out.add(("R", i[2]))
        if op in ("Adc", "Sbb"):
            out.add(("R", i[5]))
        return out

    def reads(i):
        out = {x for x in i[1:] if isinstance(x, tuple) and x[0] != "K"}
        if i[0] in ("MaddLo", "MaddHi"):
            out.add(("R", i[1]))
        if i[0] == "Sel":
            out.add(("R", i[4]))
        return out

    differ = writes(code[n]) | writes(instruction)
    for i in code[n + 1 :]:
        if reads(i) & differ:
            return True
        differ -= writes(i)
    return any(kind == "A" for kind, _ in differ)


def same_results(function, n, mutant, rng):
    """Whether a mutant stores the same words for many operands: such a change is none."""
    code = [*function.code[:n], mutant, *function.code[n + 1 :]]
    for _ in range(300):
        A, B = function.operands(rng)
        results = [stored(c, A, B) for c in (function.code, code)]
        # prove refuses stores beyond the result, so what a mutant stores there does not count.
        if len({r and tuple(r[i] for i in range(function.stores)) for r in results}) > 1:
            return False
    return True


def accepted(job, coq):
    """The numbers of those mutants that the checker accepts, each as (a, instructions, b): instead of what is from a to b."""
    group, index, function, mutants = job
    header, build, coqc, term = coq
    lines = ";\n".join(f"({a}%nat, [{'; '.join(map(term, new))}], {b}%nat)" for a, new, b in mutants)
    text = header + function.header + f"Require Import {group}.\n"
    text += f"Definition mutate a new b := firstn a code_{index} ++ new ++ skipn b code_{index}.\n"
    text += f"Definition ok c := {function.checks(index, 'c')}.\n"
    text += f"Eval vm_compute in (77777, ok code_{index}).\n"
    text += f"Eval vm_compute in map fst (filter snd (combine (seq 0 {len(mutants)}) (map (fun '(a, new, b) => ok (mutate a new b)) [{lines}]))).\n"
    file = build / f"mutants_{group}_{index}.v"
    file.write_text(text, encoding="utf-8")
    out = coqc(file.name)
    assert "(77777, true)" in out, out
    found = out[out.index("= [") :] if "= [" in out else ""
    return [int(k) for k in re.findall(r"\d+", found.split(":")[0])]


def run(groups, limit, coq):
    """Whether a mutant was accepted."""
    rng = random.Random(1)
    jobs, total, dead, start = [], 0, 0, time.time()
    for group, functions in groups.items():
        for index, function in enumerate(functions):
            mutants = []
            for n in range(len(function.code)):
                for mutant in changes(function.code, n):
                    if mutant != function.code[n]:
                        if live(function.code, n, mutant):
                            mutants.append((n, mutant))
                        else:
                            dead += 1
            if limit:
                mutants = rng.sample(mutants, min(limit, len(mutants)))
            total += len(mutants)
            jobs.append((group, index, function, mutants))

    def of(job):
        group, index, function, mutants = job
        return [mutants[k] for k in accepted((group, index, function, [(n, [m], n + 1) for n, m in mutants]), coq)]

    failed, same = False, 0
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for (_, _, function, mutants), found in zip(jobs, pool.map(of, jobs)):
            for n, mutant in found:
                if same_results(function, n, mutant, rng):
                    same += 1
                    continue
                failed = True
                print(f"ACCEPTED  {function.name}: {n}: {function.code[n]} -> {mutant}")
    print(f"{total} mutants in {time.time() - start:.0f} s, {dead} more that nothing reads: {'SOME' if failed else 'none'} accepted "
          f"but {same} that store the same words")
    return failed
