//! A backend of one lane that keeps an element as the library's public type does.

use core::ops::{Add, Sub};

use helioselene_simd::unstable::{Backend, FieldVector, Job, Prime, Sum};
use helioselene_simd::{FieldElement, group::ff::Field};
use subtle::{Choice, ConditionallySelectable};
use zeroize::Zeroize;

#[derive(Clone, Copy, Debug)]
pub struct Plain(());

impl Backend for Plain {
    const NAME: &'static str = "plain";

    fn missing() -> Option<&'static str> {
        None
    }

    fn open() -> Option<Self> {
        Some(Self(()))
    }

    /// Public jobs only, so that the test sees what is given back.
    fn one<P: Prime, J: Job<P>>(self, job: J) -> Result<J::Output, J> {
        Err(job)
    }

    fn many<P: Prime, J: Job<P>>(self, job: J) -> Result<J::Output, J> {
        if const { J::PUBLIC } {
            return Ok(job.run::<One<P>>());
        }
        Err(job)
    }
}

/// One element.
#[derive(Clone, Copy)]
pub struct One<P: Prime>(FieldElement<P>);

impl<P: Prime> Add for One<P> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl<P: Prime> Sub for One<P> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl<P: Prime> Zeroize for One<P> {
    fn zeroize(&mut self) {
        self.0 = FieldElement::ZERO;
    }
}

impl<P: Prime> FieldVector for One<P> {
    type Prime = P;
    type Sum = Self;
    type Lane = FieldElement<P>;
    const LANES: usize = 1;

    fn load(lanes: &[FieldElement<P>]) -> Self {
        Self(lanes[0])
    }
    fn store(self, lanes: &mut [FieldElement<P>]) {
        lanes[0] = self.0;
    }
    fn gather<'a>(lane: impl Fn(usize) -> &'a FieldElement<P>) -> Self {
        Self(*lane(0))
    }
    fn scatter(self, lanes: &mut [FieldElement<P>]) {
        lanes[0] = self.0;
    }
    fn mul(&self, other: &Self) -> Self {
        Self(self.0 * other.0)
    }
    fn select_lanes(self, other: Self, lanes: u32) -> Self {
        let choice = Choice::from(lanes as u8 & 1);
        Self(FieldElement::conditional_select(&self.0, &other.0, choice))
    }
}

impl<P: Prime> Sum for One<P> {
    type Tight = Self;
    fn carry(self) -> Self {
        self
    }
}
