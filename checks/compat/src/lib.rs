//! One application, compiled over the crates in this folder and over the published ones.
//!
//! `application.rs` is the shape of what FCMP++ does with these crates and has their original names
//! in it. Here it is included once where these names are the crates of this folder, and once where
//! they are the published `multiexp` and `dalek-ff-group`. There being no published `helioselene`,
//! the reference of the benchmarks takes its place.

/// Over the crates of this folder.
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
