//! One application, compiled over the crates of `fcmp/crates/` and over the published ones.
//!
//! `application.rs` has the shape of FCMP++'s work with these crates, under their original names.
//! It is included once where these names mean the crates of `fcmp/crates/`, and once where they mean the
//! published `multiexp` and `dalek-ff-group`. No `helioselene` is published, so the benchmarks'
//! reference takes its place.

/// Over the crates of `fcmp/crates/`.
pub mod compat {
    include!("application.rs");
}

/// Over the published crates.
pub mod published {
    use crate::reference as helioselene;
    use published_dalek_ff_group as dalek_ff_group;
    use published_multiexp as multiexp;

    include!("application.rs");
}

pub mod properties;
pub mod reference;
