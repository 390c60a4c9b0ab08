//! Tests every public function that promises constant time, in two ways. Valgrind's memcheck: no branch or address depends on a
//! secret, on the serial and AVX2 backends. An interpreter of machine code: no branch, address or division does, on all backends,
//! with IFMA on any machine.
#![cfg(all(feature = "std", target_os = "linux", target_arch = "x86_64"))]

#[path = "../../../tests/common/mod.rs"]
mod common;

use std::hint::black_box;

use common::rng;
use group::ff::{Field, FromUniformBytes, PrimeField, PrimeFieldBits};
use group::{Group, GroupEncoding};
use helioselene_judge::Judge;
use helioselene_judge::memcheck;
use helioselene_machine::{self as machine_code, Cpu, Leak};
use helioselene_simd::{
    AffinePoint, Backend, Curve, Field25519, FieldElement, Helios, HelioseleneField, Point,
    Precomputation, Prime, Selene, group, slices,
};
use subtle::{Choice, ConditionallySelectable};
use zeroize::Zeroizing;

#[test]
fn public_functions_are_constant_time() {
    memcheck::rerun("under_valgrind");
}

#[test]
#[ignore = "`public_functions_are_constant_time` runs it, under valgrind"]
fn under_valgrind() {
    assert!(memcheck::is_running());
    // Valgrind's CPU has AVX2.
    for backend in Backend::available() {
        backend.select().expect("it is available");
        let mut report = memcheck::Report::default();
        every_function::<150>(&mut report);
        public_sum::<Helios>(&mut report);
        public_sum::<Selene>(&mut report);
        report.finish();
        println!("on the {backend} backend");
    }
}

/// No other test of this program may use the library in this process.
#[test]
fn public_functions_interpreted() {
    if cfg!(debug_assertions) {
        println!("not run, overflow checks are branches");
        return;
    }
    if cfg!(helioselene_backend = "serial") {
        println!("not run, this build does not have all backends");
        return;
    }
    let cpus = [
        (Cpu::Oldest, Backend::Serial),
        (Cpu::Avx2, Backend::Avx2),
        (Cpu::Ifma, Backend::Ifma),
        (Cpu::IfmaOfIntel, Backend::Ifma),
    ];
    let is_built = |backend: &Backend| match backend {
        Backend::Ifma => cfg!(not(before_rust_1_89)),
        _ => true,
    };
    // Every interpreted CPU must have the features that the compiler assumes.
    let runs = |cpu: &Cpu| match cpu {
        Cpu::Ifma | Cpu::IfmaOfIntel => true,
        Cpu::Oldest => cfg!(not(target_feature = "avx2")),
        Cpu::Avx2 => cfg!(not(target_feature = "avx512f")),
    };
    let cpus = cpus
        .into_iter()
        .filter(|(cpu, backend)| runs(cpu) && is_built(backend));
    // All interpreters are made before anything uses the library and asks about the real CPU.
    let reports: Vec<_> = cpus
        .map(|(cpu, backend)| (cpu, backend, machine_code::Report::new(cpu)))
        .collect();
    for (cpu, backend, mut report) in reports {
        report.prepare(|| backend.select().expect("the CPU that it is told of has it"));
        every_function::<18>(&mut report);
        leaks(&mut report);
        remains(&mut report);
        right_results::<Field25519>(&mut report);
        right_results::<HelioseleneField>(&mut report);
        // Results of IFMA vectors count as unknown.
        if !cpu.has_avx512() {
            right_points::<Helios>(&mut report);
            right_points::<Selene>(&mut report);
        }
        assert_eq!(report.executed("adcx"), cpu != Cpu::Oldest);
        assert_eq!(report.executed("vpmadd52luq"), cpu.has_avx512());
        assert_eq!(report.executed("vpmullq"), cpu.has_avx512());
        report.finish();
    }
}

/// One leak of each kind.
fn leaks(report: &mut machine_code::Report) {
    /// Only the interpreter executes it.
    #[target_feature(enable = "avx2")]
    fn gather(table: &[i64; 4], indices: &[i64; 4]) -> i64 {
        use core::arch::x86_64::*;
        // SAFETY: all indices are below 4.
        unsafe {
            let indices = _mm256_loadu_si256(indices.as_ptr().cast());
            let gathered = _mm256_i64gather_epi64::<8>(table.as_ptr(), indices);
            _mm256_extract_epi64::<2>(gathered)
        }
    }
    /// Only the interpreter executes this one too.
    #[clippy::msrv = "1.89"]
    #[target_feature(enable = "avx512f")]
    fn store_lanes(vector: &mut [i64; 8], lanes: u8) {
        use core::arch::x86_64::*;
        // SAFETY: the vector has eight lanes.
        unsafe { _mm512_mask_storeu_epi64(vector.as_mut_ptr(), lanes, _mm512_set1_epi64(1)) }
    }
    let table = [1, 2, 3, 4];
    report.leaks("a branch", Leak::Branch, 1u8, |byte| {
        if *byte == 1 { black_box(2) } else { 3 }
    });
    report.leaks("an index", Leak::Address, 1usize, |i| table[i & 3]);
    report.leaks("a gather", Leak::Address, [1, 2, 3, 0], |indices| {
        // SAFETY: no CPU executes it.
        unsafe { gather(&table, indices) }
    });
    report.leaks("a masked store", Leak::Address, 3, |lanes| {
        let mut vector = [0; 8];
        // SAFETY: no CPU executes it.
        unsafe { store_lanes(&mut vector, *lanes) };
        vector
    });
    report.leaks("a division", Leak::Time, 7u32, |x| 1000 / (x | 1));
    report.leaks("a comparison", Leak::Time, [7u8; 32], |x| {
        let length = black_box(32);
        x[..length] == [8; 32][..length]
    });
}

/// Remains of secrets that must be noticed, and others that must not.
fn remains(report: &mut machine_code::Report) {
    let secret = [7u64; 32];
    report.leaves("a block that is not wiped", secret, |secret| {
        black_box(Box::new(*secret)).len()
    });
    report.leaves("a vector that grows", secret, |secret| {
        let mut copy = Zeroizing::new(Vec::<u64>::with_capacity(8));
        copy.extend(secret.iter().filter(|_| black_box(true)));
        copy[0]
    });
    report.leaves("a table on the stack", secret, |secret| {
        black_box([*secret; 12]);
    });
    report.constant_time("a block that is wiped", secret, |secret| {
        black_box(Zeroizing::new(secret.to_vec()))[0]
    });
}

/// Without secrets, the interpreter must compute the same as the processor.
fn right_results<F: PrimeField<Repr = [u8; 32]>>(report: &mut machine_code::Report) {
    let x = F::from(7).invert().unwrap();
    report.same_result("a product", || (x * x).to_repr());
    report.same_result("an inverse", || x.invert().unwrap().to_repr());
    report.same_result("pow_vartime", || x.pow_vartime([5, 6]).to_repr());
}

/// Like [`right_results`], for points.
fn right_points<C: Curve>(report: &mut machine_code::Report) {
    let k = FieldElement::<C::Scalar>::from(7u8).invert().unwrap();
    let p = Point::<C>::mul_base(&k);
    report.same_result("mul_base", || Point::<C>::mul_base(&k).to_bytes());
    report.same_result("point * scalar", || (p * k).to_bytes());
    report.same_result("double base", || {
        Point::vartime_double_scalar_mul_basepoint(&k, &p, &k).to_bytes()
    });
}

/// Sums and batches of N.
fn every_function<const N: usize>(judge: &mut impl Judge) {
    field::<Field25519>(judge);
    field::<HelioseleneField>(judge);
    prime::<<Helios as Curve>::Base>(judge);
    prime::<<Selene as Curve>::Base>(judge);
    let pair = [3u64, 7].map(Field25519::from);
    judge.constant_time("sqrt_ratio_i", pair, |[u, v]| {
        Field25519::sqrt_ratio_i(*u, *v)
    });
    points::<Helios, N>(judge);
    points::<Selene, N>(judge);
}

/// The functions of `ff`'s traits.
fn field<F>(judge: &mut impl Judge)
where
    F: PrimeField<Repr = [u8; 32]> + PrimeFieldBits + FromUniformBytes<64>,
{
    let mut rng = rng(1);
    let pair @ [x, y] = [(); 2].map(|()| F::random(&mut rng));
    judge.constant_time("+", pair, |[x, y]| *x + y);
    judge.constant_time("-", pair, |[x, y]| *x - y);
    judge.constant_time("*", pair, |[x, y]| *x * y);
    judge.constant_time("neg", x, |x| -*x);
    judge.constant_time("square", x, F::square);
    judge.constant_time("double", x, F::double);
    judge.constant_time("invert", x, F::invert);
    judge.constant_time("sqrt", x, F::sqrt);
    judge.constant_time("sqrt_ratio", pair, |[x, y]| F::sqrt_ratio(x, y));
    judge.constant_time("sqrt_alt", x, F::sqrt_alt);
    judge.constant_time("is_zero", x, F::is_zero);
    judge.constant_time("is_odd", x, F::is_odd);
    judge.constant_time("==", pair, |[x, y]| x == y);
    judge.constant_time("ct_eq", pair, |[x, y]| x.ct_eq(y));
    judge.constant_time("select", (x, y, 1), |(x, y, choice)| {
        F::conditional_select(x, y, Choice::from(*choice))
    });
    judge.constant_time("to_repr", x, F::to_repr);
    judge.constant_time("to_le_bits", x, F::to_le_bits);
    judge.constant_time("from_repr", [7; 32], |bytes| F::from_repr(*bytes));
    judge.constant_time("from_uniform_bytes", [7; 64], F::from_uniform_bytes);
    judge.constant_time("from u64", 7u64, |x| F::from(*x));
    judge.constant_time("from_u128", 7u128, |x| F::from_u128(*x));
    judge.constant_time("pow by a public power", x, |x| x.pow([5u64]));
    judge.variable_time("pow_vartime by a secret power", 5u64, |power| {
        x.pow_vartime([*power])
    });
}

/// The type's other functions.
fn prime<P: Prime>(judge: &mut impl Judge) {
    let mut rng = rng(2);
    let elements = [(); 9].map(|()| FieldElement::<P>::random(&mut rng));
    let pair @ [x, _] = [elements[0], elements[1]];
    judge.constant_time("pow", pair, |[x, y]| x.pow(*y));
    judge.constant_time("wide_reduce", [9; 64], |bytes| {
        FieldElement::<P>::wide_reduce(*bytes)
    });
    judge.constant_time("batch_invert", elements, |elements| {
        let mut elements = *elements;
        FieldElement::batch_invert(&mut elements);
        elements
    });
    slices::<P>(judge);
    judge.variable_time("a branch", x, |x| {
        bool::from(x.is_odd()).then(|| x.invert())
    });
    judge.variable_time("an index", x, |x| {
        [1, 2, 3, 4][usize::from(x.to_repr()[0] & 3)]
    });
}

/// What a slice function does to its places.
type Change<P> = dyn Fn(&[FieldElement<P>], &mut [FieldElement<P>]);

/// Slice functions, on two full vectors and a part of a third.
fn slices<P: Prime>(judge: &mut impl Judge) {
    let mut rng = rng(4);
    let elements = [(); 19].map(|()| FieldElement::<P>::random(&mut rng));
    // Results on the heap, because moves on the stack would count as remains.
    let mut changed = |name: &str, change: &Change<P>| {
        judge.constant_time(&format!("slices::{name}"), elements, |x| {
            let mut places = x.to_vec();
            change(x, &mut places);
            places
        });
    };
    changed("mul_into", &|x, places| slices::mul_into(x, x, places));
    changed("mul_assign", &|x, places| slices::mul_assign(places, x));
    changed("scale_into", &|x, places| {
        slices::scale_into(&x[1], x, places)
    });
    changed("scale_assign", &|x, places| {
        slices::scale_assign(places, &x[1])
    });
    changed("axpy", &|x, places| slices::axpy(places, &x[1], x));
    changed("powers_into", &|x, places| {
        slices::powers_into(&x[0], &x[1], places)
    });
    changed("inner_product", &|x, places| {
        places[0] = slices::inner_product(x, x)
    });
    changed("add_scaled_rows", &|x, places| {
        for count in 1..4 {
            let row = |i: usize| slices::Row {
                factor: x[i],
                start: i % 2,
                elements: &x[i..],
            };
            slices::add_scaled_rows(places, &[row(1), row(2), row(3)][..count]);
        }
    });
    let bytes = elements.map(|x| x.to_repr());
    judge.constant_time("slices::from_bytes_into", bytes, |bytes| {
        let mut places = vec![FieldElement::<P>::ZERO; 19];
        let mut valid = vec![Choice::from(0); 19];
        slices::from_bytes_into(bytes, &mut places, &mut valid);
        (places, valid)
    });
    judge.constant_time("slices::to_bytes_into", elements, |x| {
        let mut bytes = vec![[0; 32]; 19];
        slices::to_bytes_into(x, &mut bytes);
        bytes
    });
}

/// It keeps thread-local memory, which the interpreter does not model.
fn public_sum<C: Curve>(judge: &mut impl Judge) {
    let mut rng = rng(3);
    let scalars = [(); 150].map(|()| FieldElement::<C::Scalar>::random(&mut rng));
    let points = scalars.map(|k| Point::<C>::mul_base(&k));
    judge.variable_time("vartime_multiscalar_mul", scalars, |scalars| {
        Point::vartime_multiscalar_mul(scalars, &points)
    });
}

fn points<C: Curve, const N: usize>(judge: &mut impl Judge) {
    let mut rng = rng(3);
    let scalars = [(); N].map(|()| FieldElement::<C::Scalar>::random(&mut rng));
    let public = scalars.map(|k| Point::<C>::mul_base(&k));
    let mut encodings = public.map(|p| p.to_bytes());
    encodings[3] = [0xff; 32];
    encodings[4] = [0; 32];
    let mut points = public;
    points[5] = Point::identity();
    let precomputation = Precomputation::<C>::with_words(&public[..N.min(20)], [2..10, 10..16]);
    let (k, l, pair @ [p, _]) = (scalars[0], scalars[1], [points[0], points[1]]);

    judge.constant_time("point + point", pair, |[p, q]| *p + q);
    judge.constant_time("point - point", pair, |[p, q]| *p - q);
    judge.constant_time("neg of a point", p, |p| -*p);
    judge.constant_time("double of a point", p, Point::double);
    judge.constant_time("point * scalar", (p, k), |(p, k)| *p * k);
    judge.constant_time("public point * scalar", k, |k| public[0] * k);
    judge.constant_time("mul_base", k, Point::<C>::mul_base);
    judge.constant_time("points ==", pair, |[p, q]| p == q);
    judge.constant_time("is_identity", p, Point::is_identity);
    judge.constant_time("select of points", (p, points[1], 1), |(p, q, choice)| {
        Point::conditional_select(p, q, Choice::from(*choice))
    });
    judge.constant_time("to_bytes", p, Point::to_bytes);
    judge.constant_time("from_bytes", encodings[0], Point::<C>::from_bytes);
    judge.constant_time("to_xy", p, Point::to_xy);
    let coordinates = [(); 2].map(|()| FieldElement::<C::Base>::random(&mut rng));
    judge.constant_time("from_xy", coordinates, |[x, y]| Point::<C>::from_xy(*x, *y));
    #[cfg(feature = "hash2curve")]
    judge.constant_time("map_to_curve", coordinates[0], Point::<C>::map_to_curve);
    #[cfg(feature = "hash2curve")]
    judge.constant_time("from_okm", [7; 48], |bytes: &[u8; 48]| {
        <FieldElement<C::Base> as helioselene_simd::hash2curve::FromOkm>::from_okm(bytes.into())
    });
    let affine = [public[0], public[1]].map(AffinePoint::from);
    judge.constant_time("to an affine point", p, |p| AffinePoint::from(p));
    judge.constant_time("to_xy of an affine point", affine[0], |p| p.to_xy());
    judge.constant_time("point + affine point", (p, affine[1]), |(p, q)| *p + q);
    judge.constant_time("affine points ==", affine, |[p, q]| p == q);
    judge.constant_time("to_bytes of an affine point", affine[0], |p| p.to_bytes());
    judge.constant_time("from_bytes of an affine point", encodings[0], |bytes| {
        AffinePoint::<C>::from_bytes(bytes)
    });
    judge.constant_time("sum of points", points, |points| {
        points.iter().sum::<Point<C>>()
    });
    for n in [1, 2, 9, N] {
        let name = format!("multiscalar_mul of {n}");
        judge.constant_time(&name, (scalars, points), |(scalars, points)| {
            Point::multiscalar_mul(&scalars[..n], &points[..n])
        });
        let name = format!("multiscalar_mul of an iterator of {n}");
        judge.constant_time(&name, scalars, |scalars| {
            Point::multiscalar_mul(
                scalars[..n].iter().filter(|_| black_box(true)),
                &points[..n],
            )
        });
    }
    judge.constant_time("batch_mul", (scalars, points), |(scalars, points)| {
        let n = N.min(20);
        Point::batch_mul(&scalars[..n], &points[..n])
    });
    judge.constant_time("batch_normalize_into", points, |points| {
        let mut normalized = *points;
        Point::batch_normalize_into(points, &mut normalized);
        normalized
    });
    judge.constant_time("batch_to_xy", points, |points| Point::batch_to_xy(points));
    judge.constant_time("batch_to_x", points, |points| Point::batch_to_x(points));
    judge.constant_time("batch_to_affine", points, |points| {
        Point::batch_to_affine(points)
    });
    judge.constant_time("batch_to_bytes", points, |points| {
        Point::batch_to_bytes(points)
    });
    judge.constant_time("batch_from_bytes", encodings, |encodings| {
        Point::<C>::batch_from_bytes(encodings)
    });
    judge.constant_time("batch_from_bytes_into", encodings, |encodings| {
        // On the heap, because moving results on the stack would count as remains.
        let mut points = vec![Point::<C>::IDENTITY; N];
        let mut valid = vec![Choice::from(0); N];
        Point::batch_from_bytes_into(encodings, &mut points, &mut valid);
        (points, valid)
    });
    judge.constant_time("Precomputation", scalars, |scalars| {
        precomputation.multiscalar_mul(&scalars[..N.min(20)])
    });
    judge.constant_time("Precomputation, independent", scalars, |scalars| {
        let sum = precomputation.independent_multiscalar_mul(&scalars[..N.min(20)]);
        // Whether there is a sum is public.
        (sum.unwrap_or(Point::IDENTITY),)
    });
    let mut short = scalars;
    short[2..10].fill(FieldElement::from(511_u64));
    for words in [&[0][..], &[0, 1]] {
        let name = format!("Precomputation, short words {words:?}");
        judge.constant_time(&name, short, |scalars| {
            let scalars = &scalars[..N.min(20)];
            let sum = precomputation.independent_multiscalar_mul_with_short(scalars, words);
            (sum.unwrap_or(Point::IDENTITY),)
        });
    }
    for n in [2, N] {
        judge.constant_time(&format!("pair_sums, {n}"), scalars, |scalars| {
            let pairs: Vec<_> = scalars[..n].iter().map(|k| [*k, *k]).collect();
            Point::pair_sums(&Zeroizing::new(pairs), &[public[0], public[1]])
        });
    }

    judge.variable_time("vartime_double_scalar_mul_basepoint", (k, l), |(k, l)| {
        Point::vartime_double_scalar_mul_basepoint(k, &public[0], l)
    });
}
