//! A backend that the library has never seen, in a list with the library's scalar code: a folder, `list`, and one line.

mod list {
    pub mod plain;
}

use core::any::type_name;

use helioselene_simd::group::ff::Field;
use helioselene_simd::unstable::{FieldVector, Job, Prime, Scalar, backends, jobs};
use helioselene_simd::{MultiscalarWorkspace, P25519, Selene, SelenePoint, SeleneScalar};
use list::plain::Plain;

backends! {
    in helioselene_simd::unstable;
    /// The backends of this test.
    pub enum List, fn;
    /// The library's.
    Serial: Scalar,
    /// The folder's.
    Plain: Plain;
}

/// A job of this test: the name of the vectors to which it comes.
struct Vectors<const PUBLIC: bool>;

impl<P: Prime, const PUBLIC: bool> Job<P> for Vectors<PUBLIC> {
    type Output = &'static str;
    const PUBLIC: bool = PUBLIC;
    fn run<V: FieldVector<Prime = P>>(self) -> &'static str {
        type_name::<V>()
    }
}

#[test]
fn the_list_knows_its_lines() {
    assert_eq!(List::ALL.map(List::name), ["serial", "plain"]);
    for backend in List::ALL {
        assert_eq!(List::of_name(backend.name()), Some(backend));
        assert_eq!(List::of_number(backend as u8), Some(backend));
        assert_eq!(backend.missing(), None);
        assert!(backend.is_measured());
    }
    assert_eq!(List::of_name("ifma"), None);
}

#[test]
fn jobs_come_to_the_backend_or_are_given_back() {
    let scalar = List::Serial.many::<P25519, _>(Vectors::<true>);
    let plain = List::Plain.many::<P25519, _>(Vectors::<true>);
    assert!(plain.contains("list::plain::One<"), "{plain}");
    assert_ne!(scalar, plain);
    assert_eq!(List::Plain.many::<P25519, _>(Vectors::<false>), scalar);
    assert_eq!(List::Plain.one::<P25519, _>(Vectors::<true>), scalar);
}

#[test]
fn the_library_s_work_is_right_on_every_backend_of_the_list() {
    let power = |i: u64| SeleneScalar::from(7u64).pow_vartime([i, 1 << 40, i, i + 1]);
    let scalars: Vec<_> = (0..40).map(power).collect();
    let points: Vec<_> = (40..80).map(|i| SelenePoint::mul_base(&power(i))).collect();
    let workspace = &mut MultiscalarWorkspace::new();
    for backend in List::ALL {
        for n in [0, 1, 2, 40] {
            let (scalars, points) = (&scalars[..n], &points[..n]);
            let expected: SelenePoint = scalars.iter().zip(points).map(|(k, p)| *p * k).sum();
            let job = jobs::vartime_multiscalar_mul::<Selene>(scalars, points, workspace);
            assert_eq!(backend.many(job), expected);
            let job = jobs::multiscalar_mul::<Selene>(scalars, points);
            assert_eq!(backend.many(job), expected);
        }
        let product = backend.one(jobs::mul::<Selene>(&scalars[0], &points[0]));
        assert_eq!(product, points[0] * scalars[0]);
    }
}
