//! Elements and points in serde's formats.

use std::fmt::Debug;

use helioselene_simd::group::ff::{Field, PrimeField};
use helioselene_simd::group::{Group, GroupEncoding};
use helioselene_simd::{Field25519, HeliosPoint, HelioseleneField, SelenePoint};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize, Serializer};

const FORMATS: [&str; 4] = ["JSON", "CBOR", "MessagePack", "MessagePack with names"];

fn write<T: Serialize>(format: &str, x: &T) -> Vec<u8> {
    match format {
        "JSON" => serde_json::to_vec(x).unwrap(),
        "CBOR" => {
            let mut bytes = Vec::new();
            ciborium::into_writer(x, &mut bytes).unwrap();
            bytes
        }
        "MessagePack" => rmp_serde::to_vec(x).unwrap(),
        _ => rmp_serde::to_vec_named(x).unwrap(),
    }
}

fn read<T: DeserializeOwned>(format: &str, bytes: &[u8]) -> Option<T> {
    match format {
        "JSON" => serde_json::from_slice(bytes).ok(),
        "CBOR" => ciborium::from_reader(bytes).ok(),
        _ => rmp_serde::from_slice(bytes).ok(),
    }
}

fn hexadecimal(bytes: [u8; 32]) -> String {
    bytes.map(|byte| format!("{byte:02x}")).concat()
}

#[test]
fn numbers_and_points() {
    fn there_and_back<T>(x: T, bytes: [u8; 32])
    where
        T: Serialize + DeserializeOwned + PartialEq + Debug,
    {
        let digits = hexadecimal(bytes);
        let json = serde_json::to_string(&x).unwrap();
        assert_eq!(json, format!("\"{digits}\""));
        assert_eq!(serde_json::from_str::<T>(&json).unwrap(), x);
        let binary = postcard::to_allocvec(&x).unwrap();
        // The length, then the bytes.
        assert_eq!(binary, [&[32], &bytes[..]].concat());
        assert_eq!(postcard::from_bytes::<T>(&binary).unwrap(), x);
        for refused in [
            "",
            "00",
            &"ff".repeat(32),
            &"00".repeat(31),
            &"00".repeat(33),
            &"0g".repeat(32),
        ] {
            assert_eq!(read::<T>("JSON", &write("JSON", &refused)), None);
        }
        let large = [&[32][..], &[0xff; 32]].concat();
        for refused in [&large, &binary[..32], &[0; 33], &[31; 32]] {
            assert!(postcard::from_bytes::<T>(refused).is_err(), "{refused:?}");
        }
    }
    for x in [Field25519::ZERO, -Field25519::ONE, Field25519::from(258u64)] {
        there_and_back(x, x.to_repr());
    }
    let x = -HelioseleneField::from(5u64);
    there_and_back(x, x.to_repr());
    for point in [SelenePoint::GENERATOR, SelenePoint::GENERATOR.double()] {
        there_and_back(point, point.to_bytes());
    }
    there_and_back(HeliosPoint::GENERATOR, HeliosPoint::GENERATOR.to_bytes());
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Both<K, P> {
    k: K,
    p: P,
}

/// Serde buffers data before a tag, and data that may have several types.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(tag = "t")]
enum Tagged<K, P> {
    A(Both<K, P>),
}
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Flattened<K, P> {
    #[serde(flatten)]
    both: Both<K, P>,
}
#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(untagged)]
enum Untagged<K, P> {
    Number(u8),
    Both(Both<K, P>),
}

#[test]
fn each_format_reads_what_it_wrote() {
    fn there_and_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(x: T) {
        for format in FORMATS {
            assert_eq!(
                read(format, &write(format, &x)).as_ref(),
                Some(&x),
                "{format}"
            );
        }
    }
    let both = || Both {
        k: -Field25519::ONE,
        p: SelenePoint::GENERATOR,
    };
    there_and_back(both());
    there_and_back(Tagged::A(both()));
    there_and_back(Flattened { both: both() });
    there_and_back(Untagged::Both(both()));
    there_and_back(Untagged::Number::<Field25519, SelenePoint>(3));
}

/// A byte string.
#[derive(Clone)]
struct Bytes(Vec<u8>);
impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

/// An element has one form: formats accept it directly, and where serde buffers it.
#[test]
fn one_form_for_one_element() {
    fn taken<T: Serialize + Clone>(format: &str, form: T) -> [bool; 2] {
        let alone = read::<Field25519>(format, &write(format, &form));
        let buffered = write(
            format,
            &Both {
                k: form.clone(),
                p: form,
            },
        );
        let buffered: Option<Flattened<Field25519, Field25519>> = read(format, &buffered);
        [alone.is_some(), buffered.is_some()]
    }
    let x = Field25519::from(0xabc_def_u64);
    let (bytes, digits) = (x.to_repr(), hexadecimal(x.to_repr()));
    for format in FORMATS {
        let is_json = format == "JSON";
        // A tuple struct is not a map, so it cannot be flattened.
        let named = format != "MessagePack";
        assert_eq!(taken(format, digits.clone()), [is_json, named], "{format}");
        assert_eq!(
            taken(format, Bytes(bytes.into())),
            [!is_json, !is_json && named],
            "{format}"
        );
        assert_eq!(taken(format, bytes), [false; 2], "{format}");
        for refused in [
            digits.to_uppercase(),
            digits.replace('c', "C"),
            digits[..62].into(),
            format!("{digits}00"),
            format!("{} ", &digits[..63]),
            "ff".repeat(32),
            String::from_utf8(vec![b'0'; 32]).unwrap(),
        ] {
            assert_eq!(
                taken(format, refused.clone()),
                [false; 2],
                "{format}, {refused}"
            );
        }
        for refused in [&bytes[..31], &[0; 33], &[0xff; 32], &[]] {
            assert_eq!(taken(format, Bytes(refused.into())), [false; 2], "{format}");
        }
    }
}

#[test]
fn errors_say_what_a_format_wants() {
    let of_people = serde_json::from_str::<Field25519>("17").unwrap_err();
    assert!(
        of_people
            .to_string()
            .contains("64 lower-case hexadecimal digits"),
        "{of_people}"
    );
    let of_machines =
        rmp_serde::from_slice::<Field25519>(&write("MessagePack", &17u8)).unwrap_err();
    assert!(
        of_machines.to_string().contains("32 bytes"),
        "{of_machines}"
    );
}
