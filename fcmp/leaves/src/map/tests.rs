use super::super::hash::element;
use super::*;
use alloc::vec::Vec;
use helioselene_simd::group::ff::{Field, PrimeField};
use helioselene_suite::Counted;

/// The constants satisfy their definitions.
#[test]
fn constants() {
    let two = Field25519::from(2u64);
    assert_eq!(A_SQUARED, A.square());
    assert_eq!(F.square(), two * A * (A + two));
    assert_eq!(G.square(), I * A * (A + two));
}

/// Facts that the map rests on: which numbers are squares.
#[test]
fn squares() {
    let two = Field25519::from(2u64);
    for (number, is_square) in [(-two, false), (A, false), (A + two, true), (A - two, false)] {
        assert_eq!(bool::from(number.sqrt().is_some()), is_square);
    }
}

/// 256-bit integers and the encodings of their images: rows `hash_to_point` of Monero's tests/crypto/tests.txt. They
/// include 0 in three ways, both signs, numbers around p, 2^255 and 2p, and the largest.
const IMAGES: &str = "\
9a49662aeb249adbd4c093da3e875c2a8423c7e0123acf61b3a5d488055778b9 7195d8d965fa146b447da717deb4944622a7735997306d0c21a148602c95e823
5c49b709e88a273f56d775740e750749f859855b422040b0036da433165f4100 af7c51a68116b577d39663d3e5aca308b36e9758c0dcb5c5f7117b0486786841
1bde7580ee21543d6b47486ee4d2a55c568a751c7628a495648a8a0cd7ff77a6 d4c218507dfd43080e2e5ed941b9d05456cee990463f13dcbe4257da0d0dedf2
9fc49562b22e1ab399026a1d46e1c1e872e2e07f53714cde0255feb2819148b5 5224d6bbea8e2c33dd148f764852c72cfee9665d6c6ec5ef77031ac5ee861f47
ebffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f fb6e2b404ea0a97df827c8ad5d3a4676fe7176665cbd464c46de72e633caca13
ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f 5278d545cf9c859bb5ce01dc6c8b8d4e3a02271ca6d529c835e05a64981fcb8c
edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f
eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f 5278d545cf9c859bb5ce01dc6c8b8d4e3a02271ca6d529c835e05a64981fcb8c
ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f 008a91a51834a1aa276c5091406f0514e4ca3a7cfc70b5d7b87d84e768685754
d9ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff 5278d545cf9c859bb5ce01dc6c8b8d4e3a02271ca6d529c835e05a64981fcb8c
daffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f
dbffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff 5278d545cf9c859bb5ce01dc6c8b8d4e3a02271ca6d529c835e05a64981fcb8c
ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff 008a91a51834a1aa276c5091406f0514e4ca3a7cfc70b5d7b87d84e768685754
eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff 1f2ea9c11e83391af474ac5facee583a29206e6956f734b7eabe9c265b95b24a
ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff 80c90f3f23af8763b058cf5029e42f6a78a3e48dc0eeb38f31b3a6419e64fdbf";

fn bytes(digits: &str) -> [u8; 32] {
    core::array::from_fn(|i| u8::from_str_radix(&digits[2 * i..][..2], 16).expect("hexadecimal"))
}

/// The encodings of images.
fn images<V: BatchVector<Prime = P25519>>(elements: &[Field25519]) -> Vec<[u8; 32]> {
    let mut encodings = Vec::new();
    for elements in elements.chunks(V::LANES) {
        let mut lanes = [Field25519::ZERO; MAX_LANES];
        lanes[..elements.len()].copy_from_slice(elements);
        let vector = V::load(&lanes[..V::LANES]);
        let [image, same] = map([vector; 2]).map(|image| image.projective());
        let lanes = |point: Homogeneous<V>| [point.x, point.y, point.z].map(V::store_lanes);
        let [x, y, z] = lanes(image);
        assert_eq!([x, y, z], lanes(same));
        encodings.extend((0..elements.len()).map(|lane| {
            let inverse = z[lane].invert().expect("never 0");
            let mut encoding = (y[lane] * inverse).to_repr();
            encoding[31] |= (x[lane] * inverse).is_odd().unwrap_u8() << 7;
            encoding
        }));
    }
    encodings
}

#[test]
fn images_of_monero() {
    type OneLane = Counted<P25519, 1>;
    let pair = |row: &str| {
        let (integer, image) = row.split_once(' ').expect("two columns");
        (element(bytes(integer)), bytes(image))
    };
    let (elements, expected): (Vec<_>, Vec<_>) = IMAGES.lines().map(pair).unzip();
    assert_eq!(images::<OneLane>(&elements), expected);
    assert_eq!(images::<Counted<P25519, 4>>(&elements), expected);
    assert_eq!(images::<Counted<P25519, 8>>(&elements), expected);
}
