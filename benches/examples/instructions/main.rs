//! The contest's operations, for a counter of instructions: `run.py` runs this program for AArch64 under QEMU.

#[allow(dead_code)] // The contest counts both cycles.
#[path = "../contest/library.rs"]
mod library;

use std::os::unix::process::parent_id;

use helioselene_bench_support::contest::{AllInputs, Reference, WEIGHTS, operations};
use helioselene_bench_support::reference::Current;
use library::Ours;

/// The inputs on which an operation is counted.
const COUNTED: u64 = 8;

fn main() {
    let inputs = AllInputs::current::<Ours>();
    let ours = operations::<Ours>(&inputs);
    for (reference, ours) in operations::<Reference<Current>>(&inputs).iter().zip(&ours) {
        // A few, as an emulator is slow; `contest` compares all. Ours makes its tables here.
        for i in 0..reference.inputs.min(4) {
            assert_eq!((ours.result)(i), (reference.result)(i), "{}", ours.name);
        }
        for operation in [reference, ours] {
            // At this system call the plugin prints its count.
            let _ = parent_id();
            (operation.run)(1);
            let _ = parent_id();
            (operation.run)(1 + COUNTED);
            let _ = parent_id();
        }
        let weight = WEIGHTS.iter().find(|(name, _)| *name == ours.name);
        let weight = weight.map_or(0.0, |(_, weight)| *weight);
        println!("{}\t{weight}\t{COUNTED}", ours.name);
    }
}
