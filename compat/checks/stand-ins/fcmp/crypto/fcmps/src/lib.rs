//! The curves of a proof: what must be whose field.

use ciphersuite::Ciphersuite;
use ec_divisors::DivisorCurve;

pub trait FcmpCurves {
    type OC: Ciphersuite<G: DivisorCurve<FieldElement = <Self::C1 as Ciphersuite>::F>>;
    type C1: Ciphersuite<G: DivisorCurve<FieldElement = <Self::C2 as Ciphersuite>::F>>;
    type C2: Ciphersuite<G: DivisorCurve<FieldElement = <Self::C1 as Ciphersuite>::F>>;
}

pub fn hash_grow<C: Ciphersuite<G: DivisorCurve>>(init: C::G, children: &[(C::F, C::G)]) -> C::G {
    init + multiexp::multiexp(children)
}
