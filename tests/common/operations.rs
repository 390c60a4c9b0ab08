//! Every operation, for tests of what must not change a result (threads, their floating-point environment) or must suffice for one
//! (stacks).

#![allow(dead_code)] // each test file uses a part

use helioselene_simd::group::ff::{Field, FromUniformBytes, PrimeField};
use helioselene_simd::group::{Curve as _, Group, GroupEncoding};
use helioselene_simd::{
    AffinePoint, Curve, FieldElement, MultiscalarWorkspace, NodeUpdate, Point, Precomputation,
    Prime, VartimePrecomputation,
};
use rand_core::RngCore;
use subtle::Choice;

use crate::common::known::{Known, random_scalars};
use crate::common::rng;

/// The longest list of products.
const LONG: usize = 300;

/// Gets an operation's name, and the operation, which returns encodings of its results.
pub type Run<'a> = &'a mut dyn FnMut(&str, &(dyn Fn() -> Vec<[u8; 32]> + Sync));

/// Hands each operation to `run`, with these numbers of terms of sums, and of points at once.
pub fn each<C: Curve>(terms: &[usize], points: &[usize], run: Run<'_>) {
    run("field", &on_elements::<C::Base>);
    on_points::<C>(run);
    for n in terms {
        sums::<C>(*n, run);
    }
    for n in points {
        batches::<C>(*n, run);
    }
}

/// The results of all operations.
pub fn results<C: Curve>(terms: &[usize], points: &[usize]) -> Vec<[u8; 32]> {
    let mut all = Vec::new();
    each::<C>(terms, points, &mut |_, operation| all.extend(operation()));
    all
}

fn on_elements<P: Prime>() -> Vec<[u8; 32]> {
    let mut rng = rng(70);
    let mut bytes = [0; 64];
    rng.fill_bytes(&mut bytes);
    let [x, y] = [(); 2].map(|()| FieldElement::<P>::random(&mut rng));
    let (is_square, root) = FieldElement::sqrt_ratio(&x, &y);
    let mut inverses = [x, y, x + y];
    FieldElement::batch_invert(&mut inverses);
    let mut all = vec![
        x + y,
        x - y,
        -x,
        x * y,
        x.square(),
        x.double(),
        x.invert().unwrap(),
        x.square().sqrt().unwrap(),
        root,
        FieldElement::from(u64::from(is_square.unwrap_u8())),
        x.pow_vartime([3, 5, 7, 9]),
        FieldElement::wide_reduce(bytes),
        FieldElement::from_uniform_bytes(&bytes),
        FieldElement::from_repr(x.to_repr()).unwrap(),
        [x, y].iter().sum(),
        [x, y].iter().product(),
    ];
    all.extend(inverses);
    all.iter().map(PrimeField::to_repr).collect()
}

fn on_points<C: Curve>(run: Run<'_>) {
    let mut rng = rng(71);
    let k = FieldElement::<C::Scalar>::random(&mut rng);
    let q = Point::<C>::random(&mut rng);
    let p = q.double();
    let (encoding, [x, y]) = (p.to_bytes(), p.to_xy().unwrap());
    let each: &[(&str, &(dyn Fn() -> Point<C> + Sync))] = &[
        ("P + Q", &|| p + q),
        ("P − Q", &|| p - q),
        ("2P", &|| p.double()),
        ("−P", &|| -p),
        ("product", &|| p * k),
        ("mul_base", &|| Point::mul_base(&k)),
        ("double base", &|| {
            Point::vartime_double_scalar_mul_basepoint(&k, &p, &k)
        }),
        ("from_bytes", &|| Point::from_bytes(&encoding).unwrap()),
        ("from_xy", &|| Point::from_xy(x, y).unwrap()),
        ("affine points", &|| {
            Point::from(AffinePoint::from(p)) + p.to_affine()
        }),
        #[cfg(feature = "hash2curve")]
        ("hash_to_curve", &|| {
            Point::hash_to_curve::<Expand>(&[b"a message"], &[b"a tag"]).unwrap()
        }),
        #[cfg(feature = "hash2curve")]
        ("encode_to_curve", &|| {
            Point::encode_to_curve::<Expand>(&[b"a message"], &[b"a tag"]).unwrap()
        }),
    ];
    for (name, operation) in each {
        run(name, &|| vec![operation().to_bytes()]);
    }
}

#[cfg(feature = "hash2curve")]
type Expand = helioselene_simd::hash2curve::ExpandMsgXmd<sha2::Sha512>;

/// Operations on points are given to `run` with `n` in their names, and their results encoded.
fn numbered<C: Curve>(
    n: usize,
    run: Run<'_>,
) -> impl FnMut(&str, &(dyn Fn() -> Vec<Point<C>> + Sync)) {
    move |name, operation| {
        run(&format!("{name} of {n}"), &|| {
            Point::batch_to_bytes(&operation())
        });
    }
}

fn sums<C: Curve>(n: usize, run: Run<'_>) {
    let mut rng = rng(72);
    let points = &Known::<C>::progression(n, &mut rng).points;
    let scalars = &random_scalars::<C>(n, &mut rng);
    let some = || points.iter().copied().map(Some);
    let mut run = numbered::<C>(n, run);
    run("multiscalar_mul", &|| {
        vec![Point::multiscalar_mul(scalars, points)]
    });
    run("vartime_multiscalar_mul", &|| {
        vec![Point::vartime_multiscalar_mul(scalars, points)]
    });
    run("optional_multiscalar_mul", &|| {
        Point::optional_multiscalar_mul(scalars, some())
            .into_iter()
            .collect()
    });
    run("vartime_multiscalar_mul_in", &|| {
        let workspace = &mut MultiscalarWorkspace::new();
        vec![Point::vartime_multiscalar_mul_in(
            workspace, scalars, points,
        )]
    });
    run("Precomputation", &|| {
        let tables = Precomputation::new(points);
        // Tables are made for some hundred points at once; sums end inside them too.
        let sums = [n, n - n / 3, n / 40];
        sums.map(|n| tables.multiscalar_mul(&scalars[..n])).into()
    });
    run("Precomputation with words", &|| {
        let words = (0..n / 20).map(|i| 20 * i + 2..20 * i + 20);
        let tables = Precomputation::with_words(points, words);
        let mut scalars = scalars.clone();
        for (i, scalar) in scalars.iter_mut().enumerate() {
            if i / 20 % 3 > 0 {
                *scalar = FieldElement::from(i as u64 * 77 % 512);
            }
        }
        let short: Vec<usize> = (0..n / 20).filter(|i| i % 3 > 0).collect();
        let sum = tables.independent_multiscalar_mul_with_short(&scalars, &short);
        // The points are related.
        vec![sum.unwrap_or_else(|| tables.multiscalar_mul(&scalars))]
    });
    let node = NodeUpdate {
        hash: Point::GENERATOR,
        offset: n / 2,
        old: &scalars[..n / 4],
        new: &scalars[n / 2..],
    };
    let rows: &Vec<_> = &scalars.chunks(38).collect();
    for bytes in [0, 1 << 20] {
        run(&format!("VartimePrecomputation in {bytes} bytes"), &|| {
            let tables = VartimePrecomputation::with_memory(points, bytes);
            let mut all = tables.vartime_batch_hash_nodes(&[node; 2]);
            all.extend(tables.vartime_batch_multiscalar_mul(rows));
            let (half, others) = (&scalars[..n / 2], &points[..n / 2]);
            all.push(tables.vartime_multiscalar_mul(scalars));
            all.push(tables.vartime_mixed_multiscalar_mul(scalars, half, others));
            all.extend(tables.optional_mixed_multiscalar_mul(half, scalars, some()));
            all
        });
    }
}

fn batches<C: Curve>(n: usize, run: Run<'_>) {
    let mut rng = rng(73);
    let Known { logarithms, points } = &Known::<C>::progression(n, &mut rng);
    let scalars = &random_scalars::<C>(n.min(LONG), &mut rng);
    let few = &points[..scalars.len()];
    let mut encodings = Point::batch_to_bytes(points);
    if let Some(last) = encodings.last_mut() {
        *last = [0xff; 32];
    }
    run(&format!("batch_invert of {n}"), &|| {
        let mut inverses = logarithms.clone();
        FieldElement::batch_invert(&mut inverses);
        inverses.iter().map(PrimeField::to_repr).collect()
    });
    run(&format!("batch_to_x of {n}"), &|| {
        let x = Point::batch_to_x(points);
        x.iter().map(PrimeField::to_repr).collect()
    });
    run(&format!("batch_to_xy of {n}"), &|| {
        let xy = Point::batch_to_xy(points).into_iter();
        xy.flat_map(|xy| xy.unwrap().map(|x| x.to_repr())).collect()
    });
    let mut run = numbered::<C>(n, run);
    run("batch_mul", &|| Point::batch_mul(scalars, few));
    run("pair_sums", &|| match few {
        [p, q, ..] => {
            let pairs = scalars.iter().zip(scalars.iter().rev());
            let pairs: Vec<_> = pairs.map(|(k, l)| [*k, *l]).collect();
            Point::pair_sums(&pairs, &[*p, *q])
        }
        _ => Vec::new(),
    });
    run("batch_mul_into", &|| {
        let mut places = few.to_vec();
        Point::batch_mul_into(scalars, few, &mut places);
        places
    });
    run("batch_normalize_into", &|| {
        let mut places = points.clone();
        Point::batch_normalize_into(points, &mut places);
        places
    });
    run("batch_to_affine", &|| {
        let affine = Point::batch_to_affine(points).into_iter();
        affine.map(Point::from).collect()
    });
    run("batch_from_bytes", &|| {
        let decoded = Point::<C>::batch_from_bytes(&encodings).into_iter();
        decoded.map(|p| p.unwrap_or(Point::IDENTITY)).collect()
    });
    run("batch_from_bytes_into", &|| {
        let (mut places, mut valid) = (points.clone(), vec![Choice::from(0); n]);
        Point::batch_from_bytes_into(&encodings, &mut places, &mut valid);
        places
    });
    run("vartime_batch_from_bytes", &|| {
        let decoded = Point::<C>::vartime_batch_from_bytes(&encodings).into_iter();
        decoded.map(Option::unwrap_or_default).collect()
    });
    run("vartime_batch_from_bytes_into", &|| {
        let (mut places, mut valid) = (points.clone(), vec![false; n]);
        Point::vartime_batch_from_bytes_into(&encodings, &mut places, &mut valid);
        places
    });
}
