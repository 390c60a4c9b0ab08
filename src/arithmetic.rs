//! Integers modulo a prime, in machine words: what a field element is made of, on any CPU.
//!
//! Assembly where that is known, plain Rust elsewhere; constant time throughout. See `notes/serial.md`.

#[cfg(all(
    target_arch = "x86_64",
    not(any(helioselene_word = "32", helioselene_word = "64"))
))]
pub(crate) mod adx;
pub(crate) mod invert;
pub(crate) mod kernel;
pub(crate) mod portable;
#[cfg(any(test, target_arch = "wasm32", helioselene_kernel = "radix29"))]
pub(crate) mod radix29;
#[cfg(all(
    test,
    target_arch = "x86_64",
    not(any(helioselene_word = "32", helioselene_word = "64"))
))]
mod samples;
pub(crate) mod sums;
#[cfg(all(
    test,
    target_arch = "x86_64",
    not(any(helioselene_word = "32", helioselene_word = "64"))
))]
mod symbolic;

/// `$body` with `$Kernel` bound to the fastest kernel that this CPU has.
#[cfg(all(
    target_arch = "x86_64",
    not(any(helioselene_word = "32", helioselene_word = "64")),
    not(helioselene_kernel = "radix29")
))]
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

/// `$body` with `$Kernel` bound to the only kernel that there is.
#[cfg(any(target_arch = "wasm32", helioselene_kernel = "radix29"))]
macro_rules! with_kernel {
    ($Kernel:ident => $body:expr) => {{
        type $Kernel = $crate::arithmetic::radix29::Radix29;
        $body
    }};
}

/// `$body` with `$Kernel` bound to the only kernel that there is.
#[cfg(not(any(
    all(
        target_arch = "x86_64",
        not(any(helioselene_word = "32", helioselene_word = "64"))
    ),
    target_arch = "wasm32",
    helioselene_kernel = "radix29"
)))]
macro_rules! with_kernel {
    ($Kernel:ident => $body:expr) => {{
        type $Kernel = $crate::arithmetic::portable::Portable;
        $body
    }};
}
pub(crate) use with_kernel;
