"""Reads machine code as a list of the instructions of Machine.v. What the theorems say of bytes rests on this file.

It follows addresses through registers and the stack, so that a memory operand is a word of A (the array at rdi when the function
begins), of B (at rsi) or a place on the stack, which is a register of the list. Whatever it does not know is an error: a
jump on a condition, an index, a part of a register, an address that was computed, a place on the stack of which a
part was written since, a store to what is neither A nor the function's own frame and red zone. At its end the function
must have the caller's words where it found them.

A list is about one lane, and holds for each lane of the vectors in A. So the reader knows of each register how many bytes, from
the lowest on, hold what the list says: an instruction on fewer bytes clears the others, and nobody may read those."""

import copy
import itertools
import re
import subprocess
import tempfile

W = 2**64
ONE = 0x3FF << 52  # the double 1
WORDS = ["rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", *(f"r{i}" for i in range(8, 16))]
NARROW = {"eax": "rax", "ecx": "rcx", "edx": "rdx", "ebx": "rbx", "ebp": "rbp", "esi": "rsi", "edi": "rdi", **{f"r{i}d": f"r{i}" for i in range(8, 16)}}
# Numbers of registers in the list: vectors from 0, words from 100.
CF, OF, NZ, NOTHING, STACK = 120, 121, 122, 123, 2**22
# Indices of B from here on: words that all lanes share.
SHARED = 1000
# `and rsp` moves the stack pointer by this much here: by how much it does, nobody knows, so what is on either side is kept apart.
FRAME = 2**20
# Bytes below the stack pointer that no signal handler writes to.
RED_ZONE = 128
# What a function leaves as it was, beside the stack pointer. No instruction that is read writes the direction flag.
SAVED = ("rbx", "rbp", "r12", "r13", "r14", "r15")
WIDTH = {"x": 16, "y": 32, "z": 64}


class Unknown(Exception):
    """What this reader does not know."""


class Reader:
    def __init__(self, constants, unit=None):
        self.constants = constants
        self.unit = unit  # bytes of what an index of A or B stands for
        self.halves = {}  # vectors of which the lowest word is known: where it is from
        self.list = []
        self.wide = {}  # bytes of a vector that hold what the list says; nothing is said of those above
        # What words hold: an address as (array, offset), "word", or something of the caller's, by its name.
        self.words = {register: f"the caller's {register}" for register in WORDS}
        self.words.update(rdi=("A", 0), rsi=("B", 0), rsp=("S", 0))
        self.returns = ["the caller's address"]  # where calls that did not end are to return to
        self.calls = 0
        self.places = {0: (8, self.returns[0])}  # on the stack, by offset: (size, what it holds)
        self.aligned = None  # the stack pointer before `and rsp`
        self.addresses = {}  # vectors that hold two addresses or words of the caller's
        self.known = set()  # flags
        self.result = None  # the register whose value decides ZF

    def emit(self, *instruction):
        self.list.append(instruction)

    def constant(self, address, size, broadcast):
        data = bytes.fromhex(self.constants[address])
        size = 8 if broadcast else size
        if len(data) < size:
            raise Unknown("a constant in memory that can be written")
        lanes = {data[i : i + 8] for i in range(0, size, 8)}
        if len(lanes) != 1:
            raise Unknown("a constant that differs by lane")
        return ("K", int.from_bytes(lanes.pop(), "little"))

    def memory(self, operand):
        register, offset = re.fullmatch(r"\[(\w+)([+-]\d+)\](?::\d+)?", operand).groups()
        held = self.words.get(register)
        if not isinstance(held, tuple):
            raise Unknown(f"an address in {register}")
        return held[0], held[1] + int(offset)

    @staticmethod
    def sized(operand, size):
        """Refuses an operand in memory of other than so many bytes."""
        if not operand.endswith(f"]:{size}") and not operand.endswith(f"{{broadcast}}:{size}"):
            raise Unknown(f"{operand} for {size} bytes")

    def place(self, offset, size, written):
        """A place on the stack, as a register."""
        if offset < self.words["rsp"][1] - RED_ZONE:
            raise Unknown("a place below the red zone")
        if written and offset + size > 0:
            raise Unknown("a store to the caller's frame")
        if self.aligned is not None and self.aligned - FRAME < offset + size and offset < self.aligned:
            raise Unknown("a place on the stack whose distance is not known")
        if written:
            for other, (length, what) in [*self.places.items()]:
                if other < offset + size and offset < other + length and (other, length) != (offset, size):
                    if what != "word":
                        raise Unknown("places on the stack that overlap")
                    # It is no place any more, so that nobody reads what is left of it.
                    del self.places[other]
            self.places[offset] = (size, "word")
        elif offset not in self.places or self.places[offset][0] != size:
            raise Unknown("a place on the stack that was not written")
        return STACK + offset

    def source(self, operand, size):
        """An operand that is read, of so many bytes."""
        if match := re.fullmatch(r"([xyz])mm(\d+)", operand):
            register = int(match[2])
            if register in self.halves:
                raise Unknown(f"{operand} holds one word")
            if register in self.addresses:
                raise Unknown(f"{operand} holds addresses")
            if WIDTH[match[1]] != size or self.wide.get(register, 0) < size:
                raise Unknown(f"{operand}, of which {self.wide.get(register, 0)} bytes are known, for {size} bytes")
            return ("R", register)
        if match := re.fullmatch(r"\[(0x[0-9a-f]+)\](\{broadcast\})?:\d+", operand):
            self.sized(operand, 8 if match[2] else size)
            return self.constant(match[1], size, match[2])
        if operand.startswith("0x"):
            return ("K", int(operand, 16))
        if operand.startswith("["):
            self.sized(operand, size)
            array, offset = self.memory(operand)
            if array == "S":
                if self.places.get(offset, (0, 0))[1] != "word":
                    raise Unknown("what is on the stack is no word")
                return ("R", self.place(offset, size, False))
            if offset % size or offset < 0:
                raise Unknown("an operand that is not aligned")
            if size == 8 and self.unit != 8 and array == "B":
                return (array, SHARED + offset // size)
            if self.unit not in (None, size):
                raise Unknown("a part of an operand")
            return (array, offset // size)
        register = NARROW.get(operand, operand)
        if self.words.get(register) != "word":
            raise Unknown(f"{operand} holds no word")
        return ("R", 100 + WORDS.index(register))

    def target(self, operand, size):
        """A register that is written: a number, or None and an index of A."""
        if match := re.fullmatch(r"([xyz])mm(\d+)", operand):
            register = int(match[2])
            if WIDTH[match[1]] != size:
                raise Unknown(f"{operand} for {size} bytes")
            self.halves.pop(register, None)
            self.addresses.pop(register, None)
            self.wide[register] = size
            return register
        if operand.startswith("["):
            self.sized(operand, size)
            array, offset = self.memory(operand)
            if array == "S":
                return self.place(offset, size, True)
            if array != "A" or offset % size or offset < 0 or self.unit not in (None, size):
                raise Unknown("a store elsewhere")
            return ("A", offset // size)
        register = NARROW.get(operand, operand)
        if register not in WORDS or register == "rsp":
            raise Unknown(f"a write to {operand}")
        self.words[register] = "word"
        if self.result == register:
            self.result = None
        return 100 + WORDS.index(register)

    def move(self, to, value):
        if isinstance(to, tuple):
            self.emit("Store", to[1], value)
        else:
            self.emit("Mov", to, value)

    def flags(self, sets=(), loses=(CF, OF), result=None):
        for flag in loses:
            if flag in self.known and flag not in sets:
                self.emit("Lose", flag)
        self.known = self.known - set(loses) - {NZ} | set(sets)
        self.result = result

    def read(self, name, operands):
        if not self.returns:
            raise Unknown("code after the function's end")
        if name == "vzeroupper":
            return self.zero_upper()
        if name == "ret" and not operands:
            offset = self.words["rsp"][1]
            if self.places.pop(offset, None) != (8, self.returns.pop()):
                raise Unknown("a return elsewhere")
            return self.stack_at(offset + 8)
        if name == "call":
            offset = self.words["rsp"][1] - 8
            self.place(offset, 8, True)
            self.calls += 1
            self.returns.append(f"the address to which call {self.calls} returns")
            self.places[offset] = (8, self.returns[-1])
            return self.stack_at(offset)
        if name in ("endbr64", "jmp"):
            return None
        if "{" in name:
            raise Unknown(name)
        if name.startswith("v"):
            return self.vector(name, operands)
        if any(o.startswith("xmm") for o in operands):
            return self.pair(name, operands)
        return self.word(name, operands)

    def zero_upper(self):
        self.wide = {register: min(size, 16) if register < 16 else size for register, size in self.wide.items()}

    def vector(self, name, operands):
        size = max((WIDTH[o[0]] for o in operands if re.match("[xyz]mm", o)), default=0)
        if name in ("vpxor", "vpxord", "vpxorq", "vxorps") and operands[1] == operands[2] and operands[1][1:3] == "mm":
            self.emit("Zero", self.target(operands[0], size))
            # The bytes above are zero as well.
            self.wide[self.list[-1][1]] = 64
            return None
        if name in ("vmovups", "vmovaps", "vmovupd", "vmovapd") and size == 16:
            return self.two_addresses(*operands)
        if size < 32:
            raise Unknown(f"{name} of 128 bits")
        if name == "vpblendw" and operands[3] in ("0x88", "0x11"):
            # The highest of a lane's four parts is the second's, or the lowest.
            second = 2**64 - 2**48 if operands[3] == "0x88" else 2**16 - 1
            x, y = self.source(operands[1], size), self.source(operands[2], size)
            self.emit("And", NOTHING, x, ("K", W - 1 - second))
            self.emit("And", NOTHING + 1, y, ("K", second))
            return self.emit("Add", self.target(operands[0], size), ("R", NOTHING), ("R", NOTHING + 1))
        if name == "vpshldq":
            # The upper word of two, shifted.
            x, y, n = self.source(operands[1], size), self.source(operands[2], size), int(operands[3], 16) % 64
            self.emit("Sll", NOTHING, x, n)
            self.emit("Srl", NOTHING + 1, y, 64 - n)
            return self.emit("Add", self.target(operands[0], size), ("R", NOTHING), ("R", NOTHING + 1))
        if name == "vpblendvb":
            x, y, mask = (self.source(o, size) for o in operands[1:])
            self.emit("Spread", NOTHING + 1, mask)
            return self.choose(self.target(operands[0], size), ("R", NOTHING + 1), x, y)
        if name == "vpternlogq":
            return self.ternary(operands, size)
        if name in ("vmovdqa64", "vmovdqa", "vmovdqu64", "vmovdqu", "vmovaps", "vmovups", "vmovapd", "vmovupd"):
            value = self.source(operands[1], size)
            return self.move(self.target(operands[0], size), value)
        if name in ("vpbroadcastq", "vbroadcastsd"):
            value = self.source(operands[1], 8)
            if value[0] != "K" and not (value[0] == "B" and value[1] >= SHARED):
                raise Unknown(f"{name} of what lanes do not share")
            return self.emit("Mov", self.target(operands[0], size), value)
        if name in ("vpsrlq", "vpsllq") and operands[2].startswith("0x"):
            x, n, to = self.source(operands[1], size), int(operands[2], 16), self.target(operands[0], size)
            # By 64 bits or more they leave nothing.
            return self.emit({"vpsrlq": "Srl", "vpsllq": "Sll"}[name], to, x, n) if n < 64 else self.emit("Zero", to)
        if name in ("vxorps", "vxorpd"):
            x, y = self.source(operands[1], size), self.source(operands[2], size)
            return self.emit("Xor", self.target(operands[0], size), x, y)
        if name in ("vaddpd", "vsubpd", "vmulpd"):
            x, y = self.source(operands[1], size), self.source(operands[2], size)
            y = (y, 1, ("K", 0)) if name == "vmulpd" else (("K", ONE), 1 if name == "vaddpd" else -1, y)
            return self.emit("Fma", self.target(operands[0], size), 1, x, *y)
        if match := re.fullmatch(r"vf(n?)m(add|sub)(132|213|231)pd", name):
            # The digits say which operands are multiplied, and which is added.
            x, y, z = (self.source(operands[int(digit) - 1], size) for digit in (match[3][0], match[3][1], match[3][2]))
            return self.emit("Fma", self.target(operands[0], size), -1 if match[1] else 1, x, y, 1 if match[2] == "add" else -1, z)
        kinds = {"vpor": "Or", "vporq": "Or", "vpmadd52luq": "MaddLo", "vpmadd52huq": "MaddHi", "vpaddq": "Add", "vpsubq": "Sub", "vpmullq": "Mullo", "vpandq": "And", "vpand": "And"}
        if name not in kinds:
            raise Unknown(name)
        if name.startswith("vpmadd52"):
            # What is added to.
            self.source(operands[0], size)
        x, y = self.source(operands[1], size), self.source(operands[2], size)
        self.emit(kinds[name], self.target(operands[0], size), x, y)

    def choose(self, to, mask, clear, set_):
        """Bits of `clear` where the mask has none, else of `set_`."""
        self.emit("And", NOTHING + 2, set_, mask)
        self.emit("Sub", NOTHING, ("K", W - 1), mask)
        self.emit("And", NOTHING, clear, ("R", NOTHING))
        self.emit("Add", to, ("R", NOTHING), ("R", NOTHING + 2))

    def ternary(self, operands, size):
        """A function of three bits, by its table: "m ? y : x", or "x or y and z"."""
        parts = [self.source(o, size) for o in operands[:3]]
        bits = list(itertools.product((0, 1), repeat=3))
        wanted = [int(operands[3], 16) >> i & 1 for i in range(8)]
        for i, j, k in itertools.permutations(range(3)):
            if wanted == [b[k] if b[i] else b[j] for b in bits]:
                return self.choose(self.target(operands[0], size), parts[i], parts[j], parts[k])
            if wanted == [b[i] | b[j] & b[k] for b in bits]:
                self.emit("And", NOTHING, parts[j], parts[k])
                return self.emit("Or", self.target(operands[0], size), parts[i], ("R", NOTHING))
        raise Unknown("vpternlogq " + operands[3])

    def pair(self, name, operands):
        """Instructions of SSE2, on two lanes."""
        if name == "movq" and operands[0].startswith("xmm") and operands[1].startswith("["):
            source = self.source(operands[1], 8)
            self.target(operands[0], 16)
            self.halves[int(operands[0][3:])] = source
            return None
        if name == "pshufd" and operands[2] == "0x44" and (source := self.halves.get(int(operands[1][3:]))):
            return self.emit("Mov", self.target(operands[0], 16), source)
        if name in ("movdqu", "movdqa"):
            value = self.source(operands[1], 16)
            return self.move(self.target(operands[0], 16), value)
        if name not in ("pand", "por", "pandn"):
            raise Unknown(name)
        x, y = self.source(operands[0], 16), self.source(operands[1], 16)
        if name == "pandn":
            self.emit("Sub", NOTHING, ("K", W - 1), x)
            x = ("R", NOTHING)
        return self.emit("Or" if name == "por" else "And", self.target(operands[0], 16), x, y)

    def word(self, name, operands):
        first = operands[0] if operands else ""
        address = self.words.get(first)
        narrow = [o for o in operands if o in NARROW]
        # The upper half becomes zero, which these leave as it is.
        if narrow and not (name == "mov" and operands[1].startswith("0x") or name == "xor" and operands[0] == operands[1]
                           or name == "and" and operands[1].startswith("0x")):
            raise Unknown(f"{name} of 32 bits")
        if narrow and operands[1].startswith("0x") and int(operands[1], 16) >= 2**32:
            operands = [operands[0], hex(int(operands[1], 16) % 2**32)]
        if name in ("push", "pop"):
            return self.stack(name, first)
        if first == "rsp" and name in ("and", "mov", "lea"):
            return self.frame(name, operands[1])
        if name == "mov" and self.words.get(operands[1], "word") != "word":
            return self.keep(first, self.words[operands[1]])
        if name == "mov" and operands[1].startswith("[") and not operands[1].startswith("[0x"):
            array, offset = self.memory(operands[1])
            if array == "S" and self.places.get(offset, (0, "word"))[1] != "word":
                self.sized(operands[1], 8)
                self.place(offset, 8, False)
                return self.keep(first, self.places[offset][1])
        if name == "lea" and (match := re.fullmatch(r"\[(\w+)\+(r\w+)\]", operands[1])):
            x, y = self.source(match[1], 8), self.source(match[2], 8)
            return self.emit("Add", self.target(first, 8), x, y)
        if name == "lea":
            return self.keep(first, self.memory(operands[1]))
        if name in ("add", "sub") and isinstance(address, tuple) and operands[1].startswith("0x"):
            change = int(operands[1], 16)
            change = (change - W if change >= W // 2 else change) * (1 if name == "add" else -1)
            if first == "rsp":
                self.stack_at(address[1] + change)
            else:
                self.words[first] = (address[0], address[1] + change)
            return self.flags()
        if name == "mov":
            value = self.source(operands[1], 8)
            return self.move(self.target(first, 8), value)
        if name == "mulx":
            x, y = ("R", 100 + WORDS.index("rdx")), self.source(operands[2], 8)
            self.source("rdx", 8)
            low = self.target(operands[1], 8)
            return self.emit("MulX", self.target(first, 8), low, x, y)
        if name == "imul" and len(operands) > 1:
            x, y = self.source(operands[-2], 8), self.source(operands[-1], 8)
            self.emit("Mullo", self.target(first, 8), x, y)
            return self.flags()
        if name == "rorx":
            x, n = self.source(operands[1], 8), int(operands[2], 16) % 64
            return self.emit("Rot", self.target(first, 8), x, n) if n else self.emit("Mov", self.target(first, 8), x)
        if name in ("cmovb", "cmovne", "cmove"):
            if name != "cmovb":
                if self.result is None:
                    raise Unknown("ZF")
                if NZ not in self.known:
                    self.emit("Test", NZ, ("R", 100 + WORDS.index(self.result)))
                    self.known.add(NZ)
            x, y = self.source(first, 8), self.source(operands[1], 8)
            x, y = (y, x) if name == "cmove" else (x, y)
            self.emit("Sel", self.target(first, 8), x, y, CF if name == "cmovb" else NZ)
            return None
        if name == "xor" and first == operands[1]:
            self.emit("Zero", self.target(first, 8))
            self.emit("Zero", CF)
            self.emit("Zero", OF)
            return self.flags({CF, OF})
        if name == "sbb" and first == operands[1]:
            self.emit("Sub", self.target(first, 8), ("K", 0), ("R", CF))
            return self.flags({CF}, result=first)
        # What is left has one operand that is read and written, a register.
        if first not in WORDS and first not in NARROW:
            raise Unknown(f"{name} {first}")
        x = self.source(first, 8)
        # The CPU takes six bits of a number of bits.
        bits = int(operands[1], 16) % 64 if len(operands) > 1 and operands[1].startswith("0x") else None
        if name in ("shr", "shl", "sar") and bits == 0:
            return None
        if name in ("shr", "shl") and bits:
            self.emit({"shr": "Srl", "shl": "Sll"}[name], self.target(first, 8), x, bits)
            return self.flags(result=first)
        if name == "btr" and bits == 63:
            self.emit("Srl", CF, x, 63)
            self.emit("And", self.target(first, 8), x, ("K", 2**63 - 1))
            return self.flags({CF})
        if name == "sar" and bits == 1:
            self.emit("And", CF, x, ("K", 1))
            self.emit("Srl", NOTHING, x, 63)
            self.emit("Sll", NOTHING, ("R", NOTHING), 63)
            to = self.target(first, 8)
            self.emit("Srl", to, x, 1)
            self.emit("Add", to, ("R", to), ("R", NOTHING))
            return self.flags({CF}, result=first)
        if name == "neg":
            self.emit("Sbb", self.target(first, 8), ("K", 0), x, ("K", 0), CF)
            return self.flags({CF}, result=first)
        if name in ("inc", "dec"):
            self.emit("Adc" if name == "inc" else "Sbb", self.target(first, 8), x, ("K", 1), ("K", 0), NOTHING)
            return self.flags(loses=(OF,), result=first)
        y = self.source(operands[1], 8)
        if name == "test":
            self.emit("And", NOTHING, x, y)
            self.emit("Test", NZ, ("R", NOTHING))
            self.emit("Zero", CF)
            self.emit("Zero", OF)
            self.flags({CF, OF}, result="test")
            return self.known.add(NZ)
        if name == "and":
            self.emit("And", self.target(first, 8), x, y)
            self.emit("Zero", CF)
            self.emit("Zero", OF)
            return self.flags({CF, OF}, result=NARROW.get(first, first))
        if name in ("adcx", "adox"):
            flag, result = (CF if name == "adcx" else OF), self.result
            self.emit("Adc", self.target(first, 8), x, y, ("R", flag), flag)
            self.known.add(flag)
            self.result = None if result == first else result
            return None
        if name in ("add", "adc", "sub", "sbb"):
            carry = ("R", CF) if name in ("adc", "sbb") else ("K", 0)
            self.emit("Adc" if name in ("add", "adc") else "Sbb", self.target(first, 8), x, y, carry, CF)
            self.known.discard(NZ)
            return self.flags({CF}, result=first)
        raise Unknown(name)

    def keep(self, operand, held):
        """An address, or a word of the caller's, to a register or to the stack."""
        if operand.startswith("["):
            self.sized(operand, 8)
            array, offset = self.memory(operand)
            if array != "S":
                raise Unknown("an address in memory")
            self.place(offset, 8, True)
            self.places[offset] = (8, held)
        else:
            self.target(operand, 8)
            self.words[operand] = held

    def stack_at(self, offset):
        """The stack pointer moves; a signal handler may write below the red zone."""
        self.words["rsp"] = ("S", offset)
        self.free(offset - RED_ZONE)

    def free(self, offset):
        """What is below is nobody's."""
        self.places = {other: place for other, place in self.places.items() if other >= offset}

    def two_addresses(self, to, source):
        """Copies two addresses or words of the caller's on the stack."""
        register = int((to if source.startswith("[") else source).removeprefix("xmm"))
        memory = source if source.startswith("[") else to
        self.sized(memory, 16)
        array, offset = self.memory(memory)
        if array != "S":
            raise Unknown("128 bits that are not on the stack")
        if source.startswith("["):
            self.place(offset, 8, False)
            held = [self.places.get(o, (0, "word")) for o in (offset, offset + 8)]
            if any(size != 8 or what == "word" for size, what in held):
                raise Unknown("128 bits that are no addresses")
            self.target(to, 16)
            self.addresses[register] = held
        else:
            for o, held in zip((offset, offset + 8), self.addresses[register]):
                self.place(o, 8, True)
                self.places[o] = held

    def frame(self, name, operand):
        """The stack pointer is aligned, or put back."""
        if name == "and":
            if W - int(operand, 16) not in (32, 64) or self.aligned is not None:
                raise Unknown("another stack")
            self.aligned = self.words["rsp"][1]
            self.free(self.aligned)
            self.stack_at(self.aligned - FRAME)
            return self.flags()
        held = self.words.get(operand) if name == "mov" else self.memory(operand)
        if not isinstance(held, tuple) or held[0] != "S":
            raise Unknown("another stack")
        self.stack_at(held[1])
        if self.aligned is not None and held[1] >= self.aligned:
            self.aligned = None
            self.free(held[1])
        return None

    def stack(self, name, register):
        offset, held = self.words["rsp"][1], self.words[register]
        if name == "push":
            self.free(offset)
            self.stack_at(offset - 8)
            if held == "word":
                self.emit("Mov", self.place(offset - 8, 8, True), self.source(register, 8))
            else:
                self.keep("[rsp+0]:8", held)
        else:
            place = self.place(offset, 8, False)
            if self.places[offset][1] == "word":
                self.emit("Mov", self.target(register, 8), ("R", place))
            else:
                self.keep(register, self.places[offset][1])
            self.stack_at(offset + 8)


    def run(self, instructions):
        for _, _, reading in instructions:
            name, *operands = reading.split(" ")
            try:
                self.read(name, operands)
            except (AttributeError, IndexError, KeyError, ValueError) as error:
                raise Unknown(reading) from error

    def beside(self):
        """A reader that has read the same."""
        other = copy.copy(self)
        other.__dict__.update({name: copy.copy(held) for name, held in vars(self).items() if isinstance(held, (dict, list, set))})
        return other

    def finished(self, doubles=False):
        """The list, if the function has returned. Instructions of doubles go to doubles.py."""
        if self.returns or self.words["rsp"] != ("S", 8):
            raise Unknown("it does not end")
        for register in SAVED:
            if self.words[register] != f"the caller's {register}":
                raise Unknown(f"{register} is not as it was")
        if not doubles and any(i[0] in ("Fma", "Xor") for i in self.list):
            raise Unknown("doubles")
        return self.list


def unit(name):
    """Bytes of what an index of A or B stands for, in a function of a name."""
    backend, _, operation = name.split("/")
    return {"adx": 16 if operation.startswith("select") else 8, "ifma-512": 64}.get(backend, 32)


def begun(function, kind=Reader):
    """A reader of a line of what machine_code.rs prints."""
    return kind(function["constants"], unit(function["name"]))


def read(function, kind=Reader):
    """A reader that has read such a line."""
    reader = begun(function, kind)
    reader.run(function["instructions"])
    return reader


def within(code, result, first, others):
    """A list, which stores to no more than the result's words, and loads no more than those of the first operand and of the others."""
    if not all(0 <= i[1] < result for i in code if i[0] in ("Store", "FStore")):
        raise Unknown("a store beyond the result")
    limit = {"A": max(result, first), "B": others}
    if not all(0 <= x[1] < limit[x[0]] for i in code for x in i[1:] if isinstance(x, tuple) and x[0] in limit):
        raise Unknown("a load beyond the operands")
    return code


# ---- A second disassembler ----

PREFIXES = re.compile(r"\{vex\d?\} |\{evex\} |notrack |bnd ")
POINTER = re.compile(r"(\w+) (?:PTR|BCST) ")
SIZES = {"BYTE": 1, "WORD": 2, "DWORD": 4, "QWORD": 8, "XMMWORD": 16, "YMMWORD": 32, "ZMMWORD": 64}


def canonical(text):
    """objdump's text in the form of machine_code.rs."""
    text, _, comment = PREFIXES.sub("", text.strip()).partition("#")
    name, _, rest = text.strip().replace("movabs", "mov").partition(" ")
    operands = []
    for operand in filter(None, rest.strip().split(",")):
        broadcast = "{broadcast}" if "BCST" in operand or re.search(r"\{1to\d\}", operand) else ""
        size = POINTER.match(operand)
        operand = POINTER.sub("", re.sub(r"\{1to\d\}", "", operand)).strip()
        if "rip" in operand:
            operand = f"[{int(comment.split()[0], 16):#x}]{broadcast}"
        elif match := re.fullmatch(r"\[(\w+)(?:([+-])(0x[0-9a-f]+))?\]", operand):
            offset = int((match[2] or "+") + (match[3] or "0"), 16)
            operand = f"[{match[1]}{offset:+d}]"
        elif match := re.fullmatch(r"\[(\w+)\+(\w+)\*1(\+0x0)?\]", operand):
            operand = f"[{match[1]}+{match[2]}]"
        elif name in ("call", "jmp") and operand not in WORDS:
            operand = f"{int(operand.split()[0], 16):#x}"
        elif re.fullmatch(r"(0x)?[0-9a-f]+", operand) and operand[0].isdigit():
            operand = f"{int(operand, 0):#x}"
        operands.append(f"{operand}:{SIZES.get(size[1])}" if size else operand)
    return " ".join([name, *operands])


def disagreements(functions):
    """Where objdump reads other instructions than the first disassembler."""
    instructions = {address: (code, reading) for f in functions for address, code, reading in f["instructions"]}
    found, compared, run = [], 0, []
    runs = []
    for address in sorted(instructions):
        if run and address != run[-1] + len(instructions[run[-1]][0]) // 2:
            runs.append(run)
            run = []
        run.append(address)
    runs.append(run)
    for run in runs:
        with tempfile.NamedTemporaryFile() as file:
            file.write(bytes.fromhex("".join(instructions[address][0] for address in run)))
            file.flush()
            command = ["objdump", "-D", "-b", "binary", "-m", "i386:x86-64", "-M", "intel", "--no-show-raw-insn", f"--adjust-vma={run[0]:#x}", file.name]
            text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        theirs = {int(m[1], 16): canonical(m[2]) for m in re.finditer(r"(?m)^\s*([0-9a-f]+):\t(.*)$", text)}
        for address in run:
            compared += 1
            if theirs.get(address) != instructions[address][1]:
                found.append((instructions[address][1], theirs.get(address)))
    return compared, found
