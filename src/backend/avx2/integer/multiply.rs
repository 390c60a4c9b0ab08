//! The multiplications.

use core::marker::PhantomData;

use super::super::lanes::{Kernel, Words, each};
use super::{Radix, fold_q, times_19};
use crate::params::Prime;

/// A product of elements, by columns: the sum of a_i·b_j with i + j = K.
trait Product<L> {
    fn column<const K: usize>(&self) -> L;
}

/// Σ a_i·b_j
struct Times<'a, L>(&'a [L; 10], &'a [L; 10]);
/// Σ a_i·b_j for b_j = m_j·a_j, each pair i < j once: from a, 2a and b, where m_i = m_j for all
/// pairs of the columns that are asked for.
struct Squared<'a, L>(&'a [L; 10], &'a [L; 10], &'a [L; 10]);
/// The sum of two products.
struct Both<X, Y>(X, Y);

/// The first product, then the others added.
macro_rules! sum {
    ($first:expr $(, $term:expr)* $(,)?) => {{
        let sum = $first;
        $(let sum = sum.add($term);)*
        sum
    }};
}

impl<L: Words> Product<L> for Times<'_, L> {
    #[inline(always)]
    fn column<const K: usize>(&self) -> L {
        let (a, b) = (self.0, self.1);
        macro_rules! columns {
            ($($k:literal: $(($i:literal, $j:literal))*;)*) => {
                match K {
                    $($k => sum!($(a[$i].mul(b[$j])),*),)*
                    _ => unreachable!(),
                }
            };
        }
        columns! {
            0: (0, 0);
            1: (0, 1) (1, 0);
            2: (0, 2) (1, 1) (2, 0);
            3: (0, 3) (1, 2) (2, 1) (3, 0);
            4: (0, 4) (1, 3) (2, 2) (3, 1) (4, 0);
            5: (0, 5) (1, 4) (2, 3) (3, 2) (4, 1) (5, 0);
            6: (0, 6) (1, 5) (2, 4) (3, 3) (4, 2) (5, 1) (6, 0);
            7: (0, 7) (1, 6) (2, 5) (3, 4) (4, 3) (5, 2) (6, 1) (7, 0);
            8: (0, 8) (1, 7) (2, 6) (3, 5) (4, 4) (5, 3) (6, 2) (7, 1) (8, 0);
            9: (0, 9) (1, 8) (2, 7) (3, 6) (4, 5) (5, 4) (6, 3) (7, 2) (8, 1) (9, 0);
            10: (1, 9) (2, 8) (3, 7) (4, 6) (5, 5) (6, 4) (7, 3) (8, 2) (9, 1);
            11: (2, 9) (3, 8) (4, 7) (5, 6) (6, 5) (7, 4) (8, 3) (9, 2);
            12: (3, 9) (4, 8) (5, 7) (6, 6) (7, 5) (8, 4) (9, 3);
            13: (4, 9) (5, 8) (6, 7) (7, 6) (8, 5) (9, 4);
            14: (5, 9) (6, 8) (7, 7) (8, 6) (9, 5);
            15: (6, 9) (7, 8) (8, 7) (9, 6);
            16: (7, 9) (8, 8) (9, 7);
            17: (8, 9) (9, 8);
            18: (9, 9);
        }
    }
}

impl<L: Words> Product<L> for Squared<'_, L> {
    #[inline(always)]
    fn column<const K: usize>(&self) -> L {
        let (a, twice, b) = (self.0, self.1, self.2);
        macro_rules! columns {
            ($($k:literal: $(($i:literal, $j:literal))* $(+ $m:literal)?;)*) => {
                match K {
                    $($k => sum!($(twice[$i].mul(b[$j]),)* $(a[$m].mul(b[$m]))?),)*
                    _ => unreachable!(),
                }
            };
        }
        columns! {
            0:  + 0;
            1: (0, 1);
            2: (0, 2) + 1;
            3: (0, 3) (1, 2);
            4: (0, 4) (1, 3) + 2;
            5: (0, 5) (1, 4) (2, 3);
            6: (0, 6) (1, 5) (2, 4) + 3;
            7: (0, 7) (1, 6) (2, 5) (3, 4);
            8: (0, 8) (1, 7) (2, 6) (3, 5) + 4;
            9: (0, 9) (1, 8) (2, 7) (3, 6) (4, 5);
            10: (1, 9) (2, 8) (3, 7) (4, 6) + 5;
            11: (2, 9) (3, 8) (4, 7) (5, 6);
            12: (3, 9) (4, 8) (5, 7) + 6;
            13: (4, 9) (5, 8) (6, 7);
            14: (5, 9) (6, 8) + 7;
            15: (6, 9) (7, 8);
            16: (7, 9) + 8;
            17: (8, 9);
            18:  + 9;
        }
    }
}

impl<L: Words, X: Product<L>, Y: Product<L>> Product<L> for Both<X, Y> {
    #[inline(always)]
    fn column<const K: usize>(&self) -> L {
        self.0.column::<K>().add(self.1.column::<K>())
    }
}

/// Carries limb i into the next, its carry not reduced.
macro_rules! carry {
    ($t:ident: $($i:literal by $bits:literal)*) => {$(
        $t[$i + 1] = $t[$i + 1].add($t[$i].shr::<$bits>());
        $t[$i] = $t[$i].low::<$bits>();
    )*};
}

/// Modulo q, from the top: columns 15 to 19 are folded first, so that what they add to columns 10
/// to 13 is there before these are.
#[inline(always)]
fn reduce_q<L: Words>(product: &impl Product<L>, delta: &[u64; 5]) -> [L; 10] {
    let d = each!([0, 1, 2, 3, 4], i => L::splat(delta[i]));
    let [t14, t15] = [product.column::<14>(), product.column::<15>()];
    let [t16, t17] = [product.column::<16>(), product.column::<17>()];
    let t18 = product.column::<18>();
    // One step of carrying makes them operands, below 2^32.
    let h15 = t15.low::<26>().add(t14.shr::<26>());
    let h16 = t16.low::<26>().add(t15.shr::<26>());
    let h17 = t17.low::<26>().add(t16.shr::<26>());
    let h18 = t18.low::<26>().add(t17.shr::<26>());
    let h19 = t18.shr::<26>();

    macro_rules! folded {
        ($k:literal: $(($h:ident, $i:literal))*) => {{
            let sum = product.column::<$k>();
            $(let sum = sum.add($h.mul(d[$i]));)*
            sum
        }};
    }
    let t9 = folded!(9: (h19, 0)(h18, 1)(h17, 2)(h16, 3)(h15, 4));
    let t10 = folded!(10: (h19, 1)(h18, 2)(h17, 3)(h16, 4)).add(t9.shr::<26>());
    let t11 = folded!(11: (h19, 2)(h18, 3)(h17, 4)).add(t10.shr::<26>());
    let t12 = folded!(12: (h19, 3)(h18, 4)).add(t11.shr::<26>());
    let t13 = folded!(13: (h19, 4)).add(t12.shr::<26>());
    let (t9, h10, h11) = (t9.low::<26>(), t10.low::<26>(), t11.low::<26>());
    let (h12, h13) = (t12.low::<26>(), t13.low::<26>());
    let h14 = t14.low::<26>().add(t13.shr::<26>());

    let mut t = [
        folded!(0: (h10, 0)),
        folded!(1: (h11, 0)(h10, 1)),
        folded!(2: (h12, 0)(h11, 1)(h10, 2)),
        folded!(3: (h13, 0)(h12, 1)(h11, 2)(h10, 3)),
        folded!(4: (h14, 0)(h13, 1)(h12, 2)(h11, 3)(h10, 4)),
        folded!(5: (h15, 0)(h14, 1)(h13, 2)(h12, 3)(h11, 4)),
        folded!(6: (h16, 0)(h15, 1)(h14, 2)(h13, 3)(h12, 4)),
        folded!(7: (h17, 0)(h16, 1)(h15, 2)(h14, 3)(h13, 4)),
        folded!(8: (h18, 0)(h17, 1)(h16, 2)(h15, 3)(h14, 4)),
        t9,
    ];
    // Two chains of carries side by side, then the carry of limb 4 and what remains of limb 5.
    carry! { t: 0 by 26 5 by 26 1 by 26 6 by 26 2 by 26 7 by 26 3 by 26 8 by 26 4 by 26 5 by 26 }
    let top = t[9].shr::<26>();
    t[9] = t[9].low::<26>();
    fold_q(&t, top, delta)
}

/// Modulo p, from the columns' low half and 19 times their high half.
#[inline(always)]
fn reduce_p<L: Words>(mut t: [L; 10]) -> [L; 10] {
    carry! { t: 0 by 26 5 by 25 1 by 25 6 by 26 2 by 26 7 by 25 3 by 25 8 by 26 4 by 26 }
    t[0] = t[0].add(times_19(t[9].shr::<25>()));
    t[9] = t[9].low::<25>();
    carry! { t: 5 by 25 0 by 26 }
    t
}

/// The operands of a product modulo p: limbs i and j at odd places meet at twice the weight of
/// i + j, and what passes 2^255 returns times 19.
struct Factors<L> {
    /// The first operand, and it with its odd limbs doubled, which is for even columns.
    plain: [L; 10],
    doubled: [L; 10],
}

impl<L: Words> Factors<L> {
    #[inline(always)]
    fn new(a: &[L; 10]) -> Self {
        Self {
            plain: *a,
            doubled: each!(10, i => if i % 2 == 1 { a[i].add(a[i]) } else { a[i] }),
        }
    }
}

/// Column k and 19 times column k + 10 for all k: `$even` and `$odd` for the low ones, `$even_19`
/// and `$odd_19` for the high ones.
macro_rules! columns_p {
    ($even:expr, $even_19:expr, $odd:expr, $odd_19:expr) => {
        [
            $even.column::<0>().add($even_19.column::<10>()),
            $odd.column::<1>().add($odd_19.column::<11>()),
            $even.column::<2>().add($even_19.column::<12>()),
            $odd.column::<3>().add($odd_19.column::<13>()),
            $even.column::<4>().add($even_19.column::<14>()),
            $odd.column::<5>().add($odd_19.column::<15>()),
            $even.column::<6>().add($even_19.column::<16>()),
            $odd.column::<7>().add($odd_19.column::<17>()),
            $even.column::<8>().add($even_19.column::<18>()),
            $odd.column::<9>(),
        ]
    };
}

#[inline(always)]
fn multiply_p<L: Words>(a: &[L; 10], b: &[L; 10]) -> [L; 10] {
    let Factors { plain, doubled } = &Factors::new(a);
    let b_19 = &each!(10, i => times_19(b[i]));
    columns_p!(
        Times(doubled, b),
        Times(doubled, b_19),
        Times(plain, b),
        Times(plain, b_19)
    )
}

#[inline(always)]
fn square_p<L: Words>(a: &[L; 10]) -> [L; 10] {
    let Factors { plain, doubled } = &Factors::new(a);
    let twice = &each!(10, i => a[i].add(a[i]));
    let plain_19 = &each!(10, i => times_19(plain[i]));
    let doubled_19 =
        &each!(10, i => if i % 2 == 1 { plain_19[i].add(plain_19[i]) } else { plain_19[i] });
    columns_p!(
        Squared(plain, twice, doubled),
        Squared(plain, twice, doubled_19),
        Squared(plain, twice, plain),
        Squared(plain, twice, plain_19)
    )
}

/// The products modulo `P`, each compiled as one function.
macro_rules! kernels {
    ($($(#[$doc:meta])* $name:ident: |$a:pat_param, $b:pat_param, $c:pat_param, $d:pat_param|
        $p:expr, $q:expr;)*) => {$(
        $(#[$doc])*
        pub(super) struct $name<P>(PhantomData<P>);

        impl<L: Words, P: Prime> Kernel<[L; 10]> for $name<P> {
            #[inline(always)]
            fn run($a: &[L; 10], $b: &[L; 10], $c: &[L; 10], $d: &[L; 10]) -> [L; 10] {
                let radix = const { &Radix::of::<P>() };
                if const { Radix::of::<P>().is_25519 } {
                    reduce_p($p)
                } else {
                    reduce_q(&$q, &radix.delta)
                }
            }
        }
    )*};
}

kernels! {
    /// a·b
    Multiply: |a, b, _, _|
        multiply_p(a, b), Times(a, b);
    /// a²
    Square: |a, _, _, _|
        square_p(a), Squared(a, &each!(10, i => a[i].add(a[i])), a);
    /// a·b + c·d
    SumOfProducts: |a, b, c, d|
        {
            let (x, y) = (multiply_p(a, b), multiply_p(c, d));
            each!(10, i => x[i].add(y[i]))
        },
        Both(Times(a, b), Times(c, d));
}
