//! Lists of references to points, made by counting sort.
//!
//! Digits come in the order of scalars, one window after another, but buckets need them by digit. So they are first
//! written as pairs of bucket and reference while a count is kept for each bucket; the counts give where each list
//! begins, and a second pass puts every reference in its place. No list grows, so that nothing is copied and left
//! behind.

use alloc::vec::Vec;

use crate::backend::Lane;

use crate::msm::points::operands::{Affine, Reference};
use crate::msm::points::wipe::{overwrite, wipe};

/// Lists of references: list i ends at `ends[i]`, where list i + 1 begins.
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

    /// Wipes the lists, because digits reveal scalars.
    pub(crate) fn wipe(&mut self) {
        wipe(&mut self.references);
        wipe(&mut self.ends);
    }

    /// Appends a list, without those `points` that are the identity.
    #[inline(always)]
    pub(crate) fn push<L: Lane>(
        &mut self,
        list: impl Iterator<Item = usize>,
        points: &[Affine<L>],
    ) {
        let mut end = self.references.len();
        let (_, most) = list.size_hint();
        self.references.resize(end + most.expect("lists end"), 0);
        for i in list {
            // Without a branch: the next reference overwrites that of an identity.
            self.references[end] = i as Reference;
            end += usize::from(!points[i].is_identity());
        }
        self.references.truncate(end);
        self.ends.push(end as u32);
    }

    /// Replaces the lists by what `write` writes: at most `most_references` references in `count` lists.
    #[inline(always)]
    pub(crate) fn collect(
        &mut self,
        Unsorted { references, counts }: &mut Unsorted,
        count: usize,
        most_references: usize,
        write: impl FnOnce(&mut Writer<'_>),
    ) {
        // Reserved at once: a vector that grows leaves a copy behind.
        self.references.clear();
        self.references.reserve(most_references);
        counts.clear();
        counts.resize(count, 0);
        if references.len() < most_references {
            references.resize(most_references, (0, 0));
        }
        let mut writer = Writer {
            references,
            end: 0,
            counts,
        };
        write(&mut writer);
        let end = writer.end;
        let references = &mut references[..end];
        self.sort(references, counts);
        overwrite(references);
        wipe(counts);
    }

    /// Sorts references into lists.
    fn sort(&mut self, references: &[(u32, Reference)], counts: &[u32]) {
        self.ends.clear();
        let mut start = 0;
        self.ends.extend(counts.iter().map(|count| {
            let place = start;
            start += count;
            place
        }));
        self.references.clear();
        self.references.resize(references.len(), 0);
        // Each list's start advances to its end as the list fills.
        for (list, reference) in references {
            let end = &mut self.ends[*list as usize];
            self.references[*end as usize] = *reference;
            *end += 1;
        }
    }
}

/// References with the indices of their lists, and the counts for sorting them.
#[derive(Default)]
pub(crate) struct Unsorted {
    /// Zeros past the last reference.
    references: Vec<(u32, Reference)>,
    /// The number of references of each list.
    counts: Vec<u32>,
}

/// A writer to [`Unsorted`].
pub(crate) struct Writer<'a> {
    references: &'a mut [(u32, Reference)],
    end: usize,
    counts: &'a mut [u32],
}

impl Writer<'_> {
    #[inline(always)]
    pub(crate) fn push(&mut self, list: u32, reference: Reference) {
        self.references[self.end] = (list, reference);
        self.end += 1;
        self.counts[list as usize] += 1;
    }
}

#[cfg(test)]
mod tests;
