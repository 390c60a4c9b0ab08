//! The reference against the committed vectors.

use ff::{PrimeField, PrimeFieldBits};
use group::{GroupEncoding, prime::PrimeGroup};
use helioselene_bench_support::{
    reference::{Current, Cycle2025, Fp, Fq, HeliosPoint, SelenePoint},
    vectors::{bytes32, encodings, list, parse},
};
use serde_json::Value;

type Bytes = [u8; 32];

fn element<F: PrimeField<Repr = Bytes>>(value: &Value) -> F {
    F::from_repr(bytes32(value)).unwrap()
}

fn check_field<F: PrimeField<Repr = Bytes>>(text: &str) {
    let file = parse(text);
    for entry in list(&file, "binary") {
        let (a, b) = (element::<F>(&entry["a"]), element::<F>(&entry["b"]));
        assert_eq!(a + b, element(&entry["sum"]));
        assert_eq!(a - b, element(&entry["difference"]));
        assert_eq!(a * b, element(&entry["product"]));
    }
    for entry in list(&file, "unary") {
        let a = element::<F>(&entry["a"]);
        assert_eq!(-a, element(&entry["negation"]));
        assert_eq!(a.double(), element(&entry["double"]));
        assert_eq!(a.square(), element(&entry["square"]));
        assert_eq!(bool::from(a.is_odd()), entry["is_odd"].as_bool().unwrap());
        for (result, name) in [(a.invert(), "inverse"), (a.sqrt(), "sqrt")] {
            let expected = (!entry[name].is_null()).then(|| bytes32(&entry[name]));
            assert_eq!(
                result.into_option().map(|r| r.to_repr()),
                expected,
                "{entry}"
            );
        }
    }
    for entry in list(&file, "decode") {
        let decoded = F::from_repr(bytes32(&entry["bytes"]));
        assert_eq!(
            bool::from(decoded.is_some()),
            entry["valid"].as_bool().unwrap()
        );
    }
}

fn point<G: GroupEncoding<Repr = Bytes>>(value: &Value) -> G {
    G::from_bytes(&bytes32(value)).unwrap()
}

fn check_curve<G>(text: &str)
where
    G: PrimeGroup<Scalar: PrimeFieldBits<Repr = Bytes>> + GroupEncoding<Repr = Bytes>,
{
    let file = parse(text);
    for bytes in encodings(&file, "scalars") {
        assert_eq!(G::Scalar::from_repr(bytes).unwrap().to_repr(), bytes);
    }
    for entry in list(&file, "decode") {
        let bytes = bytes32(&entry["bytes"]);
        let decoded = G::from_bytes(&bytes).into_option();
        let identity = entry["identity"].as_bool().unwrap();
        assert_eq!(
            decoded.is_some(),
            identity || !entry["x"].is_null(),
            "{entry}"
        );
        if let Some(decoded) = decoded {
            assert_eq!(decoded.to_bytes(), bytes);
            assert_eq!(bool::from(decoded.is_identity()), identity);
        }
    }
    for entry in list(&file, "add") {
        let (a, b): (G, G) = (point(&entry["a"]), point(&entry["b"]));
        let sum = bytes32(&entry["sum"]);
        assert_eq!((a + b).to_bytes(), sum, "{entry}");
        assert_eq!((a - -b).to_bytes(), sum, "{entry}");
        assert_eq!(a.double(), a + a);
    }
    for entry in list(&file, "mul") {
        let product = point::<G>(&entry["point"]) * element::<G::Scalar>(&entry["scalar"]);
        assert_eq!(product.to_bytes(), bytes32(&entry["result"]), "{entry}");
    }
    for entry in list(&file, "mul_base") {
        let product = G::generator() * element::<G::Scalar>(&entry["scalar"]);
        assert_eq!(product.to_bytes(), bytes32(&entry["result"]), "{entry}");
    }
}

macro_rules! field_test {
    ($test:ident, $Field:ty, $file:literal) => {
        #[test]
        fn $test() {
            check_field::<$Field>(include_str!(concat!("../../../tests/vectors/", $file)));
            ff_group_tests::prime_field::test_prime_field_bits::<_, $Field>(&mut rand_core::OsRng);
        }
    };
}

macro_rules! curve_test {
    ($test:ident, $Point:ty, $file:literal) => {
        #[test]
        fn $test() {
            check_curve::<$Point>(include_str!(concat!("../../../tests/vectors/", $file)));
            ff_group_tests::group::test_prime_group_bits::<_, $Point>(&mut rand_core::OsRng);
        }
    };
}

field_test!(p, Fp, "field25519.json");
field_test!(current_q, Fq<Current>, "current-field.json");
field_test!(q_2025, Fq<Cycle2025>, "2025-field.json");
curve_test!(current_helios, HeliosPoint<Current>, "current-helios.json");
curve_test!(current_selene, SelenePoint<Current>, "current-selene.json");
curve_test!(helios_2025, HeliosPoint<Cycle2025>, "2025-helios.json");
curve_test!(selene_2025, SelenePoint<Cycle2025>, "2025-selene.json");
