//! Properties for any operands: the crates of `fcmp/crates/` give the same results as the published ones and the reference.

#[path = "../../../tests/properties/input.rs"]
mod input;

use ciphersuite::Ciphersuite;
use ciphersuite::group::ff::{Field, FromUniformBytes, PrimeField, PrimeFieldBits};
use ciphersuite::group::{Group, GroupEncoding};
use num_bigint::BigUint;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use subtle::ConditionallySelectable;
use zeroize::Zeroize;

use crate::reference;
use input::Input;

/// The longest sum that bytes give: longer than where the published crates begin to use buckets.
const LONGEST: usize = 150;

/// Fields, encodings and sums.
pub fn compat(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    match input.below(9) {
        0 => {
            type Published = published_dalek_ff_group::FieldElement;
            fields::<helioselene::Field25519, Published>(&mut input);
            let wide: [u8; 64] = input.bytes();
            assert_eq!(
                helioselene::Field25519::from_uniform_bytes(&wide).to_repr(),
                Published::from_uniform_bytes(&wide).to_repr()
            );
        }
        1 => fields::<helioselene::HelioseleneField, reference::HelioseleneField>(&mut input),
        2 => points::<helioselene::Helios, reference::Helios>(&mut input),
        3 => points::<helioselene::Selene, reference::Selene>(&mut input),
        4 => hashes(&mut input),
        5 => sums::<helioselene::HeliosPoint>(&mut input),
        6 => sums::<helioselene::SelenePoint>(&mut input),
        7 => sums::<curve25519_dalek::RistrettoPoint>(&mut input),
        _ => sums::<dalek_ff_group::EdwardsPoint>(&mut input),
    }
}

/// The modulus of a field.
fn modulus<F: PrimeField<Repr = [u8; 32]>>() -> BigUint {
    BigUint::from_bytes_le(&(-F::ONE).to_repr()) + 1u8
}

fn le_bytes(integer: &BigUint) -> [u8; 32] {
    let mut bytes = integer.to_bytes_le();
    bytes.resize(32, 0);
    bytes.try_into().expect("32 bytes")
}

/// An integer below 2^256, in bytes.
fn string(input: &mut Input<'_>, modulus: &BigUint) -> [u8; 32] {
    le_bytes(&input.integer(modulus, &[]))
}

/// An element, mostly an unusual one.
fn element<F: PrimeField<Repr = [u8; 32]>>(input: &mut Input<'_>, modulus: &BigUint) -> F {
    F::from_repr(le_bytes(&input.residue(modulus, &[]))).expect("a residue")
}

/// Whether bytes encode a field element, on which both crates must agree.
pub fn check_element<F, R>(bytes: [u8; 32]) -> bool
where
    F: PrimeField<Repr = [u8; 32]>,
    R: PrimeField<Repr = [u8; 32]>,
{
    let ours = Option::<F>::from(F::from_repr(bytes)).map(|x| x.to_repr());
    let theirs = Option::<R>::from(R::from_repr(bytes)).map(|x| x.to_repr());
    assert_eq!(ours, theirs, "{bytes:02x?}");
    ours.is_some()
}

/// Checks that both crates agree whether bytes encode a point, and then compute the same with it.
pub fn check_point<C, R>(bytes: [u8; 32]) -> bool
where
    C: Ciphersuite<G: GroupEncoding<Repr = [u8; 32]>>,
    R: Ciphersuite<G: GroupEncoding<Repr = [u8; 32]>>,
{
    let ours = Option::<C::G>::from(C::G::from_bytes(&bytes));
    let theirs = Option::<R::G>::from(R::G::from_bytes(&bytes));
    let encoding = ours.map(|point| point.to_bytes());
    assert_eq!(
        encoding,
        theirs.map(|point| point.to_bytes()),
        "{bytes:02x?}"
    );

    // Every point has exactly one accepted encoding: the bytes that were read.
    let read = C::read_G(&mut bytes.as_slice()).ok();
    assert_eq!(read, ours, "{bytes:02x?}");
    assert!(
        encoding.is_none_or(|encoding| encoding == bytes),
        "{bytes:02x?}"
    );
    let theirs_read = R::read_G(&mut bytes.as_slice()).ok();
    assert_eq!(theirs_read, theirs, "{bytes:02x?}");

    // Decoded points can be computed with.
    if let (Some(ours), Some(theirs)) = (ours, theirs) {
        let (ours, theirs) = (
            ours.double() + C::generator(),
            theirs.double() + R::generator(),
        );
        assert_eq!(ours.to_bytes(), theirs.to_bytes(), "{bytes:02x?}");
    }
    ours.is_some()
}

fn fields<F, R>(input: &mut Input<'_>)
where
    F: PrimeField<Repr = [u8; 32]>,
    R: PrimeField<Repr = [u8; 32]>,
{
    let m = modulus::<F>();
    check_element::<F, R>(string(input, &m));
    let [a, b]: [F; 2] = [(); 2].map(|()| element(input, &m));
    let [x, y] = [a, b].map(|a| R::from_repr(a.to_repr()).expect("the same field"));
    let same = |what: &str, ours: F, theirs: R| {
        assert_eq!(ours.to_repr(), theirs.to_repr(), "{what}, {a:?}, {b:?}");
    };
    same("sum", a + b, x + y);
    same("difference", a - b, x - y);
    same("product", a * b, x * y);
    same("negative", -a, -x);
    same("double", a.double(), x.double());
    same("square", a.square(), x.square());
    let (root, their_root) = (a.sqrt(), x.sqrt());
    assert_eq!(bool::from(root.is_some()), bool::from(their_root.is_some()));
    if let (Some(root), Some(their_root)) = (root.into(), their_root.into()) {
        same("root", root, their_root);
    }
    let (inverse, their_inverse) = (a.invert(), x.invert());
    assert_eq!(bool::from(inverse.is_none()), bool::from(a.is_zero()));
    if let (Some(inverse), Some(their_inverse)) = (inverse.into(), their_inverse.into()) {
        same("inverse", inverse, their_inverse);
    }
    let (is_square, root) = F::sqrt_ratio(&a, &b);
    let (is_their_square, their_root) = R::sqrt_ratio(&x, &y);
    assert_eq!(bool::from(is_square), bool::from(is_their_square));
    same("root of a ratio", root, their_root);
    let exponent = [0; 4].map(|_: u64| u64::from_le_bytes(input.bytes()));
    same("power", a.pow(exponent), x.pow(exponent));
    assert_eq!(bool::from(a.is_odd()), bool::from(x.is_odd()));
}

fn points<C, R>(input: &mut Input<'_>)
where
    C: Ciphersuite<F: PrimeField<Repr = [u8; 32]>, G: GroupEncoding<Repr = [u8; 32]>>,
    R: Ciphersuite<F: PrimeField<Repr = [u8; 32]>, G: GroupEncoding<Repr = [u8; 32]>>,
{
    // In either field the difference is below 2^128.
    let m = modulus::<C::F>();
    let mut bytes = string(input, &m);
    bytes[31] ^= input.byte() << 7;
    check_point::<C, R>(bytes);
    let [k, l]: [C::F; 2] = [(); 2].map(|()| element(input, &m));
    let [r, s] = [k, l].map(|k| R::F::from_repr(k.to_repr()).expect("the same field"));
    let (ours, theirs) = (C::generator() * k, R::generator() * r);
    let (ours, theirs) = (
        [
            ours,
            ours * l,
            ours + C::generator() * l,
            ours - C::generator(),
        ],
        [
            theirs,
            theirs * s,
            theirs + R::generator() * s,
            theirs - R::generator(),
        ],
    );
    assert_eq!(
        ours.map(|point| point.to_bytes()),
        theirs.map(|point| point.to_bytes()),
        "{k:?}, {l:?}"
    );
    check_point::<C, R>(ours[1].to_bytes());
}

/// Hashes to scalars.
fn hashes(input: &mut Input<'_>) {
    let bytes: [u8; 48] = input.bytes();
    let (length, tag) = (input.below(49), input.below(49));
    let (tag, message) = bytes[..length].split_at(tag.min(length));
    assert_eq!(
        helioselene::Helios::hash_to_F(tag, message).to_repr(),
        reference::Helios::hash_to_F(tag, message).to_repr()
    );
    assert_eq!(
        helioselene::Selene::hash_to_F(tag, message).to_repr(),
        reference::Selene::hash_to_F(tag, message).to_repr()
    );
}

/// The results of one version of `multiexp` for the same pairs, queued and summed.
#[derive(PartialEq, Debug)]
struct Results<G> {
    sum: G,
    sum_vartime: G,
    /// Whether true statements hold, and with a false one among them.
    holds: [bool; 2],
    /// The name of the false one.
    blamed: [Option<u8>; 2],
    checked: [Result<(), u8>; 2],
}

/// Defines a function with the generic bounds `$bounds`, over the crate `$crate_name`.
macro_rules! results {
    ($name:ident, $crate_name:ident, $($bounds:tt)*) => {
        fn $name<G: $($bounds)*>(pairs: &[(G::Scalar, G)]) -> Results<G>
        where
            G::Scalar: Zeroize + PrimeFieldBits,
        {
            use $crate_name::{BatchVerifier, multiexp, multiexp_vartime};
            let rng = &mut ChaCha20Rng::seed_from_u64(4);
            let mut verifier = BatchVerifier::<u8, G>::new(4);
            for id in 0..4 {
                let sum: G = multiexp_vartime(pairs);
                let statement = pairs.iter().copied().chain([(-G::Scalar::ONE, sum)]);
                verifier.queue(rng, id, statement);
            }
            let mut wrong = verifier.clone();
            wrong.queue(rng, 7, [(G::Scalar::ONE, G::generator())]);
            wrong.queue(rng, 8, []);
            Results {
                sum: multiexp(pairs),
                sum_vartime: multiexp_vartime(pairs),
                holds: [verifier.verify(), wrong.verify_vartime()],
                blamed: [verifier.blame_vartime(), wrong.blame_vartime()],
                checked: [
                    verifier.verify_vartime_with_vartime_blame(),
                    wrong.verify_with_vartime_blame(),
                ],
            }
        }
    };
}
results!(ours_0_4, multiexp, Zeroize + Group);
results!(theirs_0_4, published_multiexp, Zeroize + Group);
results!(
    ours_0_5,
    multiexp_0_5,
    Zeroize + ConditionallySelectable + Group
);
results!(
    theirs_0_5,
    published_multiexp_0_5,
    Zeroize + ConditionallySelectable + Group
);

/// Checks that all versions have the same results, and say of statements what is so.
fn check_sums<G: Zeroize + ConditionallySelectable + Group>(pairs: &[(G::Scalar, G)])
where
    G::Scalar: Zeroize + PrimeFieldBits,
{
    let expected = theirs_0_4(pairs);
    assert_eq!(ours_0_4(pairs), expected);
    assert_eq!(theirs_0_5(pairs), expected);
    assert_eq!(ours_0_5(pairs), expected);
    assert_eq!(expected.holds, [true, false]);
    assert_eq!(expected.blamed, [None, Some(7)]);
}

/// Repeated sums of a few points, of their negatives and of the identity.
fn sums<G: Zeroize + ConditionallySelectable + Group>(input: &mut Input<'_>)
where
    G::Scalar: Zeroize + PrimeFieldBits<Repr = [u8; 32]>,
{
    let m = modulus::<G::Scalar>();
    // Mostly few, because the published crates take a millisecond for each.
    let n = match input.byte() {
        n @ 0..240 => usize::from(n) % 12,
        n => usize::from(n - 239) * LONGEST / 16,
    };
    let scalars: [G::Scalar; 4] = [(); 4].map(|()| element(input, &m));
    let mut point = G::generator() * scalars[0];
    let mut scalar = scalars[1];
    let pairs: Vec<(G::Scalar, G)> = (0..n)
        .map(|_| {
            let [of_point, of_scalar] = input.bytes();
            point = match of_point % 8 {
                0 | 1 => point,
                2 => -point,
                3 => point.double(),
                4 => G::identity(),
                5 => G::generator(),
                _ => point + G::generator() * scalars[0],
            };
            scalar = match of_scalar % 8 {
                0 => scalar,
                1 => -scalar,
                2 => G::Scalar::ZERO,
                3 => G::Scalar::ONE,
                4 => G::Scalar::from(u64::from(of_scalar)),
                5 => scalars[2],
                6 => scalars[3],
                _ => scalar * scalars[1] + G::Scalar::ONE,
            };
            (scalar, point)
        })
        .collect();
    check_sums(&pairs);
}
