//! Lists of references to points, made by counting sort.
//!
//! Digits are read window by window and scalar by scalar, but lists need them bucket by bucket. So a first pass writes
//! pairs of bucket and reference and counts each bucket's. The running sum of the counts is where each list begins, and a
//! second pass puts every reference in its place. All memory is reserved beforehand: a vector that grows would leave a
//! copy behind, which nobody wipes.

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
    /// Removes all lists, for new ones.
    pub(crate) fn clear(&mut self) {
        self.references.clear();
        self.ends.clear();
    }

    /// Overwrites and removes all lists, which reveal the digits of scalars.
    pub(crate) fn wipe(&mut self) {
        wipe(&mut self.references);
        wipe(&mut self.ends);
    }

    /// Appends a list of indices, without those of `points` that are the identity.
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

    /// Replaces the lists by `count` lists of the references that `write` pushes, at most `most_references`.
    #[inline(always)]
    pub(crate) fn collect(
        &mut self,
        Unsorted { references, counts }: &mut Unsorted,
        count: usize,
        most_references: usize,
        write: impl FnOnce(&mut Writer<'_>),
    ) {
        // Reserved at once: a vector that grows leaves a copy behind. Unsorted references are all zeros when they grow.
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
        // Both are derived from digits. The sorted lists are wiped when they have been summed.
        overwrite(references);
        wipe(counts);
    }

    /// Sorts references into lists, given the number of each list's (a counting sort).
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
        // `ends` holds the starts of the lists. Each advances as its list fills, and is the list's end when it is full.
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
    /// All zeros between calls: `Lists::collect` overwrites what it has used.
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
    /// Writes a reference for a list, and counts it.
    #[inline(always)]
    pub(crate) fn push(&mut self, list: u32, reference: Reference) {
        self.references[self.end] = (list, reference);
        self.end += 1;
        self.counts[list as usize] += 1;
    }
}

#[cfg(test)]
mod tests;
