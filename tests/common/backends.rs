//! Tests on every backend. The selection is the process's, so tests run beside each other if they are on the same one.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use helioselene_simd::Backend;

/// What the tests that run now have selected.
struct Running {
    backend: Option<Backend>,
    tests: usize,
    /// Tests that wait for another backend: none begins before them.
    waiting: usize,
}

static RUNNING: Mutex<Running> = Mutex::new(Running {
    backend: None,
    tests: 0,
    waiting: 0,
});
static ENDED: Condvar = Condvar::new();

fn running() -> MutexGuard<'static, Running> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One backend is selected as long as this lives.
struct Turn(Backend);

impl Turn {
    /// On one of these, the first if there is a choice.
    fn begin(choice: &[Backend]) -> Self {
        let mut running = running();
        let mut fits = running.waiting == 0;
        loop {
            if running.tests == 0 {
                choice[0]
                    .select()
                    .expect("an available backend can be selected");
                running.backend = Some(choice[0]);
                break;
            }
            if fits
                && running
                    .backend
                    .is_some_and(|backend| choice.contains(&backend))
            {
                break;
            }
            running.waiting += 1;
            running = ENDED.wait(running).unwrap_or_else(PoisonError::into_inner);
            running.waiting -= 1;
            fits = true;
        }
        running.tests += 1;
        assert_eq!(Some(Backend::selected()), running.backend);
        Self(Backend::selected())
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        running().tests -= 1;
        ENDED.notify_all();
    }
}

/// Runs a test on every backend that this machine has, in any order, and says which.
pub fn on_every_backend(test: &str, run: impl Fn()) {
    let mut left: Vec<_> = Backend::available().collect();
    let names: Vec<_> = left.iter().copied().map(Backend::name).collect();
    while !left.is_empty() {
        let turn = Turn::begin(&left);
        left.retain(|backend| *backend != turn.0);
        run();
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

/// Runs a test that selects backends itself: none on a backend runs beside it.
pub fn alone(run: impl FnOnce()) {
    let mut running = running();
    while running.tests > 0 {
        running.waiting += 1;
        running = ENDED.wait(running).unwrap_or_else(PoisonError::into_inner);
        running.waiting -= 1;
    }
    run();
}
