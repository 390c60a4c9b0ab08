//! The C interface to [`helioselene_simd`]: batches for C++ that calls them in loops. README.md has the functions, the
//! rules and an example.

mod batch;
mod border;
mod helios;
mod leaves;
mod selene;
mod types;

use core::ffi::c_char;

use helioselene_simd::Backend;

pub use border::Status;
pub use helios::*;
pub use leaves::*;
pub use selene::*;
pub use types::*;

/// The version of the interface that the header is of: it changes when a program that was compiled with an
/// older header would no longer do what it did.
pub const HELIOSELENE_ABI_VERSION: u32 = 3;

/// The version of the interface that the library has, to be compared with `HELIOSELENE_ABI_VERSION`.
#[unsafe(no_mangle)]
pub extern "C" fn helioselene_abi_version() -> u32 {
    HELIOSELENE_ABI_VERSION
}

/// What a status says, in English, for any number; the text is static.
#[unsafe(no_mangle)]
pub extern "C" fn helioselene_status_message(status: i32) -> *const c_char {
    Status::message(status).as_ptr()
}

/// The name of the backend that computes, "serial", "avx2", "avxifma" or "ifma", or NULL if there is none because the
/// environment variable HELIOSELENE_BACKEND names none that this CPU can run; the text is static.
#[unsafe(no_mangle)]
pub extern "C" fn helioselene_backend() -> *const c_char {
    let name = border::caught(|| match Backend::selected() {
        Backend::Serial => c"serial",
        Backend::Avx2 => c"avx2",
        Backend::AvxIfma => c"avxifma",
        Backend::Ifma => c"ifma",
        // A test has the name of each backend that the machine has.
        _ => c"another",
    });
    name.map_or(core::ptr::null(), core::ffi::CStr::as_ptr)
}
