//! Openings of commitments.

use alloc::vec::Vec;

use ciphersuite::Ciphersuite;
use ciphersuite::group::Group;
use ciphersuite::group::ff::PrimeFieldBits;
use helioselene_multiexp::multiexp_selectable;
use subtle::ConditionallySelectable;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// The opening of a Pedersen commitment.
#[derive(Clone, PartialEq, Eq, Debug, Zeroize, ZeroizeOnDrop)]
pub struct PedersenCommitment<C: Ciphersuite> {
    /// The value.
    pub value: C::F,
    /// The mask that hides it.
    pub mask: C::F,
}

impl<C: Ciphersuite> PedersenCommitment<C> {
    /// value·g + mask·h, in constant time.
    pub fn commit(&self, g: C::G, h: C::G) -> C::G
    where
        C::G: ConditionallySelectable,
    {
        sum_of([(self.value, g), (self.mask, h)])
    }
}

/// The opening of a Pedersen vector commitment.
#[derive(Clone, PartialEq, Eq, Debug, Zeroize, ZeroizeOnDrop)]
pub struct PedersenVectorCommitment<C: Ciphersuite> {
    /// The values, each for one of the first bold `g`.
    pub g_values: Vec<C::F>,
    /// The mask that hides them.
    pub mask: C::F,
}

impl<C: Ciphersuite> PedersenVectorCommitment<C> {
    /// Σ valueᵢ·g_boldᵢ + mask·h, in constant time. `None` if there are fewer generators than values.
    pub fn commit(&self, g_bold: &[C::G], h: C::G) -> Option<C::G>
    where
        C::G: ConditionallySelectable,
    {
        let g_bold = g_bold.get(..self.g_values.len())?;
        let values = self.g_values.iter().copied().zip(g_bold.iter().copied());
        Some(sum_of(values.chain([(self.mask, h)])))
    }
}

/// The sum of products of secret scalars and points, in constant time. Wipes its copies of the scalars, for which the
/// iterator must know its length.
fn sum_of<F, G>(pairs: impl IntoIterator<Item = (F, G)>) -> G
where
    F: Zeroize + PrimeFieldBits,
    G: Zeroize + ConditionallySelectable + Group<Scalar = F>,
{
    let pairs = pairs.into_iter();
    let (len, _) = pairs.size_hint();
    let mut terms = Zeroizing::new(Vec::with_capacity(len));
    terms.extend(pairs);
    debug_assert_eq!(terms.len(), len);
    multiexp_selectable(&terms)
}
