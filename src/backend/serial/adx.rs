//! The kernels with mulx, adcx and adox (x86-64 with BMI2 and ADX, so 64-bit words).
//!
//! An assembly fragment is a macro that yields text with named operands; a kernel is a list of
//! fragments. The eight limbs of a product are t0 … t7; u and v point at the operands and become
//! scratch once those are read; w, x, y and rdx are scratch.

use core::arch::asm;

use super::kernel::Kernel;
use super::word::{self, LIMBS, Limbs, Word};
use crate::params::Prime;

cpufeatures::new!(adx_and_bmi2, "adx", "bmi2");

/// Whether this machine has the instructions that [`Adx`] executes.
pub(crate) fn available() -> bool {
    adx_and_bmi2::get()
}

/// Assembly on 64-bit limbs. To be used only where [`available`] has said yes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Adx;

/// (t4 … t0) = [u + $a]·[v], one limb times four.
macro_rules! first_row {
    ($a:literal: $t0:literal $t1:literal $t2:literal $t3:literal $t4:literal) => {
        concat!(
            "mov rdx, [{u} + ",
            $a,
            "]\n",
            "mulx {",
            $t1,
            "}, {",
            $t0,
            "}, [{v}]\n",
            "mulx {",
            $t2,
            "}, {x}, [{v} + 8]\n",
            "add {",
            $t1,
            "}, {x}\n",
            "mulx {",
            $t3,
            "}, {x}, [{v} + 16]\n",
            "adc {",
            $t2,
            "}, {x}\n",
            "mulx {",
            $t4,
            "}, {x}, [{v} + 24]\n",
            "adc {",
            $t3,
            "}, {x}\n",
            // The product is below 2^320: no carry.
            "adc {",
            $t4,
            "}, 0\n",
        )
    };
}

/// (t4 … t0) = (t3 … t0) + [u + $a]·[v]. Low halves ride on CF, high halves on OF.
macro_rules! next_row {
    ($a:literal: $t0:literal $t1:literal $t2:literal $t3:literal $t4:literal) => {
        concat!(
            "mov rdx, [{u} + ",
            $a,
            "]\n",
            // Clears CF and OF.
            "xor {x:e}, {x:e}\n",
            "mulx {",
            $t4,
            "}, {x}, [{v}]\n",
            "adcx {",
            $t0,
            "}, {x}\n",
            "adox {",
            $t1,
            "}, {",
            $t4,
            "}\n",
            "mulx {",
            $t4,
            "}, {x}, [{v} + 8]\n",
            "adcx {",
            $t1,
            "}, {x}\n",
            "adox {",
            $t2,
            "}, {",
            $t4,
            "}\n",
            "mulx {",
            $t4,
            "}, {x}, [{v} + 16]\n",
            "adcx {",
            $t2,
            "}, {x}\n",
            "adox {",
            $t3,
            "}, {",
            $t4,
            "}\n",
            "mulx {",
            $t4,
            "}, {x}, [{v} + 24]\n",
            "mov edx, 0\n",
            "adcx {",
            $t3,
            "}, {x}\n",
            "adox {",
            $t4,
            "}, rdx\n",
            // 2^256 − 1 + (2^64 − 1)·(2^256 − 1) < 2^320: neither chain carries out.
            "adc {",
            $t4,
            "}, 0\n",
        )
    };
}

/// (t7 … t0) = [u]·[v]. Scratch x, rdx.
macro_rules! product {
    () => {
        concat!(
            first_row!("0": "t0" "t1" "t2" "t3" "t4"),
            next_row!("8": "t1" "t2" "t3" "t4" "t5"),
            next_row!("16": "t2" "t3" "t4" "t5" "t6"),
            next_row!("24": "t3" "t4" "t5" "t6" "t7"),
        )
    };
}

/// (t7 … t0) = [u]². Scratch x, y, rdx.
macro_rules! square {
    () => {
        concat!(
            // The cross products a_i·a_j, i < j, in t1 … t6: their sum is below a²/2 < 2^511, so
            // that what each line adds to the top limb cannot carry out of it.
            "mov rdx, [{u}]\n",
            "mulx {t2}, {t1}, [{u} + 8]\n",
            "mulx {t3}, {x}, [{u} + 16]\n",
            "mulx {t4}, {y}, [{u} + 24]\n",
            "add {t2}, {x}\n",
            "adc {t3}, {y}\n",
            "adc {t4}, 0\n",
            "mov rdx, [{u} + 8]\n",
            "mulx {y}, {x}, [{u} + 16]\n",
            "mulx {t5}, {t0}, [{u} + 24]\n",
            "add {t3}, {x}\n",
            "adc {t4}, {y}\n",
            "adc {t5}, 0\n",
            "mov rdx, [{u} + 16]\n",
            "mulx {t6}, {x}, [{u} + 24]\n",
            "add {t4}, {t0}\n",
            "adc {t5}, {x}\n",
            "adc {t6}, 0\n",
            // Twice that, and t7 takes the top bit.
            "mov {t7:e}, 0\n",
            "add {t1}, {t1}\n",
            "adc {t2}, {t2}\n",
            "adc {t3}, {t3}\n",
            "adc {t4}, {t4}\n",
            "adc {t5}, {t5}\n",
            "adc {t6}, {t6}\n",
            "adc {t7}, {t7}\n",
            // Plus the squares. The sum is a² < 2^512: no carry.
            "mov rdx, [{u}]\n",
            "mulx {x}, {t0}, rdx\n",
            "mov rdx, [{u} + 8]\n",
            "mulx rdx, {y}, rdx\n",
            "add {t1}, {x}\n",
            "adc {t2}, {y}\n",
            "adc {t3}, rdx\n",
            "mov rdx, [{u} + 16]\n",
            "mulx rdx, {x}, rdx\n",
            "adc {t4}, {x}\n",
            "adc {t5}, rdx\n",
            "mov rdx, [{u} + 24]\n",
            "mulx rdx, {x}, rdx\n",
            "adc {t6}, {x}\n",
            "adc {t7}, rdx\n",
        )
    };
}

/// (t7 … t0) += [w], and w = −1 if that carries, else 0.
macro_rules! add_wide {
    () => {
        concat!(
            "add {t0}, [{w}]\n",
            "adc {t1}, [{w} + 8]\n",
            "adc {t2}, [{w} + 16]\n",
            "adc {t3}, [{w} + 24]\n",
            "adc {t4}, [{w} + 32]\n",
            "adc {t5}, [{w} + 40]\n",
            "adc {t6}, [{w} + 48]\n",
            "adc {t7}, [{w} + 56]\n",
            "sbb {w}, {w}\n",
        )
    };
}

/// (t3 … t0) = (t7 … t0) modulo 2^255 − γ for γ of one limb; `$top` may add to v, limb 4 of T1.
macro_rules! fold_one {
    ($top:expr) => {
        concat!(
            // T1 = (v, t3 … t0) = (t3 … t0) + 2γ·(t7 … t4)
            "mov rdx, {two_gamma0}\n",
            "xor {x:e}, {x:e}\n",
            "mulx {y}, {x}, {t4}\n",
            "adcx {t0}, {x}\n",
            "adox {t1}, {y}\n",
            "mulx {y}, {x}, {t5}\n",
            "adcx {t1}, {x}\n",
            "adox {t2}, {y}\n",
            "mulx {y}, {x}, {t6}\n",
            "adcx {t2}, {x}\n",
            "adox {t3}, {y}\n",
            "mulx {v}, {x}, {t7}\n",
            "mov edx, 0\n",
            "adcx {t3}, {x}\n",
            "adox {v}, rdx\n",
            // 2^256 + 2γ·2^256 < 2^320: neither chain carries out.
            "adc {v}, 0\n",
            $top,
            // (T1 mod 2^255) + (T1 >> 255)·γ < 2^255 + 2^16: no carry, and below twice the prime.
            "add {t3}, {t3}\n",
            "adc {v}, {v}\n",
            "shr {t3}, 1\n",
            "imul {v}, {v}, {gamma0}\n",
            "add {t0}, {v}\n",
            "adc {t1}, 0\n",
            "adc {t2}, 0\n",
            "adc {t3}, 0\n",
        )
    };
}

/// ($p3 … $p0) = ($g1, $g0)·($b1, $b0), with b1 = p3 allowed. Scratch x, rdx.
macro_rules! two_by_two {
    ($g0:literal $g1:literal, $b0:literal $b1:literal: $p0:literal $p1:literal $p2:literal $p3:literal) => {
        concat!(
            "mov rdx, {",
            $g0,
            "}\n",
            "mulx {",
            $p1,
            "}, {",
            $p0,
            "}, {",
            $b0,
            "}\n",
            "mulx {",
            $p2,
            "}, {x}, {",
            $b1,
            "}\n",
            "mov rdx, {",
            $g1,
            "}\n",
            "add {",
            $p1,
            "}, {x}\n",
            "mulx {",
            $p3,
            "}, {x}, {",
            $b1,
            "}\n",
            "adc {",
            $p2,
            "}, {x}\n",
            // The product and each part of it are below 2^256: p3 never carries.
            "adc {",
            $p3,
            "}, 0\n",
            "mulx rdx, {x}, {",
            $b0,
            "}\n",
            "add {",
            $p1,
            "}, {x}\n",
            "adc {",
            $p2,
            "}, rdx\n",
            "adc {",
            $p3,
            "}, 0\n",
        )
    };
}

/// For γ of two limbs: (t6, t5 … t0) = V = (t5 … t0) + t7t6·2^128·2γ, `$top` may add to t5t4 and
/// its carry to t6. Then t6 = V >> 383, (t3 … t0) = V mod 2^255,
/// and (t5, y, v, u) = ((V >> 255) mod 2^128)·γ.
macro_rules! fold_two {
    ($top:expr) => {
        concat!(
            two_by_two!("two_gamma0" "two_gamma1", "t6" "t7": "u" "v" "y" "t7"),
            "mov {t6:e}, 0\n",
            "add {t2}, {u}\n",
            "adc {t3}, {v}\n",
            "adc {t4}, {y}\n",
            "adc {t5}, {t7}\n",
            "adc {t6}, 0\n",
            $top,
            "add {t3}, {t3}\n",
            "adc {t4}, {t4}\n",
            "adc {t5}, {t5}\n",
            "adc {t6}, {t6}\n",
            "shr {t3}, 1\n",
            two_by_two!("gamma0" "gamma1", "t4" "t5": "u" "v" "y" "t5"),
        )
    };
}

/// (t3 … t0) + (t5, y, v, u) + t6·2^128·γ for γ < 2^124 and t6 ≤ 2.
macro_rules! finish_two {
    () => {
        concat!(
            // (t3, t2) < 2^127 and t6·γ < 2^126: no carry.
            "mov rdx, {gamma0}\n",
            "mulx {t4}, {x}, {t6}\n",
            "mov rdx, {gamma1}\n",
            "imul {t6}, rdx\n",
            "add {t2}, {x}\n",
            "adc {t3}, {t4}\n",
            "add {t3}, {t6}\n",
            // 2^255 + 2^128·γ + 2·2^128·γ < 2^255 + 3·2^252: no carry, and below twice the prime.
            "add {t0}, {u}\n",
            "adc {t1}, {v}\n",
            "adc {t2}, {y}\n",
            "adc {t3}, {t5}\n",
        )
    };
}

/// The same for any γ < 2^127 and t6 ≤ 5, which takes one more fold.
macro_rules! finish_two_wide {
    () => {
        concat!(
            // R = (t6, t3 … t0) < 2^255 + 2^255 + 5·2^255
            "mov rdx, {gamma0}\n",
            "mulx {t4}, {x}, {t6}\n",
            "mov rdx, {gamma1}\n",
            "mulx {t6}, {t7}, {t6}\n",
            "add {t2}, {x}\n",
            "adc {t3}, {t4}\n",
            "adc {t6}, 0\n",
            "add {t3}, {t7}\n",
            "adc {t6}, 0\n",
            "add {t0}, {u}\n",
            "adc {t1}, {v}\n",
            "adc {t2}, {y}\n",
            "adc {t3}, {t5}\n",
            "adc {t6}, 0\n",
            // (R mod 2^255) + (R >> 255)·γ < 2^255 + 7·2^127: no carry, and below twice the prime.
            "add {t3}, {t3}\n",
            "adc {t6}, {t6}\n",
            "shr {t3}, 1\n",
            "mulx {v}, {x}, {t6}\n",
            "mov rdx, {gamma0}\n",
            "mulx {u}, {t6}, {t6}\n",
            // Each is (2^64 − 1)·7 at most: high halves take a carry.
            "add {x}, {u}\n",
            "adc {v}, 0\n",
            "add {t0}, {t6}\n",
            "adc {t1}, {x}\n",
            "adc {t2}, {v}\n",
            "adc {t3}, 0\n",
        )
    };
}

/// Bit 512 of T, as the mask w: 2^512 ≡ 2^256·2γ.
macro_rules! top_one {
    () => {
        concat!("and {w:e}, {two_gamma0}\n", "add {v}, {w}\n")
    };
}

/// The same. V < 2^384 + 2^128·2^253 + 2^256·2^125 for narrow γ, and V < 3·2^384 for any.
macro_rules! top_two {
    () => {
        concat!(
            "mov rdx, {two_gamma0}\n",
            "mov {x}, {two_gamma1}\n",
            "and rdx, {w}\n",
            "and {x}, {w}\n",
            "add {t4}, rdx\n",
            "adc {t5}, {x}\n",
            "adc {t6}, 0\n",
        )
    };
}

/// Runs `$text` with the registers that every kernel uses; its result is t3 … t0.
macro_rules! run {
    ($text:expr, $($operand:tt)*) => {{
        let (r0, r1, r2, r3): (Word, Word, Word, Word);
        // SAFETY: the text reads the limb arrays that u, v and w point at, and writes registers only.
        unsafe {
            asm!(
                $text,
                t0 = out(reg) r0, t1 = out(reg) r1, t2 = out(reg) r2, t3 = out(reg) r3,
                t4 = out(reg) _, t5 = out(reg) _, t6 = out(reg) _, t7 = out(reg) _,
                x = out(reg) _, y = out(reg) _, out("rdx") _, $($operand)*
                options(pure, readonly, nostack),
            );
        }
        [r0, r1, r2, r3]
    }};
}

/// Runs `$product`, which leaves T in (t7 … t0), and reduces it modulo `$P`. `$top…` are what the
/// fold does with a bit 512 of T.
macro_rules! reduced {
    ($P:ident, $product:expr, $top_one:expr, $top_two:expr, $($operand:tt)*) => {
        if const { is_single::<$P>() } {
            run!(
                concat!($product, fold_one!($top_one)),
                two_gamma0 = const $P::TWO_GAMMA[0],
                gamma0 = const $P::GAMMA[0],
                $($operand)*
            )
        } else if const { is_narrow::<$P>() } {
            run!(
                concat!($product, fold_two!($top_two), finish_two!()),
                two_gamma0 = const $P::TWO_GAMMA[0], two_gamma1 = const $P::TWO_GAMMA[1],
                gamma0 = const $P::GAMMA[0], gamma1 = const $P::GAMMA[1],
                $($operand)*
            )
        } else {
            run!(
                concat!($product, fold_two!($top_two), finish_two_wide!()),
                two_gamma0 = const $P::TWO_GAMMA[0], two_gamma1 = const $P::TWO_GAMMA[1],
                gamma0 = const $P::GAMMA[0], gamma1 = const $P::GAMMA[1],
                $($operand)*
            )
        }
    };
}

/// γ < 2^8, which [`fold_one`] takes.
const fn is_single<P: Prime>() -> bool {
    P::TWO_GAMMA_LIMBS == 1 && P::GAMMA[0] < 1 << 8
}

/// γ < 2^124, for which [`finish_two`] suffices.
const fn is_narrow<P: Prime>() -> bool {
    P::GAMMA[1] < 1 << 60
}

impl Kernel for Adx {
    #[inline(always)]
    fn mul<P: Prime>(a: &Limbs, b: &Limbs) -> Limbs {
        reduced!(
            P, product!(), "", "",
            u = inout(reg) a.as_ptr() => _,
            v = inout(reg) b.as_ptr() => _,
        )
    }

    #[inline(always)]
    fn square<P: Prime>(a: &Limbs) -> Limbs {
        reduced!(
            P, square!(), "", "",
            u = inout(reg) a.as_ptr() => _,
            v = out(reg) _,
        )
    }

    #[inline(always)]
    fn sum_of_products<P: Prime>(a: &Limbs, b: &Limbs, c: &Limbs, d: &Limbs) -> Limbs {
        let ab = wide_product(a, b);
        reduced!(
            P, concat!(product!(), add_wide!()), top_one!(), top_two!(),
            u = inout(reg) c.as_ptr() => _,
            v = inout(reg) d.as_ptr() => _,
            w = inout(reg) ab.as_ptr() => _,
        )
    }
}

/// a·b, exact.
#[inline(always)]
fn wide_product(a: &Limbs, b: &Limbs) -> [Word; 2 * LIMBS] {
    let mut t = [0; 2 * LIMBS];
    let [t0, t1, t2, t3, t4, t5, t6, t7] = &mut t;
    // SAFETY: the text reads the limb arrays that u and v point at, and writes registers only.
    unsafe {
        asm!(
            product!(),
            t0 = out(reg) *t0, t1 = out(reg) *t1, t2 = out(reg) *t2, t3 = out(reg) *t3,
            t4 = out(reg) *t4, t5 = out(reg) *t5, t6 = out(reg) *t6, t7 = out(reg) *t7,
            x = out(reg) _, out("rdx") _,
            u = in(reg) a.as_ptr(),
            v = in(reg) b.as_ptr(),
            options(pure, readonly, nostack),
        );
    }
    t
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::portable::{self, Portable};
    use super::*;

    /// What the kernels must survive: carries that run through, and the prime's neighbourhood.
    fn edges<P: Prime>() -> [Limbs; 13] {
        let prime = P::MODULUS;
        let twice = word::add(&prime, &prime).0;
        let [one, max] = [[1, 0, 0, 0], [Word::MAX; LIMBS]];
        [
            [0; LIMBS],
            one,
            max,
            word::sub(&max, &one).0,
            [0, 0, 0, 1 << 63],
            [Word::MAX, Word::MAX, Word::MAX, Word::MAX >> 1],
            [0, 0, Word::MAX, Word::MAX],
            [Word::MAX, Word::MAX, 0, 0],
            word::sub(&prime, &one).0,
            prime,
            word::add(&prime, &one).0,
            word::sub(&twice, &one).0,
            twice,
        ]
    }

    /// 256-bit integers from a fixed seed (xorshift); every eighth limb or so is 0 or all ones.
    fn stream() -> impl Iterator<Item = Limbs> {
        let mut state: Word = 0x9e37_79b9_7f4a_7c15;
        let mut next = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        core::iter::repeat_with(move || {
            [(); LIMBS].map(|()| match next() >> 60 {
                0 => 0,
                1 => Word::MAX,
                _ => next(),
            })
        })
    }

    #[track_caller]
    fn assert_congruent<P: Prime>(got: Limbs, expected: Limbs) {
        // Below twice the prime, as the contract says, so that one subtraction suffices.
        assert_eq!(
            portable::freeze_once::<P>(&got),
            portable::freeze_once::<P>(&expected)
        );
    }

    fn kernels_agree<K: Kernel, P: Prime>() {
        let compare = |a: &Limbs, b: &Limbs, c: &Limbs, d: &Limbs| {
            assert_congruent::<P>(K::mul::<P>(a, b), Portable::mul::<P>(a, b));
            assert_congruent::<P>(K::square::<P>(a), Portable::square::<P>(a));
            assert_congruent::<P>(
                K::sum_of_products::<P>(a, b, c, d),
                Portable::sum_of_products::<P>(a, b, c, d),
            );
        };
        let edges = edges::<P>();
        for a in &edges {
            for b in &edges {
                for c in &edges {
                    for d in &edges {
                        compare(a, b, c, d);
                    }
                }
            }
        }
        let mut stream = stream();
        let mut next = || stream.next().unwrap();
        for i in 0..20_000 {
            compare(&next(), &next(), &next(), &next());
            let (a, n) = (next(), i % 20);
            assert_congruent::<P>(K::square_n::<P>(&a, n), Portable::square_n::<P>(&a, n));
        }
    }

    fn agrees<P: Prime>() {
        if available() {
            kernels_agree::<Adx, P>();
        } else {
            std::println!("no ADX and BMI2 here: only the portable kernel ran");
            kernels_agree::<Portable, P>();
        }
    }

    #[test]
    fn agrees_modulo_p() {
        agrees::<crate::params::P25519>();
    }

    #[test]
    fn agrees_modulo_q() {
        agrees::<crate::params::Q>();
    }

    #[cfg(feature = "cycle2025")]
    #[test]
    fn agrees_modulo_q_of_2025() {
        agrees::<crate::params::Q2025>();
    }
}
