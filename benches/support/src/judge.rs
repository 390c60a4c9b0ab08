//! What judges of constant time have in common.

/// A judge of constant time. The secrets of a function are what it is given; all else that it has is public.
pub trait Judge {
    /// A function that takes constant time.
    fn constant_time<I: Copy, R>(&mut self, name: &str, secrets: I, run: impl Fn(&I) -> R);

    /// A function that does not: the judge must notice.
    fn variable_time<I: Copy, R>(&mut self, name: &str, secrets: I, run: impl Fn(&I) -> R);
}
