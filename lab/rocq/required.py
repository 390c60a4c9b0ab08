"""The functions that a build must print, and `prove` prove, whatever the program prints. `unproved` lists what there is beside them.

Any compiler that builds the program gives all of them for x86-64, but for the q of 2025, which --quick leaves out."""

SUMS = ["a + b", "a - b", "-a"]
VECTORS = ["a·b", "a²", "a·b + c·d", *SUMS]
MULTIPLES = ["2·a", "3·a", "12·a"]
CONVERSIONS = ["words to limbs", "words to factors", "limbs to words", "limbs to packed words"]
SERIAL = [*VECTORS, "16·a", "select", *(f"{o}, canonical" for o in ("a·b", "a²", "a", *SUMS))]
# In radix 2^51 what the multiplier reads of factors are limbs.
RADIX_52 = [*VECTORS, *MULTIPLES, *CONVERSIONS, "select"]
RADIX_51 = [o for o in RADIX_52 if o != "words to factors"]
POINTS = ["P + Q", "2P"]
ONE_POINT = ["P + Q in four lanes", "-2P in four lanes", "negate if"]
# A backend, its fields, by the prime and the bits of a limb, and operations.
LISTS = [
    ("adx", "p q q2025", SERIAL + MULTIPLES),
    ("avx2", "p q", VECTORS),
    ("avx2-integers", "p q q2025", [*VECTORS, "2·a", "3·a", "-5·a", "12·a", "words to limbs", "limbs to words"]),
    ("ifma-512", "p51", RADIX_51),
    ("ifma-512", "p52 q52 q2025-52", RADIX_52),
    ("ifma-512", "p51 p52 q52", POINTS),
    ("ifma-256", "p51 p51-no-vpmullq q51 q2025-51", RADIX_51),
    ("ifma-256", "p51 p51-no-vpmullq q51", ONE_POINT),
    ("divsteps", "p q q2025", ["inversion"]),
]
NAMES = {f"{backend}/{field}/{o}" for backend, fields, operations in LISTS for field in fields.split() for o in operations}


def left_to_whole(name):
    """What --quick leaves out: the q of 2025, which it does not build; conversions, selections and negations by a mask where vectors have four lanes."""
    backend, field, operation = name.split("/")
    return field.startswith("q2025") or backend == "ifma-256" and operation in (*CONVERSIONS, "select", "negate if")


def lacking(names, quick=False, part=""):
    """What a program does not print that it must, of names that have a part; and what it prints that is listed nowhere."""
    wanted = {n for n in NAMES if part in n and not (quick and left_to_whole(n))}
    return sorted(wanted - set(names)), sorted({n for n in names if part in n} - NAMES)
