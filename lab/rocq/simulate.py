"""Compares Machine.v with this CPU, kind by kind, on random words and on edges: the reader makes a list of an instruction, which runs here by
the lines of `step` below; the CPU runs the instruction; all registers and the flags that the list says something of must agree. Then
Coq's own `step` runs on a part of the same words and must agree with the lines below.

    lab/rocq/simulate.py FOLDER

runs what `prove --simulate N --there FOLDER` wrote for another CPU. That CPU's machine needs Python and this folder, and no Coq."""

import ctypes
import mmap
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import doubles
import halves
import lanes
import read
from search import spread

W = 2**64
LOW = 2**52 - 1
REGISTERS = ("rax", "rcx", "rdx")
FLAGS = {read.CF: 0, read.OF: 11, read.NZ: 6}


def step(i, R, A=None, B=None):
    """An instruction of Machine.v."""
    op, d, *rest = i
    if op in doubles.OPERATIONS:
        return doubles.step(i, R, A, B)
    g = lambda s: s[1] if s[0] == "K" else {"R": R, "A": A, "B": B}[s[0]][s[1]]
    if op == "Zero":
        R[d] = 0
    elif op == "Mov":
        R[d] = g(rest[0])
    elif op == "Store":
        A[d] = g(rest[0])
    elif op == "Add":
        R[d] = (g(rest[0]) + g(rest[1])) % W
    elif op == "Sub":
        R[d] = (g(rest[0]) - g(rest[1])) % W
    elif op == "Mullo":
        R[d] = g(rest[0]) * g(rest[1]) % W
    elif op == "And":
        R[d] = g(rest[0]) & g(rest[1])
    elif op == "Srl":
        R[d] = g(rest[0]) >> rest[1]
    elif op == "Sll":
        R[d] = (g(rest[0]) << rest[1]) % W
    elif op == "MaddLo":
        R[d] = (R[d] + ((g(rest[0]) & LOW) * (g(rest[1]) & LOW) & LOW)) % W
    elif op == "MaddHi":
        R[d] = (R[d] + ((g(rest[0]) & LOW) * (g(rest[1]) & LOW) >> 52)) % W
    elif op == "Adc":
        t = g(rest[0]) + g(rest[1]) + g(rest[2])
        R[d], R[rest[3]] = t % W, t // W
    elif op == "Sbb":
        t = g(rest[0]) - g(rest[1]) - g(rest[2])
        R[d], R[rest[3]] = t % W, -(t // W)
    elif op == "MulX":
        t = g(rest[1]) * g(rest[2])
        R[rest[0]] = t % W
        R[d] = t // W
    elif op == "Rot":
        x, k = g(rest[0]), rest[1]
        R[d] = (x >> k) + (x % 2**k << (64 - k))
    elif op == "Test":
        R[d] = int(g(rest[0]) != 0)
    elif op == "Sel":
        R[d] = g(rest[1] if R[rest[2]] else rest[0])
    elif op == "Or":
        R[d] = g(rest[0]) | g(rest[1])
    elif op == "Spread":
        R[d] = spread(g(rest[0]))
    elif op == "Lose":
        R.pop(d, None)
    else:
        raise KeyError(op)


def stored(code, A, B):
    """What a list stores, or None where it uses what it has not written."""
    A, R = A.copy(), {}
    try:
        for i in code:
            step(i, R, A, B)
    except (KeyError, IndexError):
        return None
    return A


# ---- The CPU ----

WORD_KINDS = [
    "add rax, rcx", "adc rax, rcx", "adcx rax, rcx", "adox rax, rcx", "sub rax, rcx", "sbb rax, rcx", "sbb rax, rax", "and rax, rcx",
    "and eax, 0x26", "mulx rax, rcx, rcx", "mulx rax, rax, rcx", "imul rax, rcx", "imul rax, rcx, 0x13", "shr rax, 1", "shr rax, 63", "shl rax, 63",
    "rorx rax, rcx, 1", "btr rax, 63", "inc rax", "cmovb rax, rcx", "sbb rax, rcx; cmovne rcx, rdx", "xor ecx, ecx", "mov rax, rcx",
    "lea rax, [rcx+rdx*1]", "sar rax, 1", "dec rax", "neg rax", "test rax, rcx; cmovne rcx, rdx", "shr rax, 63; cmove rcx, rdx", "test rax, rcx; sar rax, 1; cmovb rcx, rdx", "mov eax, 0x80000000", "mov rax, 0xfedcba9876543210",
]  # fmt: skip
VECTOR_KINDS = [
    "vpaddq ymm0, ymm1, ymm2", "vpsubq ymm0, ymm1, ymm2", "vpand ymm0, ymm1, ymm2", "vpxor ymm0, ymm1, ymm1", "vpsrlq ymm0, ymm1, 51",
    "vpsllq ymm0, ymm1, 2", "vpblendw ymm0, ymm1, ymm2, 0x88", "vpblendw ymm0, ymm1, ymm2, 0x11", "vmovdqa ymm0, ymm1",
    "vpor ymm0, ymm1, ymm2", "vpblendvb ymm0, ymm1, ymm2, ymm0", "vpshldq ymm0, ymm1, ymm2, 13", "vpternlogq ymm0, ymm1, ymm2, 0xf8",
    "vpternlogq ymm0, ymm1, ymm2, 0xe2", "vpternlogq ymm0, ymm1, ymm2, 0xe4", "vpternlogq ymm0, ymm1, ymm2, 0xd8",
    "vpmadd52luq ymm0, ymm1, ymm2", "vpmadd52huq ymm0, ymm1, ymm2", "vpmullq ymm0, ymm1, ymm2", "vpandq ymm17, ymm1, ymm2",
    "{vex} vpmadd52luq ymm0, ymm1, ymm2", "{vex} vpmadd52huq ymm0, ymm1, ymm2",
    "vpmadd52luq zmm0, zmm1, zmm2", "vpmadd52huq zmm0, zmm1, zmm2", "vpmullq zmm0, zmm1, zmm2", "vpaddq zmm0, zmm1, zmm2",
    "vpsubq zmm0, zmm1, zmm2", "vpandq zmm0, zmm1, zmm2", "vporq zmm0, zmm1, zmm2", "vpxord zmm0, zmm1, zmm1", "vpsrlq zmm0, zmm1, 51",
    "vpsllq zmm0, zmm1, 2", "vpshldq zmm0, zmm1, zmm2, 13", "vpternlogq zmm0, zmm1, zmm2, 0xe4", "vmovdqa64 zmm0, zmm1",
]  # fmt: skip
DOUBLE_KINDS = [
    "vaddpd ymm0, ymm1, ymm2", "vsubpd ymm0, ymm1, ymm2", "vmulpd ymm0, ymm1, ymm2", "vxorps ymm0, ymm1, ymm2", "vmovapd ymm0, ymm1",
    "vfmadd132pd ymm0, ymm1, ymm2", "vfmadd213pd ymm0, ymm1, ymm2", "vfmadd231pd ymm0, ymm1, ymm2", "vfmsub132pd ymm0, ymm1, ymm2",
    "vfmsub213pd ymm0, ymm1, ymm2", "vfmsub231pd ymm0, ymm1, ymm2", "vfnmadd132pd ymm0, ymm1, ymm2", "vfnmadd213pd ymm0, ymm1, ymm2",
    "vfnmadd231pd ymm0, ymm1, ymm2", "vfnmsub213pd ymm0, ymm1, ymm2",
]  # fmt: skip
# Numbers of 32 bits, as halves.py reads them, of vectors that it knows as words, and as pairs.
HALF_KINDS = [
    *(f"{name} ymm0, ymm1, ymm2" for name in ("vpaddd", "vpsubd", "vpmulld", "vpmuludq", "vpmuldq", "vpaddq", "vpsubq", "vpor")),
    *(f"{name} ymm0, ymm1, {n}" for name in ("vpslld", "vpsrld", "vpsllq", "vpsrlq") for n in (0, 2, 29, 31, 32, 61, 64)),
    "vpand ymm0, ymm1, ymm2", "vpblendd ymm0, ymm1, ymm2, 0xaa", "vpblendd ymm0, ymm1, ymm2, 0x55", "vpshufb ymm0, ymm1, ymm2",
    "vpxor ymm0, ymm1, ymm1", "vmovdqa ymm0, ymm1",
]  # fmt: skip
# Between lanes, as lanes.py reads them.
LANE_KINDS = [
    "vpermq ymm0, ymm1, 0x1b", "vpermq ymm0, ymm0, 0x9c", "vpshufd ymm0, ymm1, 0x4e", "vpshufd ymm0, ymm1, 0xee",
    "vpblendd ymm0, ymm1, ymm2, 0x3c", "vextracti128 xmm0, ymm1, 0x1", "vinserti128 ymm0, ymm1, xmm2, 0x1", "vinserti128 ymm0, ymm0, xmm2, 0x0",
    "vperm2i128 ymm0, ymm1, ymm2, 0x21", "vperm2i128 ymm0, ymm1, ymm2, 0x81", "vmovq xmm0, xmm1", "vmovdqa xmm0, xmm1", "vpsrldq ymm0, ymm1, 0x8",
    "vpbroadcastq ymm0, xmm1", "vpxor xmm0, xmm1, xmm1", "vpaddq ymm0, ymm1, ymm2", "vpaddq xmm0, xmm1, xmm2", "vpsllvq ymm0, ymm1, ymm2",
    "vpermq ymm0, ymm2, ymm1", "valignq ymm0, ymm1, ymm2, 0x3", "vextracti32x4 xmm0, zmm1, 0x3", "vextracti64x4 ymm0, zmm1, 0x1",
    "vinserti64x4 zmm0, zmm1, ymm2, 0x1", "vshufi64x2 zmm0, zmm1, zmm2, 0x4e",
]  # fmt: skip
# What the third register holds in all rows, as the reader must know it.
CONSTANTS = {"vpsllvq": [0, 3, 63, 64], "vpermq ymm0, ymm2, ymm1": [2, 7, 0, W - 1]}
NEEDS = {"valignq": "avx512vl", "vextracti32x4": "avx512f", "vextracti64x4": "avx512f", "vinserti64x4": "avx512f", "vshufi64x2": "avx512f",
         "vpermq ymm0, ymm2, ymm1": "avx512vl", "adcx": "adx", "adox": "adx", "mulx": "bmi2", "rorx": "bmi2", "vpmadd52": "avx512ifma", "vpmullq": "avx512dq", "vpandq": "avx512vl", "vpternlogq": "avx512vl", "vpshldq": "avx512_vbmi2",
         "{vex}": "avx_ifma", "vf": "fma", "v": "avx2"}  # fmt: skip


def lacks(text, flags):
    for prefix, flag in NEEDS.items():
        if text.startswith(prefix):
            flag = "avx512f" if flag == "avx2" and "zmm" in text else flag
            return None if flag in flags else flag
    return None


def assemble(text):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "code"
        subprocess.run(["as", "-o", f"{file}.o", "-"], input=f".intel_syntax noprefix\n{text}\n", text=True, check=True)
        subprocess.run(["objcopy", "-O", "binary", "-j", ".text", f"{file}.o", file], check=True)
        return file.read_bytes()


class Elsewhere(Exception):
    """What another CPU is to run has been written, or it refused to."""


def call(code, data, rows, out_words):
    page = mmap.mmap(-1, len(code) + 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page[: len(code)] = code
    function = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint64)(ctypes.addressof(ctypes.c_char.from_buffer(page)))
    out = (ctypes.c_uint64 * (rows * out_words))()
    function(data, out, rows)
    return out


def execute(body, data, out_words, there=None):
    """Runs a loop over rows of data, in rdi, that writes rows at rsi, rdx times; if `there` is a path, on another CPU."""
    code, rows = assemble(body), len(data)
    flat = (ctypes.c_uint64 * (rows * len(data[0])))(*[w for row in data for w in row])
    if there is None:
        out = call(code, flat, rows, out_words)
    else:
        out = (ctypes.c_uint64 * (rows * out_words))()
        program = b"%d %d %d\n" % (len(code), rows, out_words) + code + bytes(flat)
        if not there.exists() or there.read_bytes() != program:
            there.write_bytes(program)
            there.with_suffix(".out").unlink(missing_ok=True)
        if not there.with_suffix(".out").exists():
            raise Elsewhere
        out[:] = (ctypes.c_uint64 * len(out)).from_buffer_copy(there.with_suffix(".out").read_bytes())
    return [out[i * out_words : (i + 1) * out_words] for i in range(rows)]


def run_written(folder):
    """The other CPU's part: each program in a process of its own, as it may have instructions that the CPU refuses."""
    for file in sorted(folder.glob("*.program")):
        if os.fork() == 0:
            numbers, rest = file.read_bytes().split(b"\n", 1)
            length, rows, out_words = map(int, numbers.split())
            data = ctypes.create_string_buffer(rest[length:], len(rest) - length)
            file.with_suffix(".out").write_bytes(bytes(call(rest[:length], data, rows, out_words)))
            os._exit(0)
        print(file.name, "refused" if os.wait()[1] else "ran", flush=True)


def words(rng, n):
    edges = [0, 1, 2, 2**52 - 1, 2**52, 2**63 - 1, 2**63, W - 2, W - 1]
    return [rng.choice(edges) if rng.random() < 0.3 else rng.getrandbits(64) for _ in range(n)]


def listed(text):
    """The reader's list of one instruction, when registers and the carries hold something."""
    reader = read.Reader({})
    reader.words.update(dict.fromkeys(REGISTERS, "word"))
    reader.wide = dict.fromkeys(range(32), 64)
    reader.known = {read.CF, read.OF}
    for instruction in text.split(";"):
        name, *operands = read.canonical(instruction).split(" ")
        reader.read(name, operands)
    return reader


def word_kind(text, count, rng, there=None):
    numbers = [100 + read.WORDS.index(r) for r in REGISTERS]
    reader = listed(text)
    body = f"""push rbx
    mov rbx, rdi
    mov r11, rsi
    mov r9, rdx
    1: mov rax, [rbx]
    mov rcx, [rbx+8]
    mov rdx, [rbx+16]
    push qword ptr [rbx+24]
    popfq
    {text}
    pushfq
    pop qword ptr [r11+24]
    mov [r11], rax
    mov [r11+8], rcx
    mov [r11+16], rdx
    add rbx, 32
    add r11, 32
    dec r9
    jnz 1b
    pop rbx
    ret
    """
    # Bit 1 is always set; CF, and OF.
    data = [words(rng, 3) + [2 | rng.getrandbits(1) | rng.getrandbits(1) << 11] for _ in range(count)]
    samples = []
    for row, out in zip(data, execute(body, data, 4, there)):
        R = dict(zip(numbers, row))
        R[read.CF], R[read.OF] = row[3] & 1, row[3] >> 11 & 1
        before = dict(R)
        for i in reader.list:
            step(i, R)
        after = {**dict(zip(numbers, out)), **{f: out[3] >> bit & 1 for f, bit in FLAGS.items() if f != read.NZ}}
        for key in (*numbers, *(reader.known & {read.CF, read.OF})):
            assert R[key] == after[key], (text, row, key, R[key], after[key])
        if len(samples) < 100:
            samples.append((reader.list, before, R))
    return samples


def vector_kind(text, count, rng, there=None):
    reader = listed(text.removeprefix("{vex} "))
    to = int(re.search(r"mm(\d+)", text)[1])
    body, n = vector_body(text, to)
    data = [words(rng, 3 * n) for _ in range((count + n - 1) // n)]
    samples = []
    for row, out in zip(data, execute(body, data, n, there)):
        for lane in range(n):
            R = {0: row[lane], 1: row[n + lane], 2: row[2 * n + lane]}
            before = dict(R)
            for i in reader.list:
                step(i, R)
            assert R[to] == out[lane], (text, before, R[to], out[lane])
            if len(samples) < 100:
                samples.append((reader.list, before, R))
    return samples


def vector_body(text, to):
    """The loop, and how many lanes it loads and stores."""
    n = 8 if "zmm" in text else 4
    v, move = ("zmm", "vmovdqu64") if n == 8 else ("ymm", "vmovdqu")
    return f"""mov rcx, rdx
    1: {move} {v}0, [rdi]
    {move} {v}1, [rdi+{8 * n}]
    {move} {v}2, [rdi+{16 * n}]
    {text}
    {move if to < 16 else 'vmovdqu64'} [rsi], {v}{to}
    add rdi, {24 * n}
    add rsi, {8 * n}
    dec rcx
    jnz 1b
    vzeroupper
    ret
    """, n


def lane_kind(text, count, rng, there=None):
    first = lanes.VECTORS
    reader = lanes.Lanes({})
    third = next((numbers for start, numbers in CONSTANTS.items() if text.startswith(start)), None)
    if third:
        reader.numbers = {first + 16 + lane: n for lane, n in enumerate(third)}
    name, *operands = read.canonical(text).split(" ")
    reader.read(name, operands)
    body, n = vector_body(text, 0)
    data = [words(rng, 2 * n) + (third or words(rng, n)) for _ in range((count + n - 1) // n)]
    samples = []
    for row, out in zip(data, execute(body, data, n, there)):
        R = {first + 8 * r + lane: row[n * r + lane] for r in range(3) for lane in range(n)}
        before = dict(R)
        for i in reader.list:
            step(i, R)
        after = [0 if first + lane in reader.zeros else R[first + lane] for lane in range(n)]
        assert after == out, (text, row, after, out)
        if len(samples) < 100:
            samples.append((reader.list, before, R))
    return samples


def half_kind(text, count, rng, there=None):
    name, *operands = read.canonical(text).split(" ")
    body, n = vector_body(text, 0)
    samples = []
    controls = [[2, 3, 4, 128, 255, 0, 1, 7], [128, 128, 128, 128, 5, 6, 7, 128], [0, 1, 2, 3, 4, 5, 6, 7], [7, 6, 5, 4, 3, 2, 1, 0]]
    masks = [0, 2**29 - 1, 2**32 - 1, 7 << 32, W - 1, 0x1FFFFFFF1FFFFFFF, rng.getrandbits(64)]
    for form in ("words", "pairs", "mixed"):
        # What the third register holds in all rows, as the reader must know it.
        control = rng.choice(controls)
        lanes_of = [int.from_bytes(bytes(c | 8 * (c < 8 and lane % 2) for c in control), "little") for lane in range(n)]
        third = lanes_of if name == "vpshufb" else [rng.choice(masks)] * n if name == "vpand" else None
        reader = halves.Halves({"0x1000": b"".join(w.to_bytes(8, "little") for w in third).hex()} if third else {})
        pair = lambda r: (("R", 10 + r), ("R", 20 + r))
        reader.vectors = {r: pair(r) if form == "pairs" or form == "mixed" and r == 1 else ("R", r) for r in range(3)}
        reader.small = {half for r in range(3) for half in pair(r)}
        reader.read(name, operands[:2] + ["[0x1000]:32"] if third else operands)
        reader.emit("Mov", 1, reader.whole(reader.vectors[0]))
        data = [words(rng, 2 * n) + (third or words(rng, n)) for _ in range((count + n - 1) // n // 3 + 1)]
        for row, out in zip(data, execute(body, data, n, there and there.with_suffix(f".{form}.program"))):
            for lane in range(n):
                R = {r: row[n * r + lane] for r in range(3)}
                R.update({10 * (1 + i) + r: row[n * r + lane] >> 32 * i & 2**32 - 1 for r in range(3) for i in (0, 1)})
                before = dict(R)
                for i in reader.list:
                    step(i, R)
                assert R[1] == out[lane], (text, form, before, R[1], out[lane])
                if len(samples) < 100 and form == "pairs":
                    samples.append((reader.list, before, R))
    return samples


def doubles_of(rng, n):
    """Doubles whose sums and products meet at many distances: small and large, few and many bits, cancelling, denormal."""
    edges = [0, 1 << 63, 1, 0x3FF << 52, 0x7FE << 52, (1 << 52) - 1, 1 << 52, 0x7FEFFFFFFFFFFFFF]
    out, near = [], rng.choice([1023, 1023, 1023, rng.randrange(2047)])
    for _ in range(n):
        exponent = max(0, min(2046, near + rng.choice([0, 1, 2, rng.randint(-56, 56), rng.randint(-110, 110)])))
        fraction = rng.getrandbits(52) & (-1 << rng.choice([0, 0, 1, 26, 50, 52]))
        word = rng.getrandbits(1) << 63 | exponent << 52 | fraction & (1 << 52) - 1
        out.append(rng.choice(edges) if rng.random() < 0.05 else word)
    return out


def double_kind(text, count, rng, there=None):
    code = read.Reader({})
    code.wide = dict.fromkeys(range(32), 64)
    for instruction in text.split(";"):
        name, *operands = read.canonical(instruction).split(" ")
        code.read(name, operands)
    # What the second operand of vxorps must hold.
    is_sign = "xor" in text
    code = doubles.convert([("Mov", 2, ("K", doubles.SIGN))] * is_sign + code.list)
    data = []
    for _ in range((count + 3) // 4):
        row = doubles_of(rng, 12)
        data.append(row[:8] + [doubles.SIGN] * 4 if is_sign else row)
    samples, finite = [], 0
    for row, out in zip(data, execute(vector_body(text, 0)[0], data, 4, there)):
        for lane in range(4):
            before = dict(enumerate(map(doubles.number, row[lane::4])))
            R = dict(before)
            for i in code:
                step(i, R)
            assert R.get(0) == doubles.number(out[lane]), (text, before, R.get(0), out[lane])
            finite += 0 in R
            # Numbers of 4 000 bits take Coq time.
            if len(samples) < 30:
                samples.append((code, before, R))
    assert finite > count / 2, text
    return samples


def coq_agrees(kinds, build, coqc, header, term):
    """Coq's `step` on samples of each kind."""
    text = header + "Definition from (l : list (Z * Z)) : Z -> Z := fun r => fold_right (fun x y => if fst x =? r then snd x else y) 0 l.\n"
    text += "Definition agrees {I} (run : list I -> state -> state) code (s : list (Z * Z) * list (Z * Z)) : bool :=\n"
    text += "  let r := reg (run code {| reg := from (fst s); mema := fun _ => 0; memb := fun _ => 0; junk := 0 |}) in\n"
    text += "  forallb (fun x => r (fst x) =? snd x) (snd s).\n"
    pairs = lambda R: "[" + "; ".join(f"({k}, {doubles.coq_number(v)})" for k, v in R.items()) + "]"
    for samples in kinds:
        code = "; ".join(term(i) for i in samples[0][0])
        rows = ";\n".join(f"({pairs(before)}, {pairs(after)})" for _, before, after in samples)
        run = "fexec" if any(i[0] in doubles.OPERATIONS for i in samples[0][0]) else "exec"
        text += f"Goal forallb (agrees {run} [{code}]) [{rows}] = true. Proof. vm_compute. reflexivity. Qed.\n"
    (build / "samples.v").write_text(text, encoding="utf-8")
    coqc("samples.v")


def run(functions, count, build, coqc, header, term, there=None):
    """Kinds that this CPU lacks are written to the folder `there`, or judged, if their results are there."""
    start, rng = time.time(), random.Random(7)
    flags = re.search(r"(?m)^flags\s*:(.*)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"))[1].split()
    kinds, elsewhere, skipped = [], [], []
    for kind, texts in ((word_kind, WORD_KINDS), (vector_kind, VECTOR_KINDS), (double_kind, DOUBLE_KINDS), (lane_kind, LANE_KINDS), (half_kind, HALF_KINDS)):
        for text in texts:
            missing = lacks(text, flags)
            try:
                if missing and there is None:
                    raise Elsewhere
                path = there / (re.sub(r"\W+", "-", text).strip("-") + ".program") if missing else None
                samples = kind(text, count, random.Random(text), path)
                (elsewhere if missing else kinds).append(samples)
            except Elsewhere:
                skipped.append(f"{text} ({missing})")
    took = time.time() - start
    # Coq takes a minute and a half to read 6 500 samples.
    few = [samples[: max(20, min(100, count // 2000))] for samples in kinds + elsewhere]
    coq_agrees(few, build, coqc, header, term)
    other = f", {len(elsewhere)} with what {there} has of another" if elsewhere else ""
    print(f"{len(kinds)} kinds of instructions agree with this CPU{other}, on {count} words each, in {took:.0f} s, and Coq with {sum(map(len, few))} of them")
    if skipped:
        print("not compared, as this CPU lacks them: " + "; ".join(skipped))


if __name__ == "__main__":
    run_written(Path(sys.argv[1]))
