//! The trait that both judges of constant time implement.

use crate::memcheck::{Report, secret};

/// A judge of constant time. A function's argument is secret; everything else that it uses is
/// public.
pub trait Judge {
    /// Checks a function that must take constant time.
    fn constant_time<I: Copy, R>(&mut self, name: &str, secrets: I, run: impl Fn(&I) -> R);

    /// Checks a function that does not, which must be noticed.
    fn variable_time<I: Copy, R>(&mut self, name: &str, secrets: I, run: impl Fn(&I) -> R);
}

impl Judge for Report {
    fn constant_time<I: Copy, R>(&mut self, name: &str, secrets: I, run: impl Fn(&I) -> R) {
        let secrets = secret(secrets);
        Report::constant_time(self, name, || run(&secrets));
    }

    fn variable_time<I: Copy, R>(&mut self, name: &str, secrets: I, run: impl Fn(&I) -> R) {
        let secrets = secret(secrets);
        Report::variable_time(self, name, || run(&secrets));
    }
}
