//! Every way to multiply modulo q against a big-integer library.

use helioselene_research::reductions::lanes::numbers::{Emulated, Maximum};
use helioselene_research::reductions::lanes::{self, InLane, InLanes, Lanes, radix43};
use helioselene_research::reductions::{GAMMA, Limbs, Q, Reduction, TWO_GAMMA, Visitor, visit_all};
use helioselene_simd::HelioseleneField;
use helioselene_simd::group::ff::{Field, PrimeField};
use num_bigint::BigUint;
use rand_core::{RngCore, SeedableRng};

fn integer(limbs: &[u64]) -> BigUint {
    let from_top = limbs.iter().rev();
    from_top.fold(BigUint::ZERO, |sum, limb| (sum << 64) + limb)
}

fn limbs(x: &BigUint) -> Limbs {
    let mut digits = x.iter_u64_digits();
    [(); 4].map(|()| digits.next().unwrap_or(0))
}

#[test]
fn constants() {
    let minus_one = (-HelioseleneField::ONE).to_repr();
    assert_eq!(integer(&Q), BigUint::from_bytes_le(&minus_one) + 1u8);
    let two_255 = BigUint::from(1u8) << 255;
    assert_eq!(&two_255 - integer(&Q), integer(&GAMMA));
    assert_eq!(integer(&GAMMA) * 2u8, integer(&TWO_GAMMA));
}

/// Residues: with limbs that are 0, 1 or full, near the prime and γ, and without structure.
fn operands() -> Vec<BigUint> {
    let q = integer(&Q);
    let mut operands = Vec::new();
    let edges = [0, 1, u64::MAX - 1, u64::MAX];
    for low in edges {
        for middle in edges {
            for high in edges {
                operands.push(integer(&[low, middle, middle, high]));
                operands.push(integer(&[low, middle, high, u64::MAX >> 1]));
            }
        }
    }
    for special in [integer(&GAMMA), integer(&TWO_GAMMA), &q >> 1, q.clone()] {
        operands.extend((0..3u8).map(|k| &special + k));
        operands.extend((1..3u8).map(|k| &special - k));
    }
    operands.extend((0..255).map(|k| BigUint::from(1u8) << k));
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(13);
    operands.extend((0..100).map(|_| integer(&[(); 4].map(|()| rng.next_u64()))));
    operands.iter_mut().for_each(|x| *x %= &q);
    operands.sort();
    operands.dedup();
    operands
}

struct Checked {
    operands: Vec<BigUint>,
    names: Vec<&'static str>,
}

impl Visitor for Checked {
    fn visit<R: Reduction>(&mut self) {
        let q = integer(&Q);
        let domain = BigUint::from(1u8) << R::DOMAIN;
        let check = |what: &str, result: Limbs, expected: BigUint| {
            let result = integer(&result);
            assert!(
                result < q,
                "{what}: {result:#x} by {} is not canonical",
                R::NAME
            );
            assert_eq!(
                result * &domain % &q,
                expected % &q,
                "{what} by {}",
                R::NAME
            );
        };
        for a in &self.operands {
            let x = limbs(a);
            check("a²", R::square(&x), a * a);
            for b in &self.operands {
                check("a·b", R::mul(&x, &limbs(b)), a * b);
            }
        }
        self.names.push(R::NAME);
    }
}

impl lanes::Visitor for Checked {
    fn visit<L: Lanes, R: InLanes<L, N>, const N: usize>(&mut self) {
        let names = self.names.clone();
        Visitor::visit::<InLane<L, R, N>>(self);
        if L::NAME != Emulated::NAME {
            // The names are the same on registers.
            println!("{}, {}", R::NAME, L::NAME);
            self.names = names;
        }
    }
}

#[test]
fn products_and_squares() {
    let mut checked = Checked {
        operands: operands(),
        names: Vec::new(),
    };
    assert!(checked.operands.len() > 400);
    visit_all(&mut checked);
    lanes::visit_both::<Emulated>(&mut checked);
    #[cfg(target_arch = "x86_64")]
    lanes::registers::visit_registers(&mut checked);
    println!("{}", checked.names.join(", "));
    checked.names.sort_unstable();
    checked.names.dedup();
    assert_eq!(checked.names.len(), 8 + 4, "one name each");
}

/// The value of limbs.
fn value(widths: &[u32], limbs: &[u64]) -> BigUint {
    let limbs = limbs.iter().enumerate();
    limbs.fold(BigUint::ZERO, |sum, (i, limb)| {
        sum + (BigUint::from(*limb) << lanes::position(widths, i))
    })
}

/// Runs kernels on the greatest limbs possible.
struct Bounds;

impl lanes::Visitor for Bounds {
    fn visit<L: Lanes, R: InLanes<L, N>, const N: usize>(&mut self) {
        let tight = R::TIGHT;
        for (i, tight) in tight.iter().enumerate() {
            let bits = R::WIDTHS[i].min(255 - lanes::position(&R::WIDTHS, i) as u32);
            assert!(*tight >= (1 << bits) - 1, "{}: residues are tight", R::NAME);
        }
        let greatest = tight.map(L::splat);
        for result in [R::mul(&greatest, &greatest), R::square(&greatest)] {
            let limbs = result.map(|limb| {
                let mut lanes = [0];
                limb.store(&mut lanes);
                lanes[0]
            });
            for i in 0..N {
                assert!(
                    limbs[i] <= tight[i],
                    "{}: limb {i} is {:#x}",
                    R::NAME,
                    limbs[i]
                );
            }
        }
        // What `unpack` asks for.
        assert!(value(&R::WIDTHS, &tight) >> 261 == BigUint::ZERO);
    }
}

#[test]
fn lanes_never_overflow() {
    lanes::visit_both::<Maximum>(&mut Bounds);
}

/// The library's radix carries such sums before they become factors.
#[test]
fn radix_43_multiplies_sums() {
    type R = radix43::Radix43;
    let tight = <R as InLanes<Maximum, 6>>::TIGHT;
    let sum = tight.map(|limb| Maximum::splat(radix43::SUMMANDS * limb));
    for result in [R::mul(&sum, &sum), R::square(&sum)] {
        let limbs: [Maximum; 6] = result;
        assert!((0..6).all(|i| limbs[i].0[0] <= tight[i]), "{limbs:x?}");
    }
}

/// Results as operands, in different lanes, from the greatest possible limbs.
struct Chains;

impl lanes::Visitor for Chains {
    fn visit<L: Lanes, R: InLanes<L, N>, const N: usize>(&mut self) {
        let q = integer(&Q);
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(14);
        let mut random = || [(); 8].map(|()| integer(&[(); 4].map(|()| rng.next_u64())) % &q);
        println!("{}, {}", R::NAME, L::NAME);
        let packed = |x: &[BigUint]| pack_integers::<L, R, N>(&x[..L::LANES]);
        let greatest = value(&R::WIDTHS, &R::TIGHT);
        let mut expected = [(); 8].map(|()| greatest.clone());
        let mut number = R::TIGHT.map(L::splat);
        for round in 0..200 {
            let factor = random();
            (number, expected) = match round % 3 {
                0 => (
                    L::enter(
                        #[inline(always)]
                        || R::square(&number),
                    ),
                    expected.map(|x| &x * &x % &q),
                ),
                // The greatest possible factor, and any other.
                of_three => {
                    let (factor, integers) = match of_three {
                        1 => (packed(&factor), factor),
                        _ => (R::TIGHT.map(L::splat), [(); 8].map(|()| greatest.clone())),
                    };
                    (
                        L::enter(
                            #[inline(always)]
                            || R::mul(&factor, &number),
                        ),
                        core::array::from_fn(|i| &expected[i] * &integers[i] % &q),
                    )
                }
            };
            for (lane, result) in lanes::unpack::<L, R, N>(&number).iter().enumerate() {
                assert_eq!(integer(result), expected[lane], "{}, lane {lane}", R::NAME);
            }
        }
    }
}

fn pack_integers<L: Lanes, R: InLanes<L, N>, const N: usize>(x: &[BigUint]) -> [L; N] {
    lanes::pack::<L, R, N>(&x.iter().map(limbs).collect::<Vec<_>>())
}

#[test]
fn chains_in_lanes() {
    lanes::visit_both::<Emulated>(&mut Chains);
    #[cfg(target_arch = "x86_64")]
    lanes::registers::visit_registers(&mut Chains);
}
