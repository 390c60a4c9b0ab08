"""Finds what the checker needs to be told: where a carry is none, which carry cancels, which multiples of facts bound the result.

The same symbolic execution as in Checker.v. Nothing rests on it: the checker is told numbers, and proves with them or fails."""

import itertools

W = 2**64
FIRST = 200  # first_atom in Checker.v


def spread(x):
    return sum(255 << (8 * i) for i in range(8) if x >> (8 * i + 7) & 1)


class Stuck(Exception):
    """What the checker would refuse."""


def padd(p, q, factor=1):
    r = dict(p)
    for m, c in q.items():
        c = r.get(m, 0) + factor * c
        if c:
            r[m] = c
        else:
            r.pop(m, None)
    return r


def pscale(p, k):
    return {m: c * k for m, c in p.items()} if k else {}


def pmul(p, q):
    r = {}
    for m, c in p.items():
        for n, d in q.items():
            k = tuple(sorted(m + n))
            r[k] = r.get(k, 0) + c * d
    return {m: c for m, c in r.items() if c}


def pconst(c):
    return {(): c} if c else {}


class Kernel:
    """What is to be proved of a list, and how."""

    def __init__(self, code, prime, bits, tight, elements, within, out, scale, spec, into=None):
        # Limbs of the result: their bits, and what they are below.
        self.into_bits, self.into_tight = into or (bits, tight)
        self.code, self.prime, self.bits, self.tight, self.elements = code, prime, bits, tight, elements
        self.within, self.out, self.scale, self.spec = within, out, scale, spec
        self.limbs = len(tight)
        self.hints, self.ends = {}, {}
        self.exacts = None
        self.derives = into is not None
        self.digits = None  # limbs of the multiple of the prime that a product subtracts, where its low end cancels

    def top(self, atom):
        return self.tight[atom % self.limbs] - 1

    def element(self, j):
        return {(self.limbs * j + i,): 1 << (self.bits * i) for i in range(self.limbs)}

    def wanted(self, spec=None):
        spec = spec or self.spec
        if isinstance(spec, str):
            return self.element("XYZT".index(spec[0]))
        kind, *parts = spec
        if kind == "Times":
            return pscale(self.wanted(parts[1]), parts[0])
        x, y = map(self.wanted, parts)
        return {"Mul": lambda: pmul(x, y), "Plus": lambda: padd(x, y), "Minus": lambda: padd(x, y, -1)}[kind]()

    # ---- Bounds ----

    def bound(self, table, E, length=None):
        """`bound` of Checker.v over the oldest atoms of the table."""
        total = 0
        for n in range((len(table) if length is None else length) - 1, -1, -1):
            c = E.get((FIRST + n,), 0)
            if c == 0:
                continue
            p, k = table[n]
            d, r = c >> k, c & ((1 << k) - 1)
            if r:
                b = self.bound(table, p, n)
                if b is None:
                    return None
                total += r * (b >> k)
            if d < 0:
                total += -d * ((1 << k) - 1)
            E = padd(padd(E, {(FIRST + n,): c}, -1), p, d)
        for m, c in E.items():
            if any(a >= FIRST for a in m):
                return None
            if m and c < 0:
                continue
            for a in m:
                c *= self.top(a)
            total += c
        return total

    def more(self, facts, ds, E):
        for (F, N, _), d in zip(facts, ds):
            if d:
                E = padd(E, padd(F, pconst(N), -1), d)
        return E

    def multiples(self, facts, E):
        """Multiples of the facts that may help to bound E from above, the simplest first."""
        choices = []
        for F, _, equal in facts:
            if equal:
                atom = max(m for m in F if m)
                of, c = F[atom], E.get(atom, 0)
                steps = (0, 1 << 255, 1 << 256, -(1 << 255), -(1 << 256))
                choices.append([0, *(-(c + x) // of for x in steps if (c + x) % of == 0)])
            else:
                choices.append([None, min(F), max(F)])
        for choice in itertools.product(*choices):
            ds = [d if equal else 0 for d, (_, _, equal) in zip(choice, facts)]
            rest = self.more(facts, ds, E)
            for i, limb in enumerate(choice):
                if not facts[i][2] and limb is not None:
                    ds[i] = min(0, -(rest.get(limb, 0) // facts[i][0][limb]))
            while ds and ds[-1] == 0:
                ds.pop()
            yield ds

    def ceiling(self, table, facts, E, wanted):
        seen = set()
        for ds in self.multiples(facts, E):
            if tuple(ds) in seen:
                continue
            seen.add(tuple(ds))
            b = self.bound(table, self.more(facts, ds, E))
            if b is not None and b <= wanted:
                return ds
        return None

    # ---- Carries of columns that cancel ----

    def exact(self, state, v, k):
        """v / 2^k where v is the third column of T + M·γ in radix 2^51 and 2^50, see src/backend/limbs/radix51.rs: what is below
        amounts to E, in units of 2^-102."""
        r, s = 1 << 50, 102
        gamma = [((1 << 255) - self.prime) >> (51 * i) & ((1 << 51) - 1) for i in range(3)]
        whole = pscale(padd(v[0], pconst(r), -1), 1 << s)
        low_end = {m: c for m, c in self.wanted().items() if c < 1 << 153}
        for digits in itertools.permutations(self.digits):
            total = low_end
            for i in range(3):
                for j in range(3 - i):
                    total = padd(total, pscale(digits[i], gamma[j] << (51 * (i + j))))
            E = padd(total, whole, -1)
            # High halves of this column are the next one's.
            E = {m: c for m, c in E.items() if not (c % (1 << 153) == 0 and 0 < c <= 1 << 156)}
            n = padd(E, whole)
            if any(c % (1 << (s + k)) for c in n.values()):
                continue
            above, below = self.bound(state.table, E), self.bound(state.table, pscale(E, -1))
            if above is not None and below is not None and above <= r << s and below <= 0:
                return ("Exact", s, r, E)
        return None

    # ---- Execution ----

    def prove(self):
        """Fills in the hints and what is to be said at the ends, or raises Stuck."""
        for _ in range(40):
            self.again = False
            self.ends = {}
            state = State(self)
            self.explore(1, 0, state)
            if not self.again:
                return
        raise Stuck("no end of hints")

    def explore(self, path, n, state):
        while n < len(self.code):
            flag = state.fork(self.code[n])
            if flag is not None:
                for b in (0, 1):
                    branch = state.copy()
                    branch.facts.insert(0, (state.registers[flag][0], b, True))
                    branch.registers[flag] = (pconst(b), b, b)
                    branch.step(self.code[n], self.hints.get((path, n)), path, n)
                    self.explore(2 * path + b, n + 1, branch)
                    if self.again:
                        return
                return
            state.step(self.code[n], self.hints.get((path, n)), path, n)
            n += 1
        self.end(path, state)

    def end(self, path, state):
        r = {}
        for i, tight in enumerate(self.into_tight):
            v = state.A[i]
            if not (0 <= v[1] and v[2] < tight):
                raise Stuck(f"limb {i} of the result is up to 2^{v[2].bit_length()}")
            r = padd(r, v[0], 1 << (self.into_bits * i))
        self.contradiction = None
        derived, E, ds, bad = self.left(state, r, [])
        state.facts[:0] = [fact[:3] for fact in derived[::-1]]
        if derived:
            self.hints[path, len(self.code)] = ("Derive", derived)
        if bad and self.scale != 1 and self.digits is None and len(state.subtracted) == 3:
            self.digits, self.again = state.subtracted, True
            return
        if bad and self.cancels(path, state, bad):
            self.again = True
            return
        if bad:
            raise Stuck(f"{len(bad)} terms are left, {list(bad)[:3]}")
        us = []
        if self.out is not None:
            us = self.ceiling(state.table, state.facts, r, self.out - 1)
            if us is None and self.contradiction and derived:
                us = [0, *self.contradiction]
            if us is None and self.cancels(path, state, r):
                self.again = True
                return
            if us is None:
                raise Stuck("no bound of the result")
        while ds and ds[-1] == 0:
            ds.pop()
        if ds or us:
            self.ends[path] = (ds, us)

    def left(self, state, r, derived):
        """What is left of result - specification, after what facts say, and facts that follow, for which nothing may be."""
        facts = [fact[:3] for fact in derived[::-1]] + state.facts
        E = padd(pscale(r, self.scale % self.prime), self.wanted(), -1)
        ds = []
        for F, N, equal in facts:
            atom = max(m for m in F if m)
            d = -(E.get(atom, 0) // F[atom]) if equal else 0
            ds.append(d)
            E = padd(E, padd(F, pconst(N), -1), d)
        bad = {m: c for m, c in E.items() if c % self.prime}
        found = derived, E, ds, bad
        if bad and self.derives and not derived:
            # Where facts exclude each other, anything follows.
            contradiction = self.ceiling(state.table, facts, {}, -1)
            if contradiction is not None:
                self.contradiction = [d << 300 for d in contradiction]
                return [(bad, 0, True, 0, self.contradiction, self.contradiction)], {}, [-1, *ds], {}
        if bad and self.derives and len(derived) < 4:
            for follow in self.derive(state.table, facts, bad):
                if follow[-1][0] in [F for F, *_ in facts]:
                    continue
                other = self.left(state, r, [*derived, *follow])
                if not other[3]:
                    return other
        return found

    def derive(self, table, facts, terms):
        """Atoms among the terms, and differences of two, that can be one number only; where facts exclude each other, any."""
        atoms = sorted(m for m in terms if len(m) == 1 and m[0] >= FIRST)
        for F in [*({a: 1} for a in atoms), *({a: -1, b: 1} for a, b in itertools.combinations(atoms, 2))]:
            for N in range(5):
                for s in (0, 255):
                    up = self.ceiling(table, facts, pscale(F, 1 << s), ((N + 1) << s) - 1)
                    down = self.ceiling(table, facts, pscale(F, -1 << s), ((1 - N) << s) - 1)
                    if up is not None and down is not None:
                        yield [(F, N, True, s, up, down)]
                    elif up is not None and terms[min(F)] > 0:
                        # With the fact that a quotient is not negative.
                        c = terms[min(F)]
                        down = self.ceiling(table, facts, padd(pscale(F, -1 << s), {min(F): c}), ((1 - N) << s) - 1)
                        if down is not None:
                            yield [({min(F): -1}, 0, False, 64, [], []), (F, N, True, s, [0, *up], [-c, *down])]

    def cancels(self, path, state, terms):
        """Shows that a carry among the terms, or among what flags are made of, is none, where it is made."""
        atoms = {a for m in terms for a in m if a >= FIRST}
        for F, _, equal in state.facts:
            if equal:
                flag = {a for m in F for a in m if a >= FIRST}
                atoms |= flag | {a for n in flag for m in state.table[n - FIRST][0] for a in m if a >= FIRST}
        for atom in sorted(atoms):
            at = state.made.get(atom - FIRST)
            if at is None:
                continue
            v, facts, length, down = state.sums[at]
            tried = self.hints[at][0] + 64 if at in self.hints else 0
            for s in range(tried, 512, 64):
                E = pscale(v[0], -1 << s if down else 1 << s)
                ds = self.ceiling(state.table[:length], facts, E, (1 << (s if down else 64 + s)) - 1)
                if ds is not None:
                    self.hints[at] = (s, [], ds) if down else (s, ds, [])
                    return True
        return False


class State:
    def __init__(self, kernel):
        self.kernel = kernel
        n = kernel.limbs
        limb = lambda a: ({(a,): 1}, 0, kernel.top(a))
        self.registers = {}
        self.A = {i: limb(i) for i in range(n)}
        self.B = {i: limb(n + i) for i in range(n * kernel.elements)}
        self.table, self.numbers = [], {}
        self.facts = []
        if kernel.within is not None:
            self.facts = [(kernel.element(j), kernel.within - 1, False) for j in range(kernel.elements + 1)]
        self.made, self.sums = {}, {}
        self.subtracted = []

    def copy(self):
        other = State.__new__(State)
        other.__dict__ = {k: v.copy() if isinstance(v, (dict, list)) else v for k, v in self.__dict__.items()}
        return other

    def get(self, source):
        kind, x = source
        if kind == "K":
            return (pconst(x), x, x)
        try:
            return {"R": self.registers, "A": self.A, "B": self.B}[kind][x]
        except KeyError:
            raise Stuck(f"{source} is unknown") from None

    def word(self, source):
        v = self.get(source)
        if not (0 <= v[1] and v[2] < W):
            raise Stuck(f"{source} may be no word")
        return v

    def fork(self, i):
        def of(r):
            v = self.registers.get(r)
            return r if v and v[1:] == (0, 1) else None

        one = lambda source: self.get(source)[1] == self.get(source)[2]
        if i[0] == "Sel":
            return of(i[4])
        if i[0] == "Sub" and i[3][0] == "R" and one(i[2]):
            return of(i[3][1])
        if i[0] == "Mullo" and i[2][0] == "R" and one(i[3]):
            return of(i[2][1])
        if i[0] == "MaddLo" and i[2][0] == "R":
            return of(i[2][1])
        if i[0] == "Sbb" and i[4][0] == "R" and one(i[2]) and one(i[3]):
            return of(i[4][1])
        return None

    def shr(self, v, k):
        p, lo, hi = v
        if hi < 1 << k:
            return ({}, 0, 0)
        j = k
        if len(p) == 1 and len(m := next(iter(p))) == 1 and m[0] >= FIRST and p[m] == 1:
            q, more = self.table[m[0] - FIRST]
            p, j = q, more + k
        for _ in range(64):
            if j < 1 or any(c & 1 for c in p.values()):
                break
            p, j = {m: c >> 1 for m, c in p.items()}, j - 1
        if j == 0:
            return (p, lo >> k, hi >> k)
        key = (frozenset(p.items()), j)
        if key not in self.numbers:
            self.numbers[key] = FIRST + len(self.table)
            self.table.append((p, j))
        return ({(self.numbers[key],): 1}, lo >> k, hi >> k)

    def low(self, v, k):
        if v[2] < 1 << k:
            return v
        return (padd(v[0], self.shr(v, k)[0], -(1 << k)), 0, (1 << k) - 1)

    def masked(self, x, c):
        a = max((c & -c).bit_length() - 1, 0)
        b = (c >> a).bit_length()
        if c == 0:
            return ({}, 0, 0)
        if c == W - 1:
            return x
        if x[1] < 0 or c != ((1 << b) - 1) << a:
            return None
        low = self.low(self.shr(x, a) if a else x, b)
        return (pscale(low[0], 1 << a), low[1] << a, low[2] << a)

    def product(self, x, y):
        x = self.low(x, 52)
        y = self.low(y, 52)
        return (pmul(x[0], y[0]), x[1] * y[1], x[2] * y[2])

    @staticmethod
    def normal(v):
        return (pconst(v[1] % W), v[1] % W, v[1] % W) if v[1] == v[2] else v

    def refine(self, v, hint):
        if hint is None:
            return v
        s, up, down = hint
        lo, hi = v[1:]
        b = self.kernel.bound(self.table, self.kernel.more(self.facts, up, pscale(v[0], 1 << s)))
        hi = hi if b is None else min(hi, b >> s)
        b = self.kernel.bound(self.table, self.kernel.more(self.facts, down, pscale(v[0], -1 << s)))
        lo = lo if b is None else max(lo, -(b >> s))
        return (v[0], lo, hi)

    def cut(self, t, at, sum_, down):
        length = len(self.table)
        word, carry = self.low(t, 64), self.shr(t, 64)
        if len(self.table) > length:
            self.made[length] = at
            self.sums[at] = (sum_, self.facts, length, down)
        return word, carry

    def step(self, i, hint, path, n):
        op, d, *rest = i
        R = self.registers
        if op == "Zero":
            R[d] = ({}, 0, 0)
        elif op == "Mov":
            R[d] = self.get(rest[0])
        elif op == "Store":
            v = self.get(rest[0])
            self.A[d] = self.low(v, 64) if v[1] >= 0 and v[2] >= W else v
        elif op in ("Add", "Sub"):
            x, y = map(self.get, rest)
            if op == "Add":
                R[d] = (padd(x[0], y[0]), x[1] + y[1], x[2] + y[2])
            else:
                R[d] = self.normal((padd(x[0], y[0], -1), x[1] - y[2], x[2] - y[1]))
                self.subtracted.append(y[0])
        elif op == "Mullo":
            x, y = map(self.word, rest)
            R[d] = (pmul(x[0], y[0]), x[1] * y[1], x[2] * y[2])
            for v, c in ((x, y), (y, x)):
                if c[1] == c[2] >= 2**63 and R[d][2] >= W:
                    k = c[1] - W
                    R[d] = (pscale(v[0], k), k * v[2], k * v[1])
        elif op == "Srl":
            v, k = self.get(rest[0]), rest[1]
            if not (0 <= v[1] and v[2] < W):
                if v[1] < 0:
                    raise Stuck(f"{i} may be negative")
                R[d] = self.low(self.shr(v, k), 64 - k)
                return
            if hint is None and k == 51 and self.kernel.digits and self.kernel.exacts is None:
                hint = self.kernel.exact(self, v, k)
                if hint:
                    self.kernel.exacts = self.kernel.hints[path, n] = hint
            if hint and hint[0] == "Exact":
                s, r, E = hint[1:]
                whole = padd(E, pscale(padd(v[0], pconst(r), -1), 1 << s))
                R[d] = ({m: c >> (s + k) for m, c in whole.items()}, v[1] >> k, v[2] >> k)
            else:
                R[d] = self.shr(v, k)
        elif op == "Sll":
            x = self.get(rest[0])
            R[d] = self.normal((pscale(x[0], 1 << rest[1]), x[1] << rest[1], x[2] << rest[1]))
        elif op == "And":
            x, y = map(self.get, rest)
            known = lambda v: not v[0] or list(v[0]) == [()] and 0 <= v[0][()] < W
            for v, mask in ((x, y), (y, x)):
                masked = self.masked(v, mask[0].get((), 0)) if known(mask) else None
                if masked is not None:
                    break
            if masked is None:
                raise Stuck(f"{i} is no mask")
            R[d] = masked
        elif op in ("MaddLo", "MaddHi"):
            x, y = map(self.word, rest)
            t = self.product(x, y)
            t = self.low(t, 52) if op == "MaddLo" else self.shr(t, 52)
            z = self.get(("R", d))
            R[d] = (padd(z[0], t[0]), z[1] + t[1], z[2] + t[2])
        elif op == "Adc":
            x, y, c = map(self.word, rest[:3])
            t = (padd(padd(x[0], y[0]), c[0]), x[1] + y[1] + c[1], x[2] + y[2] + c[2])
            word, carry = self.cut(self.refine(t, hint), (path, n), t, False)
            R[d] = word
            R[rest[3]] = carry
        elif op == "Sbb":
            x, y, c = map(self.word, rest[:3])
            sum_ = (padd(padd(x[0], y[0], -1), c[0], -1), x[1] - y[2] - c[2], x[2] - y[1] - c[1])
            t = self.refine(sum_, hint)
            if 0 <= t[1] and t[2] < W:
                R[d] = t
                R[rest[3]] = ({}, 0, 0)
            else:
                t = (padd(t[0], pconst(W)), t[1] + W, t[2] + W)
                word, carry = self.cut(t, (path, n), sum_, True)
                R[d] = word
                R[rest[3]] = (padd(pconst(1), carry[0], -1), 1 - carry[2], 1 - carry[1])
        elif op == "MulX":
            x, y = map(self.word, rest[1:])
            t = (pmul(x[0], y[0]), x[1] * y[1], x[2] * y[2])
            low, high = self.low(t, 64), self.shr(t, 64)
            R[rest[0]] = low
            R[d] = high
        elif op == "Rot":
            x, k = self.word(rest[0]), rest[1]
            high, low = self.shr(x, k), self.low(x, k)
            f = 1 << (64 - k)
            R[d] = (padd(high[0], low[0], f), high[1] + low[1] * f, high[2] + low[2] * f)
        elif op == "Test":
            x = self.word(rest[0])
            if x[2] and not x[1]:
                raise Stuck("zero or not")
            R[d] = (pconst(min(1, x[2])), min(1, x[2]), min(1, x[2]))
        elif op == "Sel":
            c = self.registers.get(rest[2])
            if c is None or c[2] and not c[1]:
                raise Stuck("a flag that is not known")
            R[d] = self.get(rest[1] if c[2] else rest[0])
        elif op == "Or":
            x, y = map(self.get, rest)
            if x[1] < 0 or y[1] < 0:
                raise Stuck(f"{i} may be negative")
            x = self.low(x, 64)
            y = self.low(y, 64)
            apart = lambda u, v: all(c % (1 << u[2].bit_length()) == 0 for c in v[0].values())
            if not (apart(x, y) or apart(y, x)):
                raise Stuck("bits that overlap")
            R[d] = (padd(x[0], y[0]), x[1] + y[1], min(x[2] + y[2], W - 1))
        elif op == "Spread":
            x = self.word(rest[0])
            if x[1] != x[2]:
                raise Stuck("a mask that is not known")
            c = spread(x[1])
            R[d] = (pconst(c), c, c)
        elif op == "Lose":
            R.pop(d, None)
