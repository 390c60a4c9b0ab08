//! Many statements, each a sum of products that should be the identity, verified as one.

use alloc::vec::Vec;

use ff::{Field, PrimeFieldBits};
use group::Group;
use rand_core::{CryptoRng, RngCore};
use zeroize::{Zeroize, Zeroizing};

use crate::{multiexp, multiexp_vartime};

/// Statements that sums of products are the identity, verified together.
///
/// Every statement but the first is multiplied by a random scalar, so that false ones cancel each
/// other with negligible probability.
#[derive(Clone, Zeroize)]
pub struct BatchVerifier<Id: Copy + Zeroize, G: Zeroize + Group<Scalar: Zeroize + PrimeFieldBits>> {
    statements: Zeroizing<Vec<Statement<Id, G>>>,
}

type Statement<Id, G> = (Id, Vec<(<G as Group>::Scalar, G)>);

impl<Id: Copy + Zeroize, G: Zeroize + Group<Scalar: Zeroize + PrimeFieldBits>>
    BatchVerifier<Id, G>
{
    /// A verifier with room for so many statements; more will do.
    pub fn new(capacity: usize) -> Self {
        Self {
            statements: Zeroizing::new(Vec::with_capacity(capacity)),
        }
    }

    /// Adds the statement that the sum of products is the identity.
    pub fn queue<R: RngCore + CryptoRng, I: IntoIterator<Item = (G::Scalar, G)>>(
        &mut self,
        rng: &mut R,
        id: Id,
        pairs: I,
    ) {
        let mut weight = G::Scalar::ONE;
        if !self.statements.is_empty() {
            // With the weight zero any statement would pass.
            while {
                weight = G::Scalar::random(&mut *rng);
                weight.is_zero().into()
            } {}
        }
        let weighted = pairs
            .into_iter()
            .map(|(scalar, point)| (scalar * weight, point))
            .collect();
        self.statements.push((id, weighted));
    }

    /// Whether all statements are true, in constant time.
    #[must_use]
    pub fn verify(&self) -> bool {
        multiexp(&joined(&self.statements)).is_identity().into()
    }

    /// Whether all statements are true, in variable time.
    #[must_use]
    pub fn verify_vartime(&self) -> bool {
        hold_vartime(&self.statements)
    }

    /// One of the statements that are false, if any is, in variable time.
    pub fn blame_vartime(&self) -> Option<Id> {
        let mut suspects = self.statements.as_slice();
        while suspects.len() > 1 {
            let (left, right) = suspects.split_at(suspects.len() / 2);
            suspects = if hold_vartime(left) { right } else { left };
        }
        let (id, _) = suspects.first()?;
        (!hold_vartime(suspects)).then_some(*id)
    }

    /// Verifies in constant time.
    ///
    /// # Errors
    ///
    /// One of the statements that are false, found in variable time.
    pub fn verify_with_vartime_blame(&self) -> Result<(), Id> {
        self.blame_unless(self.verify())
    }

    /// Verifies in variable time.
    ///
    /// # Errors
    ///
    /// One of the statements that are false, found in variable time.
    pub fn verify_vartime_with_vartime_blame(&self) -> Result<(), Id> {
        self.blame_unless(self.verify_vartime())
    }

    fn blame_unless(&self, all_hold: bool) -> Result<(), Id> {
        if all_hold {
            return Ok(());
        }
        // False statements that cancel in one half of the batch do not in the other.
        Err(self
            .blame_vartime()
            .expect("a batch that does not hold has a statement that does not"))
    }
}

fn hold_vartime<Id: Copy + Zeroize, G: Zeroize + Group<Scalar: Zeroize + PrimeFieldBits>>(
    statements: &[Statement<Id, G>],
) -> bool {
    multiexp_vartime(&joined(statements)).is_identity().into()
}

/// The products of all statements; zeroised, as any of them may be secret.
fn joined<Id: Copy + Zeroize, G: Zeroize + Group<Scalar: Zeroize + PrimeFieldBits>>(
    statements: &[Statement<Id, G>],
) -> Zeroizing<Vec<(G::Scalar, G)>> {
    let pairs = statements.iter().flat_map(|(_, pairs)| pairs);
    Zeroizing::new(pairs.copied().collect())
}
