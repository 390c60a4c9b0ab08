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

/// Panics unless every function of a backend agrees with the field elements of this crate: on all pairs of
/// elements at the edges of common representations, and on elements without structure.
///
/// Points are not part of it: compare the operations of [`On`](super::On) with those of the points.
pub fn check<V: FieldVector>() {
    assert!((1..=MAX_LANES).contains(&V::LANES), "1 to 8 lanes");
    let elements = elements::<V::Prime>();
    let n = elements.len();
    // Rotated, so that each pair of elements meets in some lane.
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
        for j in 0..n.div_ceil(V::LANES) {
            two::<V>(&vector(i, 0), &vector(j * V::LANES, 1));
        }
        four::<V>(
            &vector(i, 1),
            &vector(i + 5, 3),
            &vector(i + 11, 7),
            &vector(i + 2, 5),
        );
        long_sums::<V>(&vector(i, 1), &vector(i + 7, 2), &vector(i + 3, 3));
        if V::LANES == 4 {
            four_lanes::<V>(&vector(i, 1), &vector(i + 9, 2));
        }
    }
    in_memory::<V>(&vector(3, 1));
}

/// Zero, small ones, powers of two and their neighbours, limbs full of ones; their negatives; and elements
/// without structure.
fn elements<P: Prime>() -> Vec<FieldElement<P>> {
    let mut elements: Vec<_> = [0, 1, 2, 19].map(FieldElement::from_small).into();
    let two = FieldElement::<P>::from_small(2);
    // The limbs of 16, 17, 26, 32, 43, 51, 52 and 64 bits.
    for k in [
        16, 17, 25, 26, 32, 43, 50, 51, 52, 64, 102, 128, 192, 204, 208, 254,
    ] {
        let power = two.pow_vartime([k]);
        elements.extend([power, power - FieldElement::ONE]);
    }
    let negatives: Vec<_> = elements.iter().map(|x| -*x).collect();
    elements.extend(negatives);
    elements.extend((0..16).map(|i| {
        let seed = FieldElement::<P>::from_small(i + 3);
        seed.pow_vartime([0x1234_5678_9abc_def1, 0x0fed_cba9_8765_4321, 7])
    }));
    elements
}

fn load<V: FieldVector>(x: &Lanes<V::Prime>) -> V {
    V::load(&x[..V::LANES])
}

#[track_caller]
fn same<V: FieldVector>(what: &str, got: V, expected: impl Fn(usize) -> FieldElement<V::Prime>) {
    let mut lanes = [FieldElement::ZERO; MAX_LANES];
    V::enter(
        #[inline(always)]
        || got.store(&mut lanes[..V::LANES]),
    );
    for (i, lane) in lanes[..V::LANES].iter().enumerate() {
        assert_eq!(*lane, expected(i), "{what}, lane {i}");
    }
}

/// What a backend computes under its target features.
macro_rules! on {
    ($V:ident, $e:expr) => {
        $V::enter(
            #[inline(always)]
            || $e,
        )
    };
}

fn one<V: FieldVector>(x: &Lanes<V::Prime>) {
    let a: V = on!(V, load(x));
    same("load and store", a, |i| x[i]);
    same("splat", on!(V, V::splat(&x[0])), |_| x[0]);
    same(
        "into a sum and back",
        on!(V, V::Sum::from(a).carry()),
        |i| x[i],
    );
    same("a²", on!(V, a.square().carry()), |i| x[i].square());
    same("a² carried", on!(V, a.square_carried()), |i| x[i].square());
    same("−a", on!(V, a.neg().carry()), |i| -x[i]);
    macro_rules! multiples {
        ($($k:literal)*) => {$(
            let k = FieldElement::from_small($k);
            let multiple = on!(V, V::Sum::from(a).times::<$k>().carry());
            same("times", multiple, |i| x[i] * k);
            let multiple = on!(V, a.square().times::<$k>().carry());
            same("a² times", multiple, |i| x[i].square() * k);
        )*};
    }
    multiples!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16);
    struct Constant;
    impl<P: Prime> HeldConstant<P> for Constant {
        const HELD: FieldElement<P> = FieldElement::from_small(0x1_2345);
    }
    // A vector that holds k stands for k/DOMAIN.
    let held = on!(V, V::splat_held(&FieldElement::from_small(0x1_2345)));
    same(
        "a constant as it is held",
        on!(V, a.mul_by::<Constant>().carry()),
        |i| {
            let mut lanes = [FieldElement::ZERO; MAX_LANES];
            on!(V, held.store(&mut lanes[..V::LANES]));
            x[i] * lanes[i]
        },
    );
    same("the domain", on!(V, V::splat_held(&V::DOMAIN)), |_| {
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
    same("1/a", inverse, |i| {
        x[i].invert().unwrap_or(FieldElement::ZERO)
    });
    assert_eq!(also_zeros, zeros, "lanes without an inverse");
}

fn two<V: FieldVector>(x: &Lanes<V::Prime>, y: &Lanes<V::Prime>) {
    let (a, b): (V, V) = on!(V, (load(x), load(y)));
    same("a·b", on!(V, a.mul(&b).carry()), |i| x[i] * y[i]);
    same("a·b carried", on!(V, a.mul_carried(&b)), |i| x[i] * y[i]);
    same("a + b", on!(V, (a + b).carry()), |i| x[i] + y[i]);
    same("a − b", on!(V, (a - b).carry()), |i| x[i] - y[i]);
    let sums = on!(V, V::Sum::from(a) + V::Sum::from(b));
    same("a + b", on!(V, sums.carry()), |i| x[i] + y[i]);
    let differences = on!(V, V::Sum::from(a) - V::Sum::from(b));
    same("a − b", on!(V, differences.carry()), |i| x[i] - y[i]);
    let product = on!(V, differences.carry().mul(&sums.carry()).carry());
    same("sums as operands", product, |i| {
        (x[i] - y[i]) * (x[i] + y[i])
    });
    // Zero in another way of writing it.
    let found = on!(V, {
        let zero = (a - b + b.into() - a.into()).carry();
        zero.replace_where_zero(a.into(), b.into()).carry()
    });
    same("where zero", found, |i| y[i]);
}

fn four<V: FieldVector>(
    x: &Lanes<V::Prime>,
    y: &Lanes<V::Prime>,
    z: &Lanes<V::Prime>,
    w: &Lanes<V::Prime>,
) {
    let [a, b, c, d]: [V; 4] = on!(V, [load(x), load(y), load(z), load(w)]);
    let expected = |i: usize| x[i] * y[i] + z[i] * w[i];
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
    same("a·d + c·b", cross, |i| x[i] * w[i] + z[i] * y[i]);
    let products = on!(V, {
        let [ac, bd] = V::two_products([&a, &b], [&c, &d]);
        V::carry_both([ac, bd])
    });
    same("a·c", products[0], |i| x[i] * z[i]);
    same("b·d", products[1], |i| y[i] * w[i]);
    let found = on!(V, a.replace_where_zero(b.into(), c.into()).carry());
    same("where zero", found, |i| {
        if x[i] == FieldElement::ZERO {
            z[i]
        } else {
            y[i]
        }
    });
    for mask in [Mask::NO, Mask::YES] {
        let yes = mask.bits() != 0;
        same("select", on!(V, a.select(b, mask)), |i| {
            if yes { y[i] } else { x[i] }
        });
    }
    for lanes in 0..1 << V::LANES {
        let chosen = |i: usize| lanes >> i & 1 == 1;
        let selected = on!(V, a.select_lanes(b, lanes));
        same("select lanes", selected, |i| {
            if chosen(i) { y[i] } else { x[i] }
        });
    }
}

/// Sums as long as the formulas make them.
fn long_sums<V: FieldVector>(x: &Lanes<V::Prime>, y: &Lanes<V::Prime>, z: &Lanes<V::Prime>) {
    let [a, b, c]: [V; 3] = on!(V, [load(x), load(y), load(z)]);
    let k = |k| FieldElement::<V::Prime>::from_small(k);
    let sum = on!(V, {
        let products = (a.mul(&b) - b.mul(&c)).times::<9>() - a.square().times::<8>();
        (products - (c - b).times::<3>()).carry()
    });
    same("32 terms", sum, |i| {
        (x[i] * y[i] - y[i] * z[i]) * k(9) - x[i].square() * k(8) - (z[i] - y[i]) * k(3)
    });
}

fn four_lanes<V: FieldVector>(x: &Lanes<V::Prime>, y: &Lanes<V::Prime>) {
    let (a, b): (V, V) = on!(V, (load(x), load(y)));
    macro_rules! shuffles {
        ($([$p:literal $q:literal $r:literal $s:literal])*) => {$(
            let from = [$p, $q, $r, $s];
            let shuffled = on!(V, a.shuffle::<{ order([$p, $q, $r, $s]) }>());
            same("shuffle", shuffled, |i| x[from[i]]);
            let shuffled = on!(V, a.mul(&b).shuffle::<{ order([$p, $q, $r, $s]) }>().carry());
            same("shuffle of a sum", shuffled, |i| x[from[i]] * y[from[i]]);
        )*};
    }
    shuffles!([0 1 2 3] [3 2 1 0] [1 1 0 2] [2 3 2 3]);
    macro_rules! masks {
        ($($mask:literal)*) => {$(
            let chosen = |i: usize| $mask >> i & 1 == 1;
            same("blend", on!(V, a.blend::<$mask>(b)), |i| if chosen(i) { y[i] } else { x[i] });
            let blended = on!(V, a.square().blend::<$mask>(b.square()).carry());
            same("blend of sums", blended, |i| {
                if chosen(i) { y[i].square() } else { x[i].square() }
            });
            let kept = on!(V, a.square().keep::<$mask>().carry());
            same("keep", kept, |i| if chosen(i) { x[i].square() } else { FieldElement::ZERO });
            for mask in [Mask::NO, Mask::YES] {
                let negated = on!(V, a.square().negate_if::<$mask>(mask).carry());
                same("negate", negated, |i| {
                    if chosen(i) && mask.bits() != 0 { -x[i].square() } else { x[i].square() }
                });
            }
        )*};
    }
    masks!(0b0000 0b0001 0b0110 0b1010 0b1111);
    let scaled = on!(V, a.square().scale::<{ factors([3, 0, 9, 1]) }>().carry());
    same("scale", scaled, |i| {
        x[i].square() * FieldElement::from_small([3, 0, 9, 1][i])
    });
    let scaled = on!(V, a.square().scale::<{ factors([6, 4, 2, 3]) }>().carry());
    same("scale", scaled, |i| {
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
    same("scatter and gather", back, |i| x[V::LANES - 1 - i]);
    let zero = V::Lane::default();
    assert!(zero.is_zero(), "the default is zero");
    let back = on!(
        V,
        V::gather(
            #[inline(always)]
            |_| &zero
        )
    );
    same("the default", back, |_| FieldElement::ZERO);
    let values: [Word; MAX_LANES] = from_fn(|i| (i % 3) as Word);
    let expected = (0..V::LANES).fold(0, |bits, i| bits | u32::from(i % 3 == 1) << i);
    assert_eq!(on!(V, V::lanes_equal(&values, 1)), expected, "equal places");
}
