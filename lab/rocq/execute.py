"""Runs a kernel's bytes on this CPU, on a stack of its own, and finds what they leave: the result, and whatever else they wrote."""

import ctypes
import mmap
import os
import random
import re
import struct
import subprocess
import tempfile
import time
from pathlib import Path

import doubles
import halves
import lanes
import read
from simulate import assemble, stored

# The extensions that a backend's kernels use.
NEEDS = {"adx": "adx bmi2", "avx2": "avx2 fma", "avx2-integers": "avx2"}
AVX512 = "avx512f avx512vl avx512dq avx512ifma avx512_vbmi2"
# Places in the memory that a kernel gets, which is random but for the operands.
A, B, STACK, SIZE = 4096, 12288, 2**17, 2**17 + 4096
POOL = 2**16
# Reads its registers from rdi, and writes them there.
FRAME = """push rbx; push rbp; push r12; push r13; push r14; push r15
mov [rip + context], rdi
mov [rdi], rsp
mov rbx, [rdi+16]; mov rbp, [rdi+24]; mov r12, [rdi+32]; mov r13, [rdi+40]; mov r14, [rdi+48]; mov r15, [rdi+56]
mov rsi, [rdi+72]
mov rsp, [rdi+8]
mov rdi, [rdi+64]
call code
mov [rip + after], rsp
mov rdi, [rip + context]
mov rsp, [rdi]
pushfq; pop qword ptr [rdi+80]; cld
mov rax, [rip + after]; mov [rdi+8], rax
mov [rdi+16], rbx; mov [rdi+24], rbp; mov [rdi+32], r12; mov [rdi+40], r13; mov [rdi+48], r14; mov [rdi+56], r15
pop r15; pop r14; pop r13; pop r12; pop rbp; pop rbx
ret
context: .quad 0
after: .quad 0
.p2align 6
code:"""
DIRECTION = 1 << 10


def flags():
    return set(re.search(r"(?m)^flags\s*:(.*)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"))[1].split())


def runs_here(function):
    return set(NEEDS.get(function.backend, AVX512).split()) <= flags()


# ---- Texts of instructions, as the reader has them, and bytes ----

PREFIX = {1: "byte", 2: "word", 4: "dword", 8: "qword", 16: "xmmword", 32: "ymmword", 64: "zmmword"}


def intel(reading):
    """What an assembler reads."""
    name, *operands = reading.split(" ")
    widest = max([read.WIDTH[o[0]] for o in operands if re.match("[xyz]mm", o)], default=8)
    out = []
    for operand in operands:
        if match := re.fullmatch(r"\[([^]]*)\](\{broadcast\})?(?::(\d+))?", operand):
            place = f"[rip + k_{match[1]}]" if match[1].startswith("0x") else f"[{match[1]}]"
            size = f"{PREFIX[int(match[3])]} ptr " if match[3] and not match[2] else ""
            operand = size + place + (f"{{1to{widest // 8}}}" if match[2] else "")
        out.append(operand)
    return f"{name} {', '.join(out)}"


def assembled(readings):
    """The bytes of each text, and how objdump reads them; without those that are no instructions."""
    readings = [*dict.fromkeys(readings)]
    names = {c for r in readings for c in re.findall(r"\[(0x[0-9a-f]+)\]", r)}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "code"
        while True:
            text = ".intel_syntax noprefix\n" + "".join(f"{intel(r)}\n" for r in readings) + "".join(f"k_{c}: .zero 64\n" for c in names)
            done = subprocess.run(["as", "-o", f"{file}.o", "-"], input=text, text=True, capture_output=True)
            bad = {int(n) - 2 for n in re.findall(r"(?m)^\{standard input\}:(\d+): Error", done.stderr)}
            if not bad:
                break
            readings = [r for n, r in enumerate(readings) if n not in bad]
        command = ["objdump", "-d", "-w", "-M", "intel", f"{file}.o"]
        out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    lines = re.findall(r"(?m)^\s*[0-9a-f]+:\t((?:[0-9a-f]{2} )+)\s*\t(.*)$", re.sub(r"# [0-9a-f]+ <k_(0x[0-9a-f]+)>", r"# \1", out))
    return {r: (code.replace(" ", ""), read.canonical(text)) for r, (code, text) in zip(readings, lines)}


def body(instructions, constants):
    """Code that runs the same instructions one after the other, but through calls and returns, and its constants."""
    code, pool, places, calls = bytearray(), bytearray(), {}, []
    for _, data, reading in instructions:
        name = reading.split(" ")[0]
        data = bytes.fromhex(data)
        if name == "jmp":
            continue
        if name == "call":
            # Over a jump to where the callee's code, which is next, ends.
            code += b"\xe8\x05\0\0\0\xe9\0\0\0\0"
            calls.append(len(code))
            continue
        if match := re.search(r"\[(0x[0-9a-f]+)\]", reading):
            if match[1] not in places:
                places[match[1]] = len(pool)
                pool += bytes.fromhex(constants[match[1]]).ljust(64, b"\0")
            # Behind it is an immediate, or the number of a fourth register.
            end = len(data) - (reading.split(" ")[-1].startswith("0x") or name == "vpblendvb")
            there = POOL + places[match[1]] - len(code) - len(data)
            data = data[: end - 4] + there.to_bytes(4, "little", signed=True) + data[end:]
        code += data
        if name == "ret" and calls:
            at = calls.pop()
            code[at - 4 : at] = (len(code) - at).to_bytes(4, "little")
    assert len(code) <= POOL
    return bytes(code).ljust(POOL, b"\xcc") + bytes(pool)


class Memory:
    """Where a kernel's operands are."""

    def __init__(self, function):
        self.function = function
        self.unit = read.unit(function.name)
        self.one = "in four lanes" in function.name
        self.lanes = 1 if self.one else self.unit // 8
        # Two numbers of 32 bits in a lane: of the operands, and of the result.
        integers, operation = function.backend == "avx2-integers", function.name.split("/")[2]
        self.halves = integers and operation != "words to limbs"
        self.half_results = integers and operation != "limbs to words"

    def half(self, index, lane, limbs=halves.LIMBS):
        """Where a number of 32 bits is."""
        element, limb = divmod(index, limbs)
        return (halves.WORDS * element + limb % halves.WORDS) * self.unit + 8 * lane + 4 * (limb // halves.WORDS)

    def offset(self, index, lane):
        if self.one:
            element, limb = divmod(index, lanes.LIMBS)
            vector = element // 4 * lanes.LIMBS + limb
            return 8 * (4 * vector + lanes.ELEMENT.index(element % 4))
        return 8 * (index - read.SHARED) if index >= read.SHARED else index * self.unit + 8 * lane

    def size(self):
        """Bytes of the array at rdi that are stored to."""
        words = halves.WORDS if self.half_results else self.function.writable
        return 8 * lanes.LIMBS * 4 if self.one else words * self.unit

    def word(self, value):
        return struct.pack("<d", value // doubles.ONE) if self.function.backend == "avx2" else value.to_bytes(8, "little")

    def filled(self, rng):
        """Random memory with operands, and these by lane."""
        memory, rows = bytearray(rng.randbytes(SIZE)), []
        for lane in range(self.lanes):
            a, b = self.function.operands(rng)
            b = {**b, **dict(getattr(self.function, "given", []))}
            rows.append((a, b))
            for start, words in ((A, a), (B, b)):
                for i, value in words.items():
                    at = start + (self.half(i, lane) if self.halves else self.offset(i, lane))
                    if self.halves:
                        # With what is above the ninth limb.
                        size = 8 if i % halves.LIMBS == halves.WORDS - 1 else 4
                        memory[at : at + size] = value.to_bytes(size, "little")
                    else:
                        memory[at : at + 8] = self.word(value)
        return memory, rows

    def result(self, memory):
        """The words that the list stores, by lane."""
        kind = "<d" if self.function.backend == "avx2" else "<I" if self.half_results else "<Q"
        # With a tenth limb.
        at = lambda i, lane: A + (self.half(i, lane, 2 * halves.WORDS) if self.half_results else self.offset(i, lane))
        return [[struct.unpack_from(kind, memory, at(i, lane))[0] for i in range(self.function.stores)] for lane in range(self.lanes)]

    def anything(self):
        """Bytes of the result of which nobody says anything: the fourth lane of one point."""
        vectors = range(lanes.LIMBS) if self.one else ()
        return [A + 8 * (4 * v + lane) for v in vectors for lane, e in enumerate(lanes.ELEMENT) if e == 3]


class Code:
    """Instructions in executable memory."""

    frame = None

    def __init__(self, instructions, constants):
        if Code.frame is None:
            Code.frame = assemble(FRAME)
        text = Code.frame + body(instructions, constants)
        self.page = mmap.mmap(-1, len(text) + 64, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        self.page[: len(text)] = text
        self.start = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(ctypes.addressof(ctypes.c_char.from_buffer(self.page)))
        self.arena = mmap.mmap(-1, SIZE)

    def run(self, memory, rng):
        """Memory after the code, or None if registers of the caller's are lost."""
        base = ctypes.addressof(ctypes.c_char.from_buffer(self.arena))
        self.arena[:] = bytes(memory)
        saved = [rng.getrandbits(64) for _ in range(6)]
        context = (ctypes.c_uint64 * 11)(0, base + STACK, *saved, base + A, base + B, 0)
        self.start(ctypes.addressof(context))
        if list(context[1:8]) != [base + STACK, *saved] or context[10] & DIRECTION:
            return None
        return self.arena[:]


def lowest(before, after):
    """The lowest byte of the stack that was written."""
    low, high = B + 4096, STACK
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if before[low : middle + 1] != after[low : middle + 1] else (middle + 1, high)
    return low


def original(function, times=16):
    """Rows of memory before and after the kernel's own code, which must store what its list stores."""
    rng, memory = random.Random(3), Memory(function)
    code = Code(function.printed["instructions"], function.printed["constants"])
    rows, low = [], STACK
    for _ in range(times):
        before, operands = memory.filled(rng)
        after = code.run(before, rng)
        expected = [stored(function.code, a, b) for a, b in operands]
        number = lambda x: x // doubles.ONE if function.backend == "avx2" else x
        expected = [[number(row[i]) for i in range(function.stores)] for row in expected]
        assert after is not None and memory.result(after) == expected, function.name
        low = min(low, lowest(before, after))
        rows.append((before, after))
    # What the kernel writes to of its stack, and the red zone, are its own.
    return rows, low - read.RED_ZONE


def run(functions):
    """Compares each kernel that this CPU can run with its list."""
    start, functions = time.time(), [f for f in functions if f.why is None]
    here = [f for f in functions if runs_here(f)]
    for function in here:
        original(function, 128)
    print(f"{len(here)} of {len(functions)} kernels store on this CPU what their lists store, and nothing else, for 128 operands or more each, in {time.time() - start:.0f} s")


def same(function, mutants):
    """Of each mutant, with its constants, whether it leaves what the kernel leaves, but on its own stack."""
    if not mutants:
        return []
    rows, low = original(function)
    ignored = Memory(function).anything()

    def visible(memory):
        memory = bytearray(memory)
        memory[low:STACK] = bytes(STACK - low)
        for i in ignored:
            memory[i : i + 8] = bytes(8)
        return bytes(memory)

    answers = []
    for _, instructions, constants in mutants:
        # In a process of its own, as it may do anything.
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                code, rng = Code(instructions, constants), random.Random(4)
                results = (code.run(before, rng) for before, _ in rows)
                good = all(after and visible(after) == visible(wanted) for after, (_, wanted) in zip(results, rows))
                os.write(writer, b"1" if good else b"0")
            finally:
                os._exit(0)
        os.close(writer)
        os.waitpid(child, 0)
        answers.append(os.read(reader, 1) == b"1")
        os.close(reader)
    return answers
