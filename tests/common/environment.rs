//! Threads with another floating-point environment.

use super::each_backend;

/// Runs in a thread of its own with this MXCSR.
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

/// Compares what a function gives in other threads and on every backend with what it gives here.
pub fn changes_no_result<R: PartialEq + Send>(run: impl Fn() -> R + Copy + Send) {
    // Rounded results trap; all exceptions do; rounding down, up and to zero.
    const ENVIRONMENTS: [u32; 5] = [0x0f80, 0, 0x3f80, 0x5f80, 0x7f80];
    let expected = run();
    each_backend(|backend| {
        for mxcsr in ENVIRONMENTS {
            assert!(with_mxcsr(mxcsr, run) == expected, "{backend}, {mxcsr:x}");
        }
    });
}
