//! Runs 31 halvings of Stein's algorithm on two words, see [`Kernel::halve`](super::Kernel::halve).

use core::arch::asm;

use crate::arithmetic::kernel::{HALVINGS, Rows, rows};

/// Implements [`Kernel::halve`](super::Kernel::halve) without branching on the swap, which is unpredictable.
///
/// A step's critical path is `sub`, `tzcnt` and `shrx`. a − b and b − a are computed side by side. They have the same
/// number of trailing zeros, so `tzcnt` need not wait for the comparison; then the borrow of a − b decides by `cmovc`
/// which of them becomes a, and whether b and the rows are swapped. The loop runs some 15 times for 31 halvings, as a
/// run of zeros has length two on average.
///
/// In the text, `opposite` is b − a, `before` the old a (computed as (a − b) + b, by `lea`, which keeps the borrow in
/// CF), and `row` the old row_a. If the borrow is set, (a, b) becomes (b − a, a) and the rows are swapped; then, for
/// either order, row_a += row_b. `jle` ends the loop once the halvings left are used up.
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
            // zeros + (left − zeros): the halvings that were left before this run, to which it is cut short.
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
