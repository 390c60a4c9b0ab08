use helioselene_simd::group::ff::PrimeField as _;

use super::*;
use helioselene_suite::Counted;

/// The constants satisfy their definitions.
#[test]
fn constants() {
    let [a, two, three] = [486_662u64, 2, 3].map(Field25519::from);
    assert_eq!(A_THIRD * three, a);
    for (root, is_odd) in [(Root::OF_0E438AE, false), (Root::SINCE_31C26D9, true)] {
        assert_eq!(root.value().square(), -(a + two));
        assert_eq!(bool::from(root.value().is_odd()), is_odd);
    }
}

/// Four lanes, and eight, give the results of one.
#[test]
fn on_all_vectors() {
    let bytes: Vec<[u8; 32]> = (0..19).map(|i| [i; 32]).collect();
    let encoded = |clear_torsion| Source::Encoded { clear_torsion };
    for (source, target) in [
        (encoded(false), Target::Wei25519(Root::Odd)),
        (encoded(true), Target::Wei25519(Root::Even)),
        (
            Source::Hashed(HashToPoint::Biased),
            Target::Wei25519(Root::Odd),
        ),
        (Source::Hashed(HashToPoint::Unbiased), Target::Ed25519),
    ] {
        let mut converted = [[Err(Refusal::NoPoint); 19]; 3];
        let mut points = converted.each_mut().map(|coordinates| Points {
            source,
            bytes: &bytes,
            coordinates,
        });
        let [one, four, eight] = points.each_mut().map(|points| Convert {
            points: core::slice::from_mut(points),
            target,
        });
        one.run::<Counted<P25519, 1>>();
        four.run::<Counted<P25519, 4>>();
        eight.run::<Counted<P25519, 8>>();
        let [expected, four, eight] = converted;
        assert!(expected.iter().flatten().count() > 3);
        assert_eq!([four, eight], [expected; 2]);
    }
}
