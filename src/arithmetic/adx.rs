//! The kernels with mulx, adcx and adox (x86-64 with BMI1, BMI2 and ADX, so 64-bit words).
//!
//! `text.rs` has their assembly. `notes/serial.md` gives the machine's bounds.
//!
//! `mulx` multiplies without touching the flags, and `adcx` and `adox` carry in two flags, CF and OF: a row of a
//! product adds its low and its high halves in two chains at once. The compiler knows one carry only, and moves it
//! between flags and registers. The constants of a prime are immediate operands, so that one text serves all primes
//! of its kind.

#[macro_use]
mod text;
mod halve;

use core::arch::asm;

use super::kernel::{Kernel, Rows, chains_of_limbs};
use crate::primes::Modulus;
use crate::word::{LIMBS, Limbs, Word};

// `tzcnt` needs BMI1; without it a CPU runs `bsf` instead.
cpufeatures::new!(adx_and_bmi, "adx", "bmi1", "bmi2");

/// Whether this CPU has the instructions of [`Adx`].
#[inline(always)]
pub(crate) fn available() -> bool {
    adx_and_bmi::get()
}

/// The assembly kernel on 64-bit limbs, only for CPUs on which [`available`] returns true.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Adx;

/// Runs `$text` with the kernels' registers; the result is (m1, m0, n1, n0).
macro_rules! run {
    ($P:ident, $text:expr, $($operand:tt)*) => {{
        let (r0, r1, r2, r3): (Word, Word, Word, Word);
        // SAFETY: the text reads the arrays whose addresses it is given, and writes registers and
        // below the stack pointer only.
        unsafe {
            asm!(
                $text,
                // The result is in four named registers; which registers they are, and where the operands lie, the
                // compiler chooses. No kernel uses all constants, and operands must be named.
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
        [r0, r1, r2, r3]
    }};
}

/// `run!` for a text whose operand, the limbs `$a`, is in registers too: the next squaring in a chain.
macro_rules! run_next {
    ($P:ident, $text:expr, &$a:ident) => {{
        let (r0, r1, r2, r3): (Word, Word, Word, Word);
        // SAFETY: as in `run!`.
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

/// Runs a kernel's text for `$P` with the macro `$run`.
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

/// Whether γ < 2^124, as `fold_narrow` requires.
const fn is_narrow<P: Modulus>() -> bool {
    P::GAMMA[1] < 1 << 60
}

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

macro_rules! run_small_multiple {
    ($text:expr, $x:ident, $k:ident, $($operand:tt)*) => {{
        let [mut x0, mut x1, mut x2, mut x3] = *$x;
        // SAFETY: the text writes registers only.
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
        // Eight limbs of a·b in memory, which the second product starts from: one reduction for both.
        let ab = wide_product(a, b);
        reduced!(
            run: P, sum_of_products,
            inout("rdi") c.as_ptr() => _,
            inout("rsi") d.as_ptr() => _,
            inout("rax") ab.as_ptr() => _,
        )
    }

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

/// a·b, exact.
#[inline(always)]
fn wide_product(a: &Limbs, b: &Limbs) -> [Word; 2 * LIMBS] {
    let mut t = [0; 2 * LIMBS];
    let [t0, t1, t2, t3, t4, t5, t6, t7] = &mut t;
    // SAFETY: the text reads the limb arrays at rdi and rsi, and writes registers only.
    unsafe {
        asm!(
            product!(),
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
