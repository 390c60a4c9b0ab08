//! What an operation leaves on the heap.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::SeqCst};

/// The system's allocator, which looks for a needle in every block that is given back, and keeps a
/// list of those that are not. For [`left_behind`] it must be the global one.
pub struct Searching;

const BLOCKS: usize = 1 << 16;
/// Addresses and sizes of blocks in use while [`SEARCH`] is on; 0 for a free place.
static IN_USE: [[AtomicUsize; 2]; BLOCKS] =
    [const { [AtomicUsize::new(0), AtomicUsize::new(0)] }; BLOCKS];
static SEARCH: AtomicBool = AtomicBool::new(false);
/// What is searched for.
static NEEDLE: AtomicU64 = AtomicU64::new(0);
static FOUND: AtomicUsize = AtomicUsize::new(0);

fn search(block: *const u8, size: usize) -> usize {
    let needle = NEEDLE.load(SeqCst).to_ne_bytes();
    // SAFETY: the block has so many bytes, all of which were zeroed. Volatile, as parts of it may belong to values
    // that were never written there, and the compiler must not care.
    let byte = |i| unsafe { block.add(i).read_volatile() };
    (0..(size + 1).saturating_sub(needle.len()))
        .filter(|i| (0..needle.len()).all(|k| byte(i + k) == needle[k]))
        .count()
}

// SAFETY: the system's allocator does it.
unsafe impl GlobalAlloc for Searching {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
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
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(block, layout) };
    }
    // `realloc` is the provided one: it allocates, copies and gives back.
}

/// How often eight neighbouring bytes of a secret are found on the heap after an operation: in memory that it gave
/// back, and in what it keeps. Only one thread may run.
pub fn left_behind(needle: [u8; 8], operation: impl FnOnce()) -> usize {
    NEEDLE.store(u64::from_ne_bytes(needle), SeqCst);
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
