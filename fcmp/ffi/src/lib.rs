//! The C interface to [`helioselene_simd`]: batches for C++ that calls them in loops. README.md has the functions, the
//! rules and an example.

mod batch;
mod border;
mod ed25519;
mod helios;
mod leaves;
mod selene;
mod types;

use core::ffi::c_char;

use helioselene_simd::Backend;

pub use border::Status;
pub use ed25519::*;
pub use helios::*;
pub use leaves::*;
pub use selene::*;
pub use types::*;

/// The version of the interface in this header. It changes when a program compiled with an older header would behave
/// differently.
pub const HELIOSELENE_ABI_VERSION: u32 = 3;

/// The library's version of the interface; compare it with `HELIOSELENE_ABI_VERSION`.
#[unsafe(no_mangle)]
pub extern "C" fn helioselene_abi_version() -> u32 {
    HELIOSELENE_ABI_VERSION
}

/// The English text for a status, any number allowed. The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn helioselene_status_message(status: i32) -> *const c_char {
    Status::message(status).as_ptr()
}

/// The name of the selected backend: "serial", "avx2" or "ifma". NULL if the environment variable
/// HELIOSELENE_BACKEND names none that this CPU can run. The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn helioselene_backend() -> *const c_char {
    let name = border::caught(|| match Backend::selected() {
        Backend::Serial => c"serial",
        Backend::Avx2 => c"avx2",
        Backend::Ifma => c"ifma",
        // A test has the name of each backend that the machine has.
        _ => c"another",
    });
    name.map_or(core::ptr::null(), core::ffi::CStr::as_ptr)
}
