//! Children of `fork`.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Whether a child process in which `run` returns true ends within two minutes.
pub fn child_succeeds(run: impl FnOnce() -> bool) -> bool {
    // SAFETY: the child computes on its own memory, and ends without running the parent's cleanup.
    let child = unsafe { libc::fork() };
    assert!(child >= 0, "fork");
    if child == 0 {
        // SAFETY: the signal ends the process, whatever it waits for.
        unsafe { libc::alarm(120) };
        let succeeds = catch_unwind(AssertUnwindSafe(run)).unwrap_or(false);
        // SAFETY: this ends the process, in which nothing else runs.
        unsafe { libc::_exit(i32::from(!succeeds)) };
    }
    let mut status = -1;
    // SAFETY: the id is that of a child of this process, and `status` is a valid place.
    let waited = unsafe { libc::waitpid(child, &raw mut status, 0) };
    waited == child && status == 0
}
