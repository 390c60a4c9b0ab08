//! What was compared, and what differed.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::input::Input;

/// How many differing inputs are kept.
const KEPT: u64 = 40;

/// An input for which the sides differ, ready for a replay.
#[derive(Serialize, Deserialize)]
pub struct Difference {
    /// The curve's name.
    pub curve: String,
    /// What was compared.
    pub comparison: String,
    /// What differed.
    pub differences: Vec<String>,
    /// The input of both sides.
    pub input: Input,
}

/// How much was compared.
#[derive(Default)]
pub struct Counts {
    /// Circuits whose linear combinations were compared by weights.
    pub circuits: u64,
    /// Proofs that were made by both sides.
    pub proofs: u64,
    /// Verdicts on proofs, each compared over our curve.
    pub verdicts: u64,
    /// Verdicts also compared with the original's stack, and over the original's curve.
    pub with_both_curves: u64,
    /// Verdicts that accepted.
    pub accepted: u64,
    /// Verdicts on proofs in which an element is zero.
    pub with_zeros: u64,
    /// Proofs of circuits made by gadgets.
    pub gadget_proofs: u64,
    /// Verdicts on such.
    pub gadget_verdicts: u64,
    /// Verifiers of several proofs.
    pub verifiers: u64,
    /// Verifiers with more than 4096 points.
    pub long_verifiers: u64,
    /// Lists of proofs verified in one call.
    pub batches: u64,
    /// The proofs in them.
    pub batched: u64,
    /// Sets of generators.
    pub generators: u64,
    /// Inputs on which the sides differ.
    pub differences: u64,
}

/// Counts, and the folder for inputs on which the sides differ.
pub struct Report {
    /// The counts so far.
    pub counts: Counts,
    kinds: BTreeMap<String, u64>,
    /// The folder for differing inputs, if they are kept.
    folder: Option<PathBuf>,
}

impl Report {
    /// An empty one.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self {
            counts: Counts::default(),
            kinds: BTreeMap::new(),
            folder,
        }
    }

    /// Counts something of a kind, for the table at the end.
    pub fn count(&mut self, kind: impl Into<String>) {
        *self.kinds.entry(kind.into()).or_default() += 1;
    }

    /// Reports differences, if there are any, and keeps the input.
    pub fn compare(
        &mut self,
        curve: &str,
        comparison: &str,
        differences: impl IntoIterator<Item = String>,
        input: impl FnOnce() -> Input,
    ) {
        let differences: Vec<_> = differences.into_iter().collect();
        if differences.is_empty() {
            return;
        }
        self.counts.differences += 1;
        let number = self.counts.differences;
        if number > KEPT {
            return;
        }
        println!(
            "DIFFERENCE {number}, {curve}, {comparison}: {}",
            differences.join("; ")
        );
        let Some(folder) = &self.folder else { return };
        let file = folder.join(format!("{number}.json"));
        let difference = Difference {
            curve: curve.into(),
            comparison: comparison.into(),
            differences,
            input: input(),
        };
        let text = serde_json::to_string(&difference).expect("it has no maps");
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&file, text))
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        println!("    the input is in {}", file.display());
    }

    /// The kinds with their counts.
    pub fn print_kinds(&self) {
        for (kind, count) in &self.kinds {
            println!("{count:10}  {kind}");
        }
    }

    /// All in a line.
    pub fn line(&self) -> String {
        let Counts {
            circuits,
            proofs,
            verdicts,
            with_both_curves,
            accepted,
            with_zeros,
            gadget_proofs,
            gadget_verdicts,
            verifiers,
            long_verifiers,
            batches,
            batched,
            generators,
            differences,
        } = &self.counts;
        format!(
            "{circuits} circuits, {proofs} proofs, {verdicts} verdicts ({with_both_curves} with the original's curve crate too; {accepted} accepted; {with_zeros} on proofs with zeros for an \
             element), {gadget_proofs} proofs and {gadget_verdicts} verdicts of gadgets, {verifiers} verifiers of several proofs and \
             {long_verifiers} of more than 4096 points, {batches} batches of {batched} proofs, {generators} sets of generators; \
             {differences} differences"
        )
    }
}
