//! Whether tables are kept at all.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

static KEPT: AtomicBool = AtomicBool::new(true);

pub(crate) fn are_kept() -> bool {
    KEPT.load(Relaxed)
}

pub(super) fn set(keep: bool) {
    KEPT.store(keep, Relaxed);
}

/// Lets one test at a time use process-wide state: the flag and the lists of declared points.
#[cfg(test)]
pub(crate) fn alone() -> std::sync::MutexGuard<'static, ()> {
    static ALONE: std::sync::Mutex<()> = std::sync::Mutex::new(());
    ALONE
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}
