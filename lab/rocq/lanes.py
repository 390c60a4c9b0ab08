"""Reads the code of formulas of one point in four lanes, where instructions move words between lanes: each lane is a register of
the list of its own, so that permutations are moves. Part of what is trusted, like read.py."""

import re

import read
from read import STACK, Unknown

LIMBS = 5
# Lane L of register r is 20000 + 8r + L; to permute in place takes copies.
VECTORS, COPIES = 20000, 30000
# The lanes (Y, –, X, Z) of an element's vectors are elements X, Y, Z and – of the list's arrays.
ELEMENT = [1, 3, 0, 2]
EACH = {"vpmadd52luq": "MaddLo", "vpmadd52huq": "MaddHi", "vpaddq": "Add", "vpsubq": "Sub", "vpmullq": "Mullo", "vpandq": "And", "vpand": "And"}
MOVES = ("vmovdqa64", "vmovdqa", "vmovdqu64", "vmovdqu", "vmovaps", "vmovups")


def width(operand):
    return {"x": 2, "y": 4, "z": 8}[operand[0]] if re.match("[xyz]mm", operand) else 0


class Lanes(read.Reader):
    def __init__(self, constants, unit=32):
        super().__init__(constants, unit)
        self.zeros = set()  # registers that are zero, without an instruction of the list
        self.numbers = {}  # registers that hold a constant

    def emit(self, *instruction):
        super().emit(*instruction)
        op, d = instruction[:2]
        if op != "Store":
            self.zeros.discard(d)
            self.numbers.pop(d, None)
            source = instruction[2] if op == "Mov" else None
            if source and source[0] == "K":
                self.numbers[d] = source[1]
            elif source and source[0] == "R" and source[1] in self.numbers:
                self.numbers[d] = self.numbers[source[1]]

    def zero_upper(self):
        self.zeros |= {VECTORS + 8 * r + lane for r in range(16) for lane in range(2, 8)}

    def words_of(self, operand, count):
        """The words that are read."""
        if match := re.fullmatch(r"[xyz]mm(\d+)", operand):
            registers = [VECTORS + 8 * int(match[1]) + lane for lane in range(count)]
            return [("K", 0) if r in self.zeros else ("R", r) for r in registers]
        if match := re.fullmatch(r"\[(0x[0-9a-f]+)\](\{broadcast\})?:\d+", operand):
            self.sized(operand, 8 if match[2] else 8 * count)
            data = bytes.fromhex(self.constants[match[1]])
            if len(data) < (8 if match[2] else 8 * count):
                raise Unknown("a constant in memory that can be written")
            starts = [0 if match[2] else 8 * lane for lane in range(count)]
            return [("K", int.from_bytes(data[i : i + 8], "little")) for i in starts]
        self.sized(operand, 8 * count)
        array, offset = self.memory(operand)
        if array == "S":
            if any(self.places.get(offset + 8 * lane) != (8, "word") for lane in range(count)):
                raise Unknown("a place on the stack that was not written")
            return [("R", self.place(offset + 8 * lane, 8, False)) for lane in range(count)]
        return [(array, self.index(offset + 8 * lane)) for lane in range(count)]

    @staticmethod
    def index(offset):
        if offset % 8 or offset < 0:
            raise Unknown("an operand that is not aligned")
        vector, lane = divmod(offset // 8, 4)
        element, limb = divmod(vector, LIMBS)
        return LIMBS * (4 * element + ELEMENT[lane]) + limb

    def put(self, operand, words):
        """Moves words to a register, whose other lanes become zero, or to memory."""
        if match := re.fullmatch(r"[xyz]mm(\d+)", operand):
            first = VECTORS + 8 * int(match[1])
            if any(w[0] == "R" and first <= w[1] < first + 8 and w[1] != first + lane for lane, w in enumerate(words)):
                for lane, word in enumerate(words):
                    self.emit("Mov", COPIES + lane, word)
                words = [("R", COPIES + lane) for lane in range(len(words))]
            for lane, word in enumerate(words):
                if word != ("R", first + lane):
                    self.emit("Mov", first + lane, word)
            return self.rest(first, len(words))
        self.sized(operand, 8 * len(words))
        array, offset = self.memory(operand)
        if array == "B":
            raise Unknown("a store elsewhere")
        for lane, word in enumerate(words):
            if array == "S":
                self.emit("Mov", self.place(offset + 8 * lane, 8, True), word)
            else:
                self.emit("Store", self.index(offset + 8 * lane), word)

    def rest(self, first, count):
        self.zeros |= set(range(first + count, first + 8))

    def vector(self, name, operands):
        n = width(operands[0])
        number = int(operands[-1], 16) if operands[-1].startswith("0x") else None
        if name in ("vpxor", "vpxord", "vpxorq", "vxorps") and operands[1] == operands[2] and width(operands[1]):
            first = VECTORS + 8 * int(operands[0][3:])
            return self.rest(first, 0)
        if name in MOVES:
            n = n or width(operands[1])
            return self.put(operands[0], self.words_of(operands[1], n))
        if name in ("vpbroadcastq", "vbroadcastsd"):
            return self.put(operands[0], self.words_of(operands[1], 1) * n)
        if name == "vmovq":
            word = self.words_of(operands[1], 1)
            return self.put(operands[0], word if operands[0].startswith("[") else [*word, ("K", 0)])
        if name in ("vextracti128", "vextracti32x4", "vextracti64x2", "vextracti64x4"):
            n = 4 if name == "vextracti64x4" else 2
            all_words = self.words_of(operands[1], width(operands[1]))
            number %= len(all_words) // n
            return self.put(operands[0], all_words[n * number : n * number + n])
        x = self.words_of(operands[1], n)
        if name in ("vinserti128", "vinserti32x4", "vinserti64x4"):
            part = self.words_of(operands[2], 4 if name == "vinserti64x4" else 2)
            number %= n // len(part)
            x[len(part) * number : len(part) * (number + 1)] = part
            return self.put(operands[0], x)
        if name == "vpermq" and number is not None:
            return self.put(operands[0], [x[lane - lane % 4 + (number >> 2 * (lane % 4) & 3)] for lane in range(n)])
        if name == "vpshufd":
            parts = [number >> 2 * i & 3 for i in range(4)]
            if any(parts[i] % 2 or parts[i + 1] != parts[i] + 1 for i in (0, 2)):
                raise Unknown("halves of words")
            return self.put(operands[0], [x[lane - lane % 2 + parts[2 * (lane % 2)] // 2] for lane in range(n)])
        if name == "vpsrldq" and number == 8:
            return self.put(operands[0], [("K", 0) if lane % 2 else x[lane + 1] for lane in range(n)])
        if name in ("vpsrlq", "vpsllq") and number is not None:
            return self.each({"vpsrlq": "Srl", "vpsllq": "Sll"}[name], operands[0], x, [number] * n)
        y = self.words_of(operands[2], n)
        if name == "vpermq":
            places = [w[1] if w[0] == "K" else self.numbers.get(w[1]) for w in x]
            if None in places:
                raise Unknown("a permutation by what is no constant")
            return self.put(operands[0], [y[place % n] for place in places])
        if name == "vpblendd":
            parts = [number >> 2 * lane & 3 for lane in range(n)]
            if not set(parts) <= {0, 3}:
                raise Unknown("halves of words")
            return self.put(operands[0], [b if part else a for a, b, part in zip(x, y, parts)])
        if name == "vperm2i128":
            halves = [x[:2], x[2:], y[:2], y[2:]]
            pick = lambda control: [("K", 0)] * 2 if control & 8 else halves[control & 3]
            return self.put(operands[0], pick(number) + pick(number >> 4))
        if name == "vshufi64x2" and n == 8:
            parts = [(x if i < 2 else y)[2 * (number >> 2 * i & 3) :][:2] for i in range(4)]
            return self.put(operands[0], sum(parts, []))
        if name == "valignq":
            return self.put(operands[0], (y + x)[number % n : number % n + n])
        if name == "vpsllvq":
            counts = [w[1] if w[0] == "K" else self.numbers.get(w[1]) for w in y]
            if None in counts:
                raise Unknown("a shift by what is no constant")
            return self.each("Sll", operands[0], x, counts)
        if name not in EACH:
            raise Unknown(name)
        return self.each(EACH[name], operands[0], x, y)

    def pair(self, name, operands):
        raise Unknown(name)

    def each(self, op, operand, x, y):
        """An instruction for each lane."""
        first = VECTORS + 8 * int(operand[3:])
        for lane, (a, b) in enumerate(zip(x, y)):
            d = first + lane
            if op in ("MaddLo", "MaddHi") and d in self.zeros:
                self.emit("Zero", d)
            if op in ("Sll", "Srl") and b >= 64:
                self.emit("Zero", d)
            elif op == "And" and ("K", 2**64 - 1) in (a, b):
                self.emit("Mov", d, a if b == ("K", 2**64 - 1) else b)
            else:
                self.emit(op, d, a, b)
        self.rest(first, len(x))
