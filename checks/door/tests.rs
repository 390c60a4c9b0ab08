//! Which kernels serve which public operation: the table of choices, and that it is obeyed.

use std::cell::{Cell, RefCell};
use std::vec::Vec;

use group::{Group, GroupEncoding};

use super::Backend;
pub(crate) use super::select::tests::with_backend;
use crate::backend::tuning::{Family, Work};
use crate::curve::{Curve, Point};
use crate::curves::{Helios, Selene};
use crate::field::FieldElement;

std::thread_local! {
    static LANES: Cell<usize> = const { Cell::new(0) };
    static RAN: RefCell<Vec<(Work, Family)>> = const { RefCell::new(Vec::new()) };
}

/// Called wherever a backend is entered.
pub(super) fn note(work: Work, family: Family) {
    RAN.with_borrow_mut(|ran| ran.push((work, family)));
}

/// Called wherever many points come to vectors.
pub(super) fn note_lanes(lanes: usize) {
    LANES.set(lanes);
}

/// What an operation ran on.
fn ran_on(operation: impl FnOnce()) -> Vec<(Work, Family)> {
    RAN.take();
    operation();
    RAN.take()
}

const SERIAL: Family = Family::Serial;
const IFMA: Family = Family::Ifma;

/// What must serve a kind of work: written down again, so that no row changes unnoticed.
fn expected(backend: Backend, work: Work) -> Family {
    match (backend, work) {
        (Backend::Serial, _) => SERIAL,
        (Backend::Avx2, Work::ManyPublic) => Family::Doubles,
        (Backend::Avx2, Work::PublicRoots | Work::Leaves) => Family::Doubles,
        (Backend::Avx2, _) => SERIAL,
        (Backend::Ifma, _) => IFMA,
    }
}

fn operations<C: Curve>(backend: Backend) {
    let g = Point::<C>::generator();
    let twice = g.double();
    let k = FieldElement::from(0x1234_5678_9abc_def1_u64);
    let check = |name: &str, work: Work, operation: &dyn Fn()| {
        let ran = ran_on(operation);
        let outermost = ran.first().copied();
        let expected = Some((work, expected(backend, work)));
        assert_eq!(outermost, expected, "{} {name} on {backend}", C::POINT_NAME);
    };
    check("addition", Work::Addition, &|| _ = g + g);
    check("subtraction", Work::Addition, &|| _ = g - twice);
    check("doubling", Work::Addition, &|| _ = g.double());
    check("product", Work::Product, &|| _ = g * k);
    check("mul_base", Work::Product, &|| _ = Point::<C>::mul_base(&k));
    check("double base", Work::PublicProduct, &|| {
        Point::vartime_double_scalar_mul_basepoint(&k, &g, &k);
    });
    check("slices", Work::Many, &|| {
        crate::slices::mul_assign(&mut [k; 9], &[k; 9]);
    });
    #[cfg(feature = "alloc")]
    {
        use crate::{Precomputation, VartimePrecomputation};
        // Fewer than are cut for threads: what ran is known of this one.
        let (scalars, points) = ([k; 19], [g; 19]);
        check("batch_mul", Work::Many, &|| {
            Point::batch_mul(&scalars, &points);
        });
        check("multiscalar_mul", Work::Many, &|| {
            Point::multiscalar_mul(&scalars, &points);
        });
        check("batch_to_bytes", Work::Many, &|| {
            Point::batch_to_bytes(&points);
        });
        check("vartime_multiscalar_mul", Work::ManyPublic, &|| {
            Point::vartime_multiscalar_mul(&scalars, &points);
        });
        check("batch_from_bytes", Work::Roots, &|| {
            Point::<C>::batch_from_bytes(&[g.to_bytes(); 9]);
        });
        check("vartime_batch_from_bytes", Work::PublicRoots, &|| {
            Point::<C>::vartime_batch_from_bytes(&[g.to_bytes(); 9]);
        });
        check("leaves", Work::Leaves, &|| {
            crate::leaves::vartime_to_weierstrass(&[[1; 32]; 9], crate::leaves::Torsion::Checked);
        });
        check("Precomputation", Work::Many, &|| {
            Precomputation::new(points).multiscalar_mul(&scalars);
        });
        check("VartimePrecomputation", Work::ManyPublic, &|| {
            VartimePrecomputation::new(points).vartime_multiscalar_mul(scalars);
        });
    }
}

#[test]
fn each_operation_runs_on_its_kernels() {
    for backend in [Backend::Serial, Backend::Avx2, Backend::Ifma] {
        for work in Work::ALL {
            let family = super::family_of(work.families(), backend);
            assert_eq!(family, expected(backend, work), "{work:?} on {backend}");
        }
        let ran = with_backend(backend, || {
            operations::<Helios>(backend);
            operations::<Selene>(backend);
        });
        if ran.is_none() {
            std::println!("{backend}: not run on this machine, only its row of choices is checked");
        }
    }
}

/// Doubles have the lanes that the tuning file says, and results do not depend on them.
#[cfg(feature = "alloc")]
#[test]
fn doubles_have_four_lanes_or_eight() {
    use crate::backend::Avx512;
    use crate::backend::tuning::doubles::IN_EIGHT_LANES;

    fn check<C: Curve>() {
        let g = Point::<C>::generator();
        let k = FieldElement::from(0x1234_5678_9abc_def1_u64);
        let (scalars, points) = ([k; 19], [g; 19]);
        let expected = g * k * FieldElement::from(19u8);
        for lanes in [4_u8, 8] {
            IN_EIGHT_LANES.set(Some(lanes == 8));
            let sum = Point::vartime_multiscalar_mul(&scalars, &points);
            let available = if Avx512::open().is_some() { lanes } else { 4 };
            assert_eq!(LANES.get(), usize::from(available), "{}", C::POINT_NAME);
            assert_eq!(sum, expected);
            let decoded = Point::<C>::vartime_batch_from_bytes(&[sum.to_bytes(); 19]);
            assert_eq!(LANES.get(), 4, "{}", C::POINT_NAME);
            assert_eq!(decoded, [Some(expected); 19]);
            IN_EIGHT_LANES.set(None);
        }
    }

    let ran = with_backend(Backend::Avx2, || {
        check::<Helios>();
        check::<Selene>();
    });
    if ran.is_none() {
        std::println!("AVX2: not run on this machine");
    }
}

/// Limbs do with `vpmullq` or without as the tuning file says, and results do not depend on it.
#[cfg(feature = "alloc")]
#[test]
fn limbs_with_vpmullq_and_without() {
    use crate::backend::tuning::limbs::WITHOUT_VPMULLQ;
    use crate::backend::{FieldVector, Ifma, OnVector};

    /// The name of the vectors that a door opens.
    struct Name;

    impl<P: crate::field::Prime> OnVector<P> for Name {
        type Output = &'static str;

        fn run<V: FieldVector<Prime = P>>(self) -> &'static str {
            core::any::type_name::<V>()
        }
    }

    fn results<C: Curve>() -> Vec<Point<C>> {
        let g = Point::<C>::generator();
        let k = FieldElement::from(0x1234_5678_9abc_def1_u64);
        let sum = Point::vartime_multiscalar_mul(&[k; 19], &[g; 19]);
        let mut products = [g; 2];
        Point::batch_mul_into(&[k; 2], &[g, sum], &mut products);
        let decoded = Point::vartime_batch_from_bytes(&[sum.to_bytes(); 19]);
        let [product, of_sum] = products;
        let mut results = std::vec![g * k + sum, product, of_sum];
        results.extend(decoded.into_iter().flatten());
        results
    }

    let ran = with_backend(Backend::Ifma, || {
        let [with, without] = [false, true].map(|without| {
            WITHOUT_VPMULLQ.set(Some(without));
            let names = Ifma::open().map(|door| {
                let four = door.one_point::<<Helios as Curve>::Base, _>(Name);
                (four, door.many::<<Helios as Curve>::Base, _>(Name))
            });
            let (four, eight) = names.expect("the backend can run");
            assert_eq!(four.contains("Radix51<true>"), without, "{four}");
            assert_eq!(eight.contains("Radix52"), without, "{eight}");
            (results::<Helios>(), results::<Selene>())
        });
        WITHOUT_VPMULLQ.set(None);
        assert!(with == without && with.0.len() == 3 + 19);
    });
    if ran.is_none() {
        std::println!("IFMA: not run on this machine");
    }
}
