//! Arithmetic modulo a prime on machine words: assembly where available, plain Rust elsewhere. Constant time.
//!
//! See `notes/serial.md`.

/// The text of a multi-limb addition `x += y` or subtraction `x −= y`; operands are listed from the lowest limb up.
#[allow(unused_macros)] // without assembly
macro_rules! limbs {
    ($($x:literal)* += $($y:literal)*) => {
        limbs!(add adc $($x)*, $($y)*)
    };
    ($($x:literal)* -= $($y:literal)*) => {
        limbs!(sub sbb $($x)*, $($y)*)
    };
    // `$op` on each limb: `adc` or `sbb`, which pass on the carry.
    ($op:ident $($x:literal)*, $($y:literal)*) => {
        concat!($(stringify!($op), " ", $x, ", ", $y, "\n",)*)
    };
    // `$op` on the lowest limb, `$next` on those above: `add` ignores the carry flag that is set before, `adc` takes it.
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

/// Evaluates `$body` with `$Kernel` bound to the fastest kernel that this CPU can run. The body is compiled twice.
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

/// Evaluates `$body` with `$Kernel` bound to the build's only kernel.
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
