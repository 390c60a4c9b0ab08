//! Functions of the C interface without `vartime` in their names leave nothing of their points on the heap.

use helioselene_ffi as ffi;
use helioselene_ffi::Status;
use helioselene_judge::heap::{Searching, left_behind};
use helioselene_simd::group::Group;
use helioselene_simd::group::ff::{Field, PrimeField};
use helioselene_simd::{Backend, Curve, FieldElement, Helios, Point, Prime, Selene};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

#[global_allocator]
static ALLOCATOR: Searching = Searching;

/// Eight bytes of an element.
fn needle<P: Prime>(element: FieldElement<P>) -> [u8; 8] {
    element.to_repr()[8..16].try_into().unwrap()
}

/// The points in the interface's form.
fn crossing<C: Curve>(points: &[Point<C>]) -> Vec<u8> {
    let coordinates = points.iter().flat_map(Point::to_projective);
    coordinates.flat_map(|x| x.to_repr()).collect()
}

/// A function and its name; it gets the points' address, their number and room for results.
type Function<'a> = (&'a str, &'a dyn Fn(*const u8, usize, *mut u8) -> Status);

fn points_are_wiped<C: Curve>(functions: &[Function]) {
    let mut rng = ChaCha8Rng::seed_from_u64(23);
    for count in [1, 2, 5, 40] {
        let points: Vec<Point<C>> = (0..count)
            .map(|_| Point::random(&mut rng) + Point::random(&mut rng))
            .collect();
        let bytes = crossing(&points);
        // Points that are refused, after all earlier ones have been read.
        let not_on_the_curve = [bytes.as_slice(), &[1; 96]].concat();
        let identity = [bytes.as_slice(), &crossing::<C>(&[Point::IDENTITY])].concat();
        let mut results = vec![0; 32 * (count + 1)];
        for (i, point) in points.iter().enumerate() {
            let [x, y, z] = point.to_projective();
            let inverse = z.invert().unwrap();
            for (what, needle) in [
                ("X", needle(x)),
                ("Y", needle(y)),
                ("Z", needle(z)),
                ("x", needle(x * inverse)),
                ("y", needle(y * inverse)),
                ("1/Z", needle(inverse)),
            ] {
                for (name, run) in functions {
                    for (input, points) in [
                        ("points", &bytes),
                        ("no point", &not_on_the_curve),
                        ("the identity", &identity),
                    ] {
                        let mut status = None;
                        let left = left_behind(needle, || {
                            status = Some(run(
                                points.as_ptr(),
                                points.len() / 96,
                                results.as_mut_ptr(),
                            ));
                        });
                        let refused = match input {
                            "points" => Status::Ok,
                            "no point" => Status::InvalidPoint,
                            // The identity has an encoding but no x coordinate.
                            _ if *name == "points_to_scalars" => Status::Identity,
                            _ => Status::Ok,
                        };
                        assert_eq!(status, Some(refused), "{name}, {input}");
                        assert_eq!(left, 0, "{name}, {count} and {input}: {what} of point {i}");
                    }
                }
            }
        }
    }
}

macro_rules! curve {
    ($C:ident, $points_to_scalars:ident, $points_to_bytes:ident) => {
        // SAFETY: the pointers are valid for this many points and results.
        points_are_wiped::<$C>(&[
            ("points_to_scalars", &|points, count, results| unsafe {
                ffi::$points_to_scalars(points.cast(), count, results.cast())
            }),
            ("points_to_bytes", &|points, count, results| unsafe {
                ffi::$points_to_bytes(points.cast(), count, results.cast())
            }),
        ]);
    };
}

/// One test only: the allocator is global to the process.
#[test]
fn points_do_not_stay_on_the_heap() {
    for backend in Backend::available() {
        backend.select().unwrap();
        curve!(
            Helios,
            helioselene_helios_points_to_scalars,
            helioselene_helios_points_to_bytes
        );
        curve!(
            Selene,
            helioselene_selene_points_to_scalars,
            helioselene_selene_points_to_bytes
        );
        println!("{backend}: nothing left");
    }
}
