//! Whether tables are kept at all.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

static KEPT: AtomicBool = AtomicBool::new(true);

pub(crate) fn are_kept() -> bool {
    KEPT.load(Relaxed)
}

pub(super) fn set(keep: bool) {
    KEPT.store(keep, Relaxed);
}

/// Gives a test the process's flag and lists of declared points to itself. Dropping it turns tables on again.
#[cfg(test)]
pub(crate) struct Alone(#[allow(dead_code)] std::sync::MutexGuard<'static, ()>);

#[cfg(test)]
impl Drop for Alone {
    fn drop(&mut self) {
        set(true);
    }
}

#[cfg(test)]
pub(crate) fn alone() -> Alone {
    static ALONE: std::sync::Mutex<()> = std::sync::Mutex::new(());
    Alone(
        ALONE
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner),
    )
}
