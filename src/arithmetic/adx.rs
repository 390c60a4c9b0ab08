//! The assembly kernel for x86-64 with BMI1, BMI2 and ADX: `mulx`, `adcx` and `adox` on 64-bit limbs.
//!
//! `text.rs` has the assembly. On Zen 5 a product has a latency of 36 cycles and a throughput of one in 33 (q) or 25 (p), and
//! a square 33 or 31 and one in 28 or 20. The limit is the number of instructions, of which the core sustains 4.1 to 4.2 a
//! cycle; a q product has about 118 (`notes/serial.md`).
//!
//! `mulx` multiplies without changing flags; `adcx` carries through CF only and `adox` through OF only. So a row of a
//! product adds its low and its high halves in two independent carry chains. The compiler models a single carry, and
//! moves it between flags and registers. The constants of a prime are immediate operands, so that one text serves all
//! primes of its kind.

#[macro_use]
mod text;
mod halve;

use core::arch::asm;

use super::kernel::{Kernel, Rows, chains_of_limbs};
use crate::primes::Modulus;
use crate::word::{LIMBS, Limbs, Word};

// `tzcnt` needs BMI1; without it a CPU ignores the prefix and runs `bsf`, which is undefined for 0. `mulx`, `shlx`,
// `shrx` and `rorx` need BMI2.
cpufeatures::new!(adx_and_bmi, "adx", "bmi1", "bmi2");

/// Returns whether this CPU has the instructions that [`Adx`] uses.
#[inline(always)]
pub(crate) fn available() -> bool {
    adx_and_bmi::get()
}

/// The assembly kernel on 64-bit limbs. Only for CPUs on which [`available`] returns true: `with_kernel!` checks this.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Adx;

/// Runs `$text` with the registers of the kernels, and returns (m1, m0, n1, n0), which are limbs 3 to 0 of the result.
macro_rules! run {
    ($P:ident, $text:expr, $($operand:tt)*) => {{
        let (r0, r1, r2, r3): (Word, Word, Word, Word);
        // SAFETY: the text reads the arrays of four or eight limbs whose addresses it is given, which are borrowed for
        // the call, and writes only declared registers and, by `push`, the stack below its pointer, which is why
        // `nostack` is absent. Every `push` has its `pop`. It writes no other memory (`readonly`), and its result depends
        // on its inputs only (`pure`).
        unsafe {
            asm!(
                $text,
                // The compiler chooses which registers these names stand for. No kernel uses all constants, but asm!
                // rejects operands that its text does not mention: so a comment mentions them.
                "/* {two_gamma0} {two_gamma1} {gamma0} {gamma1} */",
                two_gamma0 = const $P::TWO_GAMMA[0], two_gamma1 = const $P::TWO_GAMMA[1],
                gamma0 = const $P::GAMMA[0], gamma1 = const $P::GAMMA[1],
                n0 = out(reg) r0, n1 = out(reg) r1, n2 = out(reg) _, n3 = out(reg) _,
                m0 = out(reg) r2, m1 = out(reg) r3, m2 = out(reg) _, m3 = out(reg) _,
                c = out(reg) _,
                $($operand)*
                out("rdx") _,
                options(pure, readonly),
            );
        }
        // n0, n1, m0 and m1, in which every reduction leaves its result.
        [r0, r1, r2, r3]
    }};
}

/// `run!` for the next squaring in a chain, whose operand, the limbs `$a`, is passed both in memory and in registers.
///
/// The limbs are in n0, n3, n2 and c, where no instruction overwrites them before their last use as registers: see
/// `next_square_folded` and `next_square small`.
macro_rules! run_next {
    ($P:ident, $text:expr, &$a:ident) => {{
        let (r0, r1, r2, r3): (Word, Word, Word, Word);
        // SAFETY: as in `run!`; rdi is the address of the four limbs that the registers hold as well.
        unsafe {
            asm!(
                $text,
                "/* {two_gamma0} {two_gamma1} {gamma0} {gamma1} */",
                two_gamma0 = const $P::TWO_GAMMA[0], two_gamma1 = const $P::TWO_GAMMA[1],
                gamma0 = const $P::GAMMA[0], gamma1 = const $P::GAMMA[1],
                n0 = inout(reg) $a[0] => r0, n1 = out(reg) r1, n2 = inout(reg) $a[2] => _, n3 = inout(reg) $a[1] => _,
                m0 = out(reg) r2, m1 = out(reg) r3, m2 = out(reg) _, m3 = out(reg) _,
                c = inout(reg) $a[3] => _,
                inout("rdi") $a.as_ptr() => _,
                out("rsi") _, out("rax") _, out("rdx") _,
                options(pure, readonly),
            );
        }
        [r0, r1, r2, r3]
    }};
}

/// Runs the text of a kernel for the kind of prime that `$P` is, by the macro `$run`.
macro_rules! reduced {
    ($run:ident: $P:ident, $kernel:ident $($canonical:ident)?, $($operand:tt)*) => {
        if const { $P::GAMMA_IS_SMALL } {
            $run!($P, text!($kernel small $($canonical)?), $($operand)*)
        } else if const { is_narrow::<$P>() } {
            $run!($P, text!($kernel narrow $($canonical)?), $($operand)*)
        } else {
            $run!($P, text!($kernel any $($canonical)?), $($operand)*)
        }
    };
}

/// Returns whether γ < 2^124, as `fold_narrow` requires: the upper limb of γ then has at most 60 bits.
const fn is_narrow<P: Modulus>() -> bool {
    P::GAMMA[1] < 1 << 60
}

/// Runs the text of a product, whose operands are at rdi and rsi.
macro_rules! mul {
    ($P:ident, $a:ident, $b:ident $(, $canonical:ident)?) => {
        reduced!(
            run: $P, mul $($canonical)?,
            inout("rdi") $a.as_ptr() => _,
            inout("rsi") $b.as_ptr() => _,
            out("rax") _,
        )
    };
}

/// Runs the text of a square, whose operand is at rdi. rsi is scratch.
macro_rules! square_of {
    ($P:ident, $a:ident $(, $canonical:ident)?) => {
        reduced!(
            run: $P, square $($canonical)?,
            inout("rdi") $a.as_ptr() => _,
            out("rsi") _,
            out("rax") _,
        )
    };
}

/// Runs the text of a small multiple, whose operand is in registers, as it is read only once.
macro_rules! run_small_multiple {
    ($text:expr, $x:ident, $k:ident, $($operand:tt)*) => {{
        let [mut x0, mut x1, mut x2, mut x3] = *$x;
        // SAFETY: the text writes declared registers and flags only.
        unsafe {
            asm!(
                $text,
                x0 = inout(reg) x0, x1 = inout(reg) x1, x2 = inout(reg) x2, x3 = inout(reg) x3,
                t = out(reg) _, u = out(reg) _,
                $($operand)*
                inout("rdx") $k => _,
                options(pure, nomem, nostack),
            );
        }
        [x0, x1, x2, x3]
    }};
}

impl Kernel for Adx {
    chains_of_limbs!();

    #[inline(always)]
    fn mul<P: Modulus>(a: &Limbs, b: &Limbs) -> Limbs {
        mul!(P, a, b)
    }

    #[inline(always)]
    fn mul_canonical<P: Modulus>(a: &Limbs, b: &Limbs) -> Limbs {
        mul!(P, a, b, canonical)
    }

    #[inline(always)]
    fn square<P: Modulus>(a: &Limbs) -> Limbs {
        square_of!(P, a)
    }

    #[inline(always)]
    fn square_canonical<P: Modulus>(a: &Limbs) -> Limbs {
        square_of!(P, a, canonical)
    }

    #[inline(always)]
    fn halve(a: u64, b: u64) -> (Rows, u32) {
        halve::halve(a, b)
    }

    // Never inlined: a call costs nothing beside a chain of squarings. The limbs stay in registers from one squaring to the
    // next, and are stored as well, for the parts of the text that read them late.
    #[inline(never)]
    fn square_n<P: Modulus>(a: &Limbs, n: u32) -> Limbs {
        let mut x = *a;
        for _ in 0..n {
            x = reduced!(run_next: P, next_square, &x);
        }
        x
    }

    #[inline(always)]
    fn sum_of_products<P: Modulus>(a: &Limbs, b: &Limbs, c: &Limbs, d: &Limbs) -> Limbs {
        // The eight limbs of a·b are written to memory, and the text adds them to c·d, so that one reduction serves
        // both products. Registers cannot hold two products of eight limbs.
        let ab = wide_product(a, b);
        reduced!(
            run: P, sum_of_products,
            inout("rdi") c.as_ptr() => _,
            inout("rsi") d.as_ptr() => _,
            inout("rax") ab.as_ptr() => _,
        )
    }

    // Two folds are not needed: k·a has at most five bits above 2^255, and one multiplication of these by γ ends below
    // 2^255 + 2^5·γ.
    #[inline(always)]
    fn times<P: Modulus>(a: &Limbs, k: Word) -> Limbs {
        if const { P::GAMMA_IS_SMALL } {
            run_small_multiple!(text!(times small), a, k, gamma0 = const P::GAMMA[0],)
        } else {
            run_small_multiple!(
                text!(times two_limbs), a, k,
                gamma0 = const P::GAMMA[0], gamma1 = const P::GAMMA[1],
                v = out(reg) _,
            )
        }
    }
}

/// Returns the exact product a·b.
#[inline(always)]
fn wide_product(a: &Limbs, b: &Limbs) -> [Word; 2 * LIMBS] {
    let mut t = [0; 2 * LIMBS];
    let [t0, t1, t2, t3, t4, t5, t6, t7] = &mut t;
    // SAFETY: the text reads four limbs at rdi and four at rsi, and writes declared registers and flags only.
    unsafe {
        asm!(
            product!(),
            // T in limbs (c, n2, m3 … m0, n1, n0), see `product!`.
            n0 = out(reg) *t0, n1 = out(reg) *t1, m0 = out(reg) *t2, m1 = out(reg) *t3,
            m2 = out(reg) *t4, m3 = out(reg) *t5, n2 = out(reg) *t6, c = out(reg) *t7,
            n3 = out(reg) _,
            in("rdi") a.as_ptr(), in("rsi") b.as_ptr(),
            out("rax") _, out("rdx") _,
            options(pure, readonly, nostack),
        );
    }
    t
}

#[cfg(test)]
mod tests;
