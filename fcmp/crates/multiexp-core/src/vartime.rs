//! Chooses the algorithm that computes a sum in variable time.

use ff::{PrimeField, PrimeFieldBits};
use group::Group;

use crate::{pippenger, straus};

/// The cheapest algorithm for the number of pairs, counted in additions.
pub(crate) fn multiexp<G: Group<Scalar: PrimeFieldBits>>(pairs: &[(G::Scalar, G)]) -> G {
    let bits = G::Scalar::NUM_BITS as usize;
    let (width, additions) = pippenger::best_width::<G::Scalar>(pairs.len());
    if additions < straus::vartime_cost(bits, pairs.len()) {
        pippenger::multiexp_vartime(pairs, width)
    } else {
        straus::multiexp_vartime(pairs)
    }
}
