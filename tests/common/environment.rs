//! Threads with another floating-point environment.

use super::each_backend;

/// Sets MXCSR to a value whose reserved bits are zero.
pub fn load_mxcsr(value: u32) {
    // SAFETY: only the modes of floating-point arithmetic change.
    unsafe {
        core::arch::asm!("ldmxcsr [{}]", in(reg) &raw const value, options(nostack));
    }
}

/// Runs in a new thread with this MXCSR.
fn with_mxcsr<R: Send>(mxcsr: u32, run: impl FnOnce() -> R + Send) -> R {
    std::thread::scope(|scope| {
        let thread = scope.spawn(|| {
            load_mxcsr(mxcsr);
            let result = run();
            load_mxcsr(0x1f80);
            result
        });
        thread.join().expect("no panic")
    })
}

/// Compares a function's results in threads with other settings, on every backend, with its results
/// here.
pub fn changes_no_result<R: PartialEq + Send>(run: impl Fn() -> R + Copy + Send) {
    // Traps on rounded results; on all exceptions; rounding down, up and to zero; denormals taken for zero and flushed to it.
    const ENVIRONMENTS: [u32; 6] = [0x0f80, 0, 0x3f80, 0x5f80, 0x7f80, 0x9fc0];
    let expected = run();
    each_backend(|backend| {
        for mxcsr in ENVIRONMENTS {
            assert!(with_mxcsr(mxcsr, run) == expected, "{backend}, {mxcsr:x}");
        }
    });
}
