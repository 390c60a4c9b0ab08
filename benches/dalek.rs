//! Helios and Selene beside curve25519-dalek's Ed25519 on the same instruction set, in turns.
//!
//! Which one that is, dalek decides when it is compiled; without a flag it takes AVX2 where the CPU
//! has it.
//!
//! ```sh
//! cargo bench --bench dalek
//! RUSTFLAGS='--cfg curve25519_dalek_backend="serial"' cargo bench --bench dalek
//! RUSTFLAGS='--cfg curve25519_dalek_backend="avx512"' cargo bench --bench dalek
//! ```

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Duration;

use curve25519_dalek::{EdwardsPoint, Scalar};
use helioselene_bench_support::command_line;
use helioselene_bench_support::measure::{
    Contender, Effort, Machine, Measurement, compare, pin_to_one_core,
};
use helioselene_simd::group::Group;
use helioselene_simd::group::ff::Field;
use helioselene_simd::{Backend, Curve, FieldElement, Helios, Point, Selene};
use rand_core::{RngCore, SeedableRng};

#[derive(Default)]
struct Options {
    quick: bool,
}

impl command_line::Options for Options {
    const USAGE: &str = "\
Helios and Selene beside curve25519-dalek's Ed25519 on the same instruction set.

Usage: cargo bench --bench dalek -- [OPTIONS]

Options:
  --quick  rougher figures
  --help   print this
";

    fn set(&mut self, name: &str, _: &mut lexopt::Parser) -> Result<bool, lexopt::Error> {
        self.quick |= name == "quick";
        Ok(name == "quick")
    }
}

/// What a group does once: the variable base, the fixed base, both at once.
type Operations<'a> = [Box<dyn Fn() + 'a>; 3];
const NAMES: [&str; 3] = ["variable base", "fixed base", "double base, variable time"];

/// Ours of the instruction set that dalek takes in this build: it looks for avx512ifma and avx512vl
/// if it is compiled for them, then for avx2.
fn backend() -> Backend {
    let with_avx512 = cfg!(any(
        curve25519_dalek_backend = "avx512",
        all(
            not(curve25519_dalek_backend = "simd"),
            target_feature = "avx512ifma",
            target_feature = "avx512vl"
        )
    ));
    Backend::available()
        .filter(|backend| match backend {
            Backend::Serial => true,
            _ if cfg!(curve25519_dalek_backend = "serial") => false,
            Backend::Avx2 => true,
            Backend::Ifma => with_avx512,
        })
        .last()
        .expect("every CPU can run serial code")
}

fn dalek(rng: &mut impl RngCore) -> Operations<'static> {
    let mut scalar = || {
        let mut bytes = [0; 64];
        rng.fill_bytes(&mut bytes);
        Scalar::from_bytes_mod_order_wide(&bytes)
    };
    let (point, a, b) = (EdwardsPoint::mul_base(&scalar()), scalar(), scalar());
    [
        Box::new(move || {
            black_box(black_box(point) * black_box(a));
        }),
        Box::new(move || {
            black_box(EdwardsPoint::mul_base(black_box(&a)));
        }),
        Box::new(move || {
            black_box(EdwardsPoint::vartime_double_scalar_mul_basepoint(
                black_box(&a),
                black_box(&point),
                black_box(&b),
            ));
        }),
    ]
}

fn ours<C: Curve>(rng: &mut impl RngCore) -> Operations<'static> {
    let point = Point::<C>::random(&mut *rng);
    let a = FieldElement::<C::Scalar>::random(&mut *rng);
    let b = FieldElement::<C::Scalar>::random(&mut *rng);
    [
        Box::new(move || {
            black_box(black_box(point) * black_box(a));
        }),
        Box::new(move || {
            black_box(Point::<C>::mul_base(black_box(&a)));
        }),
        Box::new(move || {
            black_box(Point::vartime_double_scalar_mul_basepoint(
                black_box(&a),
                black_box(&point),
                black_box(&b),
            ));
        }),
    ]
}

fn run(options: &Options) -> Result<(), String> {
    let backend = backend();
    backend.select().expect("it is available");
    if !pin_to_one_core() {
        eprintln!("This process may move between cores.");
    }
    let machine = Machine::detect();
    println!(
        "{}, {:.2} GHz, {backend}: µs (kilocycles), and times dalek's\n",
        machine.processor, machine.gigahertz
    );
    println!("| operation | curve25519-dalek 5 | Helios | Selene |\n|---|--:|--:|--:|");
    let rng = &mut rand_chacha::ChaCha8Rng::seed_from_u64(1);
    let groups = [dalek(rng), ours::<Helios>(rng), ours::<Selene>(rng)];
    let (rounds, sample) = if options.quick { (31, 500) } else { (801, 500) };
    let effort = Effort {
        rounds,
        sample: Duration::from_micros(sample),
    };
    for (i, name) in NAMES.into_iter().enumerate() {
        let mut contenders = groups
            .each_ref()
            .map(|operations| Contender::new(move |n| (0..n).for_each(|_| operations[i]())));
        let [dalek, ours @ ..] = &*compare(&mut contenders, effort) else {
            unreachable!("as many figures as groups")
        };
        let cell = |m: &Measurement| format!("{:.2} ({:.1})", m.nanoseconds / 1e3, m.cycles / 1e3);
        print!("| {name} | {} |", cell(dalek));
        for m in ours {
            print!(" {}: {:.2}× |", cell(m), m.nanoseconds / dalek.nanoseconds);
        }
        println!();
    }
    Ok(())
}

fn main() -> ExitCode {
    command_line::main(run)
}
