"""Reads machine code as a list of the instructions of Machine.v. What the theorems say of bytes rests on this file.

It follows addresses through registers and the stack, so that a memory operand is a word of A (the array at rdi when the function
begins), of B (at rsi) or a place on the stack, which is a register of the list. Whatever it does not know is an error: a
jump on a condition, an index, a part of a register, an address that was computed, places on the stack that overlap."""

import re
import subprocess
import tempfile

W = 2**64
WORDS = ["rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", *(f"r{i}" for i in range(8, 16))]
NARROW = {"eax": "rax", "ecx": "rcx", "edx": "rdx", "ebx": "rbx", "ebp": "rbp", "esi": "rsi", "edi": "rdi", **{f"r{i}d": f"r{i}" for i in range(8, 16)}}
# Numbers of registers in the list: vectors from 0, words from 100.
CF, OF, NZ, NOTHING, STACK = 120, 121, 122, 123, 10000
RETURN = (8, "an address to return to")
# More than any frame: by so much an aligned stack pointer is said to be lower, as nobody knows by how much it is.
GAP = 2**20


class Unknown(Exception):
    """What this reader does not know."""


class Reader:
    def __init__(self, constants):
        self.constants = constants
        self.list = []
        # What words hold: an address as (array, offset), "word", or "caller's".
        self.words = {register: "caller's" for register in WORDS}
        self.words.update(rdi=("A", 0), rsi=("B", 0), rsp=("S", 0))
        self.places = {0: RETURN}  # on the stack, by offset: (size, what it holds)
        self.gaps = []
        self.known = set()  # flags
        self.result = None  # the register whose value decides ZF

    def emit(self, *instruction):
        self.list.append(instruction)

    def constant(self, address, size, broadcast):
        data = bytes.fromhex(self.constants[address])
        lanes = {data[i : i + 8] for i in range(0, 8 if broadcast else size, 8)}
        if len(lanes) != 1:
            raise Unknown("a constant that differs by lane")
        return ("K", int.from_bytes(lanes.pop(), "little"))

    def memory(self, operand):
        register, offset = re.fullmatch(r"\[(\w+)([+-]\d+)\]", operand).groups()
        held = self.words.get(register)
        if not isinstance(held, tuple):
            raise Unknown(f"an address in {register}")
        return held[0], held[1] + int(offset)

    def place(self, offset, size, written):
        """A place on the stack, as a register."""
        if any(offset < end and start < offset + size for start, end in self.gaps) or abs(STACK + offset) < 1000:
            raise Unknown("a place on the stack that may be another")
        if written:
            # What it overlaps is no place any more, so that nobody reads it.
            self.places = {
                other: place for other, place in self.places.items() if other >= offset + size or offset >= other + place[0]
            }
            self.places[offset] = (size, "word")
        elif offset not in self.places or self.places[offset][0] != size:
            raise Unknown("a place on the stack that was not written")
        return STACK + offset

    def source(self, operand, size):
        """An operand that is read, of so many bytes."""
        if match := re.fullmatch(r"[xyz]mm(\d+)", operand):
            return ("R", int(match[1]))
        if match := re.fullmatch(r"\[(0x[0-9a-f]+)\](\{broadcast\})?", operand):
            return self.constant(match[1], size, size == 8 or match[2])
        if operand.startswith("0x"):
            return ("K", int(operand, 16))
        if operand.startswith("["):
            array, offset = self.memory(operand)
            if array == "S":
                if self.places.get(offset, (0, 0))[1] != "word":
                    raise Unknown("what is on the stack is no word")
                return ("R", self.place(offset, size, False))
            if offset % size or offset < 0:
                raise Unknown("an operand that is not aligned")
            return (array, offset // size)
        register = NARROW.get(operand, operand)
        if self.words.get(register) != "word":
            raise Unknown(f"{operand} holds no word")
        return ("R", 100 + WORDS.index(register))

    def target(self, operand, size):
        """A register that is written: a number, or None and an index of A."""
        if match := re.fullmatch(r"[xyz]mm(\d+)", operand):
            return int(match[1])
        if operand.startswith("["):
            array, offset = self.memory(operand)
            if array == "S":
                return self.place(offset, size, True)
            if array != "A" or offset % size or offset < 0:
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
        self.known = self.known - set(loses) | set(sets)
        self.result = result

    def read(self, name, operands):
        if name in ("ret", "vzeroupper", "endbr64", "call", "jmp"):
            if name in ("call", "ret"):
                array, offset = self.words["rsp"]
                if name == "call":
                    offset -= 8
                    self.place(offset, 8, True)
                    self.places[offset] = RETURN
                elif self.places.pop(offset, None) == RETURN:
                    offset += 8
                else:
                    raise Unknown("a return elsewhere")
                self.words["rsp"] = (array, offset)
            return
        if "{mask}" in name:
            raise Unknown("a mask of lanes")
        if name.startswith("v"):
            return self.vector(name, operands)
        return self.word(name, operands)

    def vector(self, name, operands):
        width = {"x": 16, "y": 32, "z": 64}
        size = max((width[o[0]] for o in operands if re.match("[xyz]mm", o)), default=0)
        if name in ("vpxor", "vpxord", "vpxorq", "vxorps") and operands[1] == operands[2] and operands[1][1:3] == "mm":
            return self.emit("Zero", self.target(operands[0], size))
        if size < 32:
            raise Unknown(f"{name} of 128 bits")
        if name == "vpblendw" and operands[3] == "0x88":
            # The highest of a lane's four parts is the second's.
            x, y = self.source(operands[1], size), self.source(operands[2], size)
            self.emit("And", NOTHING, x, ("K", 2**48 - 1))
            self.emit("And", NOTHING + 1, y, ("K", 2**64 - 2**48))
            return self.emit("Add", self.target(operands[0], size), ("R", NOTHING), ("R", NOTHING + 1))
        if name in ("vmovdqa64", "vmovdqa", "vmovdqu64", "vmovdqu", "vmovaps", "vmovups"):
            value = self.source(operands[1], size)
            return self.move(self.target(operands[0], size), value)
        if name in ("vpbroadcastq", "vbroadcastsd"):
            if not operands[1].startswith("[0x"):
                raise Unknown("one lane to all")
            return self.emit("Mov", self.target(operands[0], size), self.source(operands[1], 8))
        if name in ("vpsrlq", "vpsllq") and operands[2].startswith("0x"):
            name = {"vpsrlq": "Srl", "vpsllq": "Sll"}[name]
            return self.emit(name, self.target(operands[0], size), self.source(operands[1], size), int(operands[2], 16))
        kinds = {"vpmadd52luq": "MaddLo", "vpmadd52huq": "MaddHi", "vpaddq": "Add", "vpsubq": "Sub", "vpmullq": "Mullo", "vpandq": "And", "vpand": "And"}
        if name not in kinds:
            raise Unknown(name)
        x, y = self.source(operands[1], size), self.source(operands[2], size)
        self.emit(kinds[name], self.target(operands[0], size), x, y)

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
        if first == "rsp" and name in ("and", "mov"):
            return self.frame(name, operands[1])
        if name == "mov" and (isinstance(self.words.get(operands[1]), tuple) or self.words.get(operands[1]) == "caller's"):
            return self.keep(first, self.words[operands[1]])
        if name == "mov" and operands[1].startswith("["):
            array, offset = self.memory(operands[1])
            if array == "S" and self.places.get(offset, (0, "word"))[1] != "word":
                return self.keep(first, self.places[offset][1])
        if name == "lea":
            return self.keep(first, self.memory(operands[1]))
        if name in ("add", "sub") and isinstance(address, tuple) and operands[1].startswith("0x"):
            change = int(operands[1], 16)
            change = (change - W if change >= W // 2 else change) * (1 if name == "add" else -1)
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
            x = self.source(operands[1], 8)
            return self.emit("Rot", self.target(first, 8), x, int(operands[2], 16))
        if name in ("cmovb", "cmovne"):
            if name == "cmovne":
                if self.result is None:
                    raise Unknown("ZF")
                if NZ not in self.known:
                    self.emit("Test", NZ, ("R", 100 + WORDS.index(self.result)))
                    self.known.add(NZ)
            x, y = self.source(first, 8), self.source(operands[1], 8)
            result = self.result
            self.emit("Sel", self.target(first, 8), x, y, CF if name == "cmovb" else NZ)
            if result == first:
                raise Unknown("ZF")
            self.result = result
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
        if name in ("shr", "shl"):
            self.emit({"shr": "Srl", "shl": "Sll"}[name], self.target(first, 8), x, int(operands[1], 16))
            return self.flags(result=first)
        if name == "btr" and operands[1] == "0x3f":
            self.emit("Srl", CF, x, 63)
            self.emit("And", self.target(first, 8), x, ("K", 2**63 - 1))
            return self.flags({CF})
        if name == "inc":
            self.emit("Adc", self.target(first, 8), x, ("K", 1), ("K", 0), NOTHING)
            return self.flags(loses=(OF,), result=first)
        y = self.source(operands[1], 8)
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
            array, offset = self.memory(operand)
            if array != "S":
                raise Unknown("an address in memory")
            self.place(offset, 8, True)
            self.places[offset] = (8, held)
        else:
            self.target(operand, 8)
            self.words[operand] = held

    def frame(self, name, operand):
        """A stack pointer that is aligned, or put back."""
        _, offset = self.words["rsp"]
        if name == "mov":
            if not isinstance(self.words[operand], tuple) or self.words[operand][0] != "S":
                raise Unknown("a stack elsewhere")
            self.words["rsp"] = self.words[operand]
        elif W - int(operand, 16) in (32, 64):
            self.gaps.append((offset - GAP, offset))
            self.words["rsp"] = ("S", offset - GAP)
            self.flags()
        else:
            raise Unknown("a stack elsewhere")

    def stack(self, name, register):
        array, offset = self.words["rsp"]
        if name == "push":
            offset -= 8
            self.words["rsp"] = (array, offset)
            # What was below the stack pointer is nobody's.
            self.places = {other: place for other, place in self.places.items() if other >= offset + 8}
            if self.words[register] == "word":
                self.emit("Mov", self.place(offset, 8, True), self.source(register, 8))
            else:
                self.keep("[rsp+0]", self.words[register])
        else:
            size, held = self.places.get(offset, (0, None))
            if size != 8:
                raise Unknown("a place on the stack that was not written")
            if held == "word":
                self.emit("Mov", self.target(register, 8), ("R", STACK + offset))
            else:
                self.keep(register, held)
            self.words["rsp"] = (array, offset + 8)


def read(function, kind=Reader):
    """The list for a line of what machine_code.rs prints."""
    reader = kind(function["constants"])
    for _, _, reading in function["instructions"]:
        name, *operands = reading.split(" ")
        try:
            reader.read(name, operands)
        except (AttributeError, IndexError, KeyError, ValueError) as error:
            raise Unknown(reading) from error
    if name != "ret" or reader.words["rsp"] != ("S", 8):
        raise Unknown(f"it does not end: {reading}")
    return reader.list


# ---- A second disassembler ----

PREFIXES = re.compile(r"\{vex\d?\} |\{evex\} |notrack |bnd ")
POINTER = re.compile(r"(?:[XYZ]MM|Q|D)?WORD (?:PTR|BCST) |ds:|BYTE PTR ")


def canonical(text):
    """objdump's text in the form of machine_code.rs."""
    text, _, comment = PREFIXES.sub("", text.strip()).partition("#")
    name, _, rest = text.strip().replace("movabs", "mov").partition(" ")
    operands = []
    for operand in filter(None, rest.strip().split(",")):
        broadcast = "{broadcast}" if "BCST" in operand or re.search(r"\{1to\d\}", operand) else ""
        operand = POINTER.sub("", re.sub(r"\{1to\d\}", "", operand)).strip()
        if "rip" in operand:
            operand = f"[{int(comment.split()[0], 16):#x}]{broadcast}"
        elif match := re.fullmatch(r"\[(\w+)(?:([+-])(0x[0-9a-f]+))?\]", operand):
            offset = int((match[2] or "+") + (match[3] or "0"), 16)
            operand = f"[{match[1]}{offset:+d}]"
        elif name in ("call", "jmp"):
            operand = f"{int(operand.split()[0], 16):#x}"
        elif re.fullmatch(r"(0x)?[0-9a-f]+", operand) and operand[0].isdigit():
            operand = f"{int(operand, 0):#x}"
        operands.append(operand)
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
