//! Why the interpreter stops.

/// What a secret must not decide, but does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leak {
    /// A jump.
    Branch,
    /// An address.
    Address,
    /// The time of an instruction.
    Time,
}

/// Why a function was not executed to its end.
#[derive(Clone, Debug)]
pub enum Trap {
    Leak(Leak),
    /// A leak, and where it is.
    LeakAt(Leak, String),
    Failed(String),
}

impl Trap {
    /// Adds where it happened.
    pub fn at(self, place: String) -> Self {
        match self {
            Self::Leak(leak) => Self::LeakAt(leak, place),
            Self::LeakAt(leak, place) => Self::LeakAt(leak, place),
            Self::Failed(why) => Self::Failed(format!("{why}, at {place}")),
        }
    }
}
