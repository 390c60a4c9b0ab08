//! Tests on every backend. The selection is the process's, so tests run beside each other if they are on the same one.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use helioselene_simd::Backend;

/// The tests that run on the selected backend.
static RUNNING: Mutex<usize> = Mutex::new(0);
static ENDED: Condvar = Condvar::new();

fn running() -> MutexGuard<'static, usize> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until a condition holds, which is asked whenever a test has ended.
fn until(condition: impl Fn(usize) -> bool) -> MutexGuard<'static, usize> {
    let waited = ENDED.wait_while(running(), |running| !condition(*running));
    waited.unwrap_or_else(PoisonError::into_inner)
}

/// A backend stays selected while this lives.
struct Turn(Backend);

impl Turn {
    /// Takes the selected backend if it is among these, else waits to select the first.
    fn begin(choice: &[Backend]) -> Self {
        let mut running = until(|running| running == 0 || choice.contains(&Backend::selected()));
        if *running == 0 {
            choice[0].select().expect("it is available");
        }
        *running += 1;
        Self(Backend::selected())
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        *running() -= 1;
        ENDED.notify_all();
    }
}

/// Runs a test on every backend that this machine has, in any order, and says which.
pub fn on_every_backend(test: &str, run: impl Fn()) {
    let mut left: Vec<_> = Backend::available().collect();
    let names: Vec<_> = left.iter().map(|backend| backend.name()).collect();
    while !left.is_empty() {
        let turn = Turn::begin(&left);
        run();
        left.retain(|backend| *backend != turn.0);
    }
    println!("{test}: ran on {}", names.join(", "));
}

/// Runs something with each backend selected that this machine has, serial first.
pub fn each_backend(mut run: impl FnMut(Backend)) {
    for backend in Backend::available() {
        let turn = Turn::begin(&[backend]);
        run(turn.0);
    }
}

/// Runs a test that selects backends itself, with none on a backend beside it.
pub fn alone(run: impl FnOnce()) {
    let _running = until(|running| running == 0);
    run();
}
