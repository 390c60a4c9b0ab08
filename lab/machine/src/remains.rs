//! Remains of secrets in a function's own memory: its stack and its heap blocks.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::machine::Machine;
use super::memory::{Memory, Writer};

/// How many bytes may stay on the stack: spills and copies by the compiler, which no program can wipe. Most are left where 16
/// registers hold limbs of four lanes. A table of multiples would exceed it.
const STACK_LIMIT: usize = 2500;
/// The limit for functions that use the heap, which compute with many vectors at a time.
const STACK_LIMIT_OF_BATCHES: usize = 16_000;

/// One function's remains: each byte's writer.
pub struct Remains {
    name: String,
    stack: Vec<Writer>,
    heap: Vec<Writer>,
    uses_heap: bool,
}

impl Remains {
    /// To be called when the function has returned. Blocks that it keeps belong to its result, if the result can have any.
    pub fn of(name: &str, memory: &Memory, result_has_blocks: bool) -> Self {
        let mut heap = memory.left_on_heap();
        if !result_has_blocks {
            heap.extend(memory.kept_on_heap());
        }
        Self {
            name: name.to_owned(),
            stack: memory.left_on_stack(),
            heap,
            uses_heap: memory.uses_heap(),
        }
    }

    /// What is wrong, if anything; the stack is ignored with `any_stack`.
    pub fn fault(&self, any_stack: bool) -> Option<String> {
        let (name, stack, heap) = (&self.name, self.stack.len(), self.heap.len());
        let limit = match self.uses_heap {
            false => STACK_LIMIT,
            true => STACK_LIMIT_OF_BATCHES,
        };
        (heap > 0 || (stack > limit && !any_stack)).then(|| {
            format!("{name}: {heap} bytes of secrets stay on the heap, {stack} on the stack")
        })
    }
}

/// How much was left.
pub fn summary(all: &[Remains]) -> String {
    let heap: usize = all.iter().map(|remains| remains.heap.len()).sum();
    let most = |uses_heap: bool| {
        let those = all.iter().filter(|remains| remains.uses_heap == uses_heap);
        let most = those.max_by_key(|remains| remains.stack.len());
        most.map_or(String::new(), |most| {
            format!("{} by {}", most.stack.len(), most.name)
        })
    };
    let [single, batch] = [false, true].map(most);
    format!(
        "left of secrets: {heap} bytes on the heap; on the stack at most {single}, in batches {batch}"
    )
}

/// What each function left on the stack, and the code that wrote it.
pub fn list(all: &[Remains], machine: &Machine) -> String {
    let mut list = String::new();
    for remains in all {
        let (stack, heap) = (remains.stack.len(), remains.heap.len());
        writeln!(
            list,
            "{}: {stack} bytes on the stack, {heap} on the heap",
            remains.name
        )
        .expect("a string takes all");
        let mut functions = BTreeMap::<String, usize>::new();
        for writer in remains.stack.iter().chain(&remains.heap) {
            let address = machine.writer(*writer);
            let name = address.map_or("the caller".into(), |a| machine.program.name(a));
            *functions.entry(name).or_default() += 1;
        }
        for (name, bytes) in functions {
            writeln!(list, "    {bytes:6} by {name}").expect("a string takes all");
        }
    }
    list
}
