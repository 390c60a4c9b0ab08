//! Locks that are never waited for without end. A child of `fork` inherits those that other threads of its parent held, and
//! nobody there releases them; it computes without tables then.

use std::sync::{TryLockError, TryLockResult};
use std::thread;
use std::time::Duration;

/// What a lock guards, if no other thread holds it.
pub(super) fn free<G>(tried: TryLockResult<G>) -> Option<G> {
    match tried {
        Ok(guard) => Some(guard),
        // Nobody panics while the data is half changed.
        Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

/// What a lock guards, if it is free within some milliseconds: other threads hold it for less than one.
pub(super) fn soon<G>(milliseconds: u32, try_lock: impl Fn() -> TryLockResult<G>) -> Option<G> {
    (0..milliseconds).find_map(|_| {
        free(try_lock()).or_else(|| {
            thread::sleep(Duration::from_millis(1));
            None
        })
    })
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    /// Whether a call returns true within a minute.
    pub(crate) fn succeeds_in_time(run: impl FnOnce() -> bool + Send + 'static) -> bool {
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || sender.send(run()));
        receiver.recv_timeout(Duration::from_secs(60)) == Ok(true)
    }
}
