"""Small functions that `prove` hands to its reader each time: those that it must refuse, and what it must read of the others."""

import halves
import lanes
import read
import required
from simulate import stored

CONSTANTS = {"0x1000": "07" + 63 * "00", "0x2000": "", "0x3000": "07" + 31 * "00"}
REFUSED = None
# Other readers than the usual one, and the backends whose code they read.
KINDS = {"lanes": (lanes.Lanes, "ifma-256"), "halves": (halves.Halves, "avx2-integers"), "words": (halves.IntoWords, "avx2-integers")}

EIGHT = """vmovdqa64 zmm0 [rdi+0]:64
vmovdqa64 zmm1 [rsi+0]:64
{}
vmovdqa64 [rdi+0]:64 zmm0
vzeroupper
ret"""
FOUR = """vmovdqa ymm0 [rdi+0]:32
{}
vmovdqa [rdi+0]:32 ymm0
ret"""
WORD = """mov rax [rdi+0]:8
{}
mov [rdi+0]:8 rax
ret"""
SAVES = """push rbx
mov rbx [rdi+0]:8
{}
mov [rdi+0]:8 rbx
pop rbx
ret"""
ALIGNED = """push rbp
mov rbp rsp
and rsp 0xffffffffffffffe0
sub rsp 0x20
vmovdqa ymm0 [rdi+0]:32
vmovdqa [rsp+0]:32 ymm0
{}
vmovdqa ymm0 [rsp+0]:32
vmovdqa [rdi+0]:32 ymm0
mov rsp rbp
pop rbp
ret"""
CALLED = """call 0x5000
{}
ret
mov rax [rdi+0]:8
mov [rdi+0]:8 rax
ret"""

# A backend, a function, what is put into it, and what then is in the first word, where x was and y at rsi: of x and y.
CASES = [
    # Bytes that an instruction did not compute are not there.
    ("ifma-512", EIGHT, "vpaddq zmm0 zmm0 zmm1", lambda x, y: x + y),
    ("ifma-512", EIGHT, "vpaddq ymm0 ymm0 ymm1", REFUSED),
    ("ifma-512", EIGHT, "vpmadd52luq ymm0 ymm1 ymm1", REFUSED),
    ("ifma-512", EIGHT, "vpaddq ymm1 ymm0 ymm1\nvpmadd52luq zmm1 zmm0 zmm0\nvmovdqa64 zmm0 zmm1", REFUSED),
    ("ifma-512", EIGHT, "vpternlogq ymm0 ymm1 ymm1 0xe4", REFUSED),
    ("ifma-512", EIGHT, "vmovdqa64 ymm0 ymm1", REFUSED),
    ("ifma-512", EIGHT, "vpaddq ymm1 ymm1 ymm1\nvpsrlq zmm1 zmm1 0x1\nvmovdqa64 zmm0 zmm1", REFUSED),
    ("ifma-512", EIGHT, "vpbroadcastq ymm0 [0x1000]:8", REFUSED),
    ("ifma-512", EIGHT, "vmovdqa [rdi+0]:32 ymm0", REFUSED),
    ("ifma-512", EIGHT, "vmovdqu [rsp-64]:32 ymm0\nvmovdqu64 zmm0 [rsp-64]:64", REFUSED),
    ("ifma-512", EIGHT, "vpxor xmm0 xmm0 xmm0", lambda x, y: 0),
    ("ifma-512", EIGHT, "vpaddq zmm0{mask} zmm0 zmm1", REFUSED),
    ("ifma-512", EIGHT, "vpaddq{mask} zmm0 zmm0 zmm1", REFUSED),
    ("ifma-256", FOUR, "vpxor xmm0 xmm0 xmm0", lambda x, y: 0),
    ("avx2", FOUR, "vmovapd xmm0 xmm0", REFUSED),
    # vzeroupper is none of `ret`, and leaves registers 16 to 31 alone.
    ("ifma-512", EIGHT, "vzeroupper", REFUSED),
    ("ifma-256", FOUR, "vzeroupper", REFUSED),
    ("ifma-512", EIGHT, "vmovdqa64 zmm16 zmm0\nvzeroupper\nvmovdqa64 zmm0 zmm16", lambda x, y: x),
    ("ifma-256", EIGHT.replace("vzeroupper\n", "").replace("ret", "vzeroupper"), "vmovdqa64 zmm0 zmm0", REFUSED),
    ("lanes", FOUR, "vzeroupper\nvpermq ymm0 ymm0 0xaa", lambda x, y: 0),
    # Numbers of bits.
    ("adx", WORD, "mov r8 0x1234567\nshr r8 0x40\nadd rax r8", lambda x, y: x + 0x1234567),
    ("adx", WORD, "shl rax 0x41", lambda x, y: 2 * x),
    ("adx", WORD, "rorx rax rax 0x41", lambda x, y: x // 2 + x % 2 * 2**63),
    ("adx", WORD, "rorx rax rax 0x40", lambda x, y: x),
    ("adx", WORD, "sar rax 0x41", lambda x, y: x // 2 + x // 2**63 * 2**63),
    ("adx", WORD, "sub rax rax\nshr rdi 0x40\ncmove rax rsi", REFUSED),
    ("ifma-512", EIGHT, "vpsrlq zmm0 zmm0 0x40", lambda x, y: 0),
    ("ifma-512", EIGHT, "vpsllq zmm0 zmm0 0xff", lambda x, y: 0),
    ("ifma-512", EIGHT, "vpshldq zmm0 zmm0 zmm1 0x41", lambda x, y: 2 * x + y // 2**63),
    ("lanes", FOUR, "vpsrlq ymm0 ymm0 0x40", lambda x, y: 0),
    ("lanes", FOUR, "vextracti128 xmm0 ymm0 0x3", lambda x, y: x),
    # Stores elsewhere, and loads of what a store did not write.
    ("adx", WORD, "mov [rsp-8]:8 rax\nmov rax [rsp-8]:8", lambda x, y: x),
    ("adx", WORD, "mov [rsp-128]:8 rax\nmov rax [rsp-128]:8", lambda x, y: x),
    ("adx", WORD, "mov [rsp-136]:8 rax", REFUSED),
    ("adx", WORD, "mov [rsp-1024]:8 rax", REFUSED),
    ("adx", WORD, "mov [rsp+0]:8 rax", REFUSED),
    ("adx", WORD, "mov [rsp+8]:8 rax", REFUSED),
    ("adx", WORD, "mov [rsp+64]:8 rax", REFUSED),
    ("adx", WORD, "mov [rsi+0]:8 rax", REFUSED),
    ("adx", WORD, "mov [rdi-8]:8 rax", REFUSED),
    ("adx", WORD, "mov [rsp-8]:4 0x0", REFUSED),
    ("adx", WORD, "mov [rdi+0]:1 0x0", REFUSED),
    ("adx", WORD, "sub rsp 0x200\nmov [rsp-128]:8 rax\nadd rsp 0x200\nsub rsp 0x200\nmov rax [rsp-128]:8\nadd rsp 0x200", REFUSED),
    ("lanes", FOUR, "vmovq [rdi+0]:8 xmm0\nvmovdqa ymm0 [rdi+0]:32", lambda x, y: x),
    # Numbers of 32 bits.
    ("halves", FOUR, "vpaddd ymm0 ymm0 [rsi+0]:32", lambda x, y: x + y),
    ("halves", FOUR, "vpsubd ymm0 ymm0 [rsi+0]:32", lambda x, y: x - y),
    ("halves", FOUR, "vpsubd ymm0 ymm0 [rsi+0]:32\nvpsrld ymm0 ymm0 0x1", lambda x, y: (x - y) % 2**32 // 2),
    ("halves", FOUR, "vpmuldq ymm0 ymm0 ymm0\nvpsrlq ymm0 ymm0 0x20", lambda x, y: (x - 2**32) ** 2 // 2**32),
    ("halves", FOUR, "vpmuludq ymm0 ymm0 ymm0\nvpsrlq ymm0 ymm0 0x20", lambda x, y: x**2 // 2**32),
    ("halves", FOUR, "vpsrlq ymm0 ymm0 0x20", lambda x, y: x),
    ("halves", FOUR, "vpsllq ymm0 ymm0 0x1\nvpsrlq ymm0 ymm0 0x20", lambda x, y: 2 * x + 1),
    ("halves", FOUR, "vpsrld ymm0 ymm0 0x20", lambda x, y: 0),
    ("halves", FOUR, "vmovdqa ymm0 [rdi+128]:32\nvpsrlq ymm0 ymm0 0x20", lambda x, y: 0),
    ("halves", FOUR, "vmovdqa ymm1 ymm0\nvpaddd ymm0 ymm0 ymm0\nvmovdqa [rdi+0]:32 ymm0\nvmovdqa ymm0 ymm1", lambda x, y: x),
    ("halves", FOUR, "vpxor xmm0 xmm0 xmm0", lambda x, y: 0),
    ("halves", FOUR, "vpbroadcastd ymm0 [0x1000]:4", lambda x, y: 7),
    ("halves", FOUR, "vpbroadcastd ymm0 [0x2000]:4", REFUSED),
    ("halves", FOUR, "vpbroadcastq ymm0 [0x1000]:4", REFUSED),
    ("halves", FOUR, "vpaddd ymm0 ymm0 [0x1000]:32", REFUSED),
    ("halves", FOUR, "vpshufb ymm0 ymm0 [0x1000]:32", REFUSED),
    ("halves", FOUR, "vpblendd ymm0 ymm0 ymm0 0xab", REFUSED),
    ("halves", FOUR, "vpblendd ymm0 ymm0 ymm5 0xaa", REFUSED),
    ("halves", FOUR, "vpaddd xmm0 xmm0 xmm0", REFUSED),
    ("halves", FOUR, "vzeroupper", REFUSED),
    ("halves", FOUR, "vmovdqu [rsp-64]:32 ymm0\nvmovdqu ymm0 [rsp-64]:32", lambda x, y: x),
    ("halves", FOUR, "vmovdqu [rsp-64]:32 ymm0\nvmovdqu [rsp-48]:32 ymm0\nvmovdqu ymm0 [rsp-64]:32", REFUSED),
    ("halves", FOUR, "vmovdqu [rsp-160]:32 ymm0", REFUSED),
    ("halves", FOUR, "vmovdqa ymm0 [rdi+16]:32", REFUSED),
    ("halves", FOUR, "vmovdqa [rdi+16]:32 ymm0", REFUSED),
    ("halves", FOUR, "vmovdqa [rdi+160]:32 ymm0", REFUSED),
    ("halves", FOUR, "vmovdqa [rsi+0]:32 ymm0", REFUSED),
    ("words", FOUR, "vmovdqa [rdi+0]:32 ymm0\nvmovdqa ymm0 [rdi+0]:32", REFUSED),
    # Constants are where nobody can write.
    ("ifma-512", EIGHT, "vpbroadcastq zmm0 [0x1000]:8", lambda x, y: 7),
    ("ifma-512", EIGHT, "vpbroadcastq zmm0 [0x2000]:8", REFUSED),
    ("lanes", FOUR, "vmovdqa ymm0 [0x1000]:32", lambda x, y: 7),
    ("lanes", FOUR, "vmovdqa ymm0 [0x2000]:32", REFUSED),
    # The caller's registers.
    ("adx", SAVES, "add rbx rbx", lambda x, y: 2 * x),
    ("adx", SAVES, "xor r12d r12d", REFUSED),
    ("adx", WORD, "mov rbx rax", REFUSED),
    ("adx", WORD, "mov rcx rbx\nmov rbx rax\nmov rbx rcx", lambda x, y: x),
    ("adx", WORD, "push rbx\npush r12\npop rbx\npop r12", REFUSED),
    ("adx", WORD, "push rbx\nmov [rsp+0]:8 rax\npop rbx", REFUSED),
    ("adx", WORD, "mov rbp rsp", REFUSED),
    ("adx", WORD, "sub rsp 0x8", REFUSED),
    ("adx", WORD, "push rsp\npop rcx\nmov rax [rcx-8]:8", REFUSED),
    ("adx", WORD, "push rsp\npop rsp", REFUSED),
    ("adx", WORD, "std", REFUSED),
    ("avx2", ALIGNED, "vmovdqa [rsp-32]:32 ymm0", lambda x, y: x),
    ("avx2", ALIGNED, "vmovdqa [rsp+32]:32 ymm0", REFUSED),
    ("avx2", ALIGNED, "vmovdqa [rbp+0]:32 ymm0", REFUSED),
    # Returns.
    ("adx", CALLED, "mov rcx rax", lambda x, y: x),
    ("adx", "call 0x5000\nmov rax [rdi+0]:8\nmov [rdi+0]:8 rax\nret\n{}", "ret", lambda x, y: x),
    ("adx", "call 0x5000\ncall 0x6000\nmov rax [rdi+0]:8\nmov [rdi+0]:8 rax\n{}\nret\nret", "pop rcx", REFUSED),
    ("adx", WORD.replace("ret", "{}"), "ret 0x8", REFUSED),
    ("adx", "ret\n{}", "mov [rdi+0]:8 0x0", REFUSED),
]


def wrong():
    """The cases in which the reader does otherwise."""
    found = []
    for backend, function, text, expected in CASES:
        instructions = [(0, "", line) for line in function.replace("{}", text, 1).split("\n")]
        kind, backend = KINDS.get(backend, (read.Reader, backend))
        x, y = (2**31 + 5, 2**31 + 9) if kind in (halves.Halves, halves.IntoWords) else (2**63 + 5, 2**63 + 9)
        modulus = 2**32 if kind is halves.Halves else 2**64
        try:
            code = read.read({"name": f"{backend}//", "instructions": instructions, "constants": CONSTANTS}, kind).finished()
            memory = stored(code, {i: x for i in range(20)}, {i: y for i in range(20)})
            result = memory and memory[lanes.Lanes.index(0) if kind is lanes.Lanes else 0]
        except read.Unknown:
            result = REFUSED
        except ValueError as error:
            result = error
        if result != (expected and expected(x, y) % modulus):
            found.append(f"{backend}: {text!r} is {'refused' if result is REFUSED else f'read as {result}'}")
    # Two kernels are not all.
    if len(required.lacking(["adx/p/a + b", "adx/p/a - b"])[0]) != len(required.NAMES) - 2:
        found.append("a program that prints two kernels has what is required")
    return found
