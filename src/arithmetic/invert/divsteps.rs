//! Divsteps on single words, with f, u and v packed into one word and g, q and r into another.
//!
//! Divsteps are linear except for their decisions, which depend only on the parity of g and the sign of δ. So, with n =
//! [`CHUNK`], one word carries f − 2^U·u − 2^V·v and another g − 2^U·q − 2^V·r, where f and g are the n low bits of the
//! numbers, U = 2n + 1 and V = 3n + 2, and (u, v, q, r) begins as (1, 0, 0, 1). Each addition and each halving then
//! acts on three values at once (SIMD within a register). The coefficients are integers over 2^i after i ≤ n divsteps,
//! so the integers are at bits U − i and V − i of the word.
//!
//! The matrix is unpacked negated, which changes the signs of f, g, d and e: neither the divsteps nor
//! d·x ≡ f depend on them.
//!
//! Invariants after i divsteps:
//!
//! - |f|, |g| < 2^n.
//! - |u| + |v| ≤ 2^i, |q| + |r| ≤ 2^i, and u·r − v·q = 2^i. For i > 0, u and v are even, because a
//!   row (u, v) is twice an old row, either (u, v) or (q, r).
//! - |q| < 2^i: else r = 0, −v·q = 2^i, so v = ±1, or i = 0, where q = 0.
//! - |r| < 2^i if i > 0: else q = 0, u·r = 2^i, so u = ±1.
//! - |u| < 2^i, or u = 2^i and f is the first f: (u, v) = (±2^i, 0) is either the first row, doubled
//!   i times, or an old row (q, r), doubled; and that had |q| < 2^i.
//!
//! So the words are below 2^V + 2^n, and the sum before the halving, which is twice the next g, is
//! below 2·(2^V − 2^(V − i) + 2^(U − i) + 2^n) ≤ 2^(V + 1), i > 0: no addition overflows.

use super::state::{BATCHES, CHUNK, COUNT, Matrix, Signed, State};
use crate::mask::barrier;
use crate::primes::Modulus;
use crate::word::Word;

const U: usize = 2 * CHUNK + 1;
const V: usize = 3 * CHUNK + 2;
/// The n low bits.
const LOW: Signed = (1 << CHUNK) - 1;

/// Returns all ones if x < 0, else 0. The barrier keeps LLVM from branching on the secret sign.
#[inline(always)]
fn sign(x: Signed) -> Signed {
    barrier((x >> (Signed::BITS - 1)) as Word) as Signed
}

/// The packed words and δ, with two values derived from δ that the next divstep needs at once.
#[derive(Clone, Copy)]
#[cfg_attr(test, derive(PartialEq, Debug))]
struct Packed {
    f: Signed,
    g: Signed,
    /// −δ − 1/2, the ζ of libsecp256k1: negative where δ > 0.
    zeta: Signed,
    /// What a divstep adds to an odd g: −f if δ > 0, else f.
    addend: Signed,
    /// 1 if δ > 0, else 0.
    positive: Signed,
}

/// One divstep: fifteen instructions without a branch. r8 is f, r9 is g, r10 is ζ, r11 is the addend, r12 is `positive`.
///
/// (g + addend)/2 is always computed, and selected by `cmovc`. `test r9, r12` tests both conditions of a swap at once,
/// as `positive` is 0 or 1.
#[cfg(helioselene_has = "assembly")]
macro_rules! text {
    () => {
        concat!(
            "lea rdx, [r9 + r11]\n", // (g + addend)/2
            "sar rdx, 1\n",
            "mov rax, {minus_two}\n", // −2 − ζ for a swap, else ζ − 1
            "sub rax, r10\n",
            "dec r10\n",
            "test r9, r12\n", // g odd and δ > 0
            "cmovnz r10, rax\n",
            "cmovnz r8, r9\n",
            "sar r9, 1\n", // moves the parity of g to CF
            "cmovc r9, rdx\n",
            "mov r11, r8\n",
            "neg r11\n",
            "mov r12, r10\n",
            "shr r12, 63\n", // sets ZF for δ < 0
            "cmovz r11, r8",
        )
    };
}

impl Packed {
    /// Packs the low bits of f and g with the identity matrix, and δ from the preceding divsteps.
    #[inline(always)]
    fn new(f: Signed, g: Signed, zeta: Signed, positive: Signed) -> Self {
        let f = f & LOW;
        // The addend is f − 2^U or its negative, (f ^ s) − s + 2^U for s = −1. Its part without f, `constant`, depends on
        // ζ only, which is known before f: it is 2^U + 1 for s = −1 and −2^U for s = 0.
        let s = sign(zeta);
        let constant = (s & ((1 << (U + 1)) + 1)) - (1 << U);
        Self {
            f: f - (1 << U),
            g: (g & LOW) - (1 << V),
            zeta,
            addend: (f ^ s) + constant,
            positive,
        }
    }

    /// Returns the matrix of the N divsteps since `new`, and the f and g that result from these numbers. Their low bits
    /// are right, up to N bits fewer than those of the arguments.
    #[inline(always)]
    fn unpack<const N: usize>(&self, f: Signed, g: Signed) -> (Matrix, Signed, Signed) {
        // Each field is extracted by rounding to the nearest multiple, which undoes what the fields below it borrowed
        // or carried. This is right, as |f| < 2^n ≤ 2^(U − N − 1), and −2^(V − N − 1) ≤ f − 2^(U − N)·u < 2^(V − N −
        // 1), both in the row of f and in that of g. With N = n that needs |u| < 2^n, or u = 2^n and f ≥ 0, as the
        // first f is.
        let v = |x: Signed| (x + (1 << (V - N - 1))) >> (V - N);
        let u_and_v = |x: Signed| (x + (1 << (U - N - 1))) >> (U - N);
        let (v, r) = (v(self.f), v(self.g));
        let (uv, qr) = (u_and_v(self.f), u_and_v(self.g));
        // uv = u + 2^(V − U)·v, so u·f + v·g = uv·f + v·(g − 2^(V − U)·f): the next divsteps need not
        // wait for u.
        let g = g.wrapping_sub(f << (V - U));
        let row = |uv: Signed, v: Signed| uv.wrapping_mul(f).wrapping_add(v.wrapping_mul(g)) >> N;
        let matrix = [[uv - (v << (V - U)), v], [qr - (r << (V - U)), r]];
        (matrix, row(uv, v), row(qr, r))
    }

    /// Runs N divsteps.
    #[cfg(helioselene_has = "assembly")]
    #[inline(always)]
    fn steps<const N: usize>(mut self) -> Self {
        // Fixed registers keep f, g and δ out of memory between blocks. `nomem` is omitted on purpose: the compiler must
        // assume that a block accesses the state, so it leaves the updates between the blocks where `run` has them.
        // SAFETY: the text reads and writes declared registers and flags only; it does not access memory.
        unsafe {
            core::arch::asm!(
                ".rept {n}",
                text!(),
                ".endr",
                n = const N,
                minus_two = in(reg) -2_i64,
                inout("r8") self.f,
                inout("r9") self.g,
                inout("r10") self.zeta,
                inout("r11") self.addend,
                inout("r12") self.positive,
                out("rax") _,
                out("rdx") _,
                options(nostack),
            );
        }
        self
    }

    /// Runs N divsteps.
    #[cfg(not(helioselene_has = "assembly"))]
    #[inline(always)]
    fn steps<const N: usize>(self) -> Self {
        self.portable_steps::<N>()
    }

    /// Runs N divsteps in plain Rust.
    #[allow(dead_code)] // with assembly: tests only
    #[inline(always)]
    fn portable_steps<const N: usize>(mut self) -> Self {
        for _ in 0..N {
            let odd = barrier((self.g as Word & 1).wrapping_neg()) as Signed;
            let swap = odd & -self.positive;
            let sum = self.g + (self.addend & odd);
            self.f ^= (self.f ^ self.g) & swap;
            self.g = sum >> 1;
            // After a swap δ becomes 1 − δ, so ζ becomes −2 − ζ = !ζ − 1; otherwise δ + 1, so ζ − 1.
            self.zeta = (self.zeta ^ swap) - 1;
            let s = sign(self.zeta);
            self.addend = (self.f ^ s) - s;
            self.positive = s & 1;
        }
        self
    }
}

/// Returns the product a·b: the matrix of b's divsteps followed by a's.
///
/// If a has n divsteps and b has n', no entry exceeds 2^(n + n') in magnitude, nor does any summand, because |u| + |v| ≤
/// 2^n in a's rows and entries of b are at most 2^n'. So 59 divsteps fit a signed word.
#[inline(always)]
fn product(a: &Matrix, b: &Matrix) -> Matrix {
    a.map(|[u, v]| [u * b[0][0] + v * b[1][0], u * b[0][1] + v * b[1][1]])
}

#[cfg(helioselene_has = "words_64")]
mod schedule {
    use super::super::state::{LIMB_BITS, Num};
    use super::*;

    /// Runs all divsteps and all updates but the last, whose matrix it leaves in `state.t`.
    /// Returns the last f, modulo 2^25.
    ///
    /// A divstep is a dependency chain of 3.5 cycles that leaves most execution units idle. The update of f, g, d and e
    /// fits into the gaps, but not in one piece: while it fills the scheduler, the chain does not advance. So the 20
    /// columns of one batch's update are interleaved with the divsteps of the next batch. These start from the low 25
    /// bits of f and g, which are known before the update, and need more bits after the first 20 divsteps, by which
    /// time columns 0 to 2 are done.
    #[inline(always)]
    pub(crate) fn run<P: Modulus>(state: &mut State) -> Signed {
        #[cfg(helioselene_has = "assembly")]
        // SAFETY: the text has no instruction. As it gets the state's address, the compiler must assume that the blocks
        // of `steps` access the state, and keeps it in memory.
        unsafe {
            core::arch::asm!("/* {0} */", in(reg) &mut *state, options(nostack));
        }
        let (mut f, mut g) = (state.fg[0][0], state.fg[1][0]);
        // δ = 1/2, so ζ = −1 and δ > 0.
        let (mut zeta, mut positive) = (-1, 1);
        // The matrix of the last batch is c·ba. The first update is by the identity, which changes
        // neither f and g nor, with k = 0, d and e.
        let mut c: Matrix = [[1, 0], [0, 1]];
        let mut ba: Matrix = [[1 << LIMB_BITS, 0], [0, 1 << LIMB_BITS]];
        for _ in 0..BATCHES {
            let mut p = Packed::new(f, g, zeta, positive);
            /// Alternates n divsteps with the update of a column.
            macro_rules! interleave {
                ($($n:literal $column:literal,)*) => {
                    $(
                        p = p.steps::<$n>();
                        update::<P, $column>(state);
                    )*
                };
            }
            p = p.steps::<3>();
            state.t = product(&c, &ba);
            update::<P, 0>(state);
            interleave!(3 1, 3 2, 3 3, 3 4, 3 5,);
            p = p.steps::<2>();

            let (a, f1, g1) = unpack_limbs(&p, &state.fg);
            p = Packed::new(f1, g1, p.zeta, p.positive);
            update::<P, 6>(state);
            interleave!(3 7, 3 8, 3 9, 3 10, 3 11, 3 12,);
            p = p.steps::<2>();

            let (b, f2, g2) = p.unpack::<20>(f1, g1);
            p = Packed::new(f2, g2, p.zeta, p.positive);
            update::<P, 13>(state);
            p = p.steps::<3>();
            ba = product(&b, &a);
            interleave!(3 14, 3 15, 3 16, 3 17, 3 18, 1 19,);

            // f1 and g1 had 64 correct bits, and 20 + 19 divsteps have used up 39: 25 bits of f and g are right, enough for
            // the next batch's first 20 divsteps.
            (c, f, g) = p.unpack::<19>(f2, g2);
            (zeta, positive) = (p.zeta, p.positive);
        }
        state.t = product(&c, &ba);
        f
    }

    /// Computes part N of an update: both rows of columns 0 to 4 of f and g are parts 0 to 9, those of d and e 10 to 19.
    #[inline(always)]
    fn update<P: Modulus, const N: usize>(state: &mut State) {
        if N < 2 * COUNT {
            state.update_fg(N / 2, N % 2);
        } else {
            state.update_de::<P>(N / 2 - COUNT, N % 2);
        }
    }

    /// Unpacks 20 divsteps as [`Packed::unpack`] does, but applies them to the two lowest limbs of f and g, so that all 64
    /// bits of the resulting f and g are correct.
    #[inline(always)]
    fn unpack_limbs(p: &Packed, [f, g]: &[Num; 2]) -> (Matrix, Signed, Signed) {
        // f ≡ low + 2^40·high (mod 2^104): `high` is a word, and limb 2 has the weight 2^118.
        let low = |x: &Num| x[0] & ((1 << 40) - 1);
        let high = |x: &Num| (x[0] >> 40).wrapping_add(x[1] << (LIMB_BITS - 40));
        // low < 2^40 and |u| + |v| ≤ 2^20, so the sum of products with `low` is below 2^60 in magnitude and its quotient
        // by 2^20 exact. The products with `high` are divided by 2^20 by shifting them up by 40 − 20.
        let (t, f0, g0) = p.unpack::<20>(low(f), low(g));
        let (f1, g1) = (high(f), high(g));
        let row = |[u, v]: [Signed; 2], low: Signed| {
            low.wrapping_add(u.wrapping_mul(f1).wrapping_add(v.wrapping_mul(g1)) << 20)
        };
        (t, row(t[0], f0), row(t[1], g0))
    }
}

#[cfg(not(helioselene_has = "words_64"))]
mod schedule {
    use super::*;

    /// Runs all divsteps and all updates but the last of d and e, whose matrix it leaves in `state.t`.
    /// Returns the lowest limb of the last f.
    #[inline(always)]
    pub(crate) fn run<P: Modulus>(state: &mut State) -> Signed {
        // δ = 1/2, so ζ = −1 and δ > 0.
        let (mut zeta, mut positive) = (-1, 1);
        for batch in 0..BATCHES {
            if batch > 0 {
                for i in 0..COUNT {
                    state.update_de::<P>(i, 0);
                    state.update_de::<P>(i, 1);
                }
            }
            let (mut f, mut g) = (state.fg[0][0], state.fg[1][0]);
            state.t = [[1, 0], [0, 1]];
            for _ in 0..3 {
                let p = Packed::new(f, g, zeta, positive).steps::<CHUNK>();
                let chunk;
                (chunk, f, g) = p.unpack::<CHUNK>(f, g);
                state.t = product(&chunk, &state.t);
                (zeta, positive) = (p.zeta, p.positive);
            }
            for i in 0..COUNT {
                state.update_fg(i, 0);
                state.update_fg(i, 1);
            }
        }
        state.fg[0][0]
    }
}

pub(super) use schedule::run;

#[cfg(test)]
mod tests;
