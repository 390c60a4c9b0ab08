//! Threads with another floating-point environment.

use super::each_backend;

/// Runs in a new thread with this MXCSR.
fn with_mxcsr<R: Send>(mxcsr: u32, run: impl FnOnce() -> R + Send) -> R {
    let load = |value: u32| {
        // SAFETY: the reserved bits are zero.
        unsafe {
            core::arch::asm!("ldmxcsr [{}]", in(reg) &raw const value, options(nostack));
        }
    };
    std::thread::scope(|scope| {
        let thread = scope.spawn(|| {
            load(mxcsr);
            let result = run();
            load(0x1f80);
            result
        });
        thread.join().expect("no panic")
    })
}

/// Compares a function's results in threads with other settings, on every backend, with its results
/// here.
pub fn changes_no_result<R: PartialEq + Send>(run: impl Fn() -> R + Copy + Send) {
    // Traps on rounded results; on all exceptions; rounding down, up and to zero.
    const ENVIRONMENTS: [u32; 5] = [0x0f80, 0, 0x3f80, 0x5f80, 0x7f80];
    let expected = run();
    each_backend(|backend| {
        for mxcsr in ENVIRONMENTS {
            assert!(with_mxcsr(mxcsr, run) == expected, "{backend}, {mxcsr:x}");
        }
    });
}
