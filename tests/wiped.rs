//! What operations on secrets leave on the heap: nothing of the scalar, neither in memory that was
//! given back nor in what a thread keeps for the next call.
#![cfg(feature = "std")]

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};

use common::{on_every_backend, rng};
use helioselene_simd::group::Group;
use helioselene_simd::group::ff::{Field, PrimeField};
use helioselene_simd::traits::{
    MultiscalarMul, VartimeMultiscalarMul, VartimePrecomputedMultiscalarMul,
};
use helioselene_simd::{
    Curve, FieldElement, Helios, Point, Precomputation, Selene, VartimePrecomputation,
};

/// The system's allocator, which looks for [`NEEDLE`] in every block that is given back, and keeps a
/// list of those that are not.
struct Searching;

const BLOCKS: usize = 1 << 16;
/// Addresses and sizes of blocks in use while [`SEARCH`] is on; 0 for a free place.
static IN_USE: [[AtomicUsize; 2]; BLOCKS] =
    [const { [AtomicUsize::new(0), AtomicUsize::new(0)] }; BLOCKS];
static SEARCH: AtomicBool = AtomicBool::new(false);
/// Eight neighbouring bytes of a secret.
static NEEDLE: AtomicUsize = AtomicUsize::new(0);
static FOUND: AtomicUsize = AtomicUsize::new(0);

fn search(block: *const u8, size: usize) -> usize {
    let needle = NEEDLE.load(SeqCst).to_ne_bytes();
    // Volatile: parts of a block may never have been written, and the compiler must not care.
    let byte = |i| unsafe { block.add(i).read_volatile() };
    (0..(size + 1).saturating_sub(needle.len()))
        .filter(|i| (0..needle.len()).all(|k| byte(i + k) == needle[k]))
        .count()
}

unsafe impl GlobalAlloc for Searching {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let block = unsafe { System.alloc_zeroed(layout) };
        if SEARCH.load(SeqCst) {
            let free = IN_USE.iter().find(|[address, _]| {
                address
                    .compare_exchange(0, block as usize, SeqCst, SeqCst)
                    .is_ok()
            });
            free.expect("a place in the list")[1].store(layout.size(), SeqCst);
        }
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if SEARCH.load(SeqCst) {
            FOUND.fetch_add(search(block, layout.size()), SeqCst);
        }
        let listed = IN_USE
            .iter()
            .find(|[address, _]| address.load(SeqCst) == block as usize);
        if let Some([address, _]) = listed {
            address.store(0, SeqCst);
        }
        unsafe { System.dealloc(block, layout) };
    }
    // `realloc` is the provided one: it allocates, copies and gives back.
}

#[global_allocator]
static ALLOCATOR: Searching = Searching;

/// How often the needle is found on the heap after an operation.
fn left_behind(operation: impl FnOnce()) -> usize {
    FOUND.store(0, SeqCst);
    SEARCH.store(true, SeqCst);
    operation();
    SEARCH.store(false, SeqCst);
    let kept = IN_USE.iter().filter_map(|[address, size]| {
        let address = address.swap(0, SeqCst) as *const u8;
        (!address.is_null()).then(|| search(address, size.load(SeqCst)))
    });
    let kept: usize = kept.sum();
    kept + FOUND.load(SeqCst)
}

fn scalars_are_wiped<C: Curve>() {
    let mut rng = rng(61);
    for n in [1, 2, 9, 40, 300] {
        let points: Vec<Point<C>> = (0..n).map(|_| Point::random(&mut rng)).collect();
        let scalars: Vec<FieldElement<C::Scalar>> =
            (0..n).map(|_| Field::random(&mut rng)).collect();
        let vartime = VartimePrecomputation::new(&points);
        let constant = Precomputation::new(&points);
        // The same numbers, as sums in variable time use the smaller one of k and −k.
        for (needle, name) in [(scalars[0], "k"), (-scalars[0], "−k")] {
            let bytes: [u8; 8] = needle.to_repr()[8..16].try_into().expect("eight bytes");
            NEEDLE.store(usize::from_ne_bytes(bytes), SeqCst);
            let check = |operation: &str, run: &dyn Fn()| {
                // The first call makes the thread's workspace, the second finds it.
                for _ in 0..2 {
                    let left = left_behind(run);
                    assert_eq!(
                        left, 0,
                        "{operation}, n = {n}: {name} is found {left} times"
                    );
                }
            };
            check("multiscalar_mul", &|| {
                Point::multiscalar_mul(&scalars, &points);
            });
            // An iterator of unknown length: the vector of its items grows.
            check("multiscalar_mul of a filtered iterator", &|| {
                Point::multiscalar_mul(scalars.iter().filter(|_| true), &points);
            });
            check("vartime_multiscalar_mul", &|| {
                Point::vartime_multiscalar_mul(&scalars, &points);
            });
            check("batch_mul", &|| {
                Point::batch_mul(&scalars, &points);
            });
            check("Precomputation", &|| {
                constant.multiscalar_mul(&scalars);
            });
            check("VartimePrecomputation", &|| {
                vartime.vartime_multiscalar_mul(&scalars);
            });
            check("VartimePrecomputation, mixed", &|| {
                vartime.vartime_mixed_multiscalar_mul(&scalars, &scalars, &points);
            });
            check("batch_invert", &|| {
                // On the caller's memory, which it wipes itself.
                let mut inverses = zeroize::Zeroizing::new(scalars.clone());
                FieldElement::batch_invert(&mut inverses);
            });
        }
    }
}

/// One test: the allocator is the whole process's.
#[test]
fn scalars_do_not_stay_on_the_heap() {
    // That the search finds what is there.
    NEEDLE.store(0x0123_4567_89ab_cdef, SeqCst);
    assert_eq!(
        left_behind(|| drop(vec![0x0123_4567_89ab_cdef_usize; 3])),
        3
    );
    let mut kept = None;
    assert_eq!(
        left_behind(|| kept = Some(Box::new(0x0123_4567_89ab_cdef_usize))),
        1
    );
    drop(kept);

    on_every_backend("Helios", scalars_are_wiped::<Helios>);
    on_every_backend("Selene", scalars_are_wiped::<Selene>);
}
