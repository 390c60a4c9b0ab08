pub use monero_fcmp_plus_plus::{Curves, product};
