//! What was compared, and the progress.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Counts and seconds of each row.
#[derive(Default)]
pub struct Report {
    rows: BTreeMap<String, (u64, f64)>,
    said: Option<Instant>,
}

impl Report {
    /// Adds operations compared and the library's seconds for them.
    pub fn add(&mut self, what: &str, count: u64, seconds: f64) {
        if let Some(row) = self.rows.get_mut(what) {
            *row = (row.0 + count, row.1 + seconds);
        } else {
            self.rows.insert(what.into(), (count, seconds));
        }
    }

    /// Prints the progress every ten seconds.
    pub fn progress(&mut self, what: &str, origin: &str) {
        let now = Instant::now();
        let said = self.said.get_or_insert(now);
        if now - *said > Duration::from_secs(10) {
            *said = now;
            let count: u64 = self.rows.values().map(|row| row.0).sum();
            eprintln!("{what}: {origin}, {count:.2e} compared so far");
        }
    }

    /// The rows as a table.
    pub fn print(&self) {
        println!("| what | compared | without a mismatch | seconds in the library |");
        println!("|---|--:|---|--:|");
        for (what, (count, seconds)) in &self.rows {
            println!("| {what} | {count} | all | {seconds:.1} |");
        }
    }
}
