"""Reads the code of AVX2's integers, where a 64-bit lane holds two limbs: a vector is a word of the list, or a pair of words, its lower and
its upper numbers. Part of what is trusted, like read.py.

Each value gets a register of the list of its own, so that copies and places on the stack are none. A number of a pair counts modulo 2^32: it is
reduced where its bits are read."""

import re

import read
from read import W, Unknown

WORDS, LIMBS = 5, 9  # of an element; limb i is the lower number of word i, or the upper one of word i - 5
HALF = 2**32
ZERO = ("K", 0)
MOVES = ("vmovdqa", "vmovdqu", "vmovaps", "vmovups", "vmovapd", "vmovupd")
VALUES = 40000  # registers of values, from here on


class Halves(read.Reader):
    # Whether the operand is words, and the result.
    from_words = into_words = False

    def __init__(self, constants, unit=32):
        super().__init__(constants, unit)
        self.count = 0
        self.vectors = {}  # what registers hold: a source of the list, or a pair of two
        self.spilled = {}  # and places on the stack
        self.small = set()  # sources below 2^32, beside constants
        self.shifts = {}  # what was shifted to the left, and by how much
        self.made = {}  # values that exist, by what makes them
        self.loaded = {}  # registers of numbers and words of memory
        self.stored = set()  # words of the result that were stored

    def value(self, op, *sources):
        """What an instruction makes of registers and constants."""
        return self.once(self.made, (op, *sources))

    def once(self, made, key):
        if key not in made:
            self.count += 1
            made[key] = ("R", VALUES + self.count)
            self.emit(key[0], made[key][1], *key[1:])
        return made[key]

    def load(self, source):
        """What memory holds now."""
        return self.once(self.loaded, ("Mov", source))

    def store(self, i, x):
        self.emit("Store", i, x)
        self.loaded.pop(("Mov", ("A", i)), None)

    # ---- Numbers of 32 bits ----

    def reduced(self, x):
        """A number below 2^32."""
        if x[0] == "K":
            return ("K", x[1] % HALF)
        if x not in self.small:
            x = self.value("And", x, ("K", HALF - 1))
            self.small.add(x)
        return x

    def numbers(self, x):
        """The two numbers of a vector."""
        if isinstance(x[0], tuple):
            return x
        if x[0] == "K":
            return ("K", x[1] % HALF), ("K", x[1] // HALF)
        if x in self.small:
            return x, ZERO
        if x in self.shifts:
            # Numbers that may exceed 32 bits, as what shifts out.
            y, n = self.shifts[x]
            return (x, self.value("Srl", y, 32 - n)) if n < 32 else (ZERO, self.value("Sll", y, n - 32))
        upper = self.value("Srl", x, 32)
        self.small.add(upper)
        return x, upper

    def whole(self, x):
        """A vector as one word."""
        if not isinstance(x[0], tuple):
            return x
        lower, upper = map(self.reduced, x)
        if upper == ZERO:
            return lower
        upper = ("K", upper[1] * HALF) if upper[0] == "K" else self.value("Sll", upper, 32)
        return upper if lower == ZERO else self.value("Add", lower, upper)

    def signed(self, x):
        """A number below 2^32 as a signed one, modulo 2^64."""
        if x[0] == "K":
            return ("K", (x[1] - HALF * (x[1] >> 31)) % W)
        return self.value("Sub", x, self.value("Sll", self.value("Srl", x, 31), 32))

    def logic(self, op, x, y):
        """And, or or."""
        for a, b in ((x, y), (y, x)):
            if a == ZERO:
                return b if op == "Or" else ZERO
            if op == "And" and a in (("K", HALF - 1), ("K", W - 1)) and (b in self.small or a[1] == W - 1):
                return b
        z = self.value(op, x, y)
        if x in self.small and y in self.small or op == "And" and any(a[0] == "K" and a[1] < HALF for a in (x, y)):
            self.small.add(z)
        return z

    def both(self, op, x, y):
        """The same of numbers; a mask reduces."""
        if op == "And" and "K" in (x[0], y[0]):
            return self.logic(op, *(("K", a[1] % HALF) if a[0] == "K" else a for a in (x, y)))
        return self.logic(op, self.reduced(x), self.reduced(y))

    # ---- Operands ----

    def broadcast(self, operand, size):
        data = bytes.fromhex(self.constants[re.fullmatch(rf"\[(0x[0-9a-f]+)\]:{size}", operand).group(1)])[:size]
        if len(data) < size:
            raise Unknown("a constant in memory that can be written")
        return ("K", int.from_bytes(data * (8 // size), "little"))

    def place_in(self, operand):
        """A vector in memory: the array, and the number of the element and of its word."""
        self.sized(operand, 32)
        array, offset = self.memory(operand)
        if array == "S":
            return array, offset, None
        if offset % 32 or offset < 0:
            raise Unknown("an operand that is not aligned")
        return array, *divmod(offset // 32, WORDS)

    def vector_of(self, operand):
        """A vector that is read."""
        if match := re.fullmatch(r"ymm(\d+)", operand):
            if int(match[1]) not in self.vectors:
                raise Unknown(f"{operand} is not known")
            return self.vectors[int(match[1])]
        if operand.startswith("[0x"):
            self.sized(operand, 32)
            return self.constant(re.fullmatch(r"\[(0x[0-9a-f]+)\]:32", operand).group(1), 32, None)
        array, element, word = self.place_in(operand)
        if array == "S":
            self.place(element, 32, False)
            if element not in self.spilled:
                raise Unknown("a place on the stack that holds no vector")
            return self.spilled[element]
        if array == "A" and word in self.stored and (element or self.from_words or self.into_words):
            raise Unknown("a load of the result")
        if self.from_words:
            return self.load((array, WORDS * element + word))
        lower, upper = LIMBS * element + word, LIMBS * element + word + WORDS
        # Operands have no tenth limb, but what is stored may.
        no_upper = word == WORDS - 1 and not (array == "A" and word in self.stored)
        pair = self.load((array, lower)), ZERO if no_upper else self.load((array, upper))
        self.small.update(pair)
        return pair

    def put(self, operand, x):
        """A vector that is written."""
        if match := re.fullmatch(r"ymm(\d+)", operand):
            self.vectors[int(match[1])] = x
            return
        array, element, word = self.place_in(operand)
        if array == "S":
            self.place(element, 32, True)
            self.spilled[element] = x
            return
        if array != "A" or element:
            raise Unknown("a store elsewhere")
        if self.into_words:
            self.store(word, self.whole(x))
        else:
            for i, number in zip((word, word + WORDS), self.numbers(x)):
                self.store(i, self.reduced(number))
        self.stored.add(word)

    # ---- Instructions ----

    def pair(self, name, operands):
        raise Unknown(name)

    def zero_upper(self):
        self.vectors = {}

    def vector(self, name, operands):
        number = int(operands[-1], 16) if operands[-1].startswith("0x") else None
        if name == "vpxor" and operands[1] == operands[2] and operands[1].startswith(("xmm", "ymm")):
            return self.put("y" + operands[0][1:], ZERO)
        if name in MOVES:
            x = self.vector_of(operands[1])
            return self.put(operands[0], x)
        if name in ("vpbroadcastq", "vpbroadcastd"):
            return self.put(operands[0], self.broadcast(operands[1], 8 if name[-1] == "q" else 4))
        x = self.vector_of(operands[1])
        if number is not None and len(operands) == 3:
            return self.put(operands[0], self.shifted(name, x, number))
        if name == "vpshufb":
            control = re.fullmatch(r"\[(0x[0-9a-f]+)\]:32", operands[2]).group(1)
            return self.put(operands[0], self.shuffled(self.whole(x), self.constants[control]))
        y = self.vector_of(operands[2])
        if name == "vpblendd" and number in (0xAA, 0x55):
            (a, b), (c, d) = self.numbers(x), self.numbers(y)
            return self.put(operands[0], (a, d) if number == 0xAA else (c, b))
        if number is None and len(operands) == 3:
            return self.put(operands[0], self.combined(name, x, y))
        raise Unknown(name)

    def shifted(self, name, x, n):
        op = {"vpsl": "Sll", "vpsr": "Srl"}.get(name[:4])
        if name in ("vpslld", "vpsrld"):
            if n >= 32:
                return ZERO
            if op == "Sll":
                return tuple(a if n == 0 or a == ZERO else self.value(op, a, n) for a in self.numbers(x))
            out = tuple(a if n == 0 or a == ZERO else self.value(op, a, n) for a in map(self.reduced, self.numbers(x)))
            self.small.update(out)
            return out
        if name not in ("vpsllq", "vpsrlq"):
            raise Unknown(name)
        if n >= 64:
            return ZERO
        if n >= 32 and (n == 32 or isinstance(x[0], tuple)):
            lower, upper = self.numbers(x)
            if op == "Sll":
                return ZERO, lower if n == 32 else self.value(op, lower, n - 32)
            upper = self.reduced(upper)
            upper = upper if n == 32 or upper == ZERO else self.value(op, upper, n - 32)
            self.small.add(upper)
            return upper, ZERO
        x = self.whole(x)
        shifted = self.value(op, x, n)
        if op == "Sll":
            self.shifts[shifted] = x, n
        return shifted

    def combined(self, name, x, y):
        if name in ("vpaddd", "vpsubd"):
            op = "Add" if name == "vpaddd" else "Sub"
            return tuple(a if b == ZERO else b if a == ZERO and op == "Add" else self.value(op, a, b) for a, b in zip(self.numbers(x), self.numbers(y)))
        if name == "vpmulld":
            return tuple(self.value("Mullo", self.reduced(a), self.reduced(b)) for a, b in zip(self.numbers(x), self.numbers(y)))
        if name in ("vpmuludq", "vpmuldq"):
            a, b = self.reduced(self.numbers(x)[0]), self.reduced(self.numbers(y)[0])
            return self.value("Mullo", a, b) if name == "vpmuludq" else self.value("Mullo", self.signed(a), self.signed(b))
        if name in ("vpaddq", "vpsubq"):
            return self.value("Add" if name == "vpaddq" else "Sub", self.whole(x), self.whole(y))
        if name in ("vpand", "vpor"):
            op = "And" if name == "vpand" else "Or"
            upper_only = op == "And" and any(v[0] == "K" and v[1] % HALF == 0 for v in (x, y))
            if upper_only or any(isinstance(v[0], tuple) for v in (x, y)):
                return tuple(self.both(op, a, b) for a, b in zip(self.numbers(x), self.numbers(y)))
            return self.logic(op, x, y)
        raise Unknown(name)

    def shuffled(self, x, control):
        """Bytes of each lane, by a constant."""
        data = bytes.fromhex(control)
        if len(data) < 32:
            raise Unknown("a constant in memory that can be written")
        lanes = []
        for lane in range(4):
            picks = data[8 * lane : 8 * lane + 8]
            lanes.append([None if p >> 7 else (p & 15) - 8 * (lane % 2) for p in picks])
        if lanes[1:] != lanes[:-1] or not all(p is None or 0 <= p < 8 for p in lanes[0]):
            raise Unknown("bytes of another lane")
        return self.picked(x, lanes[0][:4]), self.picked(x, lanes[0][4:])

    def picked(self, x, picks):
        """A number of bytes of a word, the lowest first; None is zero."""
        total, i = ZERO, 0
        while i < 4:
            first, n = picks[i], 1
            while first is not None and i + n < 4 and picks[i + n] == first + n:
                n += 1
            if first is not None:
                part = self.value("Srl", x, 8 * first) if first else x
                part = self.value("And", part, ("K", 256**n - 1))
                part = self.value("Sll", part, 8 * i) if i else part
                total = part if total == ZERO else self.value("Add", total, part)
                self.small.update((part, total))
            i += n
        return total


class FromWords(Halves):
    from_words = True


class IntoWords(Halves):
    into_words = True


def kind(operation):
    """The reader of an operation's code."""
    return {"words to limbs": FromWords, "limbs to words": IntoWords}.get(operation, Halves)
