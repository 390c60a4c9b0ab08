"""Doubles: the reader's list as the list of Doubles.v, its theorem, and its mutants.

Numbers are integers in units of 2^-1074, as in Doubles.v. There are no hints: the checker finds what it needs."""

import read

ONE = 1 << 1074
SIGN = 1 << 63
OPERATIONS = ("FMov", "FStore", "Fma")


def number(bits):
    """The number that a double stands for, or None for an infinity or what is no number."""
    exponent, fraction = bits >> 52 & 0x7FF, bits & (1 << 52) - 1
    if exponent == 0x7FF:
        return None
    magnitude = (fraction | 1 << 52) << (exponent - 1) if exponent else fraction
    return -magnitude if bits & SIGN else magnitude


def convert(code):
    """What Doubles.v calls the reader's instructions."""
    signs = set()  # registers that hold the sign bit alone, which as a number is zero
    out = []

    def source(x):
        if x[0] != "K":
            return x
        if number(x[1]) is None:
            raise read.Unknown("a constant that is no number")
        return ("K", number(x[1]))

    for op, d, *rest in code:
        if op == "Xor":
            x, y = rest
            is_sign = lambda z: z == ("K", SIGN) or z[0] == "R" and z[1] in signs
            if is_sign(x):
                x, y = y, x
            if not is_sign(y) or is_sign(x):
                raise read.Unknown("vxorps of what is no sign")
            out.append(("Fma", d, -1, source(x), ("K", ONE), 1, ("K", 0)))
        elif op == "Fma":
            f, x, y, g, z = rest
            out.append(("Fma", d, f, source(x), source(y), g, source(z)))
        elif op in ("Mov", "Zero"):
            out.append(("FMov", d, source(rest[0]) if rest else ("K", 0)))
        elif op == "Store":
            out.append(("FStore", d, source(rest[0])))
        else:
            raise read.Unknown(f"{op} among doubles")
        if op != "Store":
            signs.discard(d)
            if op == "Mov" and (rest[0] == ("K", SIGN) or rest[0][0] == "R" and rest[0][1] in signs):
                signs.add(d)
    return out


def coq_number(x):
    """Coq reads long numbers slowly."""
    k = max(0, (x & -x).bit_length() - 1)
    return f"{x >> k} * 2 ^ {k}" if k > 64 else f"{x}"


def coq_instruction(i):
    return " ".join([i[0], *(f"({x[0]} ({coq_number(x[1])}))" if isinstance(x, tuple) else f"({x})" for x in i[1:])])


class Doubles:
    """A kernel, as Function of `prove` is one."""

    backend = "avx2"
    header, kind = "", read.Reader
    stores = writable = 5  # words of the result

    def __init__(self, printed, prime, tights, spec):
        self.name, self.printed, self.P, self.why = printed["name"], printed, prime, None
        self.group, self.spec = f"avx2_{prime}", spec
        # The source says what a limb's magnitude is at most, Primes.v the same.
        self.limit = printed["tight"][0]
        named = [n for n, v in tights.items() if v == printed["tight"]]
        self.tight = named[0] if named else None
        try:
            if not named or printed["bits"] != 51:
                raise read.Unknown("the source's bounds of limbs are none of Primes.v")
            self.code = self.listed(read.read(printed))
        except read.Unknown as unknown:
            self.why = f"the reader does not know: {unknown}"

    @staticmethod
    def listed(reader):
        """A reader's list, of doubles."""
        return read.within(convert(reader.finished(doubles=True)), 5, 5, 10)

    def coq(self, index):
        lines = ";\n".join("  " + coq_instruction(i) for i in self.code)
        return f"\n(* {self.name} *)\nDefinition code_{index} : list finstr := [\n{lines}\n].\n"

    def checks(self, index, code):
        """The checker's answer about a list."""
        return f"dcheck {self.tight} {self.P} {self.spec} {code}"

    def theorem(self, index):
        return f"""
Theorem kernel_{index} : correct_doubles {self.P} {self.tight} {self.spec} code_{index}.
Proof. apply dcheck_sound; [reflexivity | vm_compute; reflexivity | vm_compute; reflexivity]. Qed.
"""

    # ---- Mutants ----

    def operands(self, rng):
        """Limbs of x, and of y and z."""
        pick = lambda: rng.choice([0, 1, -1, self.limit, -self.limit, rng.randint(-self.limit, self.limit), rng.randint(-self.limit, self.limit)])
        return {i: pick() * ONE for i in range(5)}, {i: pick() * ONE for i in range(10)}


def nearest(n):
    """As in Doubles.v."""
    k = 1074 + max(0, (abs(n) or 1).bit_length() - 1 - 1074 - 52)
    q, r = n >> k, n & (1 << k) - 1
    q += 2 * r > 1 << k or 2 * r == 1 << k and q & 1
    return q << (k - 1074)


def step(i, R, A=None, B=None):
    """An instruction of Doubles.v. An infinity is left out, and whoever reads it fails."""
    op, d, *rest = i
    get = lambda s: s[1] if s[0] == "K" else {"R": R, "A": A, "B": B}[s[0]][s[1]]
    if op == "FMov":
        R[d] = get(rest[0])
    elif op == "FStore":
        A[d] = get(rest[0])
    elif op == "Fma":
        f, x, y, g, z = rest
        v = nearest(f * get(x) * get(y) + g * get(z) * ONE)
        if abs(v) < 1 << 2098:
            R[d] = v
        else:
            R.pop(d, None)
    else:
        raise KeyError(op)


def changes(code, n):
    """Instructions in the place of the n-th that compute something else."""
    op, *rest = code[n]
    if op == "Fma":
        d, f, x, y, g, z = rest
        yield (op, d, -f, x, y, g, z)
        yield (op, d, f, x, y, -g, z)
        yield (op, d, f, z, y, g, x)
    for i, x in enumerate(rest):
        if isinstance(x, tuple):
            kind, value = x
            changed = (kind, (value * 2 or ONE) if kind == "K" else value + 1 if kind == "R" else (value + 1) % (5 if kind == "A" else 10))
            yield (op, *rest[:i], changed, *rest[i + 1 :])
    if op == "FStore":
        yield (op, (rest[0] + 1) % 5, rest[1])
    elif op == "FMov":
        yield (op, rest[0] + 1, rest[1])
    # Nothing at all.
    yield ("FMov", 99, ("K", 0))
