//! The stack that public operations need. Threads of 96 kB are enough without optimisation on the serial backend, which is the
//! default there, and with optimisation on every backend. Unoptimised vector backends, which must be selected by name, fit the
//! stack that Rust gives threads.
#![cfg(feature = "alloc")]

mod common;
#[path = "common/operations.rs"]
mod operations;

use std::process::{self, Command};
use std::thread;

use helioselene_simd::{Backend, Helios, Selene};

/// Numbers of terms and of points.
const TERMS: [usize; 6] = [1, 2, 9, 40, 300, 1300];
const POINTS: [usize; 2] = [9, 100];

const STACK: usize = 96 << 10;
/// The stack of `std::thread`, unless RUST_MIN_STACK changes it.
const STACK_OF_STD: usize = 2 << 20;

/// Runs every operation on both curves and each backend, with its name and the stack that should be enough.
fn on_each_backend(run: impl Fn(usize, &str, &(dyn Fn() + Sync))) {
    for backend in Backend::available() {
        let small = backend == Backend::Serial || cfg!(helioselene_has = "optimised");
        let stack = if small { STACK } else { STACK_OF_STD };
        backend.select().expect("an available backend");
        operations::each::<Helios>(&TERMS, &POINTS, &mut |name, operation| {
            run(stack, &format!("{name}, Helios, {backend}"), &|| {
                _ = operation()
            });
        });
        operations::each::<Selene>(&TERMS, &POINTS, &mut |name, operation| {
            run(stack, &format!("{name}, Selene, {backend}"), &|| {
                _ = operation()
            });
        });
    }
}

/// Runs an operation on its own thread. If its stack overflows, the process ends, naming the thread.
fn on_thread(stack: usize, name: &str, operation: &(dyn Fn() + Sync)) {
    thread::scope(|scope| {
        let thread = thread::Builder::new().name(name.into()).stack_size(stack);
        let running = thread.spawn_scoped(scope, operation).expect("a thread");
        running.join().expect("the operation's end");
    });
}

/// Runs a test of this file in its own process, which a stack overflow may end. Rayon gets one thread, because its threads have
/// stacks of the pool.
fn child(test: &str) -> process::Output {
    let mut command = Command::new(std::env::current_exe().expect("a test has a file"));
    command.env("RAYON_NUM_THREADS", "1");
    command.args([test, "--exact", "--ignored", "--nocapture"]);
    command.output().expect("the child process runs")
}

#[test]
fn small_stacks_suffice() {
    let output = child("on_small_stacks");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}

#[test]
#[ignore = "run by small_stacks_suffice, in a process of its own"]
fn on_small_stacks() {
    on_each_backend(on_thread);
}

/// Not a test: prints the stack of each operation, in kB. `RAYON_NUM_THREADS=1` makes that all of the stack.
#[test]
#[ignore = "a measurement, which takes --ignored --nocapture"]
fn stacks() {
    const AREA: usize = 4 << 20;
    const UNTOUCHED: u8 = 0xa5;

    /// The address of an area below the caller's frame, filled with a pattern.
    #[inline(never)]
    fn paint() -> usize {
        let mut area = [0u8; AREA];
        for byte in &mut area {
            // SAFETY: a byte of this array.
            unsafe { core::ptr::write_volatile(byte, UNTOUCHED) };
        }
        area.as_ptr() as usize
    }

    on_each_backend(|_, name, operation| {
        on_thread(2 * AREA, name, &|| {
            let start = paint();
            operation();
            // SAFETY: within this thread's stack, which was mapped when the pattern was written.
            let touched =
                |&at: &usize| unsafe { core::ptr::read_volatile(at as *const u8) } != UNTOUCHED;
            let lowest = (start..start + AREA).find(touched).unwrap_or(start + AREA);
            println!("{:5} {name}", (start + AREA - lowest).div_ceil(1 << 10));
        });
    });
}
