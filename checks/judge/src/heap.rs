//! Finds what an operation leaves on the heap.

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};

/// The system's allocator, which lists the blocks that an operation uses, and keeps those that it frees for a search. [`left_behind`]
/// and [`blocks_that_tell`] need it as the global allocator.
pub struct Searching;

/// A block that was allocated or freed since the list was begun.
struct Block {
    address: AtomicUsize,
    size: AtomicUsize,
    alignment: AtomicUsize,
    is_freed: AtomicBool,
}

const PLACES: usize = 1 << 20;
static BLOCKS: [Block; PLACES] = [const { Block::none() }; PLACES];
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// Whose blocks are listed: one thread's, see [`this_thread`], or one of these.
static WHOSE: AtomicUsize = AtomicUsize::new(NOBODYS);
const NOBODYS: usize = 0;
const EVERYBODYS: usize = 1;

/// The address of a thread-local, which no other live thread shares; `std::thread::current` may allocate.
fn this_thread() -> usize {
    thread_local! {
        static PLACE: u8 = const { 0 };
    }
    PLACE.with(|place| ptr::from_ref(place).addr())
}

fn is_listed() -> bool {
    let whose = WHOSE.load(SeqCst);
    whose == EVERYBODYS || whose == this_thread()
}

impl Block {
    const fn none() -> Self {
        Self {
            address: AtomicUsize::new(0),
            size: AtomicUsize::new(0),
            alignment: AtomicUsize::new(0),
            is_freed: AtomicBool::new(false),
        }
    }

    fn list(address: *mut u8, layout: Layout, is_freed: bool) {
        let block = &BLOCKS[COUNT.fetch_add(1, SeqCst)];
        block.size.store(layout.size(), SeqCst);
        block.alignment.store(layout.align(), SeqCst);
        block.is_freed.store(is_freed, SeqCst);
        block.address.store(address as usize, SeqCst);
    }

    fn bytes(&self) -> Vec<u8> {
        let start = self.address.load(SeqCst) as *const u8;
        // SAFETY: the block has this many bytes, which were zeroed at first. Volatile, because some may belong to values that
        // never wrote them, and the compiler must not rely on that.
        let byte = |i| unsafe { start.add(i).read_volatile() };
        (0..self.size.load(SeqCst)).map(byte).collect()
    }

    /// Takes the block off the list, and frees it if the operation did.
    fn forget(&self) {
        let block = self.address.swap(0, SeqCst) as *mut u8;
        if self.is_freed.load(SeqCst) {
            let (size, alignment) = (self.size.load(SeqCst), self.alignment.load(SeqCst));
            let layout = Layout::from_size_align(size, alignment).expect("a block's layout");
            // SAFETY: the block has this layout, and its owner has no more use of it.
            unsafe { System.dealloc(block, layout) };
        }
    }
}

// SAFETY: forwards to the system's allocator, though later for what is freed while there is a list.
unsafe impl GlobalAlloc for Searching {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        let block = unsafe { System.alloc_zeroed(layout) };
        if is_listed() {
            Block::list(block, layout, false);
        }
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if WHOSE.load(SeqCst) != NOBODYS {
            let mut listed = BLOCKS[..COUNT.load(SeqCst)].iter();
            if let Some(listed) = listed.rfind(|one| one.address.load(SeqCst) == block as usize) {
                return listed.is_freed.store(true, SeqCst);
            } else if is_listed() {
                return Block::list(block, layout, true);
            }
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

/// Runs an operation, and looks at each block that it allocated or freed.
fn after<R>(whose: usize, operation: impl FnOnce(), look: impl Fn(&Block) -> R) -> Vec<R> {
    COUNT.store(0, SeqCst);
    WHOSE.store(whose, SeqCst);
    operation();
    WHOSE.store(NOBODYS, SeqCst);
    let blocks = BLOCKS[..COUNT.load(SeqCst)].iter();
    let looked = blocks.map(|block| {
        let found = look(block);
        block.forget();
        found
    });
    looked.collect()
}

/// Counts how often eight neighbouring bytes of a secret are on the heap after an operation, in memory that it freed and in
/// memory that it keeps. Only one thread may run.
pub fn left_behind(needle: [u8; 8], operation: impl FnOnce()) -> usize {
    // So the operation never finds the needle itself in a register, from which it could reach the stack, and then the heap, in
    // the unwritten part of a value.
    let complement = black_box(needle.map(|byte| !byte));
    overwrite_stack();
    let found = after(EVERYBODYS, operation, |block| {
        let needle = complement.map(|byte| !byte);
        let bytes = block.bytes();
        bytes.windows(8).filter(|bytes| **bytes == needle).count()
    });
    found.iter().sum()
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
    let [one, other] = secrets.each_ref().map(|secret| {
        after(
            this_thread(),
            || operation(secret),
            |block| {
                assert!(block.is_freed.load(SeqCst), "no block is kept");
                block.bytes()
            },
        )
    });
    let sizes = |blocks: &[Vec<u8>]| -> Vec<usize> { blocks.iter().map(Vec::len).collect() };
    assert_eq!(sizes(&one), sizes(&other), "the same blocks for any secret");
    let pairs = one.iter().zip(&other);
    pairs
        .filter(|(one, other)| one != other)
        .map(|(one, _)| one.len())
        .collect()
}
