//! Functions with given zeros, by what they are for and by what FCMP++'s own `ec-divisors` computes.

use std::borrow::Borrow;

use ec_divisors::{
    DivisorCurve, Interpolator, Poly, Projective, ScalarDecomposition, XyPoint, new_divisor,
};
use ff::{Field, PrimeField, PrimeFieldBits};
use group::Group;
use helioselene::{HeliosPoint, SelenePoint};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use subtle::{Choice, ConditionallySelectable};
use zeroize::Zeroize;

type Coordinate<C> = <C as DivisorCurve>::FieldElement;

fn of<C: DivisorCurve>(points: &[C]) -> Option<Poly<Coordinate<C>>> {
    let points: Vec<_> = points
        .iter()
        .map(|point| C::XyPoint::from(*point))
        .collect();
    new_divisor::<C>(&points, C::interpolator_for_scalar_mul().borrow())
}

fn random<C: Group>(count: usize, rng: &mut ChaCha8Rng) -> Vec<C> {
    (0..count).map(|_| C::random(&mut *rng)).collect()
}

/// Points and what makes their sum the identity.
fn closed<C: Group>(mut points: Vec<C>) -> Vec<C> {
    points.push(-points.iter().sum::<C>());
    points
}

/// On three points of a line y = m·x + c, a function with leading coefficient 1 multiplies to the product of c − y + m·x
/// over its zeros: both are the resultant of function and line.
fn check<C: DivisorCurve>(points: &[C], rng: &mut ChaCha8Rng) {
    let xy = |point: C| C::to_xy(point).expect("not the identity");
    let divisor = of(points).expect("a sum that is the identity");
    let [p, q] = [C::random(&mut *rng), C::random(&mut *rng)];
    let ((x, y), (other_x, other_y)) = (xy(p), xy(q));
    let slope = (other_y - y) * (other_x - x).invert().unwrap();
    let intercept = y - slope * x;
    let product = [p, q, -(p + q)].map(xy).map(|(x, y)| divisor.eval(x, y));
    let zeros = points.iter().map(|point| {
        let (x, y) = xy(*point);
        intercept - y + slope * x
    });
    assert_eq!(product[0] * product[1] * product[2], zeros.product());
    // No more coefficients than so many zeros need.
    let count = points.len();
    assert_eq!(divisor.x_coefficients.len(), count / 2);
    assert_eq!(
        divisor.yx_coefficients[0].len(),
        count.div_ceil(2).saturating_sub(2)
    );
    for point in points {
        let (x, y) = xy(*point);
        assert_eq!(divisor.eval(x, y), Coordinate::<C>::ZERO);
    }
}

fn functions<C: DivisorCurve<Scalar: PrimeFieldBits + Zeroize>>() {
    let mut rng = ChaCha8Rng::seed_from_u64(20);
    for count in (1..40).chain([63, 64, 65, 100, 127, 128, 129, 191, 253, 255]) {
        check(&closed(random::<C>(count, &mut rng)), &mut rng);
    }
    let [p, q, r] = random::<C>(3, &mut rng).try_into().unwrap();
    // Equal points, opposite ones, sums that are equal, opposite or the identity, at each level.
    for points in [
        vec![p, p],
        vec![p, p, p],
        vec![p; 9],
        vec![p; 63],
        vec![p, q, p, q],
        vec![p, q, p, q, p, q, p],
        vec![p, -p, q],
        vec![p, -p, q, -q, r],
        vec![p, -p, q, r, -q, -r, p],
        vec![p, q, -p, -q, r],
        vec![p, q, r, -(p + q + r), p],
        vec![p, q, -(p + q)],
    ] {
        let points = if bool::from(points.iter().sum::<C>().is_identity()) {
            points
        } else {
            closed(points)
        };
        check(&points, &mut rng);
    }
    check(&[p, -p], &mut rng);
}

#[test]
fn functions_have_their_zeros() {
    functions::<HeliosPoint>();
    functions::<SelenePoint>();
    #[cfg(feature = "ed25519")]
    functions::<dalek_ff_group::EdwardsPoint>();
}

fn refusals<C: DivisorCurve>() {
    let mut rng = ChaCha8Rng::seed_from_u64(21);
    let points = closed(random::<C>(9, &mut rng));
    assert!(of::<C>(&[]).is_none());
    assert!(of(&[C::identity()]).is_none());
    assert!(of(&points[..9]).is_none(), "another sum");
    assert!(of(&[points[0], -points[0], C::identity()]).is_none());
    let xy: Vec<_> = points
        .iter()
        .map(|point| C::XyPoint::from(*point))
        .collect();
    assert!(new_divisor::<C>(&xy, &Interpolator::new(4)).is_none());
    assert!(new_divisor::<C>(&xy, &Interpolator::new(5)) == of(&points));
}

#[test]
fn what_has_no_function_is_refused() {
    refusals::<HeliosPoint>();
    refusals::<SelenePoint>();
    #[cfg(feature = "ed25519")]
    refusals::<dalek_ff_group::EdwardsPoint>();
}

/// Points are equal if x and y are, whatever their coordinates.
#[test]
fn projective_points() {
    type F = Coordinate<HeliosPoint>;
    type P = Projective<HeliosPoint>;
    let rng = &mut ChaCha8Rng::seed_from_u64(27);
    // Two points with one y: another zero of x³ − 3x + b − y².
    let (p, same_y) = loop {
        let p = HeliosPoint::random(&mut *rng);
        let (x, y) = HeliosPoint::to_xy(p).unwrap();
        let discriminant = (F::from(4u64) - x.square()) * F::from(3u64);
        if let Some(root) = discriminant.sqrt().into_option() {
            let other = HeliosPoint::from_xy((root - x) * F::TWO_INV, y);
            break (p, other.unwrap());
        }
    };
    let q = HeliosPoint::random(&mut *rng);
    let sum = P::from(p + q) + -P::from(q);
    assert!(sum == P::from(p) && P::from(p) == sum);
    for other in [-p, same_y, q, HeliosPoint::identity()] {
        let other = P::from(other);
        assert_eq!([sum == other, other == sum], [false; 2]);
        let (zero, one) = (Choice::from(0), Choice::from(1));
        assert!(P::conditional_select(&sum, &other, zero) == sum);
        assert!(P::conditional_select(&sum, &other, one) == other);
    }
    let mut wiped = sum;
    wiped.zeroize();
    assert!(wiped == P::IDENTITY && bool::from(wiped.is_identity()));
    // As (0 : 0 : 0) would be.
    assert!(wiped != sum);
    assert!(wiped == P::from(HeliosPoint::identity()) && wiped + sum == sum);
}

/// Lists of points in which p is the sum of two, the last of an odd number, or the sum of four; and at how many places
/// the function is divided by what is zero at p.
fn with_sum<C: DivisorCurve>(p: C, rng: &mut ChaCha8Rng) -> [(Vec<C>, u64); 4] {
    let [q, r, s, t, u, v] = random::<C>(6, rng).try_into().unwrap();
    [
        (vec![p - q, q, r, -(p + r)], 3),
        (vec![q, -(p + q), p], 3),
        (vec![q, p - q, r, s, t, -(p + r + s + t)], 3),
        (closed(vec![p - q - r - s, q, r, s, t, u, v]), 5),
    ]
}

fn zero_denominators<C: DivisorCurve>(from_xy: impl Fn(Coordinate<C>, Coordinate<C>) -> Option<C>) {
    let mut rng = ChaCha8Rng::seed_from_u64(25);
    let mut found = [0; 2];
    for place in 0..12 {
        let x = Coordinate::<C>::from(2).pow([96]) + Coordinate::<C>::from(place);
        let square = (x.square() + C::a()) * x + C::b();
        let Some(y) = Option::from(square.sqrt()) else {
            continue;
        };
        let p = from_xy(x, y).expect("a point");
        for (points, places) in with_sum(p, &mut rng) {
            let is_none = place < places;
            assert_eq!(of(&points).is_none(), is_none, "place {place} of {places}");
            found[usize::from(is_none)] += 1;
            if !is_none {
                check(&points, &mut rng);
            }
        }
        // Nothing is divided at a point that is only added.
        check(&closed(vec![p, random::<C>(1, &mut rng)[0]]), &mut rng);
        check(&closed([vec![p], random(6, &mut rng)].concat()), &mut rng);
    }
    assert!(found.iter().all(|&count| count > 2), "{found:?}");
}

#[test]
fn zero_denominators_are_noticed() {
    zero_denominators(|x, y| HeliosPoint::from_xy(x, y).into_option());
    zero_denominators(|x, y| SelenePoint::from_xy(x, y).into_option());
}

fn special<F: PrimeField>(rng: &mut ChaCha8Rng) -> Vec<F> {
    let small = (1u64..600).map(F::from);
    let powers = (0..F::NUM_BITS as u64 - 1).map(|i| F::from(2).pow([i]));
    let others: Vec<F> = small
        .chain(powers)
        .flat_map(|x| [x, -x, x - F::from(256u64)])
        .collect();
    let random = (0..100).map(|_| F::random(&mut *rng));
    others
        .into_iter()
        .chain(random)
        .filter(|x| !bool::from(x.is_zero()))
        .collect()
}

fn decompositions<F: PrimeFieldBits + Zeroize>() {
    let bits = u64::from(F::NUM_BITS);
    for scalar in special::<F>(&mut ChaCha8Rng::seed_from_u64(22)) {
        let decomposition = ScalarDecomposition::new(scalar).expect("not zero");
        assert_eq!(*decomposition.scalar(), scalar);
        let numbers = decomposition.decomposition();
        assert_eq!(numbers.len() as u64, bits);
        assert_eq!(numbers.iter().sum::<u64>(), bits, "{scalar:?}");
        let value = numbers
            .iter()
            .rev()
            .fold(F::ZERO, |sum, number| sum.double() + F::from(*number));
        assert_eq!(value, scalar);
        // What is above the bits has been moved down as far as it has to, one step at a time.
        if let Some(expected) = by_steps(scalar) {
            assert_eq!(numbers, expected, "{scalar:?}");
        }
    }
    assert!(ScalarDecomposition::new(F::ZERO).is_none());
}

/// The decomposition by its definition, of a scalar that is at least as many as the field has bits.
fn by_steps<F: PrimeFieldBits>(scalar: F) -> Option<Vec<u64>> {
    let bits = F::NUM_BITS as usize;
    if (0..bits as u64).any(|small| scalar == F::from(small)) {
        return None;
    }
    let mut numbers: Vec<u64> = scalar
        .to_le_bits()
        .iter()
        .by_vals()
        .take(bits)
        .map(u64::from)
        .collect();
    while numbers.iter().sum::<u64>() < bits as u64 {
        let highest = numbers.iter().rposition(|number| *number != 0).unwrap();
        numbers[highest] -= 1;
        numbers[highest - 1] += 2;
    }
    Some(numbers)
}

#[test]
fn decompositions_are_of_the_scalar() {
    decompositions::<<HeliosPoint as Group>::Scalar>();
    decompositions::<<SelenePoint as Group>::Scalar>();
    #[cfg(feature = "ed25519")]
    decompositions::<dalek_ff_group::Scalar>();
}

fn of_products<C: DivisorCurve<Scalar: PrimeFieldBits + Zeroize>>() {
    let mut rng = ChaCha8Rng::seed_from_u64(23);
    let generator = C::random(&mut rng);
    let scalars = special::<C::Scalar>(&mut rng);
    for scalar in scalars.into_iter().step_by(97) {
        let decomposition = ScalarDecomposition::new(scalar).unwrap();
        let mut points = vec![-(generator * scalar)];
        let mut power = generator;
        for number in decomposition.decomposition() {
            points.extend(std::iter::repeat_n(power, *number as usize));
            power = power.double();
        }
        let divisor = decomposition.scalar_mul_divisor(generator);
        assert!(Some(&divisor) == of(&points).as_ref());
        let normalised = divisor.clone().normalize_x_coefficient();
        assert_eq!(normalised.x_coefficients[0], Coordinate::<C>::ONE);
        let (x, y) = C::to_xy(C::random(&mut rng)).unwrap();
        assert_eq!(
            normalised.eval(x, y) * divisor.x_coefficients[0],
            divisor.eval(x, y)
        );
    }
}

#[test]
fn products_have_functions() {
    of_products::<HeliosPoint>();
    of_products::<SelenePoint>();
    #[cfg(feature = "ed25519")]
    of_products::<dalek_ff_group::EdwardsPoint>();
}

/// The value at (2, 3) of the function for the generator and −0x123456789abcdef, as FCMP++'s own computes it (0e438ae).
fn as_fcmp<C: Zeroize + DivisorCurve<Scalar: PrimeFieldBits + Zeroize>>(value: &str) {
    let scalar = -C::Scalar::from(0x0123_4567_89ab_cdef);
    let decomposition = ScalarDecomposition::new(scalar).unwrap();
    let divisor = decomposition.scalar_mul_divisor(C::generator());
    let computed = divisor.eval(2.into(), 3.into()).to_repr();
    let hexadecimal = computed.as_ref().iter().map(|byte| format!("{byte:02x}"));
    assert_eq!(hexadecimal.collect::<String>(), value);
}

#[test]
fn functions_are_those_of_fcmp() {
    as_fcmp::<HeliosPoint>("09b8cf067438ecd4ae31c32f9edba3f7c4f7e16f5c0606063339afd143e07d4b");
    as_fcmp::<SelenePoint>("497df58524b7198a5a3810c5c6b74422ead44817747a89febac27adf2a095778");
    #[cfg(feature = "ed25519")]
    as_fcmp::<dalek_ff_group::EdwardsPoint>(
        "b7c28cbc232462bbcb2974aa7faa6d03bf06669ca9dac270f34f382fda701735",
    );
}

/// By x: of the polynomial in h that f(x + h, y) is, the coefficient of h. By y: f is linear in y.
#[test]
fn derivatives() {
    let mut rng = ChaCha8Rng::seed_from_u64(24);
    let f = of(&closed(random::<SelenePoint>(20, &mut rng))).unwrap();
    let (by_x, by_y) = f.differentiate();
    let [x, y, h] = [(); 3].map(|()| Coordinate::<SelenePoint>::random(&mut rng));
    // f is linear in y.
    assert_eq!(f.eval(x, y + h) - f.eval(x, y), h * by_y.eval(x, y));
    // The coefficient of h in f(x + h, y), from values at multiples of h: degree 10.
    let nodes: Vec<_> = (0..=10u64).map(Coordinate::<SelenePoint>::from).collect();
    let derivative = nodes.iter().enumerate().map(|(i, node)| {
        // The derivative at 0 of Lagrange's polynomial of this node.
        let others = nodes
            .iter()
            .enumerate()
            .filter(|(j, _)| *j != i)
            .map(|(_, other)| *other);
        let scale: Coordinate<SelenePoint> = others
            .clone()
            .map(|other| (*node - other).invert().unwrap())
            .product();
        let others: Vec<_> = others.collect();
        let slope: Coordinate<SelenePoint> = (0..others.len())
            .map(|left_out| {
                let factors = others.iter().enumerate().filter(|(j, _)| *j != left_out);
                factors
                    .map(|(_, other)| -*other)
                    .product::<Coordinate<SelenePoint>>()
            })
            .sum();
        f.eval(x + h * node, y) * scale * slope
    });
    assert_eq!(
        derivative.sum::<Coordinate<SelenePoint>>(),
        h * by_x.eval(x, y)
    );
}

fn coefficients<F: PrimeField + Zeroize>(f: &mut Poly<F>) -> impl Iterator<Item = &mut F> {
    let rows = f.yx_coefficients.iter_mut().flatten();
    let others = f.x_coefficients.iter_mut().chain(&mut f.y_coefficients);
    rows.chain(others).chain([&mut f.zero_coefficient])
}

/// Σ c_ij·x^i·y^j by powers.
#[test]
fn polynomials_of_any_degrees() {
    type F = Coordinate<HeliosPoint>;
    let rng = &mut ChaCha8Rng::seed_from_u64(26);
    let mut row = |len: usize| -> Vec<F> { (0..len).map(|_| F::random(&mut *rng)).collect() };
    for (y, yx, x) in [
        (0, vec![], 0),
        (0, vec![], 4),
        (3, vec![], 0),
        (1, vec![5], 6),
        (0, vec![2], 1),
        (1, vec![2, 0, 3], 1),
        (4, vec![0, 2, 1], 2),
    ] {
        let f = Poly {
            y_coefficients: row(y),
            yx_coefficients: yx.iter().map(|len| row(*len)).collect(),
            x_coefficients: row(x),
            zero_coefficient: row(1)[0],
        };
        let [x, y] = row(2).try_into().unwrap();
        let power = |x: F, i: usize| Field::pow(&x, [i as u64 + 1]);
        let sum = |row: &[F], x| -> F { (0..).zip(row).map(|(i, c)| *c * power(x, i)).sum() };
        let rows = f.yx_coefficients.iter().enumerate();
        let mixed: F = rows.map(|(i, row)| sum(row, x) * power(y, i)).sum();
        let value = f.zero_coefficient + sum(&f.x_coefficients, x) + sum(&f.y_coefficients, y);
        assert_eq!(f.eval(x, y), value + mixed);

        // Coefficients that are missing are zero; any other makes another polynomial.
        let mut longer = f.clone();
        longer.y_coefficients.push(F::ZERO);
        longer.x_coefficients.push(F::ZERO);
        longer.yx_coefficients.push(vec![F::ZERO; 2]);
        for row in &mut longer.yx_coefficients {
            row.push(F::ZERO);
        }
        assert_eq!([f == longer, longer == f], [true; 2]);
        for i in 0..coefficients(&mut longer).count() {
            let mut other = longer.clone();
            *coefficients(&mut other).nth(i).unwrap() += F::ONE;
            assert_eq!([f == other, other == f], [false; 2]);
        }
    }
}

/// Of polynomials with few coefficients, by hand.
#[test]
fn derivatives_of_few_coefficients() {
    type F = Coordinate<SelenePoint>;
    let numbers = |numbers: &[u64]| -> Vec<F> { numbers.iter().copied().map(F::from).collect() };
    let poly = |zero: u64, x: &[u64], y: &[u64], yx: &[u64]| Poly {
        y_coefficients: numbers(y),
        yx_coefficients: vec![numbers(yx)],
        x_coefficients: numbers(x),
        zero_coefficient: F::from(zero),
    };
    let mut none = poly(7, &[], &[], &[]);
    none.yx_coefficients.clear();
    for (f, by_x, by_y) in [
        (none, poly(0, &[], &[], &[]), poly(0, &[], &[], &[])),
        (
            poly(7, &[5], &[3], &[]),
            poly(5, &[], &[], &[]),
            poly(3, &[], &[], &[]),
        ),
        (
            poly(7, &[5, 4], &[3], &[2]),
            poly(5, &[8], &[2], &[]),
            poly(3, &[2], &[], &[]),
        ),
        (
            poly(7, &[5, 4, 9], &[3], &[2, 6, 8]),
            poly(5, &[8, 27], &[2], &[12, 24]),
            poly(3, &[2, 6, 8], &[], &[]),
        ),
    ] {
        let derivatives = f.differentiate();
        assert!(derivatives.0 == by_x && derivatives.1 == by_y);
    }
}
