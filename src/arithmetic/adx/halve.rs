//! Halves two words, see [`Kernel::halve`](super::Kernel::halve).

use core::arch::asm;

use crate::arithmetic::kernel::{HALVINGS, Rows, rows};

/// See [`Kernel::halve`](super::Kernel::halve).
///
/// Each step is a chain of `sub`, `tzcnt` and `shrx`. The compiler would branch on the swap, which is unpredictable.
///
/// a − b and b − a are computed side by side. They have the same number of trailing zeros, so `tzcnt` need not wait
/// for which is positive; the borrow of a − b then decides by `cmovc` which of them is a, and whether b and the rows
/// change places. The loop's branch is taken some 15 times for 31 halvings, as a run of zeros has two on average.
#[inline(always)]
pub(super) fn halve(a: u64, b: u64) -> (Rows, u32) {
    let (mut row_a, mut row_b, left) = (1_u64, 1_u64 << 32, u64::from(HALVINGS));
    let last: u64;
    // SAFETY: the registers and flags that change are declared; memory is not accessed.
    unsafe {
        asm!(
            "tzcnt {zeros}, {a}",
            "jmp 3f",
            ".p2align 4",
            "2:",
            "mov {opposite}, {b}",
            "sub {opposite}, {a}",
            "mov {row}, {row_a}",
            "tzcnt {zeros}, {opposite}",
            "sub {a}, {b}",
            "lea {before}, [{a} + {b}]",
            "cmovc {a}, {opposite}",
            "cmovc {b}, {before}",
            "cmovc {row_a}, {row_b}",
            "cmovc {row_b}, {row}",
            "add {row_a}, {row_b}",
            "3:",
            "sub {left}, {zeros}",
            "jle 4f",
            "shrx {a}, {a}, {zeros}",
            "shlx {row_b}, {row_b}, {zeros}",
            "jmp 2b",
            "4:",
            // At most the steps that were left.
            "add {zeros}, {left}",
            "shlx {row_b}, {row_b}, {zeros}",
            a = inout(reg) a => _,
            b = inout(reg) b => _,
            row_a = inout(reg) row_a,
            row_b = inout(reg) row_b,
            left = inout(reg) left => _,
            zeros = out(reg) last,
            opposite = out(reg) _,
            before = out(reg) _,
            row = out(reg) _,
            options(pure, nomem, nostack),
        );
    }
    (rows(row_a, row_b), last as u32)
}
