//! The source of the crate in `fcmp/leaves/`, compiled again for tests on lanes that are not registers.

#[path = "../fcmp/leaves/src/clearing.rs"]
mod clearing;
#[path = "../fcmp/leaves/src/convert.rs"]
mod convert;
#[path = "../fcmp/leaves/src/hash.rs"]
mod hash;
#[path = "../fcmp/leaves/src/map.rs"]
mod map;
#[path = "../fcmp/leaves/src/refusal.rs"]
mod refusal;
#[path = "../fcmp/leaves/src/root.rs"]
mod root;
#[path = "../fcmp/leaves/src/torsion.rs"]
mod torsion;

use hash::HashToPoint;
use refusal::Refusal;
use root::Root;
