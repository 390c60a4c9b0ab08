//! Finds what an operation leaves on the heap.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::hint::black_box;
use std::ops::Range;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering::SeqCst};

/// The system's allocator, which searches every freed block for a needle and lists the blocks in use. [`left_behind`] and
/// [`blocks_that_tell`] need it as the global allocator.
pub struct Searching;

const BLOCKS: usize = 1 << 16;
/// Addresses and sizes of blocks in use while [`SEARCH`] is on; 0 marks a free place.
static IN_USE: [[AtomicUsize; 2]; BLOCKS] =
    [const { [AtomicUsize::new(0), AtomicUsize::new(0)] }; BLOCKS];
static SEARCH: AtomicBool = AtomicBool::new(false);
/// The needle, each byte complemented. So the search never has the needle itself in a register, from which it could reach the
/// stack, and then the heap, in the unwritten part of a value.
static COMPLEMENT: [AtomicU8; 8] = [const { AtomicU8::new(0) }; 8];
static FOUND: AtomicUsize = AtomicUsize::new(0);

fn search(block: *const u8, size: usize) -> usize {
    // SAFETY: the block has this many bytes, which were zeroed at first. Volatile, because some may belong to values that never
    // wrote them, and the compiler must not rely on that.
    let byte = |i| unsafe { block.add(i).read_volatile() };
    let is_here = |i| {
        (0..)
            .zip(&COMPLEMENT)
            .all(|(k, part)| byte(i + k) == !part.load(SeqCst))
    };
    (0..(size + 1).saturating_sub(COMPLEMENT.len()))
        .filter(|i| is_here(*i))
        .count()
}

// SAFETY: forwards to the system's allocator.
unsafe impl GlobalAlloc for Searching {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if ARENA.thread.load(SeqCst) == this_thread() {
            return ARENA.alloc(layout);
        }
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
        if ARENA.bytes().contains(&block.cast_const()) {
            ARENA.given_back.fetch_add(1, SeqCst);
            return;
        }
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
    // The default `realloc` allocates, copies and frees.
}

/// Overwrites what earlier calls left on the stack, such as the needle.
#[inline(never)]
fn overwrite_stack() {
    black_box(&mut [0_u8; 1 << 14]);
}

/// Counts how often eight neighbouring bytes of a secret are on the heap after an operation, in memory that it freed and in
/// memory that it keeps. Only one thread may run.
pub fn left_behind(needle: [u8; 8], operation: impl FnOnce()) -> usize {
    for (part, byte) in COMPLEMENT.iter().zip(needle) {
        part.store(!byte, SeqCst);
    }
    overwrite_stack();
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

/// The address of a thread-local, which no other live thread shares; `std::thread::current` may allocate.
fn this_thread() -> usize {
    thread_local! {
        static PLACE: u8 = const { 0 };
    }
    PLACE.with(|place| ptr::from_ref(place).addr())
}

/// Memory for one operation: blocks follow each other, and freed ones stay unchanged.
struct Arena {
    memory: UnsafeCell<[u8; ARENA_BYTES]>,
    /// The thread that uses it, or 0: the test harness's main thread may allocate at any time.
    thread: AtomicUsize,
    /// Where each block ends, and their number.
    ends: [AtomicUsize; BLOCKS],
    blocks: AtomicUsize,
    given_back: AtomicUsize,
}

const ARENA_BYTES: usize = 1 << 24;
static ARENA: Arena = Arena {
    memory: UnsafeCell::new([0; ARENA_BYTES]),
    thread: AtomicUsize::new(0),
    ends: [const { AtomicUsize::new(0) }; BLOCKS],
    blocks: AtomicUsize::new(0),
    given_back: AtomicUsize::new(0),
};

// SAFETY: one thread uses it at a time.
unsafe impl Sync for Arena {}

impl Arena {
    fn bytes(&self) -> Range<*const u8> {
        let start = self.memory.get().cast_const().cast::<u8>();
        start..start.wrapping_add(ARENA_BYTES)
    }

    fn end(&self, block: usize) -> usize {
        self.ends[block].load(SeqCst)
    }

    fn alloc(&self, layout: Layout) -> *mut u8 {
        let start = self.bytes().start as usize;
        let block = self.blocks.fetch_add(1, SeqCst);
        let used = block.checked_sub(1).map_or(0, |last| self.end(last));
        let place = (start + used).next_multiple_of(layout.align()) - start;
        if place + layout.size() > ARENA_BYTES || block == BLOCKS {
            return ptr::null_mut();
        }
        self.ends[block].store(place + layout.size(), SeqCst);
        self.memory.get().cast::<u8>().wrapping_add(place)
    }

    /// Returns the remains in each block and in the gap before it.
    fn run(&self, operation: impl FnOnce()) -> Vec<Vec<u8>> {
        self.blocks.store(0, SeqCst);
        self.given_back.store(0, SeqCst);
        self.thread.store(this_thread(), SeqCst);
        operation();
        self.thread.store(0, SeqCst);
        let blocks = self.blocks.load(SeqCst);
        assert_eq!(self.given_back.load(SeqCst), blocks, "no block is kept");
        let mut start = 0;
        let mut left = Vec::with_capacity(blocks);
        for block in 0..blocks {
            // SAFETY: the bytes are the arena's, which were zeroed, and nothing uses them any more.
            let bytes = unsafe {
                let first = self.memory.get().cast::<u8>().add(start);
                std::slice::from_raw_parts_mut(first, self.end(block) - start)
            };
            left.push(bytes.to_vec());
            bytes.fill(0);
            start = self.end(block);
        }
        left
    }
}

/// The sizes of freed blocks whose bytes reveal which of two secrets an operation got. It looks for any difference instead of a
/// needle, so it misses nothing that depends on the secret. A first run, which is ignored, absorbs what is computed once and
/// kept.
///
/// Ignores other threads' memory; only one thread may call this.
///
/// # Panics
///
/// If the operation keeps memory, or if how much it allocates depends on the secret.
pub fn blocks_that_tell<S>(secrets: &[S; 2], operation: impl Fn(&S)) -> Vec<usize> {
    operation(&secrets[0]);
    let [one, other] = secrets
        .each_ref()
        .map(|secret| ARENA.run(|| operation(secret)));
    let sizes = |blocks: &[Vec<u8>]| -> Vec<usize> { blocks.iter().map(Vec::len).collect() };
    assert_eq!(sizes(&one), sizes(&other), "the same blocks for any secret");
    let pairs = one.iter().zip(&other);
    pairs
        .filter(|(one, other)| one != other)
        .map(|(one, _)| one.len())
        .collect()
}
