//! The contest's operations and the committed vectors, as exports of a WebAssembly module.
//!
//! The operations are the contest's, the library's types are from `benches/examples/contest`, the checks of vectors from
//! `tests/vectors.rs`: the same files, compiled for WebAssembly.

#[path = "../../../../benches/examples/contest/library.rs"]
mod library;
// The module uses only a part of the native program.
#[allow(dead_code)]
#[path = "../../../../tests/vectors.rs"]
mod vectors;

use std::cell::RefCell;

use helioselene_bench_support::contender::Operation;
use helioselene_bench_support::contest::{
    AllInputs, Implementation, Inputs, Reference, WEIGHTS, operations,
};
use helioselene_bench_support::reference::{Current, Cycle2025};
use library::{Ours, Ours2025};

mod host {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Shows text, `length` bytes of UTF-8 from `text`.
        pub fn print(text: *const u8, length: usize);
    }
}

thread_local! {
    /// Each operation of the reference, with the same one of this library.
    static OPERATIONS: RefCell<Vec<[Operation; 2]>> = const { RefCell::new(Vec::new()) };
}

fn print(text: &str) {
    // SAFETY: the host reads the string's bytes and keeps nothing.
    unsafe { host::print(text.as_ptr(), text.len()) }
}

/// Fewer inputs, because an interpreter is slow; the native example compares all.
fn some_of(mut inputs: AllInputs) -> AllInputs {
    for field in [&mut inputs.q, &mut inputs.p] {
        field.vectors.truncate(40);
    }
    for Inputs { vectors, random } in [&mut inputs.helios, &mut inputs.selene] {
        vectors.encodings.truncate(8);
        vectors.pairs.truncate(8);
        vectors.products.truncate(2);
        random.products.truncate(2);
    }
    inputs
}

fn of_operation<R>(index: usize, ask: impl FnOnce(&[Operation; 2]) -> R) -> R {
    OPERATIONS.with_borrow(|operations| ask(&operations[index]))
}

/// Prepares the operations of the current or the 2025 cycle; returns their number.
#[unsafe(no_mangle)]
extern "C" fn prepare(cycle_of_2025: bool) -> usize {
    // A panic is a trap, which has no message.
    std::panic::set_hook(Box::new(|panic| print(&panic.to_string())));
    let pairs = if cycle_of_2025 {
        pairs::<Reference<Cycle2025>, Ours2025>(AllInputs::of_2025::<Ours2025>())
    } else {
        pairs::<Reference<Current>, Ours>(AllInputs::current::<Ours>())
    };
    let count = pairs.len();
    OPERATIONS.set(pairs);
    count
}

fn pairs<R: Implementation, O: Implementation>(inputs: AllInputs) -> Vec<[Operation; 2]> {
    let inputs = some_of(inputs);
    let pairs = operations::<R>(&inputs).into_iter();
    pairs
        .zip(operations::<O>(&inputs))
        .map(<[_; 2]>::from)
        .collect()
}

/// Prints the name of an operation.
#[unsafe(no_mangle)]
extern "C" fn name(operation: usize) {
    of_operation(operation, |[reference, _]| print(reference.name));
}

/// The operation's share in the contest's score, 0 if it has none.
#[unsafe(no_mangle)]
extern "C" fn weight(operation: usize) -> f64 {
    of_operation(operation, |[reference, _]| {
        let weight = WEIGHTS.iter().find(|(name, _)| *name == reference.name);
        weight.map_or(0.0, |(_, weight)| *weight)
    })
}

/// Traps if this library's results differ from the reference's.
#[unsafe(no_mangle)]
extern "C" fn compare(operation: usize) {
    of_operation(operation, |[reference, ours]| {
        assert!(reference.inputs > 0 && reference.inputs == ours.inputs);
        for i in 0..reference.inputs {
            assert_eq!(
                (ours.result)(i),
                (reference.result)(i),
                "{}, input {i}",
                ours.name
            );
        }
    });
}

/// Does an operation a number of times, on random inputs in turn: the reference's, or this library's.
#[unsafe(no_mangle)]
extern "C" fn run(operation: usize, ours: bool, times: u32) {
    of_operation(operation, |pair| {
        (pair[usize::from(ours)].run)(times.into())
    });
}

/// Traps if this library's results differ from the committed vectors.
#[unsafe(no_mangle)]
extern "C" fn vectors() {
    std::panic::set_hook(Box::new(|panic| print(&panic.to_string())));
    vectors::field25519();
    vectors::helioselene_field();
    vectors::helios();
    vectors::selene();
    vectors::cycle2025::helioselene_field();
    vectors::cycle2025::helios();
    vectors::cycle2025::selene();
}
