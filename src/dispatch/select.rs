//! Chooses the backend: by detection, by the environment variable, or by a call that overrides both.

use core::fmt;
use core::str::FromStr;
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

use super::list::Backend;

/// The discriminant of the selected backend; 0 until first use selects one.
static SELECTED: AtomicU8 = AtomicU8::new(0);

impl Backend {
    /// Returns the backends that this build contains and this CPU can run, slowest first.
    pub fn available() -> impl Iterator<Item = Self> {
        Self::ALL
            .into_iter()
            .filter(|backend| backend.missing().is_none())
    }

    /// Returns the selected backend; the first call selects one.
    ///
    /// # Panics
    ///
    /// On the first call, if `HELIOSELENE_BACKEND` names no backend or one that cannot run here.
    #[inline]
    pub fn selected() -> Self {
        // Relaxed suffices: every value ever stored is a backend that can run, and no other memory depends on it.
        match Self::from_number(SELECTED.load(Relaxed)) {
            Some(backend) => backend,
            None => Self::decide(),
        }
    }

    /// Makes this the backend of all operations that start from now on, on any thread.
    ///
    /// Before first use it overrides `HELIOSELENE_BACKEND`. Later calls are allowed too: points of one
    /// backend are valid on every other.
    ///
    /// # Errors
    ///
    /// If the CPU, the operating system or the build lacks what the backend needs; the choice is then unchanged.
    pub fn select(self) -> Result<(), BackendUnavailable> {
        if let Some(missing) = self.missing() {
            let backend = self;
            return Err(BackendUnavailable { backend, missing });
        }
        SELECTED.store(self as u8, Relaxed);
        Ok(())
    }

    /// Selects the backend that the environment names, or else the fastest one.
    #[cold]
    fn decide() -> Self {
        let choice = Self::from_environment().unwrap_or_else(Self::fastest);
        // If another thread has selected a backend in the meantime, by `select` or by first use, its choice holds.
        match SELECTED.compare_exchange(0, choice as u8, Relaxed, Relaxed) {
            Ok(_) => choice,
            Err(selected) => Self::from_number(selected).unwrap_or(choice),
        }
    }

    /// Returns the fastest available backend, or serial code if vector code was not optimised. Unit tests use vectors
    /// in every build.
    fn fastest() -> Self {
        let vectors = cfg!(any(test, helioselene_has = "optimised"));
        match Self::available().last() {
            Some(backend) if vectors => backend,
            _ => Self::Serial,
        }
    }

    /// Returns the backend that the environment variable names, if it is set; always `None` without `std`. Panics if
    /// the named backend does not exist or cannot run.
    fn from_environment() -> Option<Self> {
        #[cfg(feature = "std")]
        if let Some(value) = std::env::var_os("HELIOSELENE_BACKEND") {
            let name = value.to_str().map(str::trim);
            if name != Some("") {
                let named = name.and_then(|name| name.parse::<Self>().ok());
                let can_run = named.filter(|backend| backend.missing().is_none());
                return Some(can_run.unwrap_or_else(|| {
                    // The message lists which backends can run here, and why the others cannot.
                    let all = Self::ALL.map(|backend| match backend.missing() {
                        None => std::format!("; the {backend} backend can run"),
                        Some(missing) => {
                            std::format!("; {}", BackendUnavailable { backend, missing })
                        }
                    });
                    panic!("HELIOSELENE_BACKEND is {value:?}{}", all.concat())
                }));
            }
        }
        None
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Parses a backend's [`name`](Backend::name), ignoring case.
impl FromStr for Backend {
    type Err = UnknownBackend;

    fn from_str(name: &str) -> Result<Self, UnknownBackend> {
        let mut all = Self::ALL.into_iter();
        all.find(|backend| backend.name().eq_ignore_ascii_case(name))
            .ok_or(UnknownBackend)
    }
}

/// The error returned for a name that no backend has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownBackend;

impl fmt::Display for UnknownBackend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("must be serial, avx2 or ifma")
    }
}

impl core::error::Error for UnknownBackend {}

/// The error returned when a backend cannot run on this machine or in this build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BackendUnavailable {
    backend: Backend,
    missing: &'static str,
}

impl BackendUnavailable {
    /// Returns the backend that was requested.
    pub const fn backend(&self) -> Backend {
        self.backend
    }

    /// Returns what the CPU, the operating system or the build lacks, as text for humans.
    pub const fn missing(&self) -> &'static str {
        self.missing
    }
}

impl fmt::Display for BackendUnavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { backend, missing } = self;
        write!(f, "the {backend} backend cannot run: {missing}")
    }
}

impl core::error::Error for BackendUnavailable {}

#[cfg(test)]
pub(crate) mod tests;
