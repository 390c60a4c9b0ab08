//! Arithmetic modulo a prime on machine words: assembly where available, plain Rust elsewhere.
//!
//! Everything takes constant time, except for `invert::vartime` and `Kernel::halve`, which it uses. See
//! `notes/serial.md`.

/// Assembly text for x += y, x −= y, or one instruction per limb, on integers of several limbs, lowest limb first.
///
/// Carries go through CF: `add`/`adc` or `sub`/`sbb`. Both lists need the same length; `"0"` for a limb of y only
/// propagates the carry.
#[allow(unused_macros)] // without assembly
macro_rules! limbs {
    ($($x:literal)* += $($y:literal)*) => {
        limbs!(add adc $($x)*, $($y)*)
    };
    ($($x:literal)* -= $($y:literal)*) => {
        limbs!(sub sbb $($x)*, $($y)*)
    };
    // The same instruction for each limb.
    ($op:ident $($x:literal)*, $($y:literal)*) => {
        concat!($(stringify!($op), " ", $x, ", ", $y, "\n",)*)
    };
    // One instruction for the lowest limb, which starts the carry chain, and another for the limbs above.
    ($op:ident $next:ident $x0:literal $($x:literal)*, $y0:literal $($y:literal)*) => {
        concat!(limbs!($op $x0, $y0), limbs!($next $($x)*, $($y)*))
    };
}

#[cfg(helioselene_has = "assembly")]
pub(crate) mod adx;
pub(crate) mod invert;
pub(crate) mod kernel;
pub(crate) mod portable;
#[cfg(any(test, helioselene_has = "radix29"))]
pub(crate) mod radix29;
pub(crate) mod sums;

/// Evaluates `$body` with `$Kernel` bound to the fastest kernel that this CPU can run.
#[cfg(helioselene_has = "assembly")]
macro_rules! with_kernel {
    ($Kernel:ident => $body:expr) => {{
        if $crate::arithmetic::adx::available() {
            type $Kernel = $crate::arithmetic::adx::Adx;
            $body
        } else {
            type $Kernel = $crate::arithmetic::portable::Portable;
            $body
        }
    }};
}

/// Evaluates `$body` with `$Kernel` bound to the only kernel of this build.
#[cfg(not(helioselene_has = "assembly"))]
macro_rules! with_kernel {
    ($Kernel:ident => $body:expr) => {{
        #[cfg(helioselene_has = "radix29")]
        type $Kernel = $crate::arithmetic::radix29::Radix29;
        #[cfg(not(helioselene_has = "radix29"))]
        type $Kernel = $crate::arithmetic::portable::Portable;
        $body
    }};
}
pub(crate) use with_kernel;
