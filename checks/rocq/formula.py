"""Finds, in the code of a formula, the limbs of each carried vector: what Formula.v gives names to.

The code runs on random numbers. A vector that the formula carries is known modulo the prime; its limbs are the five values that add
up to it, among those that are multiplied or stored. Nothing rests on it: the checker is told names and congruences, and proves or fails."""

import random
from itertools import product

import simulate

FIRST = 200  # first_atom in Checker.v
LIMBS = 5


class Lost(Exception):
    """A vector that is not in the code."""


class Expression:
    """A polynomial expression in the numbers of vectors, as Formula.v has it."""

    def __init__(self, text, value):
        self.text, self.value = text, value

    def __add__(self, other):
        return Expression(f"(EAdd {self.text} {other.text})", lambda v: self.value(v) + other.value(v))

    def __sub__(self, other):
        return Expression(f"(ESub {self.text} {other.text})", lambda v: self.value(v) - other.value(v))

    def __mul__(self, other):
        return Expression(f"(EMul {self.text} {other.text})", lambda v: self.value(v) * other.value(v))

    def __rmul__(self, number):
        return constant(number) * self


def vector(j):
    return Expression(f"(V {j})", lambda v: v[j])


def constant(c):
    return Expression(f"(C ({c}))", lambda _: c)


def addition(three_b, carried):
    """The complete addition of src/point_ops/independent.rs, as it is carried."""
    x1, y1, z1, x2, y2, z2 = map(vector, range(6))
    b3 = constant(three_b)
    xx, yy, zz = x1 * x2, y1 * y2, z1 * z2
    xz, xy, yz = x1 * z2 + x2 * z1, x1 * y2 + x2 * y1, y1 * z2 + y2 * z1
    s = b3 * carried(zz) - 3 * xz
    m = carried(3 * (xx - zz))
    t = carried(b3 * carried(xz) - m - 12 * zz)
    a, b = carried(yy - s), carried(yy + s)
    xy, yz = carried(xy), carried(yz)
    minus_yz = carried(constant(0) - yz)
    return carried(xy * a + minus_yz * t), carried(m * t + a * b), carried(yz * b + xy * m)


def doubling(_, carried):
    """A run of one doubling."""
    x, y, z = map(vector, range(3))
    w = carried(3 * (carried(x - z) * carried(x + z)))
    u = carried(y + y)
    s = carried(u * z)
    b = carried(x * u) * s
    h = w * w - b - b
    us = carried(u * s)
    y3 = carried(2 * (w * carried(b - h)) - us * us)
    twice = carried(s + s)
    return carried(carried(h) * twice), y3, carried(carried(s * s) * twice)


# What is at rdi and rsi, the formula as it is carried, and as Curve.v says it.
FORMULAS = {"P + Q": (3, 3, addition, "complete_sum"), "2P": (3, 0, doubling, "double")}


class Formula:
    """Names, congruences and outputs."""

    def __init__(self, code, operation, prime, bits, tight, three_b):
        self.code, self.prime, self.bits, self.tight = code, prime, bits, tight
        self.at_rdi, self.at_rsi, build, self.says = FORMULAS[operation]
        # As mutate.py asks for: words at rdi, and how many times as many at rsi.
        self.limbs, self.elements = LIMBS * self.at_rdi, self.at_rsi // self.at_rdi
        inputs = self.at_rdi + self.at_rsi
        self.congruences = []

        def carried(expression):
            self.congruences.append((inputs + len(self.congruences), expression))
            return vector(self.congruences[-1][0])

        self.outputs = [int(x.text[3:-1]) for x in build(three_b, carried)]
        self.find(random.Random(3), inputs)

    def top(self, a):
        return self.tight[a % LIMBS] - 1

    def find(self, rng, inputs):
        limbs = {LIMBS * j + i: rng.randrange(self.tight[i]) for j in range(inputs) for i in range(LIMBS)}
        self.inputs = set(limbs.values())
        values = {j: sum(limbs[LIMBS * j + i] << (self.bits * i) for i in range(LIMBS)) for j in range(inputs)}
        for j, expression in self.congruences:
            values[j] = expression.value(values) % self.prime
        candidates = self.candidates({a: x for a, x in limbs.items() if a < LIMBS * self.at_rdi},
                                     {a - LIMBS * self.at_rdi: x for a, x in limbs.items() if a >= LIMBS * self.at_rdi})
        scaled = [[(x << (self.bits * i)) % self.prime for x in candidates] for i in range(LIMBS)]
        places = list(candidates.values())
        fits = [[k for k, x in enumerate(candidates) if x < self.tight[i]] for i in range(LIMBS)]
        pairs = {(scaled[3][k] + scaled[4][l]) % self.prime: (k, l) for k, l in product(fits[3], fits[4])}
        names = {}
        for a, b, c in product(*fits[:3]):
            low = scaled[0][a] + scaled[1][b] + scaled[2][c]
            for j, _ in self.congruences:
                found = pairs.get((values[j] - low) % self.prime)
                if found:
                    names[j] = [places[k] for k in (a, b, c, *found)]
        lost = [j for j, _ in self.congruences if j not in names]
        if lost:
            raise Lost(f"vectors {lost} of {len(self.congruences)} are not among {len(candidates)} values")
        self.names = sorted((n, d, LIMBS * j + i) for j, places in names.items() for i, (n, d) in enumerate(places))

    def candidates(self, A, B):
        """Values that are multiplied or stored, each with the instruction and the register that made it."""
        R, made, wanted, constants = {}, {}, {}, {}
        for n, i in enumerate(self.code):
            if i[0] in ("MaddLo", "MaddHi"):
                both = [(made.get(x), self.get(x, R, A, B), x) for x in i[2:4]]
                for (place, value, _), (other, number, source) in (both, both[::-1]):
                    if place:
                        if other or source[0] in "AB" or number in self.inputs:
                            wanted.setdefault(value, place)
                        else:
                            constants.setdefault(value, set()).add(number)
                            if len(constants[value]) >= LIMBS:
                                wanted.setdefault(value, place)
            elif i[0] == "Store" and i[2] in made:
                wanted.setdefault(self.get(i[2], R, A, B), made[i[2]])
            simulate.step(i, R, A, B)
            target = ("A" if i[0] == "Store" else "R", i[1])
            if i[0] in ("Store", "Mov"):
                source = i[2]
                made.pop(target, None)
                if source in made:
                    made[target] = made[source]
            elif i[0] not in ("Zero", "Lose"):
                made[target] = (n, i[1])
        return wanted

    @staticmethod
    def get(x, R, A, B):
        kind, value = x
        return value if kind == "K" else {"R": R, "A": A, "B": B}[kind][value]

    def arguments(self):
        names = "; ".join(f"({n}, {d}, {a})" for n, d, a in self.names)
        congruences = "; ".join(f"({j}, {e.text})" for j, e in self.congruences)
        return f"[{names}]", f"[{congruences}]", "(" + ", ".join(map(str, self.outputs)) + ")"
