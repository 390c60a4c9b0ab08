//! The reference, and the library on each backend.

use helioselene_bench_support::bench::{Options, choose};
use helioselene_bench_support::contender::Contender;
use helioselene_bench_support::contest::{AllInputs, Implementation, Whole};
use helioselene_simd::Backend;

/// The contenders.
pub type Contenders = Vec<Box<dyn Contender<AllInputs>>>;

/// `R` first, then `O` on each requested backend.
pub fn contenders<R: Implementation, O: Implementation>(
    options: &Options,
) -> Result<Contenders, String> {
    let mut contenders: Contenders = vec![Whole::<R>::new("reference", || ())];
    let backends = choose(
        options.backend.as_deref(),
        Backend::available(),
        Backend::name,
    )?;
    for backend in backends {
        contenders.push(Whole::<O>::new(backend.name(), move || {
            backend.select().expect("it is available");
        }));
    }
    Ok(contenders)
}
