"""The second reader: runs the machine code on terms, and compares what it stores with what the first reader's list stores.

It takes a kernel's bytes as objdump reads them and knows what each instruction does to the whole machine: 16 words, 32 registers of
512 bits, flags, the arrays at rdi and rsi, and the stack. It shares nothing with read.py but the bytes. A word is a term over the words
that memory held at the start. Two terms are the same number if the same operations make them, up to the order of summands and factors
and to logic bit by bit; so the comparison holds for all operands. It also says no to what a list cannot tell: a store elsewhere than to
the result and the own frame, a register that the caller gets back changed, a load of what nobody wrote.
"""

import re
import subprocess
import tempfile
from functools import cache, partial, reduce
from operator import and_ as AND, or_ as OR, xor as XOR

FULL = 2**64 - 1
HALF = 2**32 - 1
WORDS = "rax rcx rdx rbx rsp rbp rsi rdi r8 r9 r10 r11 r12 r13 r14 r15".split()
HALVES = {**{"e" + w[1:]: w for w in WORDS[:8]}, **{w + "d": w for w in WORDS[8:]}}
KEPT = "rbx rsp rbp r12 r13 r14 r15".split()
RED_ZONE = 128
# What rsp may be modulo 64 at a function's entry.
ENTRIES = (8, 24, 40, 56)
ONE = 0x3FF0000000000000  # the bits of 1.0


class Unknown(Exception):
    """Something that this reader does not know, or forbids."""


# Terms. Equal ones are the same number: an index into NODES.
NODES, INDICES = [], {}


def node(*key):
    found = INDICES.get(key)
    if found is None:
        found = INDICES[key] = len(NODES)
        NODES.append(key)
    return found


def K(value):
    return node("K", value & FULL)


ZERO = K(0)


def constant(x):
    return NODES[x][1] if NODES[x][0] == "K" else None


def fresh():
    """What nobody says."""
    return node("?", len(NODES))


def pointer(x):
    return NODES[x][1:] if NODES[x][0] == "P" else None


def bits(x):
    """A word as logic of other words: those, and for each of their combinations of bits the places where the result has a 1."""
    key = NODES[x]
    if key[0] == "K":
        return (), (key[1],)
    return key[1:] if key[0] == "logic" else ((x,), (0, FULL))


@cache
def reach(x):
    """Where a word may have ones."""
    op, *rest = NODES[x]
    if op == "K":
        return rest[0]
    if op in ("shr", "shl"):
        return reach(rest[0]) >> rest[1] if op == "shr" else reach(rest[0]) << rest[1] & FULL
    if op == "logic":
        return reduce(OR, rest[1])
    return 1 if op in ("carry", "borrow", "nonzero") else FULL


def widened(x, atoms):
    """The masks of logic of some atoms as logic of more."""
    own, masks = x
    places = [atoms.index(a) for a in own]
    return [masks[sum((row >> p & 1) << i for i, p in enumerate(places))] for row in range(1 << len(atoms))]


@cache
def logic(f, *xs):
    """A function of each bit."""
    parts = [bits(x) for x in xs]
    atoms = sorted({a for own, _ in parts for a in own})
    if len(atoms) > 6:
        parts = [((x,), (0, FULL)) for x in xs]
        atoms = sorted(set(xs))
    masks = [f(*ms) & FULL for ms in zip(*(widened(p, atoms) for p in parts))]
    for i, a in enumerate(atoms):
        may = reach(a)
        for row in range(len(masks)):
            if row >> i & 1:
                # Where the atom has no ones the masks of its ones mean nothing: take those of its zeros.
                masks[row] = masks[row] & may | masks[row ^ 1 << i] & ~may
    for i in reversed(range(len(atoms))):
        without = [m for row, m in enumerate(masks) if not row >> i & 1]
        if without == [m for row, m in enumerate(masks) if row >> i & 1]:
            masks = without
            del atoms[i]
    for i, a in enumerate(atoms):
        # Of an atom whose upper half has no say only the lower halves of its parts have one.
        lower = all(m & ~HALF == masks[row ^ 1 << i] & ~HALF for row, m in enumerate(masks)) and modulo_half(a)
        if lower not in (False, a):
            return logic(by_masks(tuple(masks)), *atoms[:i], lower, *atoms[i + 1 :])
    if not atoms:
        return K(masks[0])
    if len(atoms) == 1 and masks == [0, reach(atoms[0])]:
        return atoms[0]
    return node("logic", tuple(atoms), tuple(masks))


@cache
def by_masks(masks):
    """The function that has these masks."""

    def function(*xs):
        rows = (reduce(AND, (x if row >> i & 1 else ~x for i, x in enumerate(xs)), mask) for row, mask in enumerate(masks))
        return reduce(OR, rows, 0)

    return function


@cache
def modulo_half(x):
    """A simpler word with the same lower half."""
    op, *rest = NODES[x]
    if op == "K":
        return K(rest[0] & HALF)
    if op in ("add", "sub", "mullo"):
        return {"add": add, "sub": sub, "mullo": low_product}[op](*map(modulo_half, rest))
    if op == "shl":
        return shl(modulo_half(rest[0]), rest[1])
    if op != "logic":
        return x
    masks = tuple(m & HALF for m in rest[1])
    return modulo_half(rest[0][0]) if masks == (0, HALF) else logic(by_masks(masks), *rest[0])


def AND_NOT(x, y):
    return ~x & y


def CHOICE(c, x, y):
    """y where c is set, else x."""
    return c & y | ~c & x


@cache
def by_table(imm):
    """vpternlogq's function: imm has a bit for each combination, the first operand's the highest."""

    def function(x, y, z):
        rows = [row for row in range(8) if imm >> row & 1]
        return reduce(OR, ((x if row & 4 else ~x) & (y if row & 2 else ~y) & (z if row & 1 else ~z) for row in rows), 0)

    return function


def add(x, y):
    x, y = sorted((x, y))
    a, b = NODES[x], NODES[y]
    if a[0] == "K" and b[0] == "K":
        return K(a[1] + b[1])
    for p, c, other in ((a, b, x), (b, a, y)):
        if c[0] == "K" and p[0] == "P":
            return node("P", p[1], p[2] + signed(c[1]))
        if c == ("K", 0):
            return other
    # Without a carry anywhere a sum is logic.
    if reach(x) & reach(y) == 0 or a[0] == b[0] == "logic" and set(a[1]) & set(b[1]) and logic(AND, x, y) == ZERO:
        return logic(OR, x, y)
    return node("add", x, y)


def sub(x, y):
    a, b = NODES[x], NODES[y]
    if b[0] == "K":
        return add(x, K(-b[1]))
    return logic(XOR, x, y) if a == ("K", FULL) else node("sub", x, y)


def signed(c):
    return c - 2**64 if c >> 63 else c


def low_product(x, y):
    a, b = constant(x), constant(y)
    return node("mullo", *sorted((x, y))) if a is None or b is None else K(a * b)


def high_product(x, y):
    return node("mulhi", *sorted((x, y)))


def adc(x, y, c):
    """The sum with a carry, and the carry out of it."""
    x, y = sorted((x, y))
    if c != ZERO:
        return node("adc", x, y, c), node("carry", x, y, c)
    return add(x, y), ZERO if ZERO in (x, y) else node("carry", x, y, ZERO)


def sbb(x, y, c):
    if x == y:
        return sub(ZERO, c), c
    if c != ZERO:
        return node("sbb", x, y, c), node("borrow", x, y, c)
    return sub(x, y), ZERO if y == ZERO else node("borrow", x, y, ZERO)


@cache
def shr(x, k):
    c = constant(x)
    if c is not None or k >= 64:
        return K((c or 0) >> k)
    op, *rest = NODES[x]
    if k and op == "shr":
        return shr(rest[0], rest[1] + k)
    if k and op == "shl":
        j = rest[1]
        return logic(AND, shr(rest[0], k - j) if k >= j else shl(rest[0], j - k), K(FULL >> k))
    if k and op == "logic":
        return logic(by_masks(tuple(m >> k for m in rest[1])), *(shr(a, k) for a in rest[0]))
    return node("shr", x, k) if k else x


@cache
def shl(x, k):
    if k >= 32:
        x = modulo_half(x)
    c = constant(x)
    if c is not None or k >= 64:
        return K((c or 0) << k)
    op, *rest = NODES[x]
    if k and op == "shl":
        return shl(rest[0], rest[1] + k)
    if k and op == "shr":
        j = rest[1]
        return logic(AND, shl(rest[0], k - j) if k >= j else shr(rest[0], j - k), K(FULL << k))
    if k and op == "logic":
        return logic(by_masks(tuple(m << k & FULL for m in rest[1])), *(shl(a, k) for a in rest[0]))
    return node("shl", x, k) if k else x


def madd(half, x, y, acc):
    return acc if ZERO in (x, y) else node(half, *sorted((x, y)), acc)


def nonzero(x):
    c = constant(x)
    return node("nonzero", x) if c is None else K(int(c != 0))


def select(x, y, c):
    """y if the flag is set, else x."""
    known = constant(c)
    return node("select", x, y, c) if known is None else y if known else x


def number(x):
    """A double's bits as a number, in units of 2^-1074. Both zeros are 0."""
    c = constant(x)
    if c is None:
        op, *rest = NODES[x]
        # The sign is exchanged: exact.
        return fma(-1, rest[0][0], K(ONE), 1, ZERO) if op == "logic" and rest[1] == (1 << 63, FULL >> 1) else x
    exponent, fraction = c >> 52 & 2047, c & 2**52 - 1
    if exponent == 2047:
        raise Unknown("a constant that is no number")
    size = (fraction + 2**52) << (exponent - 1) if exponent else fraction
    return node("N", -size if c >> 63 else size)


def fma(f, x, y, g, z):
    """f*x*y + g*z, rounded once; a factor or summand may be a constant."""
    x, y, z = number(x), number(y), number(z)
    one = number(K(ONE))
    if x == one:
        x, y = y, x
    if y == one and z != number(ZERO):
        return node("sum", *sorted([(f, x), (g, z)]))
    return node("fma", f, *sorted((x, y)), g if z != number(ZERO) else 1, z)


# objdump's reading.
def objdump(encodings):
    """Mnemonics, operands and texts of instructions by their bytes, without their addresses."""
    encodings = sorted(encodings)
    with tempfile.NamedTemporaryFile() as file:
        file.write(b"".join(encodings))
        file.flush()
        command = ["objdump", "-D", "-z", "-b", "binary", "-m", "i386:x86-64", "-M", "att", "--no-show-raw-insn", file.name]
        out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    texts = dict(re.findall(r"^\s*([0-9a-f]+):\t(.*)$", out, re.M))
    found, at = {}, 0
    for encoding in encodings:
        text = texts.pop(f"{at:x}", "(bad)").partition("#")[0].strip()
        found[encoding] = (*parsed(text, at), text)
        at += len(encoding)
    if texts:
        raise Unknown("objdump sees other instructions in the bytes")
    return found


MEMORY = re.compile(r"(-?0x[0-9a-f]+)?\((%\w+)?(?:,(%\w+),([1248]))?\)(\{1to[248]\})?")


def parsed(text, at):
    """A name, and its operands in the order of the manual: the destination first."""
    text = re.sub(r"^\{(vex|evex)\} ", "", text)
    name, _, rest = text.partition(" ")
    operands = []
    for part in re.split(r",(?![^(]*\))", rest.strip()) if rest.strip() else []:
        # A call by a register or by memory.
        part = part.removeprefix("*")
        memory = MEMORY.fullmatch(part)
        if memory:
            displacement, base, index, scale, broadcast = memory.groups()
            operands.append(("M", int(displacement or "0", 16), (base or "%")[1:], (index or "%")[1:], int(scale or 1), broadcast))
        elif re.fullmatch(r"\$-?0x[0-9a-f]+", part):
            operands.append(("I", int(part[1:], 16) & FULL))
        elif re.fullmatch(r"0x[0-9a-f]+", part):
            # A branch's target, from the beginning of the instruction.
            operands.append(("J", signed(int(part, 16) - at & FULL)))
        elif re.fullmatch(r"[xyz]mm\d+", part[1:]) and part[0] == "%":
            operands.append(("V", int(part[4:]), {"x": 2, "y": 4, "z": 8}[part[1]]))
        elif part[0] == "%" and (part[1:] in WORDS or part[1:] in HALVES):
            operands.append(("W", HALVES.get(part[1:], part[1:]), 32 if part[1:] in HALVES else 64))
        else:
            operands.append(("?", part))
    return name, operands[::-1]


class Machine:
    """The machine. Lanes of 64 bits, the lowest first; memory in words of 64 bits by (region, offset): A at rdi, B at rsi, S from rsp at
    the entry, C constants by their addresses."""

    def __init__(self, sizes, alignment, constants, entry):
        self.W = {w: node("W", w) for w in WORDS}
        self.W.update(rdi=node("P", "A", 0), rsi=node("P", "B", 0), rsp=node("P", "S", 0))
        self.V = [[node("V", v, lane) for lane in range(8)] for v in range(32)]
        self.flags = {f: fresh() for f in ("CF", "OF", "NZ")}
        self.sizes, self.alignment, self.entry = sizes, alignment, entry
        self.memory = {("S", 0): node("return")}
        for address, content in constants.items():
            for i in range(0, len(content) // 16 * 16, 16):
                self.memory["C", int(address, 16) + i // 2] = K(int.from_bytes(bytes.fromhex(content[i : i + 16]), "little"))
        # Whether something depended on rsp at the entry modulo 64.
        self.asked_entry = False
        # The address of the next instruction in memory.
        self.next = None

    # Memory.
    def address(self, operand):
        """The region and the offset of an operand in memory."""
        if operand[2] == "rip":
            return "C", self.next + operand[1]
        found = pointer(self.sum(operand))
        if found is None:
            raise Unknown("an address that no pointer gives")
        return found

    def sum(self, operand):
        _, displacement, base, index, scale, _ = operand
        if base not in self.W or index and index not in self.W:
            raise Unknown("an address without registers of 64 bits")
        x = add(self.W[base], K(displacement))
        return add(x, shl(self.W[index], scale.bit_length() - 1)) if index else x

    def words(self, operand, n, aligned, write):
        """The words of memory that an operand of n words names, where it may read or write."""
        region, offset = self.address(operand)
        end = offset + 8 * n
        if offset % 8 and region != "C":
            raise Unknown(f"words across words: {region} {offset}")
        if region == "S":
            low = self.stack() - RED_ZONE
            if offset < low or end > (0 if write else 8):
                raise Unknown(f"{'a store to' if write else 'a load from'} the stack at {offset}, beyond the frame")
        elif region == "C":
            if write:
                raise Unknown("a store to an absolute address")
        elif write and region != "A" or not 0 <= offset <= end <= self.sizes[region]:
            raise Unknown(f"{'a store to' if write else 'a load from'} {region} at {offset}, beyond the operands")
        if aligned:
            self.aligned(region, offset, 8 * n)
        return [(region, at) for at in range(offset, end, 8)]

    def aligned(self, region, offset, n):
        if region == "S":
            self.asked_entry |= n > 16
            offset += self.entry
        elif region != "C" and self.alignment % n:
            raise Unknown(f"an operand taken for aligned to {n} bytes")
        if offset % n:
            raise Unknown(f"an address that is not aligned to {n} bytes")

    def load(self, operand, n, aligned=False):
        out = []
        for place in self.words(operand, n, aligned, False):
            if place in self.memory:
                out.append(self.memory[place])
            elif place[0] in self.sizes:
                out.append(node(*place))
            else:
                raise Unknown(f"a load of what nobody wrote: {place[0]} {place[1]:#x}")
        return out

    def store(self, operand, values, aligned=False):
        for place, value in zip(self.words(operand, len(values), aligned, True), values):
            self.memory[place] = value

    def stack(self):
        found = pointer(self.W["rsp"])
        if found is None or found[0] != "S":
            raise Unknown("rsp points elsewhere than to the stack")
        return found[1]

    # Words.
    def word(self, operand):
        kind = operand[0]
        if kind == "I":
            return K(operand[1])
        if kind == "W" and operand[2] == 64:
            return self.W[operand[1]]
        if kind == "M" and not operand[5]:
            return self.load(operand, 1)[0]
        raise Unknown("an operand that is no word")

    def put(self, operand, value):
        if operand[0] == "W" and operand[2] == 64:
            self.W[operand[1]] = value
            if operand[1] == "rsp":
                # Whoever interrupts may write below.
                low = self.stack() - RED_ZONE
                for place in [p for p in self.memory if p[0] == "S" and p[1] < low]:
                    del self.memory[place]
        elif operand[0] == "M" and not operand[5]:
            self.store(operand, [value])
        else:
            raise Unknown("a destination that is no word")

    def push(self, value):
        self.put(("W", "rsp", 64), add(self.W["rsp"], K(-8)))
        self.store(("M", 0, "rsp", "", 1, None), [value])

    def pop(self):
        value = self.load(("M", 0, "rsp", "", 1, None), 1)[0]
        self.put(("W", "rsp", 64), add(self.W["rsp"], K(8)))
        return value

    # Vectors.
    def lanes(self, operand, n, aligned=False):
        if operand[0] == "V" and operand[2] == n:
            return self.V[operand[1]][:n]
        if operand[0] == "M":
            if operand[5] is None:
                return self.load(operand, n, aligned)
            if operand[5] == f"{{1to{n}}}":
                return self.load(operand, 1) * n
        raise Unknown("an operand of another width")

    def put_lanes(self, operand, values, old_encoding=False):
        """VEX and EVEX clear the lanes above, and the old encodings keep them."""
        if operand[0] != "V" or operand[2] != len(values):
            raise Unknown("a destination of another width")
        above = self.V[operand[1]][len(values) :] if old_encoding else [ZERO] * (8 - len(values))
        self.V[operand[1]] = list(values) + above

    def run(self, name, operands):
        """One instruction that goes on with the next."""
        does = MEANINGS.get((name, len(operands)))
        unread = [o[1] for o in operands if o[0] == "?"]
        if does is None or unread:
            raise Unknown(f"the instruction {name} of {len(operands)} operands" + "".join(f", {o}" for o in unread))
        does(self, name, *operands)


def move(m, name, d, x):
    if d[0] == "W" and d[2] == 32:
        if x[0] == "W" and x[2] == 32:
            value = logic(AND, m.W[x[1]], K(2**32 - 1))
        elif x[0] == "I":
            value = K(x[1] & 2**32 - 1)
        else:
            raise Unknown("half a word of memory")
        m.put(("W", d[1], 64), value)
    elif (d[0], x[0]) == ("M", "I") and name != "movq":
        raise Unknown("a store of an unknown width")
    else:
        m.put(d, m.word(x))


def addition(m, name, d, x):
    carry = {"add": None, "adc": "CF", "adcx": "CF", "adox": "OF"}[name]
    value, out = adc(m.word(d), m.word(x), m.flags[carry] if carry else ZERO)
    if name in ("adcx", "adox"):
        m.flags.update(**{carry: out})
    else:
        m.flags.update(CF=out, OF=fresh(), NZ=nonzero(value))
    m.put(d, value)


def subtraction(m, name, d, x):
    value, out = sbb(m.word(d), m.word(x), m.flags["CF"] if name == "sbb" else ZERO)
    m.flags.update(CF=out, OF=fresh(), NZ=nonzero(value))
    if name != "cmp":
        m.put(d, value)


def negation(m, _, d):
    value, out = sbb(ZERO, m.word(d), ZERO)
    m.flags.update(CF=out, OF=fresh(), NZ=nonzero(value))
    m.put(d, value)


def step_by_one(m, name, d):
    value = add(m.word(d), K(1 if name == "inc" else -1))
    m.flags.update(OF=fresh(), NZ=nonzero(value))
    m.put(d, value)


def bitwise(m, name, d, x):
    f = {"and": AND, "test": AND, "or": OR, "xor": XOR}[name]
    if d[0] == "W" and d[2] == 32:
        # The upper half becomes zero.
        other = K(x[1]) if x[0] == "I" else m.W[x[1]] if x[0] == "W" and x[2] == 32 else None
        if other is None:
            raise Unknown("half a word of memory")
        value = logic(AND, logic(f, m.W[d[1]], other), K(2**32 - 1))
        d = ("W", d[1], 64)
    else:
        old = m.word(d)
        at, mask = pointer(old), constant(m.word(x))
        if name == "and" and at and at[0] == "S" and mask is not None and -mask & FULL in (16, 32, 64):
            m.asked_entry = True
            value = node("P", "S", (at[1] + m.entry & mask - 2**64) - m.entry)
        else:
            value = logic(f, old, m.word(x))
    m.flags.update(CF=ZERO, OF=ZERO, NZ=nonzero(value))
    if name != "test":
        m.put(d, value)


def count(operand):
    """The CPU takes counts modulo 64."""
    if operand[0] != "I":
        raise Unknown("a count that is no constant")
    return operand[1] & 63


def shift(m, name, d, k=("I", 1)):
    x, k = m.word(d), count(k)
    if k == 0:
        return
    if name == "shl":
        value, out = shl(x, k), logic(AND, shr(x, 64 - k), K(1))
    elif name == "shr":
        value, out = shr(x, k), logic(AND, shr(x, k - 1), K(1))
    elif k == 1:
        value, out = add(shr(x, 1), shl(shr(x, 63), 63)), logic(AND, x, K(1))
    else:
        raise Unknown("sar by more than one")
    m.flags.update(CF=out, OF=fresh(), NZ=nonzero(value))
    m.put(d, value)


def clear_bit(m, _, d, k):
    x, k = m.word(d), count(k)
    m.flags.update(CF=logic(AND, shr(x, k), K(1)), OF=fresh())
    m.put(d, logic(AND, x, K(~(1 << k))))


def rotate(m, _, d, x, k):
    x, k = m.word(x), count(k)
    m.put(d, rotated(x, k))


def rotated(x, k):
    return logic(OR, shr(x, k), shl(x, 64 - k)) if k else x


def product(m, _, h, low, y):
    x, y = m.W["rdx"], m.word(y)
    # In this order: the high half wins where both are one register.
    m.put(low, low_product(x, y))
    m.put(h, high_product(x, y))


def low_multiplication(m, _, d, x, y=None):
    value = low_product(m.word(x), m.word(d if y is None else y))
    m.flags.update(CF=fresh(), OF=fresh(), NZ=fresh())
    m.put(d, value)


def conditional_move(m, name, d, x):
    old, new = m.word(d), m.word(x)
    m.put(d, {
        "cmovb": lambda: select(old, new, m.flags["CF"]),
        "cmovae": lambda: select(new, old, m.flags["CF"]),
        "cmovne": lambda: select(old, new, m.flags["NZ"]),
        "cmove": lambda: select(new, old, m.flags["NZ"]),
    }[name]())  # fmt: skip


def effective_address(m, _, d, x):
    m.put(d, m.sum(x))


def vector_move(m, name, d, x):
    old_encoding = name[0] != "v"
    aligned = name.lstrip("v") in ("movdqa", "movdqa64", "movapd", "movaps")
    n = (d if d[0] == "V" else x)[2]
    values = m.lanes(x, n, aligned)
    if d[0] == "M":
        if d[5]:
            raise Unknown("a broadcast store")
        m.store(d, values, aligned)
    else:
        m.put_lanes(d, values, old_encoding)


def low_move(m, name, d, x):
    """vmovq: the lowest lane; the next one becomes zero."""
    if d[0] == "V" and d[2] == 2:
        value = m.V[x[1]][0] if x[0] == "V" and x[2] == 2 else m.word(x)
        m.put_lanes(d, [value, ZERO], name[0] != "v")
    elif x[0] == "V" and x[2] == 2 and d[0] != "V":
        m.put(d, m.V[x[1]][0])
    else:
        move(m, name, d, x)


def broadcast(m, _, d, x):
    value = m.V[x[1]][0] if x[0] == "V" and x[2] == 2 else m.word(x) if x[0] == "M" else None
    if value is None:
        raise Unknown("a broadcast of something else")
    m.put_lanes(d, [value] * d[2])


def broadcast_number(m, _, d, x):
    """32 bits, which may be half a word of memory."""
    if x[0] != "M" or x[5]:
        raise Unknown("a broadcast of something else")
    region, offset = m.address(x)
    word = m.memory.get((region, offset))
    if region != "C" or word is None:
        raise Unknown("a broadcast of what is no constant")
    number = logic(AND, word, K(HALF))
    m.put_lanes(d, [logic(OR, number, shl(number, 32))] * d[2])


def by_lanes(f, own=False, old_encoding=False):
    """An instruction that does the same in each lane; own: its destination is its first source."""

    def does(m, _, d, *xs):
        if d[0] != "V":
            raise Unknown("a destination that is no vector")
        sources = [m.lanes(x, d[2], old_encoding) for x in ((d, *xs) if own else xs)]
        m.put_lanes(d, [f(*words) for words in zip(*sources)], old_encoding)

    return does


accumulate = partial(by_lanes, own=True)
old = partial(by_lanes, own=True, old_encoding=True)


def vector_shift(m, name, d, x, k):
    if k[0] != "I":
        raise Unknown("a count that is no constant")
    f = shl if name == "vpsllq" else shr
    m.put_lanes(d, [f(w, k[1]) for w in m.lanes(x, d[2])])


def lower(x):
    return logic(AND, x, K(HALF))


def by_numbers(f):
    """An instruction that does the same with the numbers of 32 bits in each lane."""
    return by_lanes(lambda x, y: logic(OR, lower(f(lower(x), lower(y))), shl(f(shr(x, 32), shr(y, 32)), 32)))


def shift_numbers(m, name, d, x, k):
    if k[0] != "I":
        raise Unknown("a count that is no constant")
    f = lambda x: ZERO if k[1] >= 32 else lower((shl if name == "vpslld" else shr)(x, k[1]))
    m.put_lanes(d, [logic(OR, f(lower(w)), shl(f(shr(w, 32)), 32)) for w in m.lanes(x, d[2])])


def with_sign(x):
    """The lower number as a signed one."""
    return sub(lower(x), shl(shr(lower(x), 31), 32))


def shuffle_bytes(m, _, d, x, y):
    """In each two lanes, by constants."""
    words, picks = m.lanes(x, d[2]), [constant(c) for c in m.lanes(y, d[2])]
    if None in picks:
        raise Unknown("a shuffle that is no constant")
    values = []
    for i, control in enumerate(picks):
        total = ZERO
        for to in range(8):
            pick = control >> 8 * to & 255
            source = words[i - i % 2 + (pick >> 3 & 1)]
            byte = ZERO if pick >> 7 else logic(AND, shr(source, 8 * (pick & 7)), K(255))
            total = logic(OR, total, shl(byte, 8 * to))
        values.append(total)
    m.put_lanes(d, values)


def shift_by_lanes(m, name, d, x, k):
    counts = [constant(c) for c in m.lanes(k, d[2])]
    if None in counts:
        raise Unknown("a count that is no constant")
    f = shl if name == "vpsllvq" else shr
    m.put_lanes(d, [f(w, min(c, 64)) for w, c in zip(m.lanes(x, d[2]), counts)])


def double_shift(m, _, d, x, y, k):
    k = count(k)
    f = lambda x, y: logic(OR, shl(x, k), shr(y, 64 - k)) if k else x
    m.put_lanes(d, [f(*words) for words in zip(m.lanes(x, d[2]), m.lanes(y, d[2]))])


def ternary(m, _, d, x, y, imm):
    accumulate(partial(logic, by_table(imm[1])))(m, _, d, x, y)


def blend(m, name, d, x, y, imm):
    """Pieces of 32 or 16 bits, from y where the bit of imm is set; those of 16 bits by the same eight bits in each 128."""
    size = 32 if name == "vpblendd" else 16
    per_lane = 64 // size
    values = []
    for lane, (a, b) in enumerate(zip(m.lanes(x, d[2]), m.lanes(y, d[2]))):
        mask = 0
        for i in range(per_lane):
            if imm[1] >> (lane * per_lane + i) % 8 & 1:
                mask |= (1 << size) - 1 << size * i
        values.append(logic(CHOICE, K(mask), a, b))
    m.put_lanes(d, values)


def blend_bytes(m, _, d, x, y, mask):
    sources = zip(m.lanes(x, d[2]), m.lanes(y, d[2]), m.lanes(mask, d[2]))
    m.put_lanes(d, [logic(CHOICE, node("spread", c), a, b) for a, b, c in sources])


def shuffle_pieces(m, name, d, x, imm):
    """pshufd, where it moves whole lanes."""
    picks = [imm[1] >> 2 * i & 3 for i in range(4)]
    if [picks[0] | 1, picks[2] | 1] != [picks[1], picks[3]] or picks[0] & 1 or picks[2] & 1:
        raise Unknown("a shuffle of half lanes")
    words = m.lanes(x, d[2], name[0] != "v")
    m.put_lanes(d, [words[i + p // 2] for i in range(0, d[2], 2) for p in (picks[0], picks[2])], name[0] != "v")


def permute(m, _, d, x, y):
    if y[0] == "I":
        words = m.lanes(x, d[2])
        m.put_lanes(d, [words[i + (y[1] >> 2 * j & 3)] for i in range(0, d[2], 4) for j in range(4)])
        return
    picks, words = [constant(c) for c in m.lanes(x, d[2])], m.lanes(y, d[2])
    if None in picks:
        raise Unknown("a permutation that is no constant")
    m.put_lanes(d, [words[p % d[2]] for p in picks])


def align(m, _, d, x, y, imm):
    words = m.lanes(y, d[2]) + m.lanes(x, d[2])
    at = imm[1] % d[2]
    m.put_lanes(d, words[at : at + d[2]])


def extract(m, name, d, x, imm):
    n = 4 if name == "vextracti64x4" else 2
    if x[0] != "V":
        raise Unknown("an extract of something else")
    at = imm[1] % (x[2] // n) * n
    values = m.V[x[1]][at : at + n]
    m.store(d, values) if d[0] == "M" else m.put_lanes(d, values)


def insert(m, name, d, x, y, imm):
    n = 4 if name == "vinserti64x4" else 2
    words, at = m.lanes(x, d[2]), imm[1] % (d[2] // n) * n
    words[at : at + n] = m.lanes(y, n)
    m.put_lanes(d, words)


def permute_halves(m, _, d, x, y, imm):
    words = m.lanes(x, 4) + m.lanes(y, 4)
    half = lambda c: [ZERO] * 2 if c & 8 else words[2 * (c & 3) :][:2]
    m.put_lanes(d, half(imm[1]) + half(imm[1] >> 4))


def shuffle_quarters(m, _, d, x, y, imm):
    if d[2] != 8:
        raise Unknown("a shuffle of halves")
    words, picks = (m.lanes(x, 8), m.lanes(y, 8)), [imm[1] >> 2 * i & 3 for i in range(4)]
    m.put_lanes(d, [w for i, p in enumerate(picks) for w in words[i // 2][2 * p :][:2]])


def byte_shift(m, name, d, x, imm):
    by = min(imm[1], 16)
    if by % 8:
        raise Unknown("a shift by bytes")
    words = m.lanes(x, d[2])
    values = []
    for i in range(0, d[2], 2):
        values += (words[i : i + 2] + [ZERO] * 2)[by // 8 :][:2] if name == "vpsrldq" else ([ZERO] * 2 + words[i : i + 2])[2 - by // 8 :][:2]
    m.put_lanes(d, values)


def clear_above(m, _):
    """vzeroupper, which leaves the upper sixteen registers alone."""
    for v in range(16):
        m.V[v][2:] = [ZERO] * 6


def fused(m, name, d, x, y):
    _, minus, f, order = re.fullmatch(r"v(f(n?)m(add|sub))(132|213|231)pd", name).groups()
    f, g = -1 if minus else 1, 1 if f == "add" else -1
    pick = {"132": lambda a, b, c: (a, c, b), "213": lambda a, b, c: (b, a, c), "231": lambda a, b, c: (b, c, a)}[order]

    def of_words(a, b, c):
        p, q, r = pick(a, b, c)
        return fma(f, p, q, g, r)

    accumulate(of_words)(m, name, d, x, y)


# Mnemonics, how many operands, and what they do.
INSTRUCTIONS = [
    ({"mov", "movabs"}, 2, move),
    ({"add", "adc", "adcx", "adox"}, 2, addition),
    ({"sub", "sbb", "cmp"}, 2, subtraction),
    ({"neg"}, 1, negation),
    ({"inc", "dec"}, 1, step_by_one),
    ({"and", "or", "xor", "test"}, 2, bitwise),
    ({"shl", "shr", "sar"}, 2, shift),
    ({"shl", "shr", "sar"}, 1, shift),
    ({"btr"}, 2, clear_bit),
    ({"rorx"}, 3, rotate),
    ({"mulx"}, 3, product),
    ({"imul"}, 2, low_multiplication),
    ({"imul"}, 3, low_multiplication),
    ({"cmovb", "cmovae", "cmove", "cmovne"}, 2, conditional_move),
    ({"lea"}, 2, effective_address),
    ({"push"}, 1, lambda m, _, x: m.push(m.word(x))),
    ({"pop"}, 1, lambda m, _, d: m.put(d, m.pop())),
    ({"movdqa", "movdqu", "movaps", "movups", "vmovdqa", "vmovdqu", "vmovdqa64", "vmovdqu64", "vmovapd", "vmovupd", "vmovaps", "vmovups"}, 2, vector_move),
    ({"movq", "vmovq"}, 2, low_move),
    ({"vpbroadcastq", "vbroadcastsd"}, 2, broadcast),
    ({"vpaddq"}, 3, by_lanes(add)),
    ({"vpsubq"}, 3, by_lanes(sub)),
    ({"vpmullq"}, 3, by_lanes(low_product)),
    ({"vpmuludq"}, 3, by_lanes(lambda x, y: low_product(lower(x), lower(y)))),
    ({"vpmuldq"}, 3, by_lanes(lambda x, y: low_product(with_sign(x), with_sign(y)))),
    ({"vpaddd"}, 3, by_numbers(add)),
    ({"vpsubd"}, 3, by_numbers(sub)),
    ({"vpmulld"}, 3, by_numbers(low_product)),
    ({"vpslld", "vpsrld"}, 3, shift_numbers),
    ({"vpshufb"}, 3, shuffle_bytes),
    ({"vpbroadcastd"}, 2, broadcast_number),
    ({"vpand", "vpandq"}, 3, by_lanes(partial(logic, AND))),
    ({"vpor", "vporq"}, 3, by_lanes(partial(logic, OR))),
    ({"vpxor", "vpxord", "vpxorq", "vxorps"}, 3, by_lanes(partial(logic, XOR))),
    ({"vpandn", "vpandnq"}, 3, by_lanes(partial(logic, AND_NOT))),
    ({"pand"}, 2, old(partial(logic, AND))),
    ({"por"}, 2, old(partial(logic, OR))),
    ({"pxor", "xorps"}, 2, old(partial(logic, XOR))),
    ({"pandn"}, 2, old(partial(logic, AND_NOT))),
    ({"vpmadd52luq"}, 3, accumulate(lambda acc, x, y: madd("madd low", x, y, acc))),
    ({"vpmadd52huq"}, 3, accumulate(lambda acc, x, y: madd("madd high", x, y, acc))),
    ({"vpsllq", "vpsrlq"}, 3, vector_shift),
    ({"vpsllvq", "vpsrlvq"}, 3, shift_by_lanes),
    ({"vpshldq"}, 4, double_shift),
    ({"vpternlogq"}, 4, ternary),
    ({"vpblendd", "vpblendw"}, 4, blend),
    ({"vpblendvb"}, 4, blend_bytes),
    ({"pshufd", "vpshufd"}, 3, shuffle_pieces),
    ({"vpermq"}, 3, permute),
    ({"valignq"}, 4, align),
    ({"vextracti128", "vextracti32x4", "vextracti64x4"}, 3, extract),
    ({"vinserti128", "vinserti64x4"}, 4, insert),
    ({"vperm2i128"}, 4, permute_halves),
    ({"vshufi64x2"}, 4, shuffle_quarters),
    ({"vpsrldq", "vpslldq"}, 3, byte_shift),
    ({"vzeroupper"}, 0, clear_above),
    ({"vaddpd"}, 3, by_lanes(lambda x, y: fma(1, x, K(ONE), 1, y))),
    ({"vsubpd"}, 3, by_lanes(lambda x, y: fma(1, x, K(ONE), -1, y))),
    ({"vmulpd"}, 3, by_lanes(lambda x, y: fma(1, x, y, 1, ZERO))),
    ({f"v{f}{order}pd" for f in ("fmadd", "fmsub", "fnmadd", "fnmsub") for order in (132, 213, 231)}, 3, fused),
]
MEANINGS = {(name, count): does for names, count, does in INSTRUCTIONS for name in names}


def followed(printed, readings, machine):
    """Runs a kernel from its first instruction to its own return, and demands that what is printed is what the CPU runs."""
    instructions, expected = printed["instructions"], printed["instructions"][0][0]
    for n, (address, encoding, _) in enumerate(instructions):
        if address != expected:
            raise Unknown(f"{address:#x} where {expected:#x} would run")
        name, operands, _ = readings[bytes.fromhex(encoding)]
        machine.next = expected = address + len(encoding) // 2
        try:
            if name in ("jmp", "call") and len(operands) == 1:
                if name == "call":
                    machine.push(K(machine.next))
                kind, at = operands[0][:2]
                expected = address + at if kind == "J" else constant(machine.word(operands[0])) if kind in "MW" else None
            elif name == "ret" and not operands:
                back = machine.pop()
                if back == node("return") and machine.stack() == 8:
                    if n + 1 < len(instructions):
                        raise Unknown("instructions after the return")
                    return
                expected = constant(back)
            else:
                machine.run(name, operands)
        except Unknown as unknown:
            raise Unknown(f"{name} at {address:#x}: {unknown}") from None
    raise Unknown("no return")


def layout(name):
    """Bytes of a vector, and of the arrays at rdi and rsi, by what kernels.rs and conversions.rs declare."""
    backend, _, operation = name.split("/")
    vector = {"adx": 8, "ifma-512": 64}.get(backend, 32)
    element = vector * (4 if backend == "adx" else 5)
    # SSE2 selects two words at once.
    lanes = 2 if (backend, operation) == ("adx", "select") else 1 if backend == "adx" or "four lanes" in operation else vector // 8
    x, others = 1, 0
    if operation in ("P + Q", "2P"):
        x, others = 3, 3 * (operation == "P + Q")
    elif operation.endswith("in four lanes"):
        others = operation.startswith("P + Q")
    elif backend == "adx":
        others = 3
    elif operation in ("a·b", "a²", "a·b + c·d", "a + b", "a - b", "-a"):
        others = 2
    masked = operation in ("select", "negate if")
    return max(vector, 8 * lanes), lanes, {"A": x * element, "B": element + 8 if masked else others * element}


def run_list(code, name, lane, R=None):
    """What the first reader's list stores, and its registers: terms. The meanings are those of Machine.v and Doubles.v."""
    four, doubles, integers = name.endswith("in four lanes"), name.startswith("avx2/"), name.startswith("avx2-integers/")
    vector = layout(name)[0]
    # Of integers A and B are numbers of 32 bits, but for words that are converted.
    numbers = {"A": integers and not name.endswith("/words to limbs"), "B": integers, "store": integers and not name.endswith("/limbs to words")}
    R, A, halves = R or {}, {}, {}

    def place(region, i):
        if region == "B" and i >= 1000:
            return region, 8 * (i - 1000)
        if four:
            i, limb = divmod(i, 5)
            element, e = divmod(i, 4)
            return region, (5 * element + limb) * vector + 8 * [2, 0, 3, 1][e]
        return region, i * vector + 8 * lane

    def get(x):
        kind, value = x
        if kind == "K":
            if not doubles and not 0 <= value <= FULL:
                raise Unknown("a constant of the list that is no word")
            return node("N", value) if doubles else K(value)
        if kind == "R":
            return R[value] if value in R else node("R", value)
        if kind == "A" and value in halves:
            return halves[value]
        if numbers[kind]:
            element, limb = divmod(value, 9)
            word = node(kind, (5 * element + limb % 5) * vector + 8 * lane)
            return shr(word, 32) if limb >= 5 else lower(word)
        at = place(kind, value)
        return A[at] if at in A else node(*at)

    for op, d, *rest in code:
        if op in ("Zero", "Lose"):
            R[d] = fresh() if op == "Lose" else ZERO
        elif op in ("Mov", "FMov"):
            R[d] = get(rest[0])
        elif op == "Store" and numbers["store"]:
            halves[d] = get(rest[0])
        elif op in ("Store", "FStore"):
            A[place("A", d)] = get(rest[0])
        elif op in BINARY:
            R[d] = BINARY[op](get(rest[0]), get(rest[1]))
        elif op in ("Srl", "Sll", "Rot"):
            R[d] = {"Srl": shr, "Sll": shl, "Rot": rotated}[op](get(rest[0]), rest[1])
        elif op in ("MaddLo", "MaddHi"):
            R[d] = madd("madd low" if op == "MaddLo" else "madd high", get(rest[0]), get(rest[1]), get(("R", d)))
        elif op in ("Adc", "Sbb"):
            x, y, c, f = rest
            value, out = (adc if op == "Adc" else sbb)(get(x), get(y), get(c))
            R[d] = value
            R[f] = out
        elif op == "MulX":
            low, x, y = rest
            x, y = get(x), get(y)
            R[low] = low_product(x, y)
            R[d] = high_product(x, y)
        elif op == "Test":
            R[d] = nonzero(get(rest[0]))
        elif op == "Sel":
            R[d] = select(get(rest[0]), get(rest[1]), get(("R", rest[2])))
        elif op == "Spread":
            R[d] = node("spread", get(rest[0]))
        elif op == "Fma":
            f, x, y, g, z = rest
            R[d] = fma(f, get(x), get(y), g, get(z))
        else:
            raise Unknown(f"the list's {op}")
    for i in {i % 5 for i in halves}:
        at = place("A", i)
        A[at] = logic(OR, lower(halves.get(i, node(*at))), shl(halves[i + 5] if i + 5 in halves else shr(node(*at), 32), 32))
    return R, A


BINARY = {
    "Add": add, "Sub": sub, "Mullo": low_product,
    "And": partial(logic, AND), "Or": partial(logic, OR), "Xor": partial(logic, XOR),
}  # fmt: skip


def run(printed, readings, entry=ENTRIES[0]):
    """The machine after a kernel."""
    vector, _, sizes = layout(printed["name"])
    machine = Machine(sizes, 8 if printed["name"].startswith("adx/") else vector, printed["constants"], entry)
    followed(printed, readings, machine)
    for w in KEPT:
        if w != "rsp" and machine.W[w] != node("W", w):
            raise Unknown(f"{w} is not the caller's")
    return machine


def difference(printed, code, readings):
    """What the readers say otherwise, or why the second one refuses, or None."""
    name = printed["name"]
    try:
        machines = [run(printed, readings)]
        if machines[0].asked_entry:
            machines += [run(printed, readings, entry) for entry in ENTRIES[1:]]
        theirs = {}
        for lane in range(layout(name)[1]):
            theirs.update(run_list(code, name, lane)[1])
        for machine in machines:
            ours = {place: value for place, value in machine.memory.items() if place[0] == "A"}
            for place in sorted({*ours, *theirs}):
                x, y = (stores.get(place, node(*place)) for stores in (ours, theirs))
                if (number(x) if name.startswith("avx2/") else x) != y:
                    return f"other words are stored at rdi + {place[1]}"
    except Unknown as unknown:
        return str(unknown)
    return None


def step_difference(name, instructions, lists, readings):
    """The same of a packed divstep, 15 instructions from anywhere: all its words. Its list is found by the register that holds -2."""
    machine = Machine({}, 8, {}, 0)
    machine.W = {w: node("W", w) for w in WORDS}
    try:
        for address, encoding, _ in instructions:
            if machine.next not in (None, address):
                raise Unknown("a gap between instructions")
            machine.next = address + len(encoding) // 2
            machine.run(*readings[bytes.fromhex(encoding)][:2])
        code = lists[100 + WORDS.index(readings[bytes.fromhex(instructions[2][1])][1][1][1])].pop(0)
        R, _ = run_list(code, name, 0, {100 + n: node("W", w) for n, w in enumerate(WORDS)})
        changed = [w for n, w in enumerate(WORDS) if machine.W[w] != R[100 + n]]
    except (Unknown, KeyError, IndexError) as unknown:
        return f"a divstep: {unknown}"
    return f"a divstep: {changed}" if changed else None


def decoded(printed):
    """objdump's reading of all their instructions."""
    return objdump({bytes.fromhex(encoding) for p in printed for _, encoding, _ in p["instructions"]})


def disagreements(functions, inversions):
    """How many functions and divsteps were compared, and where the readers differ. A function has what is printed of it, and the first
    reader's list; an inversion has the instructions of its divsteps, and their lists by the register that holds -2."""
    readings = decoded([printed for printed, _ in functions] + inversions)
    found = [(printed["name"], difference(printed, code, readings)) for printed, code in functions]
    for inversion in inversions:
        name, code = inversion["name"], inversion["instructions"]
        lists = {m: list(steps) for m, steps in inversion["lists"].items()}
        found += [(name, step_difference(name, code[i : i + 15], lists, readings)) for i in range(0, len(code), 15)]
        if any(lists.values()):
            found.append((name, "more lists than divsteps"))
    return len(found), [(name, what) for name, what in found if what is not None]
