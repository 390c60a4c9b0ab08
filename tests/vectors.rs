//! The committed vectors of `tests/vectors`, made by plain Python integers, on every backend.

mod common;

use common::{element, from_hex, on_every_backend};
use helioselene_simd::group::ff::{Field, FromUniformBytes, PrimeField};
use helioselene_simd::group::{Group, GroupEncoding};
use helioselene_simd::{Curve, FieldElement, Helios, P25519, Point, Prime, Q, Selene};
use serde_json::Value;

/// The rows of a table, which must not be empty.
fn rows<'a>(file: &'a Value, table: &str) -> impl Iterator<Item = &'a Value> {
    let rows = file[table].as_array().expect("a table");
    assert!(!rows.is_empty(), "{table} is empty");
    rows.iter()
}

fn text<'a>(row: &'a Value, key: &str) -> &'a str {
    row[key]
        .as_str()
        .unwrap_or_else(|| panic!("{key} in {row}"))
}

fn fe<P: Prime>(row: &Value, key: &str) -> FieldElement<P> {
    element(from_hex(text(row, key)))
}

fn optional_fe<P: Prime>(row: &Value, key: &str) -> Option<FieldElement<P>> {
    (!row[key].is_null()).then(|| fe(row, key))
}

fn field<P: Prime>(json: &str) {
    let file: Value = serde_json::from_str(json).expect("JSON");
    let modulus: [u8; 32] = from_hex(text(&file, "modulus"));
    assert_eq!((-FieldElement::<P>::ONE).to_repr()[0], modulus[0] - 1);
    assert_eq!((-FieldElement::<P>::ONE).to_repr()[1..], modulus[1..]);

    for row in rows(&file, "binary") {
        let (a, b) = (fe::<P>(row, "a"), fe::<P>(row, "b"));
        assert_eq!(a + b, fe(row, "sum"), "{row}");
        assert_eq!(a - b, fe(row, "difference"), "{row}");
        assert_eq!(a * b, fe(row, "product"), "{row}");
        let mut c = a;
        c += &b;
        assert_eq!(c, fe(row, "sum"), "{row}");
        c -= b;
        c *= &b;
        assert_eq!(c, fe(row, "product"), "{row}");
        assert_eq!((a == b), text(row, "a") == text(row, "b"));
    }
    for row in rows(&file, "unary") {
        let a = fe::<P>(row, "a");
        assert_eq!(-a, fe(row, "negation"), "{row}");
        assert_eq!(a.double(), fe(row, "double"), "{row}");
        assert_eq!(a.square(), fe(row, "square"), "{row}");
        assert_eq!(
            Option::from(a.invert()),
            optional_fe(row, "inverse"),
            "{row}"
        );
        assert_eq!(Option::from(a.sqrt()), optional_fe(row, "sqrt"), "{row}");
        assert_eq!(
            bool::from(a.is_odd()),
            row["is_odd"].as_bool().unwrap(),
            "{row}"
        );
    }
    for row in rows(&file, "pow") {
        let power = fe::<P>(row, "base").pow(fe(row, "exponent"));
        assert_eq!(power, fe(row, "result"), "{row}");
    }
    for row in rows(&file, "wide") {
        let bytes = from_hex(text(row, "bytes"));
        assert_eq!(
            FieldElement::<P>::wide_reduce(bytes),
            fe(row, "result"),
            "{row}"
        );
        assert_eq!(
            FieldElement::<P>::from_uniform_bytes(&bytes),
            fe(row, "result"),
            "{row}"
        );
    }
    for row in rows(&file, "decode") {
        let bytes = from_hex(text(row, "bytes"));
        let decoded: Option<FieldElement<P>> = FieldElement::from_repr(bytes).into();
        assert_eq!(decoded.is_some(), row["valid"].as_bool().unwrap(), "{row}");
        assert!(decoded.is_none_or(|x| x.to_repr() == bytes), "{row}");
    }
}

fn point<C: Curve>(row: &Value, key: &str) -> Point<C> {
    decoded(text(row, key))
}

/// A point from its encoding, the identity included.
fn decoded<C: Curve>(hex: &str) -> Point<C> {
    Option::from(Point::from_bytes(&from_hex(hex))).expect("a valid encoding")
}

fn curve<C: Curve>(json: &str) {
    let file: Value = serde_json::from_str(json).expect("JSON");
    let generator = &file["generator"];
    let expected = Point::<C>::from_xy(fe(generator, "x"), fe(generator, "y"));
    assert_eq!(Point::<C>::generator(), expected.expect("on the curve"));

    for row in rows(&file, "points") {
        let p = Point::<C>::from_xy(fe(row, "x"), fe(row, "y")).expect("on the curve");
        assert_eq!(p.to_bytes(), from_hex(text(row, "encoded")), "{row}");
        assert_eq!(p, point(row, "encoded"), "{row}");
    }
    for row in rows(&file, "decode") {
        let bytes = from_hex(text(row, "bytes"));
        let decoded: Option<Point<C>> = Point::from_bytes(&bytes).into();
        let unchecked: Option<Point<C>> = Point::from_bytes_unchecked(&bytes).into();
        assert_eq!(decoded, unchecked, "{row}");
        let expected = if row["identity"].as_bool().unwrap() {
            Some(Point::identity())
        } else {
            row["x"]
                .as_str()
                .map(|_| Point::from_xy(fe(row, "x"), fe(row, "y")).unwrap())
        };
        assert_eq!(decoded, expected, "{row}");
        if let Some(decoded) = decoded {
            assert_eq!(
                bool::from(decoded.is_identity()),
                row["identity"].as_bool().unwrap()
            );
            assert_eq!(decoded.to_bytes(), bytes, "{row}");
            // A false identity such as (0 : 1 : 1) would not be neutral.
            let g = Point::generator();
            assert_eq!(g + decoded - g, decoded, "{row}");
            assert!(decoded != g + decoded, "{row}");
        }
    }
    for row in rows(&file, "add") {
        let (a, b) = (point::<C>(row, "a"), point::<C>(row, "b"));
        assert_eq!((a + b).to_bytes(), from_hex(text(row, "sum")), "{row}");
        assert_eq!((a - -b).to_bytes(), from_hex(text(row, "sum")), "{row}");
        assert_eq!(a + b - b, a, "{row}");
        if a == b {
            assert_eq!(a.double().to_bytes(), from_hex(text(row, "sum")), "{row}");
        }
    }
    for row in rows(&file, "mul") {
        let product = point::<C>(row, "point") * fe::<C::Scalar>(row, "scalar");
        assert_eq!(product.to_bytes(), from_hex(text(row, "result")), "{row}");
    }
    for row in rows(&file, "mul_base") {
        let product = Point::<C>::mul_base(&fe(row, "scalar"));
        assert_eq!(product.to_bytes(), from_hex(text(row, "result")), "{row}");
    }
    for row in rows(&file, "double_base") {
        let sum = Point::<C>::vartime_double_scalar_mul_basepoint(
            &fe(row, "a"),
            &point(row, "point"),
            &fe(row, "b"),
        );
        assert_eq!(sum.to_bytes(), from_hex(text(row, "result")), "{row}");
    }
    for row in rows(&file, "msm") {
        let scalars = row["scalars"].as_array().expect("a list");
        let points = row["points"].as_array().expect("a list");
        assert_eq!(scalars.len(), points.len());
        let scalars: Vec<FieldElement<C::Scalar>> = scalars
            .iter()
            .map(|scalar| element(from_hex(scalar.as_str().expect("a string"))))
            .collect();
        let points: Vec<Point<C>> = points
            .iter()
            .map(|point| decoded(point.as_str().expect("a string")))
            .collect();
        let sums = every_sum(&scalars, &points);
        let expected = from_hex(text(row, "result"));
        for (way, sum) in sums {
            assert_eq!(sum.to_bytes(), expected, "{way}: {row}");
        }
    }
}

/// Σ scalarsᵢ·pointsᵢ in each of the library's ways.
fn every_sum<C: Curve>(
    scalars: &[FieldElement<C::Scalar>],
    points: &[Point<C>],
) -> Vec<(String, Point<C>)> {
    let products = || {
        scalars
            .iter()
            .zip(points)
            .map(|(scalar, point)| *point * scalar)
    };
    let mut sums = vec![("products".to_string(), products().sum())];
    #[cfg(feature = "alloc")]
    {
        use helioselene_simd::Algorithm;
        use helioselene_simd::{Precomputation, VartimePrecomputation};

        assert_eq!(
            Point::batch_mul(scalars, points),
            products().collect::<Vec<_>>()
        );
        let mut add = |way: &str, sum| sums.push((way.to_owned(), sum));
        add("constant time", Point::multiscalar_mul(scalars, points));
        let constant = Precomputation::new(points);
        add("constant, prepared", constant.multiscalar_mul(scalars));
        let sum = Point::vartime_multiscalar_mul(scalars, points);
        add("variable time", sum);
        let stretched = (2..=8).map(|width| Algorithm::Stretched { width });
        let buckets = [1, 2, 3, 5, 8, 11]
            .into_iter()
            .map(|bits| Algorithm::Pippenger { bits });
        for algorithm in stretched.chain(buckets).chain([Algorithm::Straus]) {
            let sum = Point::vartime_multiscalar_mul_by(algorithm, scalars, points);
            add(&format!("{algorithm:?}"), sum);
        }
        for bytes in [0, 400 * points.len(), usize::MAX] {
            let tables = VartimePrecomputation::with_memory(points, bytes);
            let sum = tables.vartime_multiscalar_mul(scalars);
            add(&format!("variable time, prepared in {bytes} bytes"), sum);
            let half = scalars.len() / 2;
            let tables = VartimePrecomputation::with_memory(&points[..half], bytes);
            let (fixed, others) = scalars.split_at(half);
            let sum = tables.vartime_mixed_multiscalar_mul(fixed, others, &points[half..]);
            add(&format!("half of them prepared in {bytes} bytes"), sum);
        }
    }
    sums
}

macro_rules! vector_test {
    ($name:ident, $run:expr, $file:literal) => {
        // Not a test of its own in `lab/wasm/guest`, which calls it.
        #[cfg_attr(test, test)]
        pub(crate) fn $name() {
            on_every_backend(stringify!($name), || $run(include_str!($file)));
        }
    };
}

vector_test!(field25519, field::<P25519>, "vectors/field25519.json");
vector_test!(helioselene_field, field::<Q>, "vectors/current-field.json");
vector_test!(helios, curve::<Helios>, "vectors/current-helios.json");
vector_test!(selene, curve::<Selene>, "vectors/current-selene.json");

#[cfg(feature = "cycle2025")]
pub(crate) mod cycle2025 {
    use super::{curve, field, on_every_backend};
    use helioselene_simd::Curve;
    use helioselene_simd::cycle2025::{Helios, Selene};

    type Q = <Selene as Curve>::Base;

    vector_test!(helioselene_field, field::<Q>, "vectors/2025-field.json");
    vector_test!(helios, curve::<Helios>, "vectors/2025-helios.json");
    vector_test!(selene, curve::<Selene>, "vectors/2025-selene.json");
}

#[cfg(feature = "hash2curve")]
mod hashing {
    use super::common::hex_bytes;
    use super::*;
    use helioselene_simd::hash2curve::ExpandMsgXmd;
    use sha2::Sha512;

    fn on<C: Curve>(json: &str) {
        let file: Value = serde_json::from_str(json).expect("JSON");
        let encoded = |row, key| from_hex::<32>(text(row, key));
        for row in rows(&file, "map") {
            let point = Point::<C>::map_to_curve(&fe(row, "u"));
            assert_eq!(point.to_bytes(), encoded(row, "point"), "{row}");
        }
        for row in rows(&file, "messages") {
            let [message, tag] = ["message", "tag"].map(|key| hex_bytes(text(row, key)));
            // The message in parts, some of them empty.
            let (start, end) = message.split_at(message.len() / 2);
            let (message, tag) = ([start, &[], end], [&tag[..3], &tag[3..]]);
            let hash = Point::<C>::hash_to_curve::<ExpandMsgXmd<Sha512>>(&message, &tag);
            assert_eq!(hash.unwrap().to_bytes(), encoded(row, "hash"), "{row}");
            let point = Point::<C>::encode_to_curve::<ExpandMsgXmd<Sha512>>(&message, &tag);
            assert_eq!(point.unwrap().to_bytes(), encoded(row, "encode"), "{row}");
        }
        // No parts, or any number of empty parts.
        for tag in [&[][..], &[b"".as_slice()], &[&[], &[]]] {
            let message: &[&[u8]] = &[b"no tag"];
            assert!(Point::<C>::hash_to_curve::<ExpandMsgXmd<Sha512>>(message, tag).is_err());
            assert!(Point::<C>::encode_to_curve::<ExpandMsgXmd<Sha512>>(message, tag).is_err());
        }
        let tag: &[&[u8]] = &[&[], b"a tag"];
        let hash = Point::<C>::hash_to_curve::<ExpandMsgXmd<Sha512>>(&[b"message"], tag);
        assert_eq!(
            hash.unwrap(),
            Point::hash_to_curve::<ExpandMsgXmd<Sha512>>(&[b"message"], &[b"a tag"]).unwrap()
        );
    }

    #[test]
    fn to_the_curves() {
        on::<Helios>(include_str!("vectors/current-helios-hash.json"));
        on::<Selene>(include_str!("vectors/current-selene-hash.json"));
    }

    #[cfg(feature = "cycle2025")]
    #[test]
    fn to_the_curves_of_2025() {
        use helioselene_simd::cycle2025::{Helios, Selene};
        on::<Helios>(include_str!("vectors/2025-helios-hash.json"));
        on::<Selene>(include_str!("vectors/2025-selene-hash.json"));
    }
}
