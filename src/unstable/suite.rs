//! What every backend must pass: each function of the field trait against field elements, which do not
//! depend on a backend.

use alloc::vec::Vec;
use core::array::from_fn;

use ff::Field;

use crate::backend::{FieldVector, HeldConstant, Lane, MAX_LANES, Sum, factors, order};
use crate::field::{FieldElement, Prime};
use crate::mask::Mask;
use crate::word::Word;

/// The elements of a vector, those past the last lane zero.
type Lanes<P> = [FieldElement<P>; MAX_LANES];

/// Panics unless every function of a backend agrees with the field elements of this crate: on elements at the
/// edges of limbs of 16 to 64 bits, each with many others of them, and on elements without structure.
///
/// Points are not part of it: compare the operations of [`On`](super::On) with those of the points.
pub fn check<V: FieldVector>() {
    assert!((1..=MAX_LANES).contains(&V::LANES), "1 to 8 lanes");
    let elements = elements::<V::Prime>();
    let n = elements.len();
    // Elements in turn; with a step of 0 the same in each lane.
    let vector = |first: usize, step: usize| -> Lanes<V::Prime> {
        from_fn(|i| {
            if i < V::LANES {
                elements[(first + i * step) % n]
            } else {
                FieldElement::ZERO
            }
        })
    };
    for i in 0..n {
        one::<V>(&vector(i, 1));
        // Neighbours and far ones: every edge meets edges of every kind.
        for step in [0, 1, 5, 11, 64, 101, 150, 200] {
            two::<V>(&vector(i, 1), &vector(i + step, 37));
        }
        let [y, z, w] = [(5, 3), (11, 7), (2, 5)].map(|(first, step)| vector(i + first, step));
        four::<V>(&vector(i, 1), &y, &z, &w);
        long_sums::<V>(&vector(i, 1), &y, &z);
        if V::LANES == 4 {
            four_lanes::<V>(&vector(i, 1), &y);
        }
    }
    selections::<V>(&vector(0, 1), &vector(V::LANES, 1));
    in_memory::<V>(&vector(3, 1));
}

/// Residues at the edges of limbs of 16 to 64 bits, and some without structure.
fn elements<P: Prime>() -> Vec<FieldElement<P>> {
    let mut elements: Vec<_> = [0, 1, 2, 18, 19, 20].map(FieldElement::from_small).into();
    let (one, two) = (FieldElement::ONE, FieldElement::<P>::from_small(2));
    let mut power = one;
    for k in 1..256 {
        power *= two;
        if matches!(k % 51, 0 | 1 | 25 | 26 | 50) || matches!(k % 52, 0 | 26 | 51) {
            elements.extend([power - one, power, power + one]);
        } else if k % 16 == 0 || k % 17 == 0 || k % 43 == 0 || k > 250 {
            elements.push(power);
        }
    }
    // All limbs a half of the radix, up or down; a carry that runs through all limbs.
    for (bits, start) in [(51, 50), (26, 25), (25, 24), (17, 16), (64, 63)] {
        let (mut limbs, mut power) = (FieldElement::ZERO, one);
        for k in 0..255 {
            if k % bits == start {
                limbs += power;
            }
            power *= two;
        }
        elements.extend([limbs, limbs - one]);
    }
    let negatives: Vec<_> = elements.iter().map(|x| -*x).collect();
    elements.extend(negatives);
    elements.extend((0..32).map(|i| {
        let seed = FieldElement::<P>::from_small(i + 3);
        seed.pow_vartime([0x1234_5678_9abc_def1, 0x0fed_cba9_8765_4321, 7])
    }));
    elements
}

fn load<V: FieldVector>(x: &Lanes<V::Prime>) -> V {
    V::load(&x[..V::LANES])
}

/// Compares the lanes of a vector. The expected ones by a reference, so that this is compiled once for each
/// backend.
#[track_caller]
fn same<V: FieldVector>(what: &str, got: V, expected: &dyn Fn(usize) -> FieldElement<V::Prime>) {
    let mut lanes = [FieldElement::ZERO; MAX_LANES];
    V::call(
        #[inline(always)]
        || got.store(&mut lanes[..V::LANES]),
    );
    compare(what, &lanes[..V::LANES], expected);
}

#[track_caller]
fn compare<P: Prime>(
    what: &str,
    lanes: &[FieldElement<P>],
    expected: &dyn Fn(usize) -> FieldElement<P>,
) {
    for (i, lane) in lanes.iter().enumerate() {
        assert_eq!(*lane, expected(i), "{what}, lane {i}");
    }
}

/// What a backend computes under its target features, as a function of its own: all inlined into one it would
/// take long to compile.
macro_rules! on {
    ($V:ident, $e:expr) => {
        $V::call(
            #[inline(always)]
            || $e,
        )
    };
}

#[inline(never)]
fn one<V: FieldVector>(x: &Lanes<V::Prime>) {
    let a: V = on!(V, load(x));
    same("load and store", a, &|i| x[i]);
    same("splat", on!(V, V::splat(&x[0])), &|_| x[0]);
    same(
        "into a sum and back",
        on!(V, V::Sum::from(a).carry()),
        &|i| x[i],
    );
    same("a²", on!(V, a.square().carry()), &|i| x[i].square());
    same("a^4", on!(V, a.square().carry().square().carry()), &|i| {
        x[i].square().square()
    });
    same("a² carried", on!(V, a.square_carried()), &|i| {
        x[i].square()
    });
    same("−a", on!(V, a.neg().carry()), &|i| -x[i]);
    macro_rules! multiples {
        ($($k:literal)*) => {$(
            let k = FieldElement::from_small($k);
            let multiple = on!(V, V::Sum::from(a).times::<$k>().carry());
            same("times", multiple, &|i| x[i] * k);
        )*};
    }
    multiples!(2 3 4 6 8 9 12 16);
    let sum = on!(V, {
        let a = V::Sum::from(a);
        (a + a + a + a + a).times::<3>().carry()
    });
    let fifteen = FieldElement::from_small(15);
    same("times of a sum", sum, &|i| x[i] * fifteen);
    struct Constant;
    impl<P: Prime> HeldConstant<P> for Constant {
        const HELD: FieldElement<P> = FieldElement::from_small(0x1_2345);
    }
    // A vector that holds k stands for k/DOMAIN.
    let held = on!(V, V::splat_held(&FieldElement::from_small(0x1_2345)));
    same(
        "a constant as it is held",
        on!(V, a.mul_by::<Constant>().carry()),
        &|i| {
            let mut lanes = [FieldElement::ZERO; MAX_LANES];
            on!(V, held.store(&mut lanes[..V::LANES]));
            x[i] * lanes[i]
        },
    );
    same("the domain", on!(V, V::splat_held(&V::DOMAIN)), &|_| {
        FieldElement::ONE
    });
    let mut back = *x;
    on!(V, {
        let held = V::load_held(&x[..V::LANES]);
        held.store_held(&mut back[..V::LANES]);
    });
    assert_eq!(back, *x, "as it is held, and back");
    let zeros = (0..V::LANES).fold(0, |bits, i| {
        bits | u32::from(x[i] == FieldElement::ZERO) << i
    });
    assert_eq!(on!(V, a.zero_lanes()), zeros, "zero lanes");
    let (inverse, also_zeros) = on!(V, a.invert_lanes());
    same("1/a", inverse, &|i| {
        x[i].invert().unwrap_or(FieldElement::ZERO)
    });
    assert_eq!(also_zeros, zeros, "lanes without an inverse");
}

#[inline(never)]
fn two<V: FieldVector>(x: &Lanes<V::Prime>, y: &Lanes<V::Prime>) {
    let (a, b): (V, V) = on!(V, (load(x), load(y)));
    same("a·b", on!(V, a.mul(&b).carry()), &|i| x[i] * y[i]);
    same("a·b carried", on!(V, a.mul_carried(&b)), &|i| x[i] * y[i]);
    same("a + b", on!(V, (a + b).carry()), &|i| x[i] + y[i]);
    same("a − b", on!(V, (a - b).carry()), &|i| x[i] - y[i]);
    let sums = on!(V, V::Sum::from(a) + V::Sum::from(b));
    same("a + b", on!(V, sums.carry()), &|i| x[i] + y[i]);
    let differences = on!(V, V::Sum::from(a) - V::Sum::from(b));
    same("a − b", on!(V, differences.carry()), &|i| x[i] - y[i]);
    let product = on!(V, differences.carry().mul(&sums.carry()).carry());
    same("sums as operands", product, &|i| {
        (x[i] - y[i]) * (x[i] + y[i])
    });
    // Zero in another way of writing it.
    let found = on!(V, {
        let zero = (a - b + b.into() - a.into()).carry();
        zero.replace_where_zero(a.into(), b.into()).carry()
    });
    same("where zero", found, &|i| y[i]);
}

#[inline(never)]
fn four<V: FieldVector>(
    x: &Lanes<V::Prime>,
    y: &Lanes<V::Prime>,
    z: &Lanes<V::Prime>,
    w: &Lanes<V::Prime>,
) {
    let [a, b, c, d]: [V; 4] = on!(V, [load(x), load(y), load(z), load(w)]);
    let expected = &|i: usize| x[i] * y[i] + z[i] * w[i];
    same(
        "a·b + c·d",
        on!(V, V::sum_of_products(&a, &b, &c, &d).carry()),
        expected,
    );
    same(
        "a·b + c·d carried",
        on!(V, V::sum_of_products_carried(&a, &b, &c, &d)),
        expected,
    );
    let cross = on!(
        V,
        V::cross([&a, &c], [&b, &d], a.mul(&b), c.mul(&d)).carry()
    );
    same("a·d + c·b", cross, &|i| x[i] * w[i] + z[i] * y[i]);
    let products = on!(V, {
        let [ac, bd] = V::two_products([&a, &b], [&c, &d]);
        V::carry_both([ac, bd])
    });
    same("a·c", products[0], &|i| x[i] * z[i]);
    same("b·d", products[1], &|i| y[i] * w[i]);
    // The same element in several ways of writing it.
    let ways = on!(V, {
        let a_again = a;
        [
            a,
            (a + a - a_again.into()).carry(),
            (a - b + b.into()).carry(),
            a.mul(&V::splat(&FieldElement::ONE)).carry(),
        ]
    });
    for a in ways {
        let found = on!(V, a.replace_where_zero(b.into(), c.into()).carry());
        same("where zero", found, &|i| {
            if x[i] == FieldElement::ZERO {
                z[i]
            } else {
                y[i]
            }
        });
    }
    for mask in [Mask::NO, Mask::YES] {
        let yes = mask.bits() != 0;
        same("select", on!(V, a.select(b, mask)), &|i| {
            if yes { y[i] } else { x[i] }
        });
    }
}

/// Every choice of lanes.
#[inline(never)]
fn selections<V: FieldVector>(x: &Lanes<V::Prime>, y: &Lanes<V::Prime>) {
    let (a, b): (V, V) = on!(V, (load(x), load(y)));
    for lanes in 0..1 << V::LANES {
        let chosen = |i: usize| lanes >> i & 1 == 1;
        let selected = on!(V, a.select_lanes(b, lanes));
        same("select lanes", selected, &|i| {
            if chosen(i) { y[i] } else { x[i] }
        });
    }
}

/// Sums of [`TERMS`](super::TERMS), and of as many subtrahends as occur.
#[inline(never)]
fn long_sums<V: FieldVector>(x: &Lanes<V::Prime>, y: &Lanes<V::Prime>, z: &Lanes<V::Prime>) {
    let [a, b, c]: [V; 3] = on!(V, [load(x), load(y), load(z)]);
    let k = |k| FieldElement::<V::Prime>::from_small(k);
    let sum = on!(V, (a.mul(&b) - b.mul(&c)).times::<8>().carry());
    same("8·(a·b − b·c)", sum, &|i| {
        (x[i] * y[i] - y[i] * z[i]) * k(8)
    });
    let sum = on!(
        V,
        (a.square().times::<12>() - a.mul(&b).times::<3>() + c.into()).carry()
    );
    same("12a² − 3a·b + c", sum, &|i| {
        x[i].square() * k(12) - x[i] * y[i] * k(3) + z[i]
    });
    let sum = on!(V, (a.mul(&b) - c.into() - b.square().times::<12>()).carry());
    let expected = |i: usize| x[i] * y[i] - z[i] - y[i].square() * k(12);
    same("a·b − c − 12b²", sum, &expected);
    let square = on!(V, sum.square().carry());
    same("(a·b − c − 12b²)²", square, &|i| {
        expected(i).square()
    });
}

#[inline(never)]
fn four_lanes<V: FieldVector>(x: &Lanes<V::Prime>, y: &Lanes<V::Prime>) {
    let (a, b): (V, V) = on!(V, (load(x), load(y)));
    macro_rules! shuffles {
        ($([$p:literal $q:literal $r:literal $s:literal])*) => {$(
            let from = [$p, $q, $r, $s];
            let shuffled = on!(V, a.shuffle::<{ order([$p, $q, $r, $s]) }>());
            same("shuffle", shuffled, &|i| x[from[i]]);
            let shuffled = on!(V, a.mul(&b).shuffle::<{ order([$p, $q, $r, $s]) }>().carry());
            same("shuffle of a sum", shuffled, &|i| x[from[i]] * y[from[i]]);
        )*};
    }
    shuffles!([3 2 1 0] [1 1 0 2]);
    macro_rules! masks {
        ($($mask:literal)*) => {$(
            let chosen = |i: usize| $mask >> i & 1 == 1;
            same("blend", on!(V, a.blend::<$mask>(b)), &|i| if chosen(i) { y[i] } else { x[i] });
            let blended = on!(V, a.square().blend::<$mask>(b.square()).carry());
            same("blend of sums", blended, &|i| {
                if chosen(i) { y[i].square() } else { x[i].square() }
            });
            let kept = on!(V, a.square().keep::<$mask>().carry());
            same("keep", kept, &|i| if chosen(i) { x[i].square() } else { FieldElement::ZERO });
            for mask in [Mask::NO, Mask::YES] {
                let negated = on!(V, a.square().negate_if::<$mask>(mask).carry());
                same("negate", negated, &|i| {
                    if chosen(i) && mask.bits() != 0 { -x[i].square() } else { x[i].square() }
                });
            }
        )*};
    }
    masks!(0b0110 0b1001);
    let scaled = on!(V, a.square().scale::<{ factors([3, 0, 9, 1]) }>().carry());
    same("scale", scaled, &|i| {
        x[i].square() * FieldElement::from_small([3, 0, 9, 1][i])
    });
    let scaled = on!(V, a.square().scale::<{ factors([6, 4, 2, 3]) }>().carry());
    same("scale", scaled, &|i| {
        x[i].square() * FieldElement::from_small([6, 4, 2, 3][i])
    });
    let held = on!(V, V::load_four([&x[0], &x[1], &x[2], &x[3]]));
    let [p, q, r, _, ..] = *x;
    let expected = if r == FieldElement::ZERO {
        [p, FieldElement::ONE, r]
    } else {
        [p, q, r]
    };
    assert_eq!(
        on!(V, held.store_point()),
        expected,
        "a point's coordinates"
    );
}

#[inline(never)]
fn in_memory<V: FieldVector>(x: &Lanes<V::Prime>) {
    let mut places = [V::Lane::default(); MAX_LANES];
    on!(V, load::<V>(x).scatter(&mut places[..V::LANES]));
    let back = on!(
        V,
        V::gather(
            #[inline(always)]
            |i| &places[V::LANES - 1 - i]
        )
    );
    same("scatter and gather", back, &|i| x[V::LANES - 1 - i]);
    let zero = V::Lane::default();
    assert!(zero.is_zero(), "the default is zero");
    let back = on!(
        V,
        V::gather(
            #[inline(always)]
            |_| &zero
        )
    );
    same("the default", back, &|_| FieldElement::ZERO);
    let values: [Word; MAX_LANES] = from_fn(|i| (i % 3) as Word);
    let expected = (0..V::LANES).fold(0, |bits, i| bits | u32::from(i % 3 == 1) << i);
    assert_eq!(on!(V, V::lanes_equal(&values, 1)), expected, "equal places");
}
