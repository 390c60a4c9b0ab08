//! The library's backends, as benchmarks choose and time them.

use helioselene_bench_support::bench::Options;
use helioselene_bench_support::measure::Timed;
use helioselene_simd::Backend;

/// The backend that is asked for, or all.
pub fn chosen(options: &Options) -> Result<Vec<Backend>, String> {
    options.choose(Backend::available(), Backend::name)
}

/// A contender on each backend, which is selected before every sample.
pub fn on_each<'a>(
    backends: &'a [Backend],
    contender: impl Fn() -> Timed<'a>,
) -> Vec<(String, Timed<'a>)> {
    let timed = backends.iter().map(|backend| {
        let select = || backend.select().expect("it is available");
        (backend.name().to_owned(), contender().prepared_by(select))
    });
    timed.collect()
}
