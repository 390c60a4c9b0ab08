//! The stack that public operations need. Threads of 96 kB are enough without optimisation on the serial backend, which is the
//! default there, and with optimisation on every backend. Unoptimised vector backends, which must be selected by name, fit the
//! stack that Rust gives threads.
#![cfg(feature = "alloc")]

use std::process::{self, Command};
use std::thread;

use helioselene_simd::group::ff::Field;
use helioselene_simd::group::{Group, GroupEncoding};
use helioselene_simd::{
    Backend, Curve, FieldElement, Helios, NodeUpdate, Point, Precomputation, Selene,
    VartimePrecomputation,
};

const STACK: usize = 96 << 10;
/// The stack of `std::thread`, unless RUST_MIN_STACK changes it.
const STACK_OF_STD: usize = 2 << 20;

/// Hands each operation over a curve to `run`, with its name.
fn operations<C: Curve>(run: &dyn Fn(&str, &(dyn Fn() + Sync))) {
    let g = Point::<C>::generator();
    let k = FieldElement::<C::Scalar>::from(3u64).invert().unwrap();
    let points: Vec<_> = core::iter::successors(Some(g), |point| Some(*point + g))
        .take(1300)
        .collect();
    let scalars: Vec<_> = core::iter::successors(Some(k), |scalar| Some(*scalar * k))
        .take(1300)
        .collect();
    let encodings: Vec<_> = points[..100].iter().map(Point::to_bytes).collect();
    let [x, y] = points[1].to_xy().unwrap();

    run("sum and double", &|| {
        _ = points[0].double() + points[1] - points[2]
    });
    run("product", &|| _ = points[1] * k);
    run("mul_base", &|| _ = Point::<C>::mul_base(&k));
    run("double base", &|| {
        Point::vartime_double_scalar_mul_basepoint(&k, &points[1], &scalars[1]);
    });
    run("encode and decode", &|| {
        assert_eq!(
            Point::<C>::from_bytes(&points[1].to_bytes()).unwrap(),
            points[1]
        );
    });
    run("coordinates", &|| _ = Point::<C>::from_xy(x, y));
    run("field", &|| {
        _ = (
            k.invert(),
            k.sqrt(),
            FieldElement::sqrt_ratio(&k, &k),
            k.pow_vartime([7]),
        );
        FieldElement::batch_invert(&mut scalars.clone());
    });
    for n in [1, 2, 9, 40, 300, 1300] {
        let (scalars, points) = (&scalars[..n], &points[..n]);
        run(&format!("multiscalar_mul of {n}"), &|| {
            Point::multiscalar_mul(scalars, points);
        });
        run(&format!("vartime_multiscalar_mul of {n}"), &|| {
            Point::vartime_multiscalar_mul(scalars, points);
        });
    }
    let (scalars, points) = (&scalars[..100], &points[..100]);
    run("batch_mul", &|| {
        _ = Point::batch_mul(&scalars[..9], &points[..9])
    });
    run("batch_from_bytes", &|| {
        _ = Point::<C>::batch_from_bytes(&encodings)
    });
    run("vartime_batch_from_bytes", &|| {
        Point::<C>::vartime_batch_from_bytes(&encodings);
    });
    run("batch_to_bytes", &|| _ = Point::batch_to_bytes(points));
    run("batch_to_affine", &|| _ = Point::batch_to_affine(points));
    run("batch_to_x", &|| _ = Point::batch_to_x(points));
    run("batch_to_xy", &|| _ = Point::batch_to_xy(points));
    run("Precomputation", &|| {
        Precomputation::new(&points[..40]).multiscalar_mul(&scalars[..40]);
    });
    run("VartimePrecomputation", &|| {
        let tables = VartimePrecomputation::new(&points[..40]);
        tables.vartime_multiscalar_mul(&scalars[..40]);
        tables.vartime_mixed_multiscalar_mul(&scalars[..40], &scalars[..9], &points[..9]);
        let (old, new) = (&scalars[..3], &scalars[3..38]);
        let node = NodeUpdate {
            hash: points[1],
            offset: 1,
            old,
            new,
        };
        tables.vartime_batch_hash_nodes(&[node; 20]);
        tables.vartime_batch_multiscalar_mul(&[&scalars[..40]; 20]);
    });
    #[cfg(feature = "hash2curve")]
    run("hash_to_curve", &|| {
        use helioselene_simd::hash2curve::ExpandMsgXmd;
        let tag: &[&[u8]] = &[b"helioselene-simd tests stack"];
        Point::<C>::hash_to_curve::<ExpandMsgXmd<sha2::Sha512>>(&[b"message"], tag).unwrap();
        Point::<C>::encode_to_curve::<ExpandMsgXmd<sha2::Sha512>>(&[b"message"], tag).unwrap();
    });
}

/// Runs every operation on both curves and each backend, with its name and the stack that should be enough.
fn on_each_backend(run: impl Fn(usize, &str, &(dyn Fn() + Sync))) {
    for backend in Backend::available() {
        let small = backend == Backend::Serial || cfg!(helioselene_has = "optimised");
        let stack = if small { STACK } else { STACK_OF_STD };
        backend.select().expect("an available backend");
        operations::<Helios>(&|name, operation| {
            run(stack, &format!("{name}, Helios, {backend}"), operation)
        });
        operations::<Selene>(&|name, operation| {
            run(stack, &format!("{name}, Selene, {backend}"), operation)
        });
    }
}

/// Runs an operation on its own thread. If its stack overflows, the process ends, naming the thread.
fn on_thread(stack: usize, name: &str, operation: &(dyn Fn() + Sync)) {
    thread::scope(|scope| {
        let thread = thread::Builder::new().name(name.into()).stack_size(stack);
        let running = thread.spawn_scoped(scope, operation).expect("a thread");
        running.join().expect("the operation's end");
    });
}

/// Runs a test of this file in its own process, which a stack overflow may end. Rayon gets one thread, because its threads have
/// stacks of the pool.
fn child(test: &str) -> process::Output {
    let mut command = Command::new(std::env::current_exe().expect("a test has a file"));
    command.env("RAYON_NUM_THREADS", "1");
    command.args([test, "--exact", "--ignored", "--nocapture"]);
    command.output().expect("the child process runs")
}

#[test]
fn small_stacks_suffice() {
    let output = child("on_small_stacks");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}

#[test]
#[ignore = "run by small_stacks_suffice, in a process of its own"]
fn on_small_stacks() {
    on_each_backend(on_thread);
}

/// Not a test: prints the stack of each operation, in kB. `RAYON_NUM_THREADS=1` makes that all of the stack.
#[test]
#[ignore = "a measurement, which takes --ignored --nocapture"]
fn stacks() {
    const AREA: usize = 4 << 20;
    const UNTOUCHED: u8 = 0xa5;

    /// The address of an area below the caller's frame, filled with a pattern.
    #[inline(never)]
    fn paint() -> usize {
        let mut area = [0u8; AREA];
        for byte in &mut area {
            // SAFETY: a byte of this array.
            unsafe { core::ptr::write_volatile(byte, UNTOUCHED) };
        }
        area.as_ptr() as usize
    }

    on_each_backend(|_, name, operation| {
        on_thread(2 * AREA, name, &|| {
            let start = paint();
            operation();
            // SAFETY: within this thread's stack, which was mapped when the pattern was written.
            let touched =
                |&at: &usize| unsafe { core::ptr::read_volatile(at as *const u8) } != UNTOUCHED;
            let lowest = (start..start + AREA).find(touched).unwrap_or(start + AREA);
            println!("{:5} {name}", (start + AREA - lowest).div_ceil(1 << 10));
        });
    });
}
