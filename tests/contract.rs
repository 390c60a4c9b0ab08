//! What programs written for other implementations of these curves rely on: traits, types and
//! memory layout, constants, conventions, encodings, and how much is drawn from random sources.

#[path = "contract/constants.rs"]
mod constants;
#[path = "contract/conventions.rs"]
mod conventions;
#[path = "contract/encodings.rs"]
mod encodings;
#[path = "contract/interface.rs"]
mod interface;
#[path = "contract/layout.rs"]
mod layout;
#[path = "contract/random.rs"]
mod random;

mod common;
