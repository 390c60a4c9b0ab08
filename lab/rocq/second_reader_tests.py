"""Tests of the second reader: what it says of instructions beside the CPU, on the whole machine; and wrong kernels, which it must notice."""

import ctypes
import mmap
import os
import random
import re
import signal
import struct
import subprocess
import tempfile
from pathlib import Path

import second_reader as reader
from second_reader import FULL, NODES, WORDS, K, node

# Where things are in the tested code's memory.
SLOT, HOST, BEFORE, AFTER, SCRATCH, SIZE = 0x800, 0x2000, 0x2040, 0x3040, 0x4000, 0x5000
# An operand in memory is there, with as much before as after it.
MIDDLE, WINDOW = SCRATCH + 512, 1024
FLAGS = {"CF": 0, "NZ": 6, "OF": 11}
EDGES = [0, 1, 2, 2**51 - 1, 2**52 - 1, 2**52, 2**63 - 1, 2**63, FULL - 1, FULL]
# They take counts and places from registers, which the reader must know.
BY_CONSTANTS = ("vpsllvq", "vpsrlvq", "vpermq", "vpshufb")


def assembled(text):
    """The bytes of assembly, laid out for address 0, and its labels."""
    with tempfile.TemporaryDirectory() as folder:
        code, out = Path(folder, "code.o"), Path(folder, "code")
        subprocess.run(["as", "-o", code, "-"], input=text, text=True, check=True)
        subprocess.run(["objcopy", "-O", "binary", "-j", ".text", code, out], check=True)
        labels = subprocess.run(["nm", code], check=True, capture_output=True, text=True).stdout
        return out.read_bytes(), {name: int(at, 16) for at, _, name in map(str.split, labels.splitlines())}


def frame(vectors, n):
    """A function that loads words, flags and vectors, runs what is at SLOT, and stores them all."""
    name, move = ("zmm", "vmovdqu64") if n == 8 else ("ymm", "vmovdqu")
    kept = ["rbx", "rbp", "r12", "r13", "r14", "r15"]
    lines = [f"push %{w}" for w in kept] + ["pushfq", "mov %rsp, host(%rip)", "push before+128(%rip)", "popfq"]
    lines += [f"{move} before+{160 + 64 * v}(%rip), %{name}{v}" for v in range(vectors)]
    lines += [f"mov before+{8 * i}(%rip), %{w}" for i, w in enumerate(WORDS)]
    lines += [f".org {SLOT}, 0x90", ".fill 16, 1, 0x90"]
    lines += [f"mov %{w}, after+{8 * i}(%rip)" for i, w in enumerate(WORDS)]
    lines += ["mov host(%rip), %rsp", "pushfq", "pop after+128(%rip)"]
    lines += [f"{move} %{name}{v}, after+{160 + 64 * v}(%rip)" for v in range(vectors)]
    lines += ["vzeroupper", "popfq"] + [f"pop %{w}" for w in reversed(kept)] + ["ret"]
    lines += [f".org {HOST}", "host:", f".org {BEFORE}", "before:", f".org {AFTER}", "after:", f".org {SIZE}"]
    return assembled("\n".join(lines) + "\n")[0]


class Cpu:
    """The CPU, with a place for an instruction."""

    def __init__(self):
        wide = "avx512f" in Path("/proc/cpuinfo").read_text(encoding="utf-8")
        self.vectors, self.lanes = (32, 8) if wide else (16, 4)
        self.memory = mmap.mmap(-1, SIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        self.memory[:] = frame(self.vectors, self.lanes)
        self.base = ctypes.addressof(ctypes.c_char.from_buffer(self.memory))
        self.function = ctypes.CFUNCTYPE(None)(self.base)

    def run(self, code, words, flags, vectors, scratch):
        memory = self.memory
        memory[SLOT : SLOT + 16] = code.ljust(16, b"\x90")
        memory[BEFORE : BEFORE + 136] = struct.pack("<17Q", *words, flags)
        memory[BEFORE + 160 : BEFORE + 160 + 64 * 32] = struct.pack("<256Q", *(w for v in vectors for w in v))
        memory[SCRATCH : SCRATCH + WINDOW] = scratch
        self.function()
        *words, flags = struct.unpack("<17Q", memory[AFTER : AFTER + 136])
        lanes = struct.unpack("<256Q", memory[AFTER + 160 : AFTER + 160 + 64 * 32])
        return words, flags, [lanes[8 * v :][: self.lanes] for v in range(self.vectors)], memory[SCRATCH : SCRATCH + WINDOW]


# The numbers of terms.
def value(x, known, base):
    """A term's number: known has those of the leaves, base the addresses of regions."""
    op, *rest = NODES[x]
    if x in known:
        return known[x]
    get = lambda y: value(y, known, base)
    if op == "K":
        return rest[0]
    if op == "P":
        return base[rest[0]] + rest[1]
    if op == "logic":
        atoms, masks = [get(a) for a in rest[0]], rest[1]
        return sum((masks[sum((a >> bit & 1) << i for i, a in enumerate(atoms))] >> bit & 1) << bit for bit in range(64))
    if op in ("shr", "shl"):
        return (get(rest[0]) >> rest[1] if op == "shr" else get(rest[0]) << rest[1]) & FULL
    numbers = [get(y) for y in rest]
    low52 = 2**52 - 1
    return {
        "add": lambda x, y: x + y,
        "sub": lambda x, y: x - y,
        "adc": lambda x, y, c: x + y + c,
        "sbb": lambda x, y, c: x - y - c,
        "carry": lambda x, y, c: int(x + y + c > FULL),
        "borrow": lambda x, y, c: int(x < y + c),
        "mullo": lambda x, y: x * y,
        "mulhi": lambda x, y: x * y >> 64,
        "madd low": lambda x, y, a: a + ((x & low52) * (y & low52) & low52),
        "madd high": lambda x, y, a: a + ((x & low52) * (y & low52) >> 52),
        "nonzero": lambda x: int(x != 0),
        "select": lambda x, y, c: y if c else x,
        "spread": lambda x: int.from_bytes(bytes(255 * (b >> 7) for b in x.to_bytes(8, "little")), "little"),
    }[op](*numbers) & FULL


def units(bits):
    """A double in units of 2^-1074."""
    exponent, fraction = bits >> 52 & 2047, bits & 2**52 - 1
    size = (fraction + 2**52) << (exponent - 1) if exponent else fraction
    return -size if bits >> 63 else size


def units_of(x, known):
    """A term of doubles, in units of 2^-1074."""
    op, *rest = NODES[x]
    get = lambda y: units_of(y, known)
    if op == "N":
        return rest[0]
    if op == "fma":
        f, x, y, g, z = rest
        return rounded_units(f * get(x) * get(y) + g * get(z) * 2**1074)
    if op == "sum":
        return rounded_units(sum(f * get(x) for f, x in rest) * 2**1074)
    return units(known[x] if op != "K" else rest[0])


def rounded_units(n):
    """n units of 2^-2148 as the nearest double, ties to even, in units of 2^-1074."""
    k = 1074 + max(0, abs(n).bit_length() - 1074 - 53)
    q, r = divmod(n, 2**k)
    return (q + (2 * r > 2**k or 2 * r == 2**k and q & 1)) << k - 1074


def sample(rng, name):
    if of_doubles(name):
        return rng.getrandbits(1) << 63 | rng.randint(980, 1070) << 52 | rng.choice([0, rng.getrandbits(52), rng.getrandbits(20) << 32])
    if name in BY_CONSTANTS:
        return rng.choice([rng.randint(0, 80), rng.getrandbits(64)])
    return rng.choice(EDGES) if rng.random() < 0.3 else rng.getrandbits(64)


def of_doubles(name):
    return re.match(r"v(f|add|sub|mul)", name)


def difference(cpu, rng, encoding, name, operands):
    """Runs an instruction here and there, once: what differs, or None."""
    leaf = (lambda *_: K(sample(rng, name))) if name in BY_CONSTANTS else node
    machine, known, code = reader.Machine({"A": SIZE, "B": 0}, 64, {}, 8), {}, encoding

    def random_word(*key):
        x = leaf(*key)
        known[x] = NODES[x][1] if NODES[x][0] == "K" else sample(rng, name)
        return x

    machine.W = {w: random_word("W", w) for w in WORDS}
    machine.V = [[random_word("V", v, lane) for lane in range(8)] for v in range(32)]
    for flag in FLAGS:
        machine.flags[flag] = x = node("F", flag)
        known[x] = rng.getrandbits(1)
    # The operand in memory is at MIDDLE, whatever names it.
    machine.next = cpu.base + SLOT + len(encoding)
    stack = -8 - 64 * 8
    machine.W["rsp"] = node("P", "S", stack)
    for n, operand in enumerate(operands):
        if operand[0] == "W" and operands[0] == ("W", "rsp", 64):
            machine.W[operand[1]] = node("P", "S", stack)
        if operand[0] != "M":
            continue
        _, displacement, register, index, scale, broadcast = operand
        if register == "rip":
            old, new = struct.pack("<i", displacement), struct.pack("<i", MIDDLE - SLOT - len(encoding))
            code = encoding[::-1].replace(old[::-1], new[::-1], 1)[::-1]
            operands = [*operands[:n], ("M", MIDDLE - SLOT - len(encoding), "rip", "", 1, broadcast), *operands[n + 1 :]]
        elif register == "rsp":
            stack = -8 - 64 * (8 + max(0, displacement) // 64)
            machine.W["rsp"] = node("P", "S", stack - displacement)
        elif operands[0] == ("W", "rsp", 64):
            machine.W[register] = node("P", "S", stack - displacement)
        else:
            step = 8 * rng.randrange(8)
            machine.W[register] = node("P", "A", MIDDLE - displacement - scale * step * bool(index))
            if index:
                machine.W[index] = K(step)
    base = {"A": cpu.base, "S": cpu.base + MIDDLE - stack}
    at = range(SCRATCH, SCRATCH + WINDOW, 8)
    scratch = [random_word("memory", a) for a in at]
    for a, x in zip(at, scratch):
        machine.memory["A", a] = machine.memory["S", a - MIDDLE + stack] = machine.memory["C", cpu.base + a] = x
    get = lambda x: value(x, known, base)
    flags = sum(known[machine.flags[f]] << bit for f, bit in FLAGS.items()) ^ 1 << FLAGS["NZ"]
    here = cpu.run(
        code, [get(machine.W[w]) for w in WORDS], flags | 2, [[get(x) for x in v] for v in machine.V], struct.pack(f"<{len(scratch)}Q", *map(get, scratch))
    )
    machine.run(name, operands)
    number = (lambda x: units_of(reader.number(x), known)) if of_doubles(name) else get
    same = lambda x, bits: number(x) == (units(bits) if of_doubles(name) else bits)
    words, flags, vectors, memory = here
    for w, bits in zip(WORDS, words):
        if get(machine.W[w]) != bits:
            return w
    for v, lanes in enumerate(vectors):
        if not all(same(x, bits) for x, bits in zip(machine.V[v], lanes)):
            return f"vector {v}"
    for f, bit in FLAGS.items():
        x = machine.flags[f]
        if NODES[x][0] != "?" and get(x) != (flags >> bit & 1) ^ (f == "NZ"):
            return f
    for a, x, bits in zip(at, scratch, struct.unpack(f"<{len(scratch)}Q", memory)):
        changed = [y for y in (machine.memory["A", a], machine.memory.get(("S", a - MIDDLE + stack), x)) if y != x]
        if not same((changed or [x])[0], bits):
            return f"memory at {a - MIDDLE}"
    return None


def kinds(readings):
    """Instructions by name, encoding, operands' kinds and immediates."""
    found = {}
    for encoding, (name, operands, text) in readings.items():
        if (name, len(operands)) in reader.MEANINGS:
            shape = tuple((o[0], o[1] & 63 if o[0] == "I" else o[2] if o[0] != "M" else o[5]) for o in operands)
            form = {0x62: "EVEX", 0xC4: "VEX", 0xC5: "VEX"}.get(encoding[0], "")
            found.setdefault((name, form, shape), []).append((encoding, name, operands, text))
    return found


def compare_with_cpu(printed, tries=100):
    """Every kind of instruction, with random and edge words, in a process of its own: an instruction that the CPU lacks ends that."""
    cpu, rng, failed, lacking, runs = Cpu(), random.Random(1), False, set(), 0
    by_kind = kinds(reader.decoded(printed))
    for (name, form, shape), ones in sorted(by_kind.items(), key=str):
        found, said = os.pipe()
        child = os.fork()
        if child == 0:
            for _ in range(tries):
                encoding, _, operands, text = rng.choice(ones)
                try:
                    what = difference(cpu, rng, encoding, name, operands)
                except Exception as error:
                    what = repr(error)
                if what:
                    os.write(said, f"{text}: {what}".encode())
                    break
            os._exit(0)
        os.close(said)
        with open(found, encoding="utf-8") as answer:
            what = answer.read()
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGILL:
            lacking.add(f"{form} {name}".strip())
        elif what or status:
            failed = True
            print(f"the second reader and the CPU: {what or f'{form} {name} {shape}: ended with {status}'}")
        else:
            runs += tries
    failed |= not runs
    print(f"the second reader beside the CPU: {runs} instructions of {len(by_kind)} kinds; the CPU lacks {', '.join(sorted(lacking)) or 'none'}")
    return failed


# Kernels with another instruction: for each form which one, by objdump's text, and what is in its place. None: at the beginning.
LANES = r"(vp\w+ +)%{0}(\d+),%{0}(\d+),%{0}(\d|1[0-5])$"
WRONG = {
    "256 bits for 512": (LANES.format("zmm"), r"\1%ymm\2,%ymm\3,%ymm\4"),
    "128 bits for 256": (LANES.format("ymm"), r"\1%xmm\2,%xmm\3,%xmm\4"),
    "vzeroupper": (LANES.format("[yz]mm"), r"\g<0>;vzeroupper"),
    "a count of 64 more": (r"(vps[lr]l[dq] +\$)(0x\w+)(,.*mm.*)", r"\g<1>64+\2\3"),
    "operands exchanged": (r"(vpsub[dq]|vsubpd) +(%\w+),(%\w+),(%\w+)", r"\1 \3,\2,\4"),
    "halves exchanged": (r"mulx +(\S+),(?P<low>%\w+),(?!(?P=low)$)(%\w+)", r"mulx \1,\3,\2"),
    "a carry less": (r"adcx? +(%\w+,%\w+)", r"add \1"),
    "another carry": (r"adox +(%\w+,%\w+)", r"adcx \1"),
    "another word": (r"(v?mov\w* +)(0x\w+)(\(%r[ds]i\).*)", r"\g<1>8+\2\3"),
    "a store to the caller's frame": (None, "mov %rax,0x40(%rsp)"),
    "a store to the return address": (None, "mov %rax,(%rsp)"),
    "a store below the red zone": (None, "mov %rax,-0x400(%rsp)"),
    "a store beyond the result": (None, "mov %rax,0x1000(%rdi)"),
    "a store to the operands": (None, "mov %rax,(%rsi)"),
    "rbx overwritten": (None, "mov %rax,%rbx"),
    "r12 overwritten": (None, "xor %r12d,%r12d"),
    "rsp moved": (None, "lea -8(%rsp),%rsp"),
}
RIGHT = {
    "the same elsewhere": (r"(vp|v[as]|f)\w+ +%\w+,%\w+,%\w+|(mov|ad[cd]) +%\w+,%\w+", r"\g<0>"),
    "summands exchanged": (r"(vpaddq|vaddpd) +(%\w+),(%\w+),(%\w+)", r"\1 \3,\2,\4"),
    "a count of 64 more": (r"(sh[lr] +\$)(0x\w+)(,%r.*)", r"\g<1>64+\2\3"),
    "a store to the red zone": (None, "mov %rax,-0x80(%rsp)"),
}
ELSEWHERE = 2**20  # where no code is


def changed(printed, readings, pattern, put, rng):
    """Which instruction of a kernel is to be replaced, if it is not one more, and the texts of the new ones."""
    if pattern is None:
        return None, put.split(";")
    texts = [readings[bytes.fromhex(i[1])][2] for i in printed["instructions"]]
    places = [n for n, text in enumerate(texts) if re.fullmatch(rf"({{e?vex}} )?({pattern})", text)]
    n = rng.choice(places) if places else -1
    return (n, re.sub(pattern, put, texts[n]).split(";")) if places else None


def patched(instructions, n, new):
    """A kernel's instructions with new ones elsewhere: the others keep their addresses."""
    def jump(at, to):
        return [at, (b"\xe9" + struct.pack("<i", to - at - 5)).hex(), ""]

    begin = at = instructions[0][0] + ELSEWHERE
    there = []
    for encoding in new:
        there.append([at, encoding.hex(), ""])
        at += len(encoding)
    if n is None:
        return [*there, jump(at, instructions[0][0]), *instructions]
    address, old, _ = instructions[n]
    return [*instructions[:n], jump(address, begin), *there, jump(at, address + len(old) // 2), *instructions[n + 1 :]]


def changed_kernels(functions, limit):
    """Whether the reader failed to notice a wrong instruction, or refused a right one, in kernels with each form: as many of them as limit."""
    rng, jobs, failed = random.Random(1), [], False
    functions = [f for f in functions if "four lanes" not in f[0]["name"]]
    readings = reader.decoded([printed for printed, _ in functions])
    for right, forms in enumerate((WRONG, RIGHT)):
        for form, (pattern, put) in forms.items():
            left = limit
            for printed, code in rng.sample(functions, len(functions)):
                change = left and changed(printed, readings, pattern, put, rng)
                if change:
                    jobs.append((right, form, printed, code, *change))
                    left -= 1
    texts = sorted({text for job in jobs for text in job[-1]})
    code, labels = assembled("".join(f".p2align 4\nbegin{k}: {text}\nend{k}:\n" for k, text in enumerate(texts)))
    new = {text: code[labels[f"begin{k}"] : labels[f"end{k}"]] for k, text in enumerate(texts)}
    kernels = [{**job[2], "instructions": patched(job[2]["instructions"], job[4], [new[text] for text in job[5]])} for job in jobs]
    readings.update(reader.decoded(kernels))
    for (right, form, printed, code, _, texts), kernel in zip(jobs, kernels):
        what = reader.difference(kernel, code, readings)
        if (what is None) != right:
            failed = True
            print(f"the second reader {'does not notice' if what is None else 'refuses'} {form} in {printed['name']}, {texts}: {what}")
    wrong = [job[1] for job in jobs if not job[0]]
    print(f"the second reader: {len(wrong)} wrong kernels of {len(set(wrong))} forms, {len(jobs) - len(wrong)} right ones: {'NOT ' if failed else ''}all as they should be")
    return failed
