//! Functions timed on the library's backends.

use helioselene_bench_support::harness::{Group, time};
use helioselene_simd::Backend;

/// Times a function on each backend that this CPU has, the slowest first.
pub fn on_each(group: &mut Group<'_>, size: Option<usize>, run: &mut dyn FnMut()) {
    for backend in Backend::available() {
        backend.select().expect("it is available");
        time(group, backend.name(), size, run);
    }
}
