//! `ark_crypto_primitives`' `Absorb`, which that crate implements only for arkworks' own types. The absorbed data are the same as
//! theirs, so transcripts agree.

use alloc::vec::Vec;

use ark_crypto_primitives::sponge::Absorb;
use ark_ec::{CurveGroup, short_weierstrass};
use ark_ff::PrimeField;
use ark_serialize::CanonicalSerialize;
use helioselene_simd::group::ff::PrimeField as _;
use helioselene_simd::{Curve, Prime};

use crate::Element;
use crate::points::{Affine, Projective};

impl<P: Prime> Absorb for Element<P> {
    fn to_sponge_bytes(&self, bytes: &mut Vec<u8>) {
        self.serialize_compressed(bytes)
            .expect("a vector takes what is written");
    }

    /// # Panics
    ///
    /// If the sponge is over another prime, like arkworks' own fields.
    fn to_sponge_field_elements<F: PrimeField>(&self, elements: &mut Vec<F>) {
        assert_eq!(
            Self::MODULUS.as_ref(),
            F::MODULUS.as_ref(),
            "absorbed elements are those of the sponge's field"
        );
        elements.push(F::from_le_bytes_mod_order(&self.0.to_repr()));
    }
}

impl<C: Curve> Absorb for Affine<C> {
    fn to_sponge_bytes(&self, bytes: &mut Vec<u8>) {
        short_weierstrass::Affine::from(*self).to_sponge_bytes(bytes);
    }

    /// # Panics
    ///
    /// If the sponge is over another prime than the coordinates, like arkworks' own points.
    fn to_sponge_field_elements<F: PrimeField>(&self, elements: &mut Vec<F>) {
        short_weierstrass::Affine::from(*self).to_sponge_field_elements(elements);
    }
}

/// Like [`Affine`].
impl<C: Curve> Absorb for Projective<C> {
    fn to_sponge_bytes(&self, bytes: &mut Vec<u8>) {
        self.into_affine().to_sponge_bytes(bytes);
    }

    fn to_sponge_field_elements<F: PrimeField>(&self, elements: &mut Vec<F>) {
        self.into_affine().to_sponge_field_elements(elements);
    }
}
