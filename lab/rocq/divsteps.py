"""Finds the packed divsteps in the machine code of inversion, where they are inlined, for the theorem of Divsteps.v."""

import read

STEPS = 59  # in the loop's body


def one(instructions):
    """A divstep's list, and the number of the register that holds -2."""
    reader = read.Reader({})
    for name in ("r8", "r9", "r10", "r11", "r12", minus_two(instructions)):
        reader.words[name] = "word"
    for _, _, reading in instructions:
        name, *operands = reading.split(" ")
        reader.read(name, operands)
    return reader.list, 100 + read.WORDS.index(minus_two(instructions))


def minus_two(instructions):
    return instructions[2][2].split(" ")[2]


def found(printed):
    """The instructions of all divsteps of a function, and the lists that they are."""
    code, steps, lists, i = printed["instructions"], [], {}, 0
    while i < len(code):
        if code[i][2] == "lea rdx [r9+r11]":
            try:
                step, m = one(code[i : i + 15])
            except (read.Unknown, IndexError, ValueError):
                i += 1
                continue
            steps += code[i : i + 15]
            lists[m] = lists.get(m, []) + [step]
            i += 15
        else:
            i += 1
    return steps, lists


def theorem(printed, lists, coq_code):
    """Text that Coq proves only if all are the list of which Divsteps.v speaks."""
    name = printed["name"].split("/")[1]
    text = "Require Import ZArith List. Require Import Machine Divsteps. Import ListNotations. Open Scope Z_scope.\n"
    for m, steps in lists.items():
        for k, step in enumerate({tuple(s): s for s in steps}.values()):
            text += f"Theorem read_{m}_{k} : [{coq_code(step)}] = packed_step {m}. Proof. reflexivity. Qed.\n"
        text += f"Goal In {m} free. Proof. cbn; tauto. Qed.\n"
    return text + f"Definition {name} := steps_ok.\nPrint Assumptions {name}.\n"
