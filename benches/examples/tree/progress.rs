//! A progress bar on standard error, when that is a terminal.

use std::io::{IsTerminal, Write};

const WIDTH: usize = 40;

/// Counts nodes up to a total.
pub struct Progress {
    name: &'static str,
    done: usize,
    total: usize,
    shown: bool,
}

impl Progress {
    pub fn new(name: &'static str, total: usize) -> Self {
        Self {
            name,
            done: 0,
            total: total.max(1),
            shown: std::io::stderr().is_terminal(),
        }
    }

    pub fn advance(&mut self, nodes: usize) {
        self.done += nodes;
        if self.shown {
            let filled = WIDTH * self.done.min(self.total) / self.total;
            let bar = "█".repeat(filled) + &"·".repeat(WIDTH - filled);
            let mut stderr = std::io::stderr();
            // A bar that cannot be written is no loss.
            let _ = write!(
                stderr,
                "\r  {:6} {bar} {}/{} nodes",
                self.name, self.done, self.total
            );
            let _ = stderr.flush();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            eprint!("\r\x1b[2K");
        }
    }
}
