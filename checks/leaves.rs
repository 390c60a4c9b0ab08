//! The source of the crate in `leaves/`, compiled again for tests on lanes that are not registers.

#[path = "../leaves/src/clearing.rs"]
mod clearing;
#[path = "../leaves/src/convert.rs"]
mod convert;
#[path = "../leaves/src/hash.rs"]
mod hash;
#[path = "../leaves/src/map.rs"]
mod map;
#[path = "../leaves/src/refusal.rs"]
mod refusal;
#[path = "../leaves/src/root.rs"]
mod root;
#[path = "../leaves/src/torsion.rs"]
mod torsion;

use hash::HashToPoint;
use refusal::Refusal;
use root::Root;
