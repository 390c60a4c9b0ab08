//! The list of backends, as a macro: crates with their own backends can declare them with it too.

/// Declares the enum of a list of backends, slowest first, with all that follows: names and their parser, what is
/// missing, and the dispatch. A line has a name and its [`Backend`](crate::backend::Backend), and the part of the
/// library that contains it, unless all builds do. The first backend does what the others return.
#[doc(hidden)] // public only as a part of `unstable`
#[macro_export]
macro_rules! backends {
    (
        in $($root:ident)::+;
        $(#[$attribute:meta])*
        pub enum $List:ident, $visibility:vis fn;
        $(#[$first_doc:meta])*
        $First:ident: $FirstType:ty,
        $($(#[$doc:meta])* $Name:ident: $Type:ty $(, if $part:literal)?;)*
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        #[repr(u8)]
        pub enum $List {
            $(#[$first_doc])*
            $First = 1,
            $($(#[$doc])* $Name,)*
        }

        const _: () = {
            use $($root)::+ as list_root;

            impl $List {
                /// All backends of the list.
                const ALL: [Self; [stringify!($First) $(, stringify!($Name))*].len()] =
                    [Self::$First $(, Self::$Name)*];

                /// The backend with this number, as of `self as u8`.
                #[inline(always)]
                fn of_number(number: u8) -> Option<Self> {
                    match number {
                        number if number == Self::$First as u8 => Some(Self::$First),
                        $(number if number == Self::$Name as u8 => Some(Self::$Name),)*
                        _ => None,
                    }
                }

                /// The backend with this name, in any case.
                $visibility fn of_name(name: &str) -> Option<Self> {
                    Self::ALL.into_iter().find(|backend| backend.name().eq_ignore_ascii_case(name))
                }

                /// Its name, whether it has been measured, and the function that says what is missing.
                const fn about(self) -> (&'static str, bool, fn() -> Option<&'static str>) {
                    match self {
                        Self::$First => $crate::backends!(@about $FirstType),
                        $(
                            #[cfg(all($(helioselene_has = $part)?))]
                            Self::$Name => $crate::backends!(@about $Type),
                            #[cfg(not(all($(helioselene_has = $part)?)))]
                            Self::$Name => {
                                const PART: &str = concat!($($part)?);
                                (PART, false, || Some(list_root::not_contained(PART)))
                            }
                        )*
                    }
                }

                /// The backend's name, as in `HELIOSELENE_BACKEND`.
                pub const fn name(self) -> &'static str {
                    self.about().0
                }

                /// Whether the library may choose it unasked.
                $visibility const fn is_measured(self) -> bool {
                    self.about().1
                }

                /// What the CPU, the operating system or the build lacks to run it, if anything.
                $visibility fn missing(self) -> Option<&'static str> {
                    self.about().2()
                }

                $crate::backends!(@dispatch $visibility fn one: "Runs a job on single points, where it is served.",
                    $FirstType, $($Name: $Type $(, if $part)?;)*);
                $crate::backends!(@dispatch $visibility fn many: "Runs a job on many points or elements, where it is served.",
                    $FirstType, $($Name: $Type $(, if $part)?;)*);
            }
        };
    };
    (@about $Type:ty) => {{
        type Backend = $Type;
        (<Backend as list_root::Backend>::NAME, <Backend as list_root::Backend>::MEASURED, <Backend as list_root::Backend>::missing)
    }};
    (
        @dispatch $visibility:vis fn $run:ident: $says:literal,
        $FirstType:ty, $($Name:ident: $Type:ty $(, if $part:literal)?;)*
    ) => {
        #[doc = $says]
        #[inline(always)]
        $visibility fn $run<P: $crate::Prime, J: list_root::Job<P>>(self, job: J) -> J::Output {
            let job = match self {
                $(
                    #[cfg(all($(helioselene_has = $part)?))]
                    Self::$Name => match <$Type as list_root::Backend>::open() {
                        Some(backend) => match list_root::Backend::$run::<P, J>(backend, job) {
                            Ok(output) => return output,
                            Err(job) => job,
                        },
                        None => job,
                    },
                )*
                _ => job,
            };
            let backend = <$FirstType as list_root::Backend>::open();
            let served = backend.map(|backend| list_root::Backend::$run::<P, J>(backend, job));
            let Some(Ok(output)) = served else {
                unreachable!("the first backend of a list serves everything, everywhere")
            };
            output
        }
    };
}
