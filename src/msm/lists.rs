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

    /// Makes `count` lists of references that come with the numbers of theirs (a counting sort).
    pub(crate) fn sort(&mut self, count: usize, references: &[(u32, Reference)]) {
        self.ends.clear();
        self.ends.resize(count, 0);
        for (list, _) in references {
            self.ends[*list as usize] += 1;
        }
        let mut start = 0;
        for end in &mut self.ends {
            (*end, start) = (start, start + *end);
        }
        self.references.clear();
        self.references.resize(start as usize, 0);
        // Each list's start moves to its end as the list fills.
        for (list, reference) in references {
            let end = &mut self.ends[*list as usize];
            self.references[*end as usize] = *reference;
            *end += 1;
        }
    }
}
