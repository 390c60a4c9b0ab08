//! Sets of generators.

use ciphersuite::group::Group;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

use crate::circuit::GeneratorPoints;
use crate::curve::Curve;
use crate::element::Element;
use crate::randomness::Choose;

/// Distinct generators for this many rows; the same for the same seed.
pub fn distinct<C: Curve>(seed: u64, rows: usize) -> GeneratorPoints {
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let mut point = || Element::of_point(&C::G::random(&mut rng));
    GeneratorPoints {
        g: point(),
        h: point(),
        g_bold: (0..rows).map(|_| point()).collect(),
        h_bold: (0..rows).map(|_| point()).collect(),
    }
}

/// A few generators; some may be equal, the identity, or missing.
pub fn any<C: Curve>(rng: &mut ChaCha20Rng) -> GeneratorPoints {
    let rows = rng.one_of(&[0, 1, 2, 3, 4, 8]);
    let mut points = distinct::<C>(rng.below(usize::MAX) as u64, rows);
    for _ in 0..rng.below(3) {
        let point = match rng.below(5) {
            0 => points.g,
            1 => points.h,
            2 => Element::default(),
            3 => points.g_bold.first().copied().unwrap_or(points.g),
            _ => points.h_bold.last().copied().unwrap_or(points.h),
        };
        let GeneratorPoints {
            g,
            h,
            g_bold,
            h_bold,
        } = &mut points;
        match rng.below(5) {
            0 => *g = point,
            1 => *h = point,
            2 if !g_bold.is_empty() => g_bold[rng.below(rows)] = point,
            3 if !h_bold.is_empty() => {
                let len = h_bold.len();
                h_bold[rng.below(len)] = point;
            }
            _ => drop(h_bold.pop()),
        }
    }
    points
}
