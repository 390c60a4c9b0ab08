//! Tests that every backend must pass: each function of the field trait against field elements, which do not depend on
//! a backend.

use core::array::from_fn;
use std::vec::Vec;

use super::library::FieldElement;
use super::library::group::ff::Field;
use super::library::unstable::{
    BatchVector, FieldVector, HeldConstant, Lane, MAX_LANES, Mask, PRODUCTS, PointSum, PointVector,
    Prime, Sum, Word, factors, order,
};

/// The elements of a vector; lanes past the last one are zero.
type Lanes<P> = [FieldElement<P>; MAX_LANES];
/// Four vectors; a function takes as many as it needs.
type Operands<P> = [Lanes<P>; 4];
/// One for each identity of a list.
type Results<P> = Vec<Lanes<P>>;
/// A function of a backend.
type Computed<V> = fn(&[V; 4]) -> V;
/// One lane of the expected result.
type Expected<P> = fn(&Operands<P>, usize) -> FieldElement<P>;
/// Identities between the two, by name.
type Identities<P> = [(&'static str, Expected<P>)];

/// Panics unless every function of a backend agrees with this crate's field elements: on elements at the edges of limbs
/// of 16 to 64 bits, each with many others of them, and on elements without structure.
///
/// Points are not part of it: compare the operations of `unstable::On` with those of the points.
pub fn check<V: BatchVector>() {
    let elements = check_arithmetic::<V>();
    compare_lists::<V>(
        &elements,
        &[(1, of_batch::computed(), of_batch::expected())],
    );
    let lanes = |first| vector(&elements, V::LANES, first, 1);
    for first in 0..elements.len() {
        inverses_of_zero::<V>(&lanes(first));
    }
    // None of them is zero, whose negative is itself.
    signs::<V>(&lanes(3));
    in_memory::<V>(&lanes(3));
    in_tables::<V>(&lanes(3));
    for first in (0..elements.len()).step_by(5) {
        in_rows::<V>(&from_fn(|i| vector(&elements, V::LANES, first + 31 * i, 7)));
    }
}

/// [`check`] for vectors that hold one point in four lanes.
pub fn check_point<V: PointVector>() {
    assert_eq!(V::LANES, 4, "four lanes");
    let elements = check_arithmetic::<V>();
    let lists = [
        (1, held::computed::<V>(), held::expected()),
        (4, of_four_lanes::computed(), of_four_lanes::expected()),
    ];
    compare_lists::<V>(&elements, &lists);
    for first in 0..elements.len() {
        coordinates::<V>(&vector(&elements, V::LANES, first, 1));
    }
}

/// [`check`] of the functions that all vectors have. Returns the elements.
pub fn check_arithmetic<V: FieldVector>() -> Vec<FieldElement<V::Prime>> {
    assert!(matches!(V::LANES, 1 | 2 | 4 | 8), "1, 2, 4 or 8 lanes");
    let elements = elements();
    let lists = [
        (2, of_two::computed::<V>(), of_two::expected()),
        (1, of_one::computed(), of_one::expected()),
        (4, of_four::computed(), of_four::expected()),
    ];
    compare_lists::<V>(&elements, &lists);
    let lanes = |first| vector(&elements, V::LANES, first, 1);
    for first in 0..elements.len() {
        no_vectors::<V>(&lanes(first));
    }
    selections::<V>(&lanes(3), &lanes(3 + V::LANES));
    elements
}

/// A list of identities: how many operands differ, what a backend computes, and what is expected.
type List<V, P> = (usize, Vec<Computed<V>>, Vec<(&'static str, Expected<P>)>);

/// Compares lists of identities for all elements.
fn compare_lists<V: FieldVector>(elements: &[FieldElement<V::Prime>], lists: &[List<V, V::Prime>]) {
    let backend = Backend::<V::Prime> {
        lanes: V::LANES,
        compute: &|list, x| compute(&lists[list].1, x),
    };
    for (list, (operands, _, expected)) in lists.iter().enumerate() {
        backend.every_operand(elements, list, *operands, expected);
    }
}

/// Results of a backend without its type, so that the comparison is compiled once for each prime.
struct Backend<'a, P: Prime> {
    lanes: usize,
    /// Computes what a list of identities says.
    compute: &'a dyn Fn(usize, &Operands<P>) -> Results<P>,
}

impl<P: Prime> Backend<'_, P> {
    /// Compares a list of identities of one, two or four operands for all elements.
    fn every_operand(
        &self,
        elements: &[FieldElement<P>],
        list: usize,
        operands: usize,
        expected: &Identities<P>,
    ) {
        let vector = |first, step| vector(elements, self.lanes, first, step);
        for i in 0..elements.len() {
            let x = vector(i, 1);
            match operands {
                1 => self.compare(list, expected, &[x; 4]),
                2 => {
                    // Neighbours and distant ones: every edge meets edges of every kind.
                    for step in [0, 1, 5, 11, 64, 101, 150, 200] {
                        let y = vector(i + step, 37);
                        self.compare(list, expected, &[x, y, x, y]);
                    }
                }
                _ => {
                    let four = [x, vector(i + 5, 3), vector(i + 11, 7), vector(i + 2, 5)];
                    self.compare(list, expected, &four);
                }
            }
        }
    }

    fn compare(&self, list: usize, expected: &Identities<P>, operands: &Operands<P>) {
        let computed = (self.compute)(list, operands);
        assert_eq!(computed.len(), expected.len());
        for (computed, (what, expected)) in computed.iter().zip(expected) {
            for (i, lane) in computed.iter().enumerate().take(self.lanes) {
                let expected = expected(operands, i);
                assert_eq!(
                    *lane,
                    expected,
                    "{what}, lane {i} of a, b, c, d = {:?}",
                    operands.map(|x| x[..self.lanes].to_vec())
                );
            }
        }
    }
}

/// Elements in turn; with step 0 the same one in each lane.
fn vector<P: Prime>(
    elements: &[FieldElement<P>],
    lanes: usize,
    first: usize,
    step: usize,
) -> Lanes<P> {
    up_to(lanes, |i| elements[(first + i * step) % elements.len()])
}

/// This many lanes, and zeros.
fn up_to<P: Prime>(lanes: usize, element: impl Fn(usize) -> FieldElement<P>) -> Lanes<P> {
    from_fn(|i| match i < lanes {
        true => element(i),
        false => FieldElement::ZERO,
    })
}

/// Residues at the edges of limbs of 16 to 64 bits, and some without structure.
fn elements<P: Prime>() -> Vec<FieldElement<P>> {
    let mut elements: Vec<_> = [0, 1, 2, 18, 19, 20].map(small).into();
    let (one, two) = (FieldElement::ONE, small(2));
    let mut power = one;
    for k in 1..256 {
        power *= two;
        if matches!(k % 51, 0 | 1 | 25 | 26 | 50) || matches!(k % 52, 0 | 26 | 51) {
            elements.extend([power - one, power, power + one]);
        } else if k % 16 == 0 || k % 17 == 0 || k % 43 == 0 || k > 250 {
            elements.push(power);
        }
    }
    // All limbs half of the radix, up or down; a carry that runs through all limbs.
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
        let seed = small::<P>(i + 3);
        seed.pow_vartime([0x1234_5678_9abc_def1, 0x0fed_cba9_8765_4321, 7])
    }));
    elements
}

/// Computes under the backend's target features, as a function of its own: all inlined into one would take long to
/// compile.
macro_rules! on {
    ($V:ident, $e:expr) => {
        $V::call(
            #[inline(always)]
            || $e,
        )
    };
}

fn load<V: FieldVector>(x: &Lanes<V::Prime>) -> V {
    on!(V, V::load(&x[..V::LANES]))
}

fn store<V: FieldVector>(x: V) -> Lanes<V::Prime> {
    let mut lanes = [FieldElement::ZERO; MAX_LANES];
    on!(V, x.store(&mut lanes[..V::LANES]));
    lanes
}

#[inline(never)]
fn compute<V: FieldVector>(
    computed: &[Computed<V>],
    operands: &Operands<V::Prime>,
) -> Results<V::Prime> {
    let operands = from_fn(|i| load(&operands[i]));
    computed.iter().map(|f| store(f(&operands))).collect()
}

fn small<P: Prime>(k: u32) -> FieldElement<P> {
    FieldElement::from(k)
}

/// A list of identities: `name: what a backend computes from a, b, c and d; the expected lane i`.
macro_rules! identities {
    (
        $(#[$doc:meta])*
        $list:ident<$V:ident: $Vector:ident, $P:ident>($a:pat, $x:pat, $i:ident):
        $($what:literal: $computed:expr; $expected:expr,)*
    ) => {
        $(#[$doc])*
        mod $list {
            use super::*;

            #[allow(unused_variables)]
            pub fn computed<$V: $Vector>() -> Vec<Computed<$V>> {
                let list: &[Computed<$V>] = &[$(|&$a: &[$V; 4]| on!($V, $computed)),*];
                list.to_vec()
            }

            #[allow(unused_variables)]
            pub fn expected<$P: Prime>() -> Vec<(&'static str, Expected<$P>)> {
                let list: &Identities<$P> = &[$(($what, |$x: &Operands<$P>, $i| $expected)),*];
                list.to_vec()
            }
        }
    };
}

identities! {
    of_one<V: FieldVector, P>([a, ..], [x, ..], i):
    "load and store": a; x[i],
    "into a sum and back": V::Sum::from(a).carry(); x[i],
    "a²": a.square().carry(); x[i].square(),
    "a^4": a.square().carry().square().carry(); x[i].square().square(),
    "a² carried": a.square_carried(); x[i].square(),
    "−a": a.neg().carry(); -x[i],
    "2a": V::Sum::from(a).times::<2>().carry(); x[i] * small(2),
    "3a": V::Sum::from(a).times::<3>().carry(); x[i] * small(3),
    "4a": V::Sum::from(a).times::<4>().carry(); x[i] * small(4),
    "6a": V::Sum::from(a).times::<6>().carry(); x[i] * small(6),
    "8a": V::Sum::from(a).times::<8>().carry(); x[i] * small(8),
    "9a": V::Sum::from(a).times::<9>().carry(); x[i] * small(9),
    "12a": V::Sum::from(a).times::<12>().carry(); x[i] * small(12),
    "16a": V::Sum::from(a).times::<16>().carry(); x[i] * small(16),
    "−6a": V::Sum::from(a).times::<6>().neg().carry(); -x[i] * small(6),
    "times of a sum": {
        let a = V::Sum::from(a);
        (a + a + a + a + a).times::<3>().carry()
    }; x[i] * small(15),
}

identities! {
    of_batch<V: BatchVector, P>([a, ..], [x, ..], i):
    "1/a": a.invert_lanes(V::Prime::invert).0; x[i].invert().unwrap_or(FieldElement::ZERO),
}

identities! {
    /// Vectors as they are held.
    held<V: PointVector, P>([a, ..], [x, ..], i):
    "the domain": V::splat_held(&V::DOMAIN); FieldElement::ONE,
    // A vector that holds k represents k/DOMAIN.
    "a constant as it is held": {
        let product = a.mul_by::<Constant>().carry();
        let held = V::splat_held(&<Constant as HeldConstant<V::Prime>>::HELD);
        (product - a.mul(&held).carry() + a.into()).carry()
    }; x[i],
}

identities! {
    of_two<V: FieldVector, P>([a, b, ..], [x, y, ..], i):
    "a·b": a.mul(&b).carry(); x[i] * y[i],
    "a·b carried": a.mul_carried(&b); x[i] * y[i],
    "a + b": (a + b).carry(); x[i] + y[i],
    "a − b": (a - b).carry(); x[i] - y[i],
    "a + b of sums": (V::Sum::from(a) + V::Sum::from(b)).carry(); x[i] + y[i],
    "a − b of sums": (V::Sum::from(a) - V::Sum::from(b)).carry(); x[i] - y[i],
    "sums as operands": (a - b).carry().mul(&(a + b).carry()).carry(); (x[i] - y[i]) * (x[i] + y[i]),
    // Zero in another representation.
    "where zero": {
        let zero = (a - b + b.into() - a.into()).carry();
        zero.replace_where_zero(a.into(), b.into()).carry()
    }; y[i],
}

/// b where x is zero, else a.
fn where_zero<P: Prime>(x: FieldElement<P>, [a, b]: [FieldElement<P>; 2]) -> FieldElement<P> {
    if x == FieldElement::ZERO { b } else { a }
}

/// a·b − c − 12b², of elements.
fn long_sum<P: Prime>([a, b, c]: [FieldElement<P>; 3]) -> FieldElement<P> {
    a * b - c - b.square() * small(12)
}

identities! {
    of_four<V: FieldVector, P>([a, b, c, d], [x, y, z, w], i):
    "a·b + c·d": V::sum_of_products(&a, &b, &c, &d).carry(); x[i] * y[i] + z[i] * w[i],
    "a·b + c·d carried": V::sum_of_products_carried(&a, &b, &c, &d); x[i] * y[i] + z[i] * w[i],
    "a·d + c·b": V::cross([&a, &c], [&b, &d], a.mul(&b), c.mul(&d)).carry(); x[i] * w[i] + z[i] * y[i],
    // The same element in several representations.
    "where zero": a.replace_where_zero(b.into(), c.into()).carry(); where_zero(x[i], [y[i], z[i]]),
    "where zero, 2a − a": {
        let again = (a + a - a.into()).carry();
        again.replace_where_zero(b.into(), c.into()).carry()
    }; where_zero(x[i], [y[i], z[i]]),
    "where zero, a − b + b": {
        let again = (a - b + b.into()).carry();
        again.replace_where_zero(b.into(), c.into()).carry()
    }; where_zero(x[i], [y[i], z[i]]),
    "where zero, 1a": {
        let again = a.mul(&V::splat(&FieldElement::ONE)).carry();
        again.replace_where_zero(b.into(), c.into()).carry()
    }; where_zero(x[i], [y[i], z[i]]),
    "select the first": a.select(b, Mask::NO); x[i],
    "select the second": a.select(b, Mask::YES); y[i],
    // As many terms as `TERMS`, and as many subtrahends as occur.
    "8·(a·b − b·c)": (a.mul(&b) - b.mul(&c)).times::<8>().carry(); (x[i] - z[i]) * y[i] * small(8),
    "12a² − 3a·b + c": (a.square().times::<12>() - a.mul(&b).times::<3>() + c.into()).carry();
        x[i].square() * small(12) - x[i] * y[i] * small(3) + z[i],
    "a·b − c − 12b²": (a.mul(&b) - c.into() - b.square().times::<12>()).carry();
        long_sum([x[i], y[i], z[i]]),
    "(a·b − c − 12b²)²": {
        let sum = (a.mul(&b) - c.into() - b.square().times::<12>()).carry();
        sum.square().carry()
    }; long_sum([x[i], y[i], z[i]]).square(),
}

/// Lane i by a mask: b where its bit is set, else a.
fn blended<P: Prime>(mask: u32, i: usize, [a, b]: [FieldElement<P>; 2]) -> FieldElement<P> {
    if mask >> i & 1 == 1 { b } else { a }
}

identities! {
    /// For vectors of four lanes only.
    of_four_lanes<V: PointVector, P>([a, b, c, d], [x, y, z, w], i):
    "a·c of two products": V::two_carries(V::two_products([&a, &b], [&c, &d]))[0]; x[i] * z[i],
    "b·d of two products": V::two_carries(V::two_products([&a, &b], [&c, &d]))[1]; y[i] * w[i],
    "shuffle 3210": a.shuffle::<{ order([3, 2, 1, 0]) }>(); x[[3, 2, 1, 0][i]],
    "shuffle 1102": a.shuffle::<{ order([1, 1, 0, 2]) }>(); x[[1, 1, 0, 2][i]],
    "shuffle 3210 of a sum": a.mul(&b).shuffle::<{ order([3, 2, 1, 0]) }>().carry(); {
        let i = [3, 2, 1, 0][i];
        x[i] * y[i]
    },
    "shuffle 1102 of a sum": a.mul(&b).shuffle::<{ order([1, 1, 0, 2]) }>().carry(); {
        let i = [1, 1, 0, 2][i];
        x[i] * y[i]
    },
    "blend": a.blend::<0b0110>(b); blended(0b0110, i, [x[i], y[i]]),
    "blend the others": a.blend::<0b1001>(b); blended(0b1001, i, [x[i], y[i]]),
    "blend of sums": a.square().blend::<0b0110>(b.square()).carry(); blended(0b0110, i, [x[i], y[i]]).square(),
    "blend the others of sums": a.square().blend::<0b1001>(b.square()).carry();
        blended(0b1001, i, [x[i], y[i]]).square(),
    "keep": a.square().keep::<0b0110>().carry(); blended(0b0110, i, [small(0), x[i].square()]),
    "keep the others": a.square().keep::<0b1001>().carry(); blended(0b1001, i, [small(0), x[i].square()]),
    "do not negate": a.square().negate_if::<0b0110>(Mask::NO).carry(); x[i].square(),
    "do not negate the others": a.square().negate_if::<0b1001>(Mask::NO).carry(); x[i].square(),
    "negate": a.square().negate_if::<0b0110>(Mask::YES).carry();
        blended(0b0110, i, [x[i].square(), -x[i].square()]),
    "negate the others": a.square().negate_if::<0b1001>(Mask::YES).carry();
        blended(0b1001, i, [x[i].square(), -x[i].square()]),
    "scale 3091": a.square().scale::<{ factors([3, 0, 9, 1]) }>().carry(); x[i].square() * small([3, 0, 9, 1][i]),
    "scale 6423": a.square().scale::<{ factors([6, 4, 2, 3]) }>().carry(); x[i].square() * small([6, 4, 2, 3][i]),
}

/// A constant without structure.
struct Constant;
impl<P: Prime> HeldConstant<P> for Constant {
    const HELD: FieldElement<P> = match FieldElement::from_le_bytes(&{
        let mut bytes = [0; 32];
        [bytes[0], bytes[1], bytes[2]] = [0x45, 0x23, 0x01];
        bytes
    }) {
        Some(constant) => constant,
        None => panic!("it is below the prime"),
    };
}

/// Functions without vectors, or that move lanes in their held form.
#[inline(never)]
fn no_vectors<V: FieldVector>(x: &Lanes<V::Prime>) {
    let a: V = load(x);
    let same = store(on!(V, V::splat(&x[0])));
    assert_eq!(same, up_to(V::LANES, |_| x[0]), "splat of {:?}", x[0]);
    let is_zero = |i: usize| u32::from(x[i] == FieldElement::ZERO);
    let zeros = (0..V::LANES).fold(0, |bits, i| bits | is_zero(i) << i);
    assert_eq!(on!(V, a.zero_lanes()), zeros, "zero lanes of {x:?}");
}

/// The lanes without an inverse.
#[inline(never)]
fn inverses_of_zero<V: BatchVector>(x: &Lanes<V::Prime>) {
    let a: V = load(x);
    let (_, zeros) = on!(V, a.invert_lanes(V::Prime::vartime_invert));
    assert_eq!(
        zeros,
        on!(V, a.zero_lanes()),
        "lanes without an inverse of {x:?}"
    );
}

/// Coordinates as they are held, and back.
#[inline(never)]
fn coordinates<V: PointVector>(x: &Lanes<V::Prime>) {
    let [p, q, r, s, ..] = *x;
    let expected = [p, where_zero(r, [q, FieldElement::ONE]), r];
    for point in [
        on!(V, V::load_four([&p, &q, &r, &s])),
        on!(V, V::load_held(&[p, q, r, s])),
    ] {
        let coordinates = on!(V, point.store_point());
        assert_eq!(coordinates, expected, "the coordinates of a point: {x:?}");
    }
}

/// Every choice of lanes, with no bits and with all bits set past the last lane.
#[inline(never)]
fn selections<V: FieldVector>(x: &Lanes<V::Prime>, y: &Lanes<V::Prime>) {
    let (a, b): (V, V) = (load(x), load(y));
    for chosen in (0..1 << V::LANES).flat_map(|lanes| [lanes, lanes | !0 << V::LANES]) {
        let check = |what: &str, computed: V, x: &Lanes<V::Prime>, y: &Lanes<V::Prime>| {
            let is = |i: usize| i < V::LANES && chosen >> i & 1 == 1;
            let expected = from_fn(|i| if is(i) { y[i] } else { x[i] });
            let what = format_args!("{what}, lanes {chosen:b} of a, b = {x:?}, {y:?}");
            assert_eq!(store(computed), expected, "{what}");
        };
        check("a or b", on!(V, a.select_lanes(b, chosen)), x, y);
    }
}

/// Every choice of signs, likewise.
#[inline(never)]
fn signs<V: BatchVector>(x: &Lanes<V::Prime>) {
    let a: V = load(x);
    for chosen in (0..1 << V::LANES).flat_map(|lanes| [lanes, lanes | !0 << V::LANES]) {
        let is = |i: usize| i < V::LANES && chosen >> i & 1 == 1;
        let expected = from_fn(|i| if is(i) { -x[i] } else { x[i] });
        let check = |what: &str, computed: V| {
            let what = format_args!("{what}, lanes {chosen:b} of a, b = {x:?}, {x:?}");
            assert_eq!(store(computed), expected, "{what}");
        };
        check("±a", on!(V, a.negate_lanes(chosen)));
        check("±a as a summand", on!(V, a.with_signs(chosen).carry()));
    }
}

#[inline(never)]
fn in_memory<V: BatchVector>(x: &Lanes<V::Prime>) {
    let mut places = [V::Lane::default(); MAX_LANES];
    let a: V = load(x);
    on!(V, a.scatter(&mut places[..V::LANES]));
    let back = on!(
        V,
        V::gather(
            #[inline(always)]
            |i| &places[V::LANES - 1 - i]
        )
    );
    let mut reversed = *x;
    reversed[..V::LANES].reverse();
    assert_eq!(store::<V>(back), reversed, "scatter and gather");
    let pairs: [[V::Lane; 2]; MAX_LANES] =
        from_fn(|i| [places[i % V::LANES], places[(i + 1) % V::LANES]]);
    let [first, second] = on!(
        V,
        V::gather_pairs(
            #[inline(always)]
            |i| &pairs[i]
        )
    );
    let mut rotated = *x;
    rotated[..V::LANES].rotate_left(1);
    assert_eq!(store::<V>(first), *x, "the first of pairs");
    assert_eq!(store::<V>(second), rotated, "the second of pairs");
    let zero = V::Lane::default();
    assert!(zero.is_zero(), "the default is zero");
    let back = on!(
        V,
        V::gather(
            #[inline(always)]
            |_| &zero
        )
    );
    let zeros = [FieldElement::ZERO; MAX_LANES];
    assert_eq!(store::<V>(back), zeros, "the default");
    let values: [Word; MAX_LANES] = from_fn(|i| (i % 3) as Word);
    let expected = (0..V::LANES).fold(0, |bits, i| bits | u32::from(i % 3 == 1) << i);
    assert_eq!(on!(V, V::lanes_equal(&values, 1)), expected, "equal places");
}

/// Consecutive elements, and sums of many products of them.
#[inline(never)]
fn in_rows<V: BatchVector>(operands: &Operands<V::Prime>) {
    let [x, y, z, w] = operands.each_ref().map(|x| &x[..V::LANES]);
    let mut places = [FieldElement::ZERO; 3 * MAX_LANES];
    let (places, _) = places.split_at_mut(3 * V::LANES);
    on!(V, {
        let (a, b) = (V::load_row(x), V::load_factors(y));
        let product = V::load_factors(x).mul(&b);
        let sums = [a.into(), product, product + a.into()];
        for (sum, places) in sums.into_iter().zip(places.chunks_exact_mut(V::LANES)) {
            V::store_row(sum, places);
        }
    });
    for i in 0..V::LANES {
        let [same, product, sum] = [0, 1, 2].map(|row| places[row * V::LANES + i]);
        assert_eq!(same, x[i], "a row, and back");
        assert_eq!(product, x[i] * y[i], "a row of products");
        assert_eq!(sum, x[i] * y[i] + x[i], "a row of sums");
    }
    let rows = [x, y, z, w];
    for count in [0, 1, 2, 3, 4, 5, PRODUCTS - 1, PRODUCTS] {
        let (places, _) = places.split_at_mut(V::LANES);
        on!(V, {
            let sum = V::sum_of_many(
                count,
                #[inline(always)]
                |i| V::load_factors(rows[i % 4]),
                #[inline(always)]
                |i| V::load_factors(rows[i % 3]),
            );
            V::store_row(sum + V::load_row(w).into(), places);
        });
        for i in 0..V::LANES {
            let products = (0..count).map(|k| rows[k % 4][i] * rows[k % 3][i]);
            let expected = products.sum::<FieldElement<_>>() + w[i];
            assert_eq!(places[i], expected, "the sum of {count} products");
        }
    }
}

/// Lanes that change places, and lanes chosen by secret indices.
#[inline(never)]
fn in_tables<V: BatchVector>(x: &Lanes<V::Prime>) {
    let at = |row: usize, column: usize| x[(3 * row + column) % V::LANES];
    let mut vectors: Vec<V> = (0..V::LANES)
        .map(|row| load(&up_to(V::LANES, |column| at(row, column))))
        .collect();
    on!(V, V::transpose(&mut vectors));
    for (column, vector) in vectors.iter().enumerate() {
        let expected = up_to(V::LANES, |row| at(row, column));
        assert_eq!(store(*vector), expected, "transposed, {column}");
    }
    let entry = |i: usize| {
        let (x, i) = (x[i % V::LANES], FieldElement::from(i as u64));
        [x + i, x - i]
    };
    let table: Vec<[V; 2]> = (0..16)
        .step_by(V::LANES)
        .map(|first| [0, 1].map(|which| load(&up_to(V::LANES, |lane| entry(first + lane)[which]))))
        .collect();
    for first in 0..16 {
        let index = |lane: usize| (first + 5 * lane) % 16;
        let indices = u64::from_le_bytes(from_fn(|lane| index(lane) as u8));
        let found = on!(V, V::look_up(&table, indices));
        for (which, found) in found.into_iter().enumerate() {
            let expected = up_to(V::LANES, |lane| entry(index(lane))[which]);
            assert_eq!(store(found), expected, "looked up from {first} on, {which}");
        }
    }
}
