"""Finds, in the code of a formula, the limbs of each carried vector: what Formula.v gives names to.

The code runs on random numbers. A vector that the formula carries is known modulo the prime; its limbs are the five values that add
up to it, among those that are multiplied or stored. Nothing rests on it: the checker is told names and congruences, and proves or fails."""

import random
import re
from itertools import product

import read
import search
import simulate

FIRST = 200  # first_atom in Checker.v
LIMBS = 5
FIRST_LANE = 20000  # VECTORS in lanes.py


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


def addition(three_b, carried, over):
    """The complete addition of src/point_ops/independent.rs, as it is carried; `over` divides products by the domain."""
    x1, y1, z1, x2, y2, z2 = map(vector, range(6))
    b3 = constant(three_b)
    xx, yy, zz = over(x1 * x2), over(y1 * y2), over(z1 * z2)
    xz, xy, yz = over(x1 * z2 + x2 * z1), over(x1 * y2 + x2 * y1), over(y1 * z2 + y2 * z1)
    s = b3 * carried(zz) - 3 * xz
    m = carried(3 * (xx - zz))
    t = carried(b3 * carried(xz) - m - 12 * zz)
    a, b = carried(yy - s), carried(yy + s)
    xy, yz = carried(xy), carried(yz)
    minus_yz = carried(constant(0) - yz)
    return carried(over(xy * a + minus_yz * t)), carried(over(m * t + a * b)), carried(over(yz * b + xy * m))


def doubling(_, carried, over):
    """A run of one doubling."""
    x, y, z = map(vector, range(3))
    w = carried(3 * over(carried(x - z) * carried(x + z)))
    u = carried(y + y)
    s = carried(over(u * z))
    b = over(carried(over(x * u)) * s)
    h = over(w * w) - b - b
    us = carried(over(u * s))
    y3 = carried(2 * over(w * carried(b - h)) - over(us * us))
    twice = carried(s + s)
    return carried(over(carried(h) * twice)), y3, carried(over(carried(over(s * s)) * twice))


# Lanes of one point, as src/point_ops/parallel.rs permutes them.


def shuffle(v, order):
    return [v[i] for i in order]


def blend(v, w, mask):
    return [b if mask >> i & 1 else a for i, (a, b) in enumerate(zip(v, w))]


def keep(v, mask):
    return blend([constant(0)] * 4, v, mask)


def scale(v, factors):
    return [f * x for f, x in zip(factors, v)]


def each(operation, *vectors):
    return [operation(*lanes) for lanes in zip(*vectors)]


def add(*vectors):
    return each(lambda x, *others: sum(others, x), *vectors)


def minus(v, w):
    return each(lambda x, y: x - y, v, w)


def lanes(first):
    """(Y, –, X, Z) of a point whose X is this vector."""
    return [vector(first + i) for i in (1, 3, 0, 2)]


def addition_in_lanes(three_b, carried, over):
    times = lambda v, w: each(lambda x, y: over(x * y), v, w)
    p, q = lanes(0), lanes(4)
    b3 = [constant(three_b) * x for x in q]
    other = [
        add(shuffle(q, [0, 2, 2, 3]), keep(shuffle(q, [0, 0, 0, 0]), 0b1100), scale(shuffle(q, [0, 2, 0, 0]), [0, -4, 0, 0]),
            keep(shuffle(b3, [0, 3, 0, 0]), 0b0010)),
    ]  # fmt: skip
    x, z, bx3, bz3 = [q[2]] * 4, [q[3]] * 4, [b3[2]] * 4, [b3[3]] * 4
    second = add(scale(x, [3, 0, 1, 0]), scale(z, [0, 9, 0, 1]), scale(blend(z, x, 0b0010), [-3, -3, 0, 0]), keep(bz3, 0b0010))
    other = [carried(other[0]), carried(minus(second, keep(blend(bz3, bx3, 0b0010), 0b0011)))]
    first = carried(add(shuffle(p, [0, 2, 2, 3]), keep(shuffle(p, [0, 3, 0, 0]), 0b1110)))
    second = carried(shuffle(p, [2, 3, 2, 3]))
    p, q = times(first, other[0]), times(second, other[1])
    rest = add(shuffle(p, [1, 0, 0, 0]), shuffle(q, [0, 0, 2, 3]))
    u = blend(minus(p, rest), add(p, rest), 0b0010)
    subtrahend = blend(shuffle(q, [2, 2, 2, 3]), shuffle(p, [1, 1, 1, 1]), 0b0110)
    w = scale(minus(shuffle(q, [3, 1, 1, 2]), subtrahend), [3, 1, 1, 3])
    u, w = carried(u), carried(w)
    second = times(blend(shuffle(u, [0, 0, 3, 2]), shuffle(w, [1, 1, 1, 1]), 0b0001), w)
    y, _, x, z = carried(add(times(u, shuffle(u, [1, 1, 0, 1])), second))
    return x, y, z


def doubling_in_lanes(_, carried, over):
    times = lambda v, w: each(lambda x, y: over(x * y), v, w)
    p = lanes(0)
    z = keep(shuffle(p, [3, 3, 3, 3]), 0b0001)
    r = times(carried(minus(shuffle(p, [2, 0, 2, 0]), z)), carried(add(shuffle(p, [2, 0, 0, 3]), z)))
    a = carried(scale(r, [3, 1, 1, 2]))
    q = times(a, shuffle(a, [0, 1, 3, 3]))
    b = carried(minus(shuffle(q, [0, 3, 0, 3]), scale(shuffle(q, [2, 3, 2, 2]), [6, 2, 4, 0])))
    z = times(shuffle(a, [0, 1, 3, 3]), b)
    y, _, x, z = carried(minus(z, scale(shuffle(z, [1, 1, 1, 1]), [2, 0, 0, 0])))
    return x, y, z


# What is at rdi and rsi, the formula as it is carried, and as Curve.v says it, times a factor; how often the domain divides.
FORMULAS = {
    "P + Q": (3, 3, addition, "complete_sum", 1, 3),
    "2P": (3, 0, doubling, "double", 1, 5),
    "P + Q in four lanes": (4, 4, addition_in_lanes, "complete_sum_in_lanes", 1, 3),
    "-2P in four lanes": (4, 0, doubling_in_lanes, "negated_double", 2, 5),
}


class Formula:
    """Names, congruences and outputs."""

    def __init__(self, code, operation, prime, bits, tight, three_b, domain):
        self.code, self.prime, self.bits, self.tight = code, prime, bits, tight
        self.at_rdi, self.at_rsi, build, self.says, factor, power = FORMULAS[operation]
        power *= domain.bit_length() - 1
        self.scale = f"({factor} * 2 ^ {power})" if power else factor
        inverse = pow(domain, -1, prime)
        over = lambda e: e if domain == 1 else constant(inverse) * e
        # As mutate.py asks for: words at rdi, and how many times as many at rsi.
        self.limbs, self.elements = LIMBS * self.at_rdi, self.at_rsi // self.at_rdi
        inputs = self.at_rdi + self.at_rsi
        self.congruences, self.lanes = [], {}

        def carried(expression):
            if isinstance(expression, list):
                return [carried_in(x, lane) for lane, x in enumerate(expression)]
            return carried_in(expression, 0)

        def carried_in(expression, lane):
            j = inputs + len(self.congruences)
            self.congruences.append((j, expression))
            self.lanes[j] = lane
            return vector(j)

        self.outputs = [int(x.text[3:-1]) for x in build(three_b, carried, over)]
        self.find(random.Random(3), inputs)
        self.hints = {} if domain == 1 else self.exacts(inputs, three_b * domain % prime)

    def top(self, a):
        return self.tight[a % LIMBS] - 1

    def find(self, rng, inputs):
        limbs = {LIMBS * j + i: rng.randrange(self.tight[i]) for j in range(inputs) for i in range(LIMBS)}
        self.inputs = set(limbs.values())
        values = {j: sum(limbs[LIMBS * j + i] << (self.bits * i) for i in range(LIMBS)) for j in range(inputs)}
        for j, expression in self.congruences:
            values[j] = expression.value(values) % self.prime
        found = self.candidates({a: x for a, x in limbs.items() if a < LIMBS * self.at_rdi},
                                {a - LIMBS * self.at_rdi: x for a, x in limbs.items() if a >= LIMBS * self.at_rdi})
        names = {}
        for lane in range(4):
            here = [x for x, places in found.items() if any((d - FIRST_LANE) % 4 == lane or not FIRST_LANE <= d < read.STACK // 2 for _, d in places)]
            wanted = {values[j]: j for j, _ in self.congruences if self.lanes[j] == lane}
            wanted = {value: j for value, j in wanted.items() if value not in {values[k] for k in names}}
            for value, limbs in self.sums(here, set(wanted)).items():
                names[wanted[value]] = limbs
        # Vectors of one number have one name.
        by_value = {values[j]: j for j in names}
        aliases = {j: by_value[values[j]] for j, _ in self.congruences if values[j] in by_value}
        rename = lambda text: re.sub(r"\(V (\d+)\)", lambda m: f"(V {aliases.get(int(m[1]), m[1])})", text)
        self.congruences = [(j, Expression(rename(e.text), None)) for j, e in self.congruences if j in names]
        self.outputs = [aliases.get(j, j) for j in self.outputs]
        lost = [j for j in self.outputs if j not in names]
        if lost:
            raise Lost(f"vectors {lost} are not among {len(found)} values")
        self.names = sorted((n, d, LIMBS * j + i) for j, limbs in names.items() for i, x in enumerate(limbs) for n, d in found[x])

    def exacts(self, inputs, three_b):
        """Hints for the columns that cancel, see Checker.v: the low end of a product, and the three limbs of the multiple of the
        prime that is subtracted from it, which are polynomials in the same vectors."""
        kernel = search.Kernel(self.code, self.prime, self.bits, self.tight, 0, None, None, 1, None)
        kernel.exacts = ()  # so that the search leaves it to us
        limbs = [(three_b >> (self.bits * i)) % 2**self.bits for i in range(LIMBS)]
        names = {n: (d, a) for n, d, a in self.names}
        hints, multiplied = {}, []
        state = search.State(kernel)
        limb = lambda a: ({(a,): 1}, 0, kernel.top(a))
        state.A = {a: limb(a) for a in range(LIMBS * self.at_rdi)}
        state.B = {a: limb(LIMBS * self.at_rdi + a) for a in range(LIMBS * self.at_rsi)}

        gamma = [(2**255 - self.prime) >> (self.bits * i) & ((1 << self.bits) - 1) for i in range(3)]

        def step(state, n):
            i = self.code[n]
            try:
                read = [state.get(x) for x in i[2:4]] if i[0] == "MaddLo" else []
                state.step(i, hints.get((1, n)), 1, n)
            except search.Stuck as stuck:
                raise Lost(f"instruction {n}: {stuck}") from None
            for x, y in (read, read[::-1]) if read else ():
                if y[1] == y[2] and y[1] in gamma:
                    multiplied.append(state.low(x, 52)[0])
            if n in names:
                state.registers[names[n][0]] = limb(names[n][1])

        for n, i in enumerate(self.code):
            if i[0] == "Srl" and i[3] == self.bits:
                v = state.word(i[2])
                of, below = self.factors(v[0]), search.FIRST + len(state.table)
                kernel.digits, low = [], self.low_end(of, limbs)
                for poly in reversed(multiplied):
                    if self.factors(poly) == of and poly not in kernel.digits:
                        kernel.digits.append(poly)
                        assert all(a < below for m in poly for a in m)
                kernel.wanted = lambda low=low: low
                hint = kernel.exact(state, v, self.bits) if 3 <= len(kernel.digits) <= 5 else None
                if hint:
                    hints[1, n] = hint
            step(state, n)
        return hints

    @staticmethod
    def factors(poly):
        """The pairs of vectors whose limbs are multiplied, or the vectors if none are."""
        pairs = {tuple(sorted(a // LIMBS for a in m)) for m in poly if len(m) == 2 and max(m) < search.FIRST}
        return frozenset(pairs or {(m[0] // LIMBS,) for m in poly if len(m) == 1 and m[0] < search.FIRST})

    def low_end(self, of, constants):
        total = {}
        for vectors in of:
            x, *y = ({(LIMBS * j + i,): 1 << (self.bits * i) for i in range(LIMBS)} for j in vectors)
            if len(y) == 0:
                low = {}
                for (m, c), i in ((t, i) for t in x.items() for i in range(LIMBS)):
                    if c.bit_length() - 1 + self.bits * i < 3 * self.bits:
                        low = search.padd(low, {m: c * constants[i] << (self.bits * i)})
                total = search.padd(total, low)
            else:
                total = search.padd(total, {m: c for m, c in search.pmul(x, y[0]).items() if c < 1 << (3 * self.bits)})
        return total

    def sums(self, candidates, values):
        """The limbs that add up to these values."""
        scaled = [[(x << (self.bits * i)) % self.prime for x in candidates] for i in range(LIMBS)]
        fits = [[k for k, x in enumerate(candidates) if x < self.tight[i]] for i in range(LIMBS)]
        pairs = {(scaled[3][k] + scaled[4][l]) % self.prime: (k, l) for k, l in product(fits[3], fits[4])}
        found = {}
        for a, b, c in product(*fits[:3]):
            low = scaled[0][a] + scaled[1][b] + scaled[2][c]
            for value in values:
                high = pairs.get((value - low) % self.prime)
                if high:
                    found[value] = [candidates[k] for k in (a, b, c, *high)]
        return found

    def candidates(self, A, B):
        """Values that are multiplied or stored, each with the instruction and the register that made it."""
        R, made, wanted, constants = {}, {}, {}, {}
        for n, i in enumerate(self.code):
            if i[0] in ("MaddLo", "MaddHi"):
                both = [(made.get(x), self.get(x, R, A, B), x) for x in i[2:4]]
                for (place, value, _), (other, number, source) in (both, both[::-1]):
                    if place:
                        if other or source[0] in "AB" or number in self.inputs:
                            wanted.setdefault(value, set()).add(place)
                        else:
                            constants.setdefault(value, set()).add(number)
                            if len(constants[value]) >= LIMBS:
                                wanted.setdefault(value, set()).add(place)
            elif i[0] == "Store" and i[2] in made:
                wanted.setdefault(self.get(i[2], R, A, B), set()).add(made[i[2]])
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
