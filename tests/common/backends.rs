//! Runs tests on every backend. The selection is global to the process, so tests run in parallel only if they use the
//! same one.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use helioselene_simd::Backend;

/// The number of tests running on the selected backend.
static RUNNING: Mutex<usize> = Mutex::new(0);
static ENDED: Condvar = Condvar::new();

fn running() -> MutexGuard<'static, usize> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until a condition holds; checks it again whenever a test ends.
fn until(condition: impl Fn(usize) -> bool) -> MutexGuard<'static, usize> {
    let waited = ENDED.wait_while(running(), |running| !condition(*running));
    waited.unwrap_or_else(PoisonError::into_inner)
}

/// A backend that stays selected while this lives, provided that tests which select one run [`alone`].
struct Turn(Backend);

impl Turn {
    /// Takes the selected backend if it is among these; otherwise waits and selects the first.
    fn begin(choice: &[Backend]) -> Self {
        let mut running = until(|running| running == 0 || choice.contains(&Backend::selected()));
        if *running == 0 {
            choice[0].select().expect("it is available");
        }
        *running += 1;
        let turn = Self(Backend::selected());
        assert!(choice.contains(&turn.0), "{} was not asked for", turn.0);
        turn
    }

    fn end(self) -> Backend {
        assert_eq!(
            Backend::selected(),
            self.0,
            "what selects backends is alone"
        );
        self.0
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        *running() -= 1;
        ENDED.notify_all();
    }
}

fn say(test: &str) {
    let names: Vec<_> = Backend::available().map(Backend::name).collect();
    println!("{test}: ran on {}", names.join(", "));
}

/// Runs a test on every backend of this machine, in any order, and prints which.
pub fn on_every_backend(test: &str, run: impl Fn()) {
    let mut left: Vec<_> = Backend::available().collect();
    while !left.is_empty() {
        let turn = Turn::begin(&left);
        run();
        let ran_on = turn.end();
        left.retain(|backend| *backend != ran_on);
    }
    say(test);
}

/// Runs something on each backend of this machine, serial first.
pub fn each_backend(mut run: impl FnMut(Backend)) {
    for backend in Backend::available() {
        let turn = Turn::begin(&[backend]);
        run(backend);
        turn.end();
    }
}

/// Runs a test that selects backends itself, while no other test runs on one.
pub fn alone(test: &str, run: impl FnOnce()) {
    let _running = until(|running| running == 0);
    run();
    say(test);
}
