//! Lists of references to points, made by counting.

use alloc::vec::Vec;

use crate::backend::Lane;

use super::operands::{Affine, Reference};
use super::wipe::wipe;

/// References in lists: list i ends where `ends[i]` says and begins where the one before it ends.
#[derive(Default)]
pub(crate) struct Lists {
    pub references: Vec<Reference>,
    pub ends: Vec<u32>,
}

/// References that each belong to a list.
pub(crate) trait References {
    /// Calls `put` with the number of the list and the reference, in the same order every time.
    fn for_each(&self, put: impl FnMut(usize, Reference));
}

impl Lists {
    pub(crate) fn clear(&mut self) {
        self.references.clear();
        self.ends.clear();
    }

    /// Empties lists of digits, which tell scalars.
    pub(crate) fn wipe(&mut self) {
        wipe(&mut self.references);
        wipe(&mut self.ends);
    }

    /// Appends the list of those of `points` that are not the identity.
    pub(crate) fn push<L: Lane>(
        &mut self,
        list: impl Iterator<Item = usize>,
        points: &[Affine<L>],
    ) {
        let present = list.filter(|i| !points[*i].is_identity());
        self.references.extend(present.map(|i| i as Reference));
        self.ends.push(self.references.len() as u32);
    }

    /// Makes `count` lists (a counting sort).
    pub(crate) fn sort(&mut self, count: usize, references: &impl References) {
        self.ends.clear();
        self.ends.resize(count, 0);
        references.for_each(|list, _| self.ends[list] += 1);
        let mut start = 0;
        for end in &mut self.ends {
            (*end, start) = (start, start + *end);
        }
        self.references.clear();
        self.references.resize(start as usize, 0);
        // Each list's start moves to its end as the list fills.
        references.for_each(|list, reference| {
            self.references[self.ends[list] as usize] = reference;
            self.ends[list] += 1;
        });
    }
}
