//! Reading the committed vectors of `tests/vectors`.
//!
//! These functions panic on files of an unexpected shape: the files are part of the repository.

use serde_json::Value;

/// Parses one file of vectors.
pub fn parse(text: &str) -> Value {
    serde_json::from_str(text).expect("a vector file is valid JSON")
}

/// Decodes a string of 64 hexadecimal digits, the form of every encoding in the files.
fn bytes32(value: &Value) -> [u8; 32] {
    let digits = value.as_str().expect("an encoding is a string");
    assert_eq!(digits.len(), 64, "{digits} should have 64 digits");
    core::array::from_fn(|i| {
        u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).expect("hexadecimal digits")
    })
}

/// The entries of one list of a file.
fn list<'a>(file: &'a Value, name: &str) -> &'a [Value] {
    file[name]
        .as_array()
        .unwrap_or_else(|| panic!("the list {name} is missing"))
}

/// A list of encodings.
pub fn encodings(file: &Value, name: &str) -> Vec<[u8; 32]> {
    list(file, name).iter().map(bytes32).collect()
}

/// One key of every entry of a list, where every value is an encoding.
pub fn column(file: &Value, name: &str, key: &str) -> Vec<[u8; 32]> {
    list(file, name)
        .iter()
        .map(|entry| bytes32(&entry[key]))
        .collect()
}
