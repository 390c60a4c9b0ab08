//! The weights of the contest's score.

/// The contest's ten operations, and their shares in its score.
pub const WEIGHTS: [(&str, f64); 10] = [
    ("Selene add", 0.30),
    ("Helios add", 0.15),
    ("q mul", 0.15),
    ("q invert", 0.10),
    ("Selene decompress", 0.075),
    ("Helios decompress", 0.075),
    ("q add", 0.05),
    ("q subtract", 0.05),
    ("Selene mul", 0.025),
    ("Helios mul", 0.025),
];
