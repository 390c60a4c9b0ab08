use std::sync::{Mutex, PoisonError};

use super::*;

/// Runs a test with a backend selected, then selects the previous one again. `None` if the backend
/// cannot run here. Only one such test runs at a time; others may run beside it, because results do
/// not depend on the backend.
pub(crate) fn with_backend<R>(backend: Backend, run: impl FnOnce() -> R) -> Option<R> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    struct Restore(u8);
    impl Drop for Restore {
        fn drop(&mut self) {
            SELECTED.store(self.0, Relaxed);
        }
    }
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let _restore = Restore(SELECTED.load(Relaxed));
    backend.select().ok()?;
    Some(run())
}

/// A thread that decides late must not undo another's selection.
#[test]
fn deciding_does_not_undo_a_selection() {
    for backend in Backend::available() {
        with_backend(backend, || {
            assert_eq!(Backend::decide(), backend);
            assert_eq!(Backend::selected(), backend);
        });
    }
}
