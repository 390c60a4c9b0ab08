//! Children of `fork`.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Whether a child for which `run` gives true ends within two minutes.
pub fn child_succeeds(run: impl FnOnce() -> bool) -> bool {
    // SAFETY: the child computes, on memory of its own, and ends without what is for the parent to do.
    let child = unsafe { libc::fork() };
    assert!(child >= 0, "fork");
    if child == 0 {
        // SAFETY: its signal ends the process, whatever that waits for.
        unsafe { libc::alarm(120) };
        let succeeds = catch_unwind(AssertUnwindSafe(run)).unwrap_or(false);
        // SAFETY: it ends this process, in which nothing else runs.
        unsafe { libc::_exit(i32::from(!succeeds)) };
    }
    let mut status = -1;
    // SAFETY: a child of this process, and a place for its status.
    let waited = unsafe { libc::waitpid(child, &raw mut status, 0) };
    waited == child && status == 0
}
