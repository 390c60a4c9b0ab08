#!/usr/bin/env python3
"""The oracle: test vectors and generator tables from plain Python integers.

    python3 tests/vectors/generate.py            rewrites every file
    python3 tests/vectors/generate.py --check    exits with 1 if a file differs

Nothing here is fast or clever, and nothing was derived from the Rust code: affine formulas,
`pow` and `%`. The random values come from SHAKE-256 of a label for each section, so a run
always writes the same bytes, and a row added to one section leaves the others alone.

README.md, beside this file, describes the schema.
"""

import argparse
import hashlib
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
VECTORS = ROOT / "tests" / "vectors"
TABLES = ROOT / "src" / "tables"

# ---------------------------------------------------------------------------------------------
# Parameters. From the `helioselene` 0.1.0 crate that FCMP++ uses (the current cycle) and from the
# optimisation contest of July 2025, whose curves older code still uses (the 2025 cycle).
# check_parameters() verifies every property that the library relies on.

P = 2**255 - 19
Q = {
    "current": 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF735481D1969F317F9850B68DF11DF53,
    "2025": 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFBF7F782CB7656B586EB6D2727927C79F,
}
# b, then the generator's x and y.
HELIOS = {
    "current": (
        0x26BDEC0884FE05F20CB42071569FAB6432BE360D07DA8C5B460B82B980FD8C60,
        1,
        0x611DFFC62FE02C759E5AC10F40E009B8E3B147387068AAF810DBDF2D817C67BA,
    ),
    "2025": (
        0x22E8C739B0EA70B8BE94A76B3EBB7B3B043F6F384113BF3522B49EE1EDD73AD4,
        3,
        0x537B74D97AC0721CBD92668350205F0759003BDDC586A5DCD243E639E3183EF4,
    ),
}
SELENE = {
    "current": (
        0x38C40D10C226EF3BC597C2E1E25BC748E3401C3D031D14CA2265F309BA81EFE4,
        1,
        0x39098C0A54BD9D2781C7D734720D5CA639EE79DEEEFCD74517FCED93AD6635C0,
    ),
    "2025": (
        0x70127713695876C17F51BBA595FFE279F3944BDF06AE900E68DE0983CB5A4558,
        1,
        0x7A19D927B85CCA9257C93177455C825F938BB198C8F09B37741E0AA6A1D3FDD2,
    ),
}

# Limb widths, least significant first, of the representations a backend may compute in. 25.5 is
# the usual one for 2^255 - 19 on 32-bit multipliers.
WIDTHS = {
    "64": [64, 64, 64, 63],
    "52": [52, 52, 52, 52, 47],
    "51": [51] * 5,
    "26": [26] * 9 + [21],
    "25.5": [26, 25] * 5,
}

# Generator tables: window i holds the odd multiples 1, 3, ..., 31 of 32^i G.
TABLE_WINDOWS = 51
TABLE_ENTRIES = 16


class Stream:
    """A deterministic source of numbers, one for each section."""

    def __init__(self, label):
        self.label = label
        self.counter = 0

    def integer(self, bits):
        seed = f"helioselene-simd vectors {self.label} {self.counter}".encode()
        self.counter += 1
        size = (bits + 7) // 8
        return int.from_bytes(hashlib.shake_256(seed).digest(size), "little") % 2**bits

    def below(self, bound):
        return self.integer(bound.bit_length() + 128) % bound


def unique(values):
    return list(dict.fromkeys(values))


def le32(value):
    return value.to_bytes(32, "little").hex()


def le32_or_null(value):
    return None if value is None else le32(value)


def join(widths, limbs):
    """The integer whose limbs, least significant first, are given."""
    value = shift = 0
    for width, limb in zip(widths, limbs, strict=True):
        assert 0 <= limb < 2**width
        value += limb << shift
        shift += width
    return value


# ---------------------------------------------------------------------------------------------
# Arithmetic


def is_prime(n):
    """Miller-Rabin with the first forty primes as bases."""
    bases = [b for b in range(2, 174) if all(b % d for d in range(2, b))]
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in bases:
        x = pow(base, odd, n)
        if x in (1, n - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def sqrt(a, m):
    """The root that the library returns, or None."""
    if m % 4 == 3:
        # HelioseleneField: the even one of the two roots.
        root = pow(a, (m + 1) // 4, m)
        root = root if root % 2 == 0 else m - root
    else:
        # Field25519: the candidate of RFC 8032, section 5.1.3, as it comes, of either parity.
        assert m % 8 == 5
        root = pow(a, (m + 3) // 8, m)
        if root * root % m != a:
            root = root * pow(2, (m - 1) // 4, m) % m
    return root if root * root % m == a else None


class Curve:
    """y^2 = x^3 - 3x + b over the integers mod `p`, of prime order `n`. A point is (x, y), the
    identity None."""

    def __init__(self, p, n, parameters):
        b, x, y = parameters
        self.p, self.n, self.b, self.g = p, n, b, (x, y)
        self._doublings = {}

    def right_side(self, x):
        return (x**3 - 3 * x + self.b) % self.p

    def neg(self, a):
        # y is never 0: that would be a point of order two.
        return None if a is None else (a[0], self.p - a[1])

    def add(self, a, b):
        if a is None:
            return b
        if b is None:
            return a
        (x1, y1), (x2, y2) = a, b
        if x1 == x2:
            if y1 != y2:
                return None
            slope = (3 * x1 * x1 - 3) * pow(2 * y1, -1, self.p)
        else:
            slope = (y2 - y1) * pow(x2 - x1, -1, self.p)
        x = (slope * slope - x1 - x2) % self.p
        return (x, (slope * (x1 - x) - y1) % self.p)

    def mul(self, k, a):
        """Double and add. The doublings of a point are kept, as the rows repeat points."""
        assert k >= 0
        doublings = self._doublings.setdefault(a, [a])
        result = None
        for i in range(k.bit_length()):
            if i == len(doublings):
                doublings.append(self.add(doublings[-1], doublings[-1]))
            if k >> i & 1:
                result = self.add(result, doublings[i])
        return result

    def sum(self, points):
        result = None
        for point in points:
            result = self.add(result, point)
        return result

    def lift_x(self, x, odd):
        """The point with this x and this parity of y, or None if x is not on the curve."""
        y = sqrt(self.right_side(x % self.p), self.p)
        if y is None:
            return None
        return (x, y if y % 2 == odd else self.p - y)

    def encode(self, a):
        """x, little-endian, with the parity of y in bit 255; the identity is all zero."""
        return bytes(32) if a is None else (a[0] + (a[1] % 2 << 255)).to_bytes(32, "little")

    def decode(self, data):
        """(point, accepted). The identity is (None, True)."""
        if data == bytes(32):
            return None, True
        value = int.from_bytes(data, "little")
        x, odd = value % 2**255, value >> 255
        # No canonical x = 0 gets further: b has no square root, so no point has it. Nor has any
        # point y = 0, so both parities always exist, and "sign 1 with y = 0" cannot be tested.
        if x >= self.p:
            return None, False
        point = self.lift_x(x, odd)
        return point, point is not None

    def random_point(self, stream):
        while True:
            point = self.lift_x(stream.below(self.p), stream.integer(1))
            if point is not None:
                return point


def curves():
    for cycle in ("current", "2025"):
        yield cycle, "helios", Curve(P, Q[cycle], HELIOS[cycle])
        yield cycle, "selene", Curve(Q[cycle], P, SELENE[cycle])


def check_parameters():
    assert is_prime(P) and P % 8 == 5
    assert sqrt(4, P) == P - 2 and sqrt(0, P) == 0
    for cycle, gamma, mod8 in (
        ("current", 0x8CAB7E2E6960CE8067AF49720EE20AD, 3),
        ("2025", 0x408087D3489A94A791492D8D86D83861, 7),
    ):
        assert is_prime(Q[cycle]) and Q[cycle] == 2**255 - gamma and Q[cycle] % 8 == mod8
    for _, _, curve in curves():
        p, n, g = curve.p, curve.n, curve.g
        assert all(0 < c < p for c in (curve.b, *g))
        assert (4 * (-3) ** 3 + 27 * curve.b**2) % p != 0  # not singular
        assert g[1] ** 2 % p == curve.right_side(g[0])
        assert curve.add(curve.mul(n - 1, g), g) is None
        # G has prime order n, and n is the only multiple of n in Hasse's interval
        # p + 1 +- 2 sqrt(p): the curve has n points, so none of order two.
        assert (n - p - 1) ** 2 <= 4 * p and n > 4 * 2**128
        assert pow(curve.b, (p - 1) // 2, p) == p - 1  # so no point has x = 0
        assert curve.decode(curve.encode(g)) == (g, True)


# ---------------------------------------------------------------------------------------------
# Field vectors


def limb_edges(widths):
    """Values whose limbs are extreme in one representation."""
    ones = [2**w - 1 for w in widths]
    zero = [0] * len(widths)
    yield join(widths, ones[:-1] + [0])  # plus 1: the carry passes every limb
    yield join(widths, ones[:-1] + [ones[-1] - 1])
    yield join(widths, [x if i % 2 else 0 for i, x in enumerate(ones)])
    yield join(widths, [0 if i % 2 else x for i, x in enumerate(ones)])
    # Halves, where limbs with signs round.
    yield join(widths, [2 ** (w - 1) - 1 for w in widths])
    yield join(widths, [2 ** (w - 1) for w in widths])
    yield join(widths, [2 ** (w - 1) + 1 for w in widths])
    if len(widths) <= 5:
        for i, x in enumerate(ones):
            yield join(widths, zero[:i] + [x] + zero[i + 1 :])


def field_edges(m):
    gamma = 2**255 - m
    values = [0, 1, 2, 3, 4, 5, m - 1, m - 2, m - 3, m - 4, (m - 1) // 2, (m + 1) // 2]
    values += [gamma - 1, gamma, gamma + 1, 2 * gamma, m - gamma, m - gamma - 1, m - gamma + 1]
    for k in (51, 52, 64, 128, 192, 254):
        values += [2**k - 1, 2**k, 2**k + 1]
    # An older reference inverted 3 * 2^66, and every odd * 2^k with k >= 66 and odd > 1, wrongly.
    values += [3 * 2**k for k in (64, 65, 66, 67, 127, 128, 192, 253)]
    values += [5 * 2**66, (2**64 - 1) * 2**66, (2**188 - 1) * 2**66, (2**100 + 1) * 2**150]
    values += [pow(2, -66, m), pow(3, -1, m), m - 2**66, m - 2**128, m - 2**192]
    for widths in WIDTHS.values():
        values += limb_edges(widths)
    # Squares that are small, for the reason in small_residues().
    targets = [*small_residues(m), *range(gamma - 4, gamma), *range(2 * gamma + 2, 2 * gamma + 10)]
    roots = [r for r in (sqrt(c, m) for c in targets) if r is not None]
    values += [v for r in roots[-4:] for v in (r, m - r)] + roots[:-4]
    return [v for v in unique(values) if v < m]


def small_residues(m):
    """Results to aim at, that random operands hardly reach. One below gamma has a second
    representative below 2^255, so a last subtraction that is missing shows. One of 2 gamma or a
    little more makes the second fold of a four-word reduction carry out of its top word."""
    gamma = 2**255 - m
    return unique([1, 2, gamma // 2, gamma - 1, gamma, gamma + 1, 2 * gamma, 2 * gamma + 1, 4 * gamma])


def field_pairs(m):
    """Every pair of a few edges."""
    gamma = 2**255 - m
    w64, w52, w51, w26 = (WIDTHS[r] for r in ("64", "52", "51", "26"))
    edges = [0, 1, m - 1, m - 2, (m - 1) // 2, (m + 1) // 2, gamma, m - gamma]
    edges += [2**192 - 1, 2**254 - 1, 2**254]
    edges += [list(limb_edges(w))[1] for w in (w64, w52, w51, w26)]
    edges += [list(limb_edges(w51))[5]]
    return [(a, b) for a in edges for b in edges]


def field_targets(m, stream):
    """Random operands with a chosen sum, difference or product."""
    for target in (m - 1, m, m + 1, 2**255 - 1, 2**255, 2**255 + 1):
        a = target - m + stream.below(2 * m - target)
        yield a, target - a
    for target in (2**254 - 1, 2**254):  # limbs of the sum: all ones; a carry through all
        a = stream.below(target)
        yield a, target - a
    for target in (0, 1, -1, -(2**64), -(2**128), -(2**192)):
        b = 2**192 + stream.below(m - 2**193)
        yield b + target, b
    products = [c for c in small_residues(m) for _ in range(2)]
    # The same for results that a kernel keeps divided by, or multiplied with, a power of two.
    products += [pow(2, k, m) for k in (-312, -260, -256, -156, -128, 128, 156, 256, 260, 312)]
    products += [3 * stream.below(2**255 - m) for _ in range(4)]
    for product in products:
        a = 1 + stream.below(m - 1)
        yield a, product * pow(a, -1, m) % m


def wide_values(m, stream):
    gamma = 2**255 - m
    top = (2**512 - 1) // m * m
    values = [0, 1, m - 1, m, m + 1, 2 * m - 1, 2 * m, 2 * m + 1]
    values += [2**k + d for k in (255, 256, 257, 260, 384, 416, 510, 511) for d in (-1, 0, 1)]
    values += [2**512 - 1, 2**512 - 2**256, 2**512 - 2**255, 2**512 - 2**64]
    values += [(m - 1) ** 2, m * m, m * m - 1, m << 256, (m - 1) << 256, (m << 256) - 1]
    values += [top - 1, top, min(top + 1, 2**512 - 1), top - m]
    # hi * 2^256 + lo folds to lo + hi * 2 gamma. Aim that at the borders of the next step.
    for border in (2**255, 2**256, 2**257):
        for hi in (1, 2**64 + 1, stream.below((border - 2) // (2 * gamma + 1))):
            for target in (border - 1, border, border - gamma, border - gamma - 1):
                lo = target - hi * 2 * gamma
                if 0 <= lo < 2**256:
                    values.append((hi << 256) + lo)
    # Small residues of large numbers, as in small_residues().
    for c in small_residues(m):
        values.append(c + m * stream.below((2**512 - 1 - c) // m))
    values += [stream.integer(512) for _ in range(12)]
    assert all(0 <= v < 2**512 for v in values)
    return unique(values)


def pow_cases(m, stream):
    exponents = [0, 1, 2, 3, 15, 16, 17, 31, 32, 33, m - 1, m - 2, (m - 1) // 2, (m + 1) // 2]
    exponents += [(m + 1) // 4, 2**64, 2**128 - 1, 2**252, 2**254, 2**254 - 1]
    cases = [(stream.below(m), e) for e in exponents]
    cases += [(base, e) for base in (0, 1, m - 1) for e in (0, 1, 2, m - 2, m - 1)]
    cases += [(stream.below(m), stream.below(m)) for _ in range(8)]
    return cases


def non_canonical(m):
    """Values in [m, 2^255). For 2^255 - 19 they are all here."""
    gamma = 2**255 - m
    offsets = [*range(min(gamma, 20)), *(2**k % gamma for k in range(0, 124, 13))]
    offsets += [gamma // 2, gamma - 2, gamma - 1]
    return sorted(unique(m + d for d in offsets))


def field_decode_values(m, stream):
    values = [0, 1, 2, m - 2, m - 1, 2**254 - 1, 2**254, 3 * 2**66]
    values += non_canonical(m)
    values += [2**255 + v for v in (0, 1, 2, m - 2, m - 1, m, m + 1)]  # 2^255 is no sign bit here
    values += [2 * m - 1, 2 * m, 2 * m + 1, 2**256 - 2, 2**256 - 1]
    # One limb up or down: the comparison with m must go through all of them.
    for widths in (WIDTHS["64"], WIDTHS["52"], WIDTHS["51"]):
        for i in range(len(widths)):
            shift = sum(widths[:i])
            values += [m - 2**shift, m + 2**shift]
    values += [stream.below(m) for _ in range(8)]
    values += [m + stream.below(2**255 - m) for _ in range(4)]
    values += [2**255 + stream.integer(255) for _ in range(8)]
    return unique(values)


def field_vectors(name, m):
    def stream(section):
        return Stream(f"{name} {section}")

    def binary(a, b):
        return {
            "a": le32(a),
            "b": le32(b),
            "sum": le32((a + b) % m),
            "difference": le32((a - b) % m),
            "product": le32(a * b % m),
        }

    def unary(a):
        return {
            "a": le32(a),
            "negation": le32(-a % m),
            "double": le32(2 * a % m),
            "square": le32(a * a % m),
            "inverse": le32_or_null(pow(a, -1, m) if a else None),
            "sqrt": le32_or_null(sqrt(a, m)),
            "is_odd": a % 2 == 1,
        }

    randoms = stream("elements")
    elements = field_edges(m) + [randoms.below(m) for _ in range(60)]
    randoms = stream("binary")
    pairs = field_pairs(m) + list(field_targets(m, stream("targets")))
    pairs += [(randoms.below(m), randoms.below(m)) for _ in range(100)]
    return {
        "modulus": le32(m),
        "elements": [le32(a) for a in elements],
        "binary": [binary(a, b) for a, b in pairs],
        "unary": [unary(a) for a in elements],
        "pow": [
            {"base": le32(a), "exponent": le32(e), "result": le32(pow(a, e, m))}
            for a, e in pow_cases(m, stream("pow"))
        ],
        "wide": [
            {"bytes": v.to_bytes(64, "little").hex(), "result": le32(v % m)}
            for v in wide_values(m, stream("wide"))
        ],
        "decode": [
            {"bytes": le32(v), "valid": v < m} for v in field_decode_values(m, stream("decode"))
        ],
    }


# ---------------------------------------------------------------------------------------------
# Curve vectors


def digit_edges():
    """Scalars at the edges of a recoding."""
    # All digits alike, or alternating, in signed odd radix 32 (51 digits in -31, -29, ..., 31, the
    # top one positive). Together they touch every entry of a table of 51 x 16, with both signs.
    # All digits 31 would be 2^255 - 1, which is not below n.
    extremes = [(31, -31), (-31, 31), (1, -1), (-1, 1), (31, 31), (-31, -31), (1, 1), (-1, -1)]
    patterns = [(v, v, abs(v)) for v in range(-31, 31, 2)]
    patterns += [(even, odd, top) for even, odd in extremes for top in (1, 29)]
    for even, odd, top in patterns:
        yield sum((odd if i % 2 else even) * 32**i for i in range(50)) + top * 32**50
    # All digits one half, or just below, in radix 2^c: there signed digits carry without end.
    for c in (2, 4, 5, 6, 7, 8, 9, 11, 13, 16):
        for digit in (2 ** (c - 1) - 1, 2 ** (c - 1)):
            yield sum(digit << i for i in range(0, 255 - c, c))


def scalar_edges(n):
    values = [0, 1, 2, 3, 15, 16, 17, 31, 32, 33, n - 1, n - 2, (n - 1) // 2, (n + 1) // 2]
    # Twice an odd digit, or minus that: the last addition of a window method is then a doubling.
    twice = [2 * d for d in range(1, 32, 2)]
    values += twice + [n - k for k in (*range(1, 41), *twice)]
    values += [k * 32**i for i in (1, 2, 25, 49) for k in (31, 32, 33)] + [31 * 32**50, 32**50 - 1]
    for k in (51, 52, 64, 127, 128, 192, 250, 251, 252, 253, 254):
        values += [2**k - 1, 2**k]
    values += digit_edges()
    values += [n - k for k in list(digit_edges())[:4]]
    values = unique(values)
    assert all(0 <= v < n for v in values)
    return values


def base_scalar_edges(n):
    """Those for a table of the generator's multiples: every entry of it, and the ends of the range."""
    ends = [*range(1, 9), 26, 30, 32, 62]
    return unique([0, *ends, 16, 31, 33, *digit_edges(), (n - 1) // 2, (n + 1) // 2, *(n - k for k in ends)])


def special_points(curve):
    """Points with coordinates at which a formula has a term that vanishes."""
    p, b = curve.p, curve.b
    # x = +-1: the tangent is level. x = b and 3/b: factors of the cached complete addition.
    xs = [1, p - 1, b, 3 * pow(b, -1, p) % p, 2, 3, p - 2, 2**254, 2**255 - p, (p + 1) // 2, 3 * 2**66]
    return [pt for pt in (curve.lift_x(x, 0) for x in unique(xs)) if pt is not None]


def same_y(curve, stream):
    """Two different points with one y: the chord is level."""
    p = curve.p
    while True:
        x, y = curve.random_point(stream)
        # x^3 - 3x is the same at the roots of X^2 + x X + x^2 - 3.
        root = sqrt((12 - 3 * x * x) % p, p)
        if root is not None and root != 0:
            other = ((root - x) * pow(2, -1, p) % p, y)
            assert y * y % p == curve.right_side(other[0]) and other[0] != x
            return (x, y), other


def curve_decode_rows(curve, points, stream):
    p = curve.p
    both = [0, 2**255]
    values = [0, 2**255]  # the identity, and the identity with the sign bit
    values += [p + s for s in both]  # the identity with x = p
    for x, _ in points[:6] + special_points(curve):
        values += [x + s for s in both]
    # Small x, on the curve and not; then the same x plus p, wherever that fits in 255 bits.
    gamma = 2**255 - p
    for x in range(19):
        signs = both if curve.lift_x(x, 0) is not None else both[:1]
        values += [v + s for v in (x, p + x) for s in signs]
    values += [p + v + s for v in (gamma // 2, gamma - 1) for s in both]
    found = 0
    while found < 4:
        x = stream.below(gamma)
        if curve.lift_x(x, 0) is not None:
            values += [v + s for v in (x, p + x) for s in both]
            found += 1
    values += [p - 1 + s for s in both] + [p - 2 + s for s in both]
    values += [2**k for k in (7, 8, 63, 64, 128, 192, 254)]
    values += [next(limb_edges(w)) + s for w in WIDTHS.values() for s in both]
    values += [stream.below(p) + s for _ in range(5) for s in both]
    rows = []
    for value in unique(values):
        data = value.to_bytes(32, "little")
        point, accepted = curve.decode(data)
        x, y = point or (None, None)
        rows.append(
            {
                "bytes": data.hex(),
                "x": le32_or_null(x),
                "y": le32_or_null(y),
                "identity": accepted and point is None,
            }
        )
    return rows


def add_pairs(curve, points, stream):
    yield None, None
    for a, b in zip(points[:3], points[3:6], strict=True):
        double, minus = curve.add(a, a), curve.neg(a)
        yield a, b
        yield b, a
        yield a, a
        yield a, minus
        yield minus, a
        yield a, None
        yield None, a
        yield a, double
        yield double, a
        yield a, curve.neg(double)
        yield curve.neg(double), a
        yield b, curve.mul(curve.n - 2, b)
        yield a, curve.neg(b)
        yield curve.add(a, b), minus
    g = curve.g
    multiples = [None, g, curve.add(g, g), curve.neg(g)]
    yield from ((a, b) for a in multiples for b in multiples)
    for special in special_points(curve):
        yield special, special
        yield special, points[0]
        yield special, curve.neg(special)
    for _ in range(2):
        a, b = same_y(curve, stream)
        yield a, b
        yield a, curve.neg(b)
    for _ in range(6):
        yield curve.random_point(stream), curve.random_point(stream)


def mul_cases(curve, points, edges, stream):
    n, g = curve.n, curve.g
    for i, k in enumerate(edges):
        yield k, points[i % len(points)]
    for k in (0, 1, 2, 3, 32, n - 2, n - 1, (n + 1) // 2):
        yield k, g
        yield k, None
    yield stream.below(n), None
    for point in special_points(curve)[:4]:
        yield stream.below(n), point
        yield n - 1, point
    for point in points[:8]:
        yield stream.below(n), point


def double_base_cases(curve, points, edges, stream):
    """(a, point, b) of a * point + b * G."""
    n, g, point = curve.n, curve.g, points[0]
    r, s = stream.below(n), stream.below(n)
    yield from ((a, point, b) for a in (0, 1, n - 1, r) for b in (0, 1, n - 1, s))
    yield from ((a, None, b) for a in (0, r) for b in (0, s))
    # Points that depend on G: equal, opposite, and cancelling terms.
    for special in (g, curve.neg(g)):
        yield from ((a, special, b) for a, b in ((1, 1), (1, n - 1), (r, r), (r, n - r), (r, s)))
    for k in (2, 31):
        multiple = curve.mul(k, g)
        yield r, multiple, (n - r) * k % n
        yield r, multiple, r * k % n
        yield 1, multiple, n - k
    for i in range(8):
        yield edges[-1 - 5 * i], points[i], edges[-3 - 5 * i]
    for i in range(6):
        yield stream.below(n), points[i], stream.below(n)


def msm_cases(curve, points, edges, stream):
    """(scalars, points). Multiples of one point and repeated scalars meet in the same bucket or
    partial sum, where an incomplete addition would fail."""
    n, neg = curve.n, curve.neg
    a, b, c, d = points[:4]

    def random(count):
        return [stream.below(n) for _ in range(count)]

    def multiples(point, count):
        return [curve.mul(k, point) for k in range(1, count + 1)]

    def cancelling(count):
        """Points that add up to the identity."""
        head = points[: count - 1]
        return head + [neg(curve.sum(head))]

    (r,), (s,) = random(1), random(1)
    yield [], []
    # One term.
    yield from (([k], [a]) for k in (0, 1, 2, n - 1, r))
    yield from (([k], [None]) for k in (0, 1, r))
    # Two terms.
    yield [r, s], [a, b]
    yield [r, r], [a, b]
    yield [r, r], [a, a]
    yield [r, s], [a, a]
    yield [r, n - r], [a, a]
    yield [r, r], [a, neg(a)]
    yield [r, s], [a, neg(a)]
    yield [1, 1], [a, a]
    yield [1, 1], [a, neg(a)]
    yield [1, n - 1], [a, b]
    yield [1, n - 1], [a, a]
    yield [0, 0], [a, b]
    yield [0, s], [a, b]
    yield [r, 0], [a, b]
    yield [r, s], [None, b]
    yield [r, s], [a, None]
    yield [r, s], [None, None]
    yield [2, 1], [a, curve.mul(n - 2, a)]
    yield [r, s], [a, curve.mul(2, a)]
    yield [2 * s % n, n - s], [a, curve.mul(2, a)]
    # Three terms.
    yield random(3), [a, b, c]
    yield [r, r, r], cancelling(3)
    yield [r, r, r], [a, a, a]
    yield [1, 1, n - 1], [a, a, curve.mul(2, a)]
    yield [r, s, s], [a, b, neg(b)]
    yield [r, 0, s], [None, b, c]
    yield [0, 0, 0], [None, b, None]
    # Eight terms, the least that fills the lanes.
    yield random(8), points[:8]
    yield random(8), [a] * 8
    yield [r] * 8, [a] * 8
    yield [r] * 8, [a, neg(a)] * 4
    yield [r] * 8, [a, b, neg(a), neg(b), None, c, neg(c), None]
    yield [r] * 8, cancelling(8)
    yield [0] * 8, points[:8]
    yield random(8), [None] * 8
    yield [0] * 7 + [r], points[:8]
    yield [1] * 8, multiples(curve.g, 8)
    yield [5, 4, 3, 2, 1, n - 1, n - 2, n - 3], multiples(a, 8)
    # Equal sums of pairs in one bucket: a doubling at the second level of a tree of additions.
    e = curve.sum([a, b, neg(c)])
    yield [s] * 8, [a, b, c, e, d, neg(d), c, e]
    yield edges[-8:], points[8:16]
    # Nineteen terms.
    yield random(19), [a] * 19
    yield [*random(9), 0, r, r, *random(7)], [*points[:9], a, b, neg(b), None, c, c, d, e, a, None]
    yield list(range(1, 20)), multiples(curve.g, 19)
    yield [edges[-2]] * 19, [a] * 19
    # Thirty-nine terms.
    yield edges[10:49], points[:39]
    yield [r, s, n - r] * 13, [a, a, a, b, b, neg(b), None, c, c, neg(c), d, neg(d), e] * 3


def curve_vectors(name, curve):
    encode, n = curve.encode, curve.n

    def stream(section):
        return Stream(f"{name} {section}")

    def hex_of(point):
        return encode(point).hex()

    randoms = stream("points")
    points = [curve.random_point(randoms) for _ in range(48)]
    edges = scalar_edges(n)
    randoms = stream("scalars")
    scalars = edges + [randoms.below(n) for _ in range(24)]
    randoms = stream("mul_base")
    base_scalars = base_scalar_edges(n) + [randoms.below(n) for _ in range(16)]
    msms = []
    for factors, terms in msm_cases(curve, points, edges, stream("msm")):
        products = [curve.mul(k, point) for k, point in zip(factors, terms, strict=True)]
        msms.append(
            {
                "scalars": [le32(k) for k in factors],
                "points": [hex_of(point) for point in terms],
                "result": hex_of(curve.sum(products)),
            }
        )
    return {
        "b": le32(curve.b),
        "generator": {"x": le32(curve.g[0]), "y": le32(curve.g[1])},
        "points": [{"encoded": hex_of(a), "x": le32(a[0]), "y": le32(a[1])} for a in points],
        "scalars": [le32(k) for k in scalars],
        "decode": curve_decode_rows(curve, points, stream("decode")),
        "add": [
            {"a": hex_of(a), "b": hex_of(b), "sum": hex_of(curve.add(a, b))}
            for a, b in add_pairs(curve, points, stream("add"))
        ],
        "mul": [
            {"scalar": le32(k), "point": hex_of(a), "result": hex_of(curve.mul(k, a))}
            for k, a in mul_cases(curve, points, edges, stream("mul"))
        ],
        "mul_base": [
            {"scalar": le32(k), "result": hex_of(curve.mul(k, curve.g))}
            for k in base_scalars
        ],
        "double_base": [
            {
                "a": le32(a),
                "point": hex_of(point),
                "b": le32(b),
                "result": hex_of(curve.add(curve.mul(a, point), curve.mul(b, curve.g))),
            }
            for a, point, b in double_base_cases(curve, points, edges, stream("double_base"))
        ],
        "msm": msms,
    }


def generator_table(curve):
    """Entry (i, j) is (2j + 1) * 32^i * G: x, then y, 32 bytes little-endian each."""
    data = bytearray()
    window = curve.g
    for _ in range(TABLE_WINDOWS):
        double = curve.add(window, window)
        entry = window
        for _ in range(TABLE_ENTRIES):
            data += entry[0].to_bytes(32, "little") + entry[1].to_bytes(32, "little")
            entry = curve.add(entry, double)
        # 33 times the window's base stands in `entry`; one less is the base of the next.
        window = curve.add(entry, curve.neg(window))
    return bytes(data)


# ---------------------------------------------------------------------------------------------
# Hashing to curves: RFC 9380, word by word


def is_square(a, m):
    return a % m == 0 or pow(a, (m - 1) // 2, m) == 1


def times_modulo(f, g, cubic, m):
    """f * g modulo x^3 + c2 x^2 + c1 x + c0; coefficients of 1, x, x^2."""
    product = [0] * 5
    for i, a in enumerate(f):
        for j, b in enumerate(g):
            product[i + j] = (product[i + j] + a * b) % m
    for top in (4, 3):
        for j, c in enumerate(cubic):
            product[top - 3 + j] = (product[top - 3 + j] - product[top] * c) % m
    return product[:3]


def has_root(cubic, m):
    """Whether x^m - x and the monic cubic have a common factor."""
    power, base, exponent = [1, 0, 0], [0, 1, 0], m
    while exponent:
        if exponent & 1:
            power = times_modulo(power, base, cubic, m)
        base = times_modulo(base, base, cubic, m)
        exponent >>= 1
    a, b = [*cubic, 1], [power[0], (power[1] - 1) % m, power[2]]
    while any(b):
        while b[-1] == 0:
            b.pop()
        while len(a) >= len(b):
            factor = a[-1] * pow(b[-1], -1, m) % m
            shift = len(a) - len(b)
            for i, c in enumerate(b):
                a[shift + i] = (a[shift + i] - factor * c) % m
            a.pop()
        a, b = b, a or [0]
    return len(a) > 1


def find_z_sswu(curve):
    """Appendix H.2."""
    m, b = curve.p, curve.b
    for counter in range(1, 1000):
        for z in (counter, -counter):
            x = b * pow(-3 * z, -1, m)
            if (
                not is_square(z % m, m)
                and z != -1
                and not has_root([(b - z) % m, -3 % m, 0], m)
                and is_square((x**3 - 3 * x + b) % m, m)
            ):
                return z


def expand_message_xmd(message, tag, length):
    """Section 5.3.1, with SHA-512; tags of at most 255 bytes."""
    tag += bytes([len(tag)])
    hashed = hashlib.sha512
    first = hashed(bytes(128) + message + length.to_bytes(2, "big") + b"\0" + tag).digest()
    blocks = [hashed(first + b"\1" + tag).digest()]
    while 64 * len(blocks) < length:
        mixed = bytes(a ^ b for a, b in zip(first, blocks[-1], strict=True))
        blocks.append(hashed(mixed + bytes([len(blocks) + 1]) + tag).digest())
    return b"".join(blocks)[:length]


def map_to_curve_simple_swu(curve, z, u):
    """Section 6.6.2, as it is written there first."""
    m, a, b = curve.p, -3, curve.b
    tv1 = (z * z * u**4 + z * u * u) % m
    x1 = -b * pow(a, -1, m) * (1 + pow(tv1, -1, m)) if tv1 else b * pow(z * a, -1, m)
    x2 = z * u * u * x1
    for x in (x1 % m, x2 % m):
        gx = (x**3 + a * x + b) % m
        if is_square(gx, m):
            y = sqrt(gx, m)
            return (x, y if y % 2 == u % 2 else m - y)


def check_hashing():
    """Against RFC 9380: appendix K.3, and J.1.2, whose curve has a = -3 too."""
    tag = b"QUUX-V01-CS02-with-expander-SHA512-256"
    expected = "6b9a7312411d92f921c6f68ca0b6380730a1a4d982c507211a90964c394179ba"
    assert expand_message_xmd(b"", tag, 32).hex() == expected
    p = 2**256 - 2**224 + 2**192 + 2**96 - 1
    b = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
    p256 = Curve(p, None, (b, 0, 0))
    assert find_z_sswu(p256) == -10
    u = 0xB22D487045F80E9EDCB0ECC8D4BF77833E2BF1F3A54004D7DF1D57F4802D311F
    assert map_to_curve_simple_swu(p256, -10, u) == (
        0xF871CAAD25EA3B59C16CF87C1894902F7E7B2C822C3D3F73596C5ACE8DDD14D1,
        0x87B9AE23335BEE057B99BAC1E68588B18B5691AF476234B8971BC4F011DDC99B,
    )


def hash_vectors(name, curve):
    z = find_z_sswu(curve)
    m = curve.p
    stream = Stream(name + " hash")
    edges = [0, 1, 2, m - 1, m - 2]
    # Where the map would divide by zero: u^2 = -1/Z.
    exceptional = -pow(z, -1, m) % m
    if is_square(exceptional, m):
        edges += [sqrt(exceptional, m), m - sqrt(exceptional, m)]
    elements = edges + [stream.below(m) for _ in range(16)]
    rows = []
    for message in (b"", b"abc", b"a" * 127, b"a" * 128, bytes(range(256)), b"q" * 512):
        tag = f"QUUX-V01-CS02-with-{name}_XMD:SHA-512_SSWU_".encode()
        for tag in (tag, b"t" * 16, b"t" * 255):
            okm = expand_message_xmd(message, tag, 96)
            one = int.from_bytes(expand_message_xmd(message, tag, 48), "big") % m
            u = [int.from_bytes(part, "big") % m for part in (okm[:48], okm[48:])]
            points = [map_to_curve_simple_swu(curve, z, x) for x in u]
            rows.append(
                {
                    "message": message.hex(),
                    "tag": tag.hex(),
                    "hash": curve.encode(curve.add(*points)).hex(),
                    "encode": curve.encode(map_to_curve_simple_swu(curve, z, one)).hex(),
                }
            )
    return {
        "z": z,
        "map": [
            {"u": le32(u), "point": curve.encode(map_to_curve_simple_swu(curve, z, u)).hex()}
            for u in elements
        ],
        "messages": rows,
    }


# ---------------------------------------------------------------------------------------------
# Files


def to_json(vectors):
    """One row a line, so that a change shows in a diff as the rows it touches."""

    def dump(value):
        return json.dumps(value, separators=(",", ":"))

    sections = []
    for key, value in vectors.items():
        if isinstance(value, list):
            text = "[\n" + ",\n".join(dump(row) for row in value) + "\n]"
        else:
            text = dump(value)
        sections.append(f"{dump(key)}: {text}")
    return ("{\n" + ",\n".join(sections) + "\n}\n").encode()


def files():
    """Every path with the bytes that belong there."""
    fields = {"field25519": P, "current-field": Q["current"], "2025-field": Q["2025"]}
    for name, modulus in fields.items():
        yield VECTORS / f"{name}.json", to_json(field_vectors(name, modulus))
    for cycle, name, curve in curves():
        label = f"{cycle}-{name}"
        yield VECTORS / f"{label}.json", to_json(curve_vectors(label, curve))
        yield VECTORS / f"{label}-hash.json", to_json(hash_vectors(label, curve))
        table = name if cycle == "current" else name + cycle
        yield TABLES / f"{table}.bin", generator_table(curve)


def main():
    parser = argparse.ArgumentParser(description="Write or check the test vectors and tables.")
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    check = parser.parse_args().check
    check_parameters()
    check_hashing()
    differing, compared = [], 0
    for path, data in files():
        if check:
            compared += 1
            if not path.is_file() or path.read_bytes() != data:
                differing.append(path.relative_to(ROOT))
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    for path in differing:
        print(f"{path} differs from what generate.py writes", file=sys.stderr)
    if check and not differing:
        print(f"{compared} files are as generate.py writes them")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
