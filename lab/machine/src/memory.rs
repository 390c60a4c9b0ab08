//! Memory: the process's own, as it is when first read, plus a stack and a heap. Nothing is written to the process itself.

use std::collections::HashMap;
use std::fs::{self, File};
use std::os::unix::fs::FileExt;

use super::trap::Trap;
use super::value::{Value, mask};

const PAGE: usize = 4096;
/// The address at which the program's stack begins, growing down. Linux puts nothing there or at the heap.
pub const STACK: u64 = 0x1000_0000_0000;
const STACK_SIZE: u64 = 1 << 23;
const HEAP: u64 = 0x2000_0000_0000;
const HEAP_SIZE: u64 = 1 << 32;
/// The alignment that programs may expect of the heap.
const ALIGNMENT: u64 = 16;

/// Bytes, and for each bit whether it is secret.
struct Page {
    bytes: [u8; PAGE],
    secret: [u8; PAGE],
    /// For each byte that comes from a secret, the instruction that wrote it.
    writers: [Writer; PAGE],
}

/// The writer of a byte that comes from a secret: an instruction's number from 1, or 0 if there is no secret in it. Bytes that
/// are unknown for another reason come from none.
pub type Writer = u32;

pub struct Memory {
    process: File,
    pages: Vec<Page>,
    index: HashMap<u64, usize>,
    /// The most recently used pages, by the lowest bits of their numbers.
    recent: [(u64, usize); 64],
    /// The program's own variables, as they were before anything else ran.
    statics: HashMap<u64, Box<[u8]>>,
    heap_end: u64,
    /// The sizes of blocks of the heap.
    blocks: HashMap<u64, u64>,
    /// The current writer, and whether it writes from a secret, because the instruction has read one.
    pub writer: Writer,
    pub from_secret: bool,
    /// The writers of what was left in freed blocks.
    freed: Vec<Writer>,
}

impl Memory {
    pub fn new() -> Self {
        let process = File::open("/proc/self/mem").expect("Linux gives a process its memory");
        let mut memory = Self {
            process,
            pages: Vec::new(),
            index: HashMap::new(),
            recent: [(!0, 0); 64],
            statics: HashMap::new(),
            heap_end: HEAP,
            blocks: HashMap::new(),
            writer: 0,
            from_secret: false,
            freed: Vec::new(),
        };
        for mapping in mappings().iter().filter(|mapping| mapping.writable) {
            for address in (mapping.from..mapping.to).step_by(PAGE) {
                let mut bytes = vec![0; PAGE];
                memory
                    .process
                    .read_exact_at(&mut bytes, address)
                    .expect("it is mapped");
                memory.statics.insert(address / PAGE as u64, bytes.into());
            }
        }
        memory
    }

    /// Keeps the program's variables as they are now.
    pub fn keep_variables(&mut self) {
        for (number, bytes) in &mut self.statics {
            if let Some(page) = self.index.get(number) {
                bytes.copy_from_slice(&self.pages[*page].bytes);
            }
        }
    }

    /// Forgets everything written, except what `keep_variables` kept.
    pub fn forget(&mut self) {
        self.pages.clear();
        self.index.clear();
        self.recent = [(!0, 0); 64];
        self.heap_end = HEAP;
        self.blocks.clear();
        self.freed.clear();
    }

    #[inline]
    fn page(&mut self, number: u64) -> Result<&mut Page, Trap> {
        let slot = number as usize % self.recent.len();
        if self.recent[slot].0 != number {
            let place = match self.index.get(&number) {
                Some(place) => *place,
                None => self.load(number)?,
            };
            self.recent[slot] = (number, place);
        }
        Ok(&mut self.pages[self.recent[slot].1])
    }

    #[cold]
    fn load(&mut self, number: u64) -> Result<usize, Trap> {
        let address = number * PAGE as u64;
        let mut page = Page {
            bytes: [0; PAGE],
            secret: [0; PAGE],
            writers: [0; PAGE],
        };
        let is_stack = (STACK - STACK_SIZE..STACK).contains(&address);
        if is_stack || (HEAP..self.heap_end).contains(&address) {
            // Unwritten memory is as unknown as a secret.
            page.secret = [!0; PAGE];
        } else if let Some(bytes) = self.statics.get(&number) {
            page.bytes.copy_from_slice(bytes);
        } else {
            self.process
                .read_exact_at(&mut page.bytes, address)
                .map_err(|_| Trap::Failed(format!("no memory at {address:#x}")))?;
        }
        self.pages.push(page);
        self.index.insert(number, self.pages.len() - 1);
        Ok(self.pages.len() - 1)
    }

    /// Bytes, and which of their bits are secret.
    #[inline]
    pub fn read(&mut self, address: u64, bytes: &mut [u8], secret: &mut [u8]) -> Result<(), Trap> {
        let (mut address, mut done) = (address, 0);
        while done < bytes.len() {
            let offset = address as usize % PAGE;
            let n = (bytes.len() - done).min(PAGE - offset);
            let page = self.page(address / PAGE as u64)?;
            bytes[done..done + n].copy_from_slice(&page.bytes[offset..offset + n]);
            secret[done..done + n].copy_from_slice(&page.secret[offset..offset + n]);
            let from_secret = page.writers[offset..offset + n].iter().any(|w| *w != 0);
            self.from_secret |= from_secret;
            done += n;
            address = address.wrapping_add(n as u64);
        }
        Ok(())
    }

    #[inline]
    pub fn write(&mut self, address: u64, bytes: &[u8], secret: &[u8]) -> Result<(), Trap> {
        let (mut address, mut done) = (address, 0);
        let writer = if self.from_secret { self.writer } else { 0 };
        while done < bytes.len() {
            let offset = address as usize % PAGE;
            let n = (bytes.len() - done).min(PAGE - offset);
            let page = self.page(address / PAGE as u64)?;
            page.bytes[offset..offset + n].copy_from_slice(&bytes[done..done + n]);
            page.secret[offset..offset + n].copy_from_slice(&secret[done..done + n]);
            let writers = page.writers[offset..offset + n].iter_mut();
            for (byte, secret) in writers.zip(&secret[done..done + n]) {
                // What is known does not depend on a secret.
                *byte = if *secret == 0 { 0 } else { writer };
            }
            done += n;
            address = address.wrapping_add(n as u64);
        }
        Ok(())
    }

    /// The writers of bytes.
    fn writers(&self, address: u64, size: u64) -> Vec<Writer> {
        let writer = |byte: u64| {
            // What was never read or written is not secret.
            let page = self.index.get(&(byte / PAGE as u64));
            page.map_or(0, |page| self.pages[*page].writers[byte as usize % PAGE])
        };
        (address..address + size).map(writer).collect()
    }

    /// Copies bytes, and what is known of each.
    pub fn copy(&mut self, to: u64, from: u64, size: usize) -> Result<(), Trap> {
        let (mut bytes, mut secret) = (vec![0; size], vec![0; size]);
        self.read(from, &mut bytes, &mut secret)?;
        let writers = self.writers(from, size as u64);
        self.write(to, &bytes, &secret)?;
        for (byte, writer) in (to..).zip(writers) {
            let from_secret = writer != 0;
            let writer = if from_secret { self.writer } else { 0 };
            self.page(byte / PAGE as u64)?.writers[byte as usize % PAGE] = writer;
        }
        Ok(())
    }

    /// An integer of this many bits.
    #[inline]
    pub fn load_value(&mut self, address: u64, size: u32) -> Result<Value, Trap> {
        let (mut bytes, mut secret) = ([0; 8], [0; 8]);
        let n = size as usize / 8;
        self.read(address, &mut bytes[..n], &mut secret[..n])?;
        Ok(Value::new(
            u64::from_le_bytes(bytes),
            u64::from_le_bytes(secret),
        ))
    }

    #[inline]
    pub fn store_value(&mut self, address: u64, value: Value, size: u32) -> Result<(), Trap> {
        let n = size as usize / 8;
        let [bytes, secret] = [value.bits, value.secret].map(|x| (x & mask(size)).to_le_bytes());
        self.write(address, &bytes[..n], &secret[..n])
    }

    pub fn mark_secret(&mut self, address: u64, size: usize) -> Result<(), Trap> {
        self.write(address, &vec![0; size], &vec![!0; size])
    }

    /// Reads only whether bytes come from a secret.
    pub fn touch(&mut self, address: u64, size: usize) -> Result<(), Trap> {
        self.read(address, &mut vec![0; size], &mut vec![0; size])
    }

    /// Records what is left in a freed block.
    pub fn free(&mut self, block: u64) -> Result<(), Trap> {
        if block != 0 {
            let size = self.size_of_block(block)?;
            self.blocks.remove(&block);
            self.freed
                .extend(self.writers(block, size).iter().filter(|w| **w != 0));
        }
        Ok(())
    }

    /// The writers of bytes from secrets in the stack of a function that has returned.
    pub fn left_on_stack(&self) -> Vec<Writer> {
        let stack = (STACK - STACK_SIZE) / PAGE as u64..STACK / PAGE as u64;
        let pages = self.index.iter().filter(|(page, _)| stack.contains(page));
        let writers = pages.flat_map(|(_, place)| &self.pages[*place].writers);
        writers.copied().filter(|writer| *writer != 0).collect()
    }

    /// The writers of bytes from secrets in freed blocks of the heap.
    pub fn left_on_heap(&self) -> Vec<Writer> {
        self.freed.clone()
    }

    /// The writers of bytes from secrets in the other blocks.
    pub fn kept_on_heap(&self) -> Vec<Writer> {
        let blocks = self.blocks.iter();
        let writers = blocks.flat_map(|(block, size)| self.writers(*block, *size));
        writers.filter(|writer| *writer != 0).collect()
    }

    /// Whether a block was ever allocated.
    pub fn uses_heap(&self) -> bool {
        self.heap_end != HEAP
    }

    /// Makes bytes secret.
    pub fn mark_input(&mut self, address: u64, size: usize) -> Result<(), Trap> {
        (self.writer, self.from_secret) = (Writer::MAX, true);
        self.mark_secret(address, size)?;
        self.from_secret = false;
        Ok(())
    }

    pub fn allocate(&mut self, size: u64, alignment: u64) -> Result<u64, Trap> {
        let start = self.heap_end.next_multiple_of(alignment.max(ALIGNMENT));
        let end = start + size;
        if end > HEAP + HEAP_SIZE {
            return Err(Trap::Failed("too much memory is allocated".into()));
        }
        self.heap_end = end.next_multiple_of(PAGE as u64);
        self.blocks.insert(start, size);
        Ok(start)
    }

    /// The size of a block.
    pub fn size_of_block(&self, block: u64) -> Result<u64, Trap> {
        let size = self.blocks.get(&block).copied();
        size.ok_or_else(|| Trap::Failed(format!("{block:#x} was not allocated")))
    }
}

/// A part of the program in memory.
pub struct Mapping {
    pub from: u64,
    to: u64,
    writable: bool,
}

/// The parts of this program in memory, in the order of their addresses.
pub fn mappings() -> Vec<Mapping> {
    let maps = fs::read_to_string("/proc/self/maps").expect("Linux lists mappings");
    let program = std::env::current_exe().expect("a program has a path");
    let program = program.to_str().expect("it is Unicode");
    let mut mappings = Vec::<Mapping>::new();
    for line in maps.lines() {
        let mut fields = line.split_whitespace();
        let (Some(range), Some(access)) = (fields.next(), fields.next()) else {
            continue;
        };
        let name = fields.nth(3);
        let (from, to) = range.split_once('-').expect("a range of addresses");
        let [from, to] = [from, to].map(|x| u64::from_str_radix(x, 16).expect("hexadecimal"));
        // Uninitialised variables follow the initialised ones, in a mapping without a name.
        let follows = name.is_none() && mappings.last().is_some_and(|last| last.to == from);
        if name == Some(program) || follows {
            let writable = access.starts_with("rw");
            mappings.push(Mapping { from, to, writable });
        }
    }
    mappings
}
