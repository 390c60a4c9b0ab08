//! Constant-time functions of helioselene-arkworks leave nothing of points and scalars on the heap.

use ark_crypto_primitives::sponge::Absorb;
use ark_ec::{CurveGroup, PrimeGroup, ScalarMul};
use ark_ff::UniformRand;
use ark_serialize::CanonicalSerialize;
use ark_std::test_rng;
use helioselene_arkworks::{Affine, Element, Projective, ScalarField};
use helioselene_judge::heap::{Searching, left_behind};
use helioselene_simd::group::ff::{Field, PrimeField};
use helioselene_simd::{Backend, Curve, Helios, Prime, Selene};
use zeroize::Zeroizing;

#[global_allocator]
static ALLOCATOR: Searching = Searching;

/// Eight bytes of an element.
fn needle<P: Prime>(element: &Element<P>) -> [u8; 8] {
    element.0.to_repr()[8..16].try_into().unwrap()
}

fn secrets_are_wiped<C: Curve>()
where
    Element<C::Base>: ark_ff::PrimeField,
{
    let rng = &mut test_rng();
    for count in [1, 2, 5, 40] {
        let points: Vec<_> = (0..count).map(|_| Projective::<C>::rand(rng)).collect();
        let points: Vec<_> = points.iter().map(|point| *point + points[0]).collect();
        let scalars: Vec<_> = (0..count).map(|_| ScalarField::<C>::rand(rng)).collect();
        let multiples = Projective::<C>::generator().batch_mul(&scalars);
        // Of 40 points every fifth: these are in all lanes of vectors of four and of eight.
        for i in (0..count).step_by(1 + count / 10) {
            let coordinates = points[i].0.to_projective();
            let affine = points[i].into_affine().0.to_xy().unwrap();
            let inverse = coordinates[2].invert().unwrap();
            for needle in [coordinates.as_slice(), &affine, &[inverse]].concat() {
                let needle = self::needle(&Element(needle));
                let check = |what: &str, run: &dyn Fn()| {
                    assert_eq!(left_behind(needle, run), 0, "{what}, {count}, point {i}");
                };
                // Results belong to the caller, who wipes them.
                check("normalize_batch", &|| {
                    drop(Zeroizing::new(Projective::normalize_batch(&points)));
                });
                check("batch_convert_to_mul_base", &|| {
                    drop(Zeroizing::new(Projective::batch_convert_to_mul_base(
                        &points,
                    )));
                });
                check("serialize", &|| {
                    let mut bytes = Zeroizing::new(Vec::with_capacity(96 * count));
                    for point in &points {
                        point.serialize_compressed(&mut *bytes).unwrap();
                        point.serialize_uncompressed(&mut *bytes).unwrap();
                    }
                });
                check("to_sponge_field_elements", &|| {
                    let mut elements = Zeroizing::new(Vec::<Element<C::Base>>::with_capacity(2));
                    Element::<C::Base>(affine[0]).to_sponge_field_elements(&mut elements);
                });
            }
            let [x, y] = multiples[i].0.to_xy().unwrap().map(Element);
            for needle in [needle(&scalars[i]), needle(&x), needle(&y)] {
                let left = left_behind(needle, || {
                    let generator = Projective::<C>::generator();
                    drop(Zeroizing::new(generator.batch_mul(&scalars)));
                    let _: Affine<C> = (generator * scalars[i]).into_affine();
                    generator.mul_bigint(ark_ff::PrimeField::into_bigint(scalars[i]));
                });
                assert_eq!(left, 0, "batch_mul, {count}, scalar {i}");
            }
        }
    }
}

/// One test only: the allocator is global to the process.
#[test]
fn secrets_do_not_stay_on_the_heap() {
    for backend in Backend::available() {
        backend.select().unwrap();
        secrets_are_wiped::<Helios>();
        secrets_are_wiped::<Selene>();
        println!("{backend}: nothing left");
    }
}
