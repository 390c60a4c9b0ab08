//! Many statements, each a sum of products that should be the identity, verified as one.

use core::ops::Range;

use ff::{Field, PrimeFieldBits};
use group::Group;
use rand_core::{CryptoRng, RngCore};
use zeroize::Zeroize;

use crate::wiped::Wiped;
use crate::{multiexp, multiexp_vartime};

/// Statements that sums of products are the identity, verified together.
///
/// Every statement but the first is multiplied by a random scalar, so that false ones cancel each
/// other with negligible probability, if nobody who made a statement could foresee what the random generator gives.
#[derive(Clone, Zeroize)]
pub struct BatchVerifier<Id: Copy + Zeroize, G: Zeroize + Group<Scalar: Zeroize + PrimeFieldBits>> {
    /// The products of all statements in their order, weighted.
    products: Wiped<(G::Scalar, G)>,
    /// What each statement is called, and where its products end.
    statements: Wiped<(Id, usize)>,
    /// The last weight that was drawn.
    last_weight: G::Scalar,
}

/// A random weight of a statement, which is not 0, as any statement would pass with that, and whose square is none of those
/// `taken`: with weights that are equal or opposite two false statements can cancel each other, whatever the weights are.
///
/// # Panics
///
/// If the generator gives no other 64 times in turn. One for keys gives such a number less than once in 2^240 times.
#[doc(hidden)]
pub fn random_weight<F: Field>(rng: &mut (impl RngCore + CryptoRng), taken: &[F]) -> F {
    for _ in 0..64 {
        let weight = F::random(&mut *rng);
        let square = weight.square();
        if !bool::from(square.is_zero()) && !taken.contains(&square) {
            return weight;
        }
    }
    panic!("the random generator gives no weights: it is stuck");
}

impl<Id: Copy + Zeroize, G: Zeroize + Group<Scalar: Zeroize + PrimeFieldBits>>
    BatchVerifier<Id, G>
{
    /// A verifier with room for so many statements; more will do.
    pub fn new(capacity: usize) -> Self {
        Self {
            products: Wiped::with_capacity(0),
            statements: Wiped::with_capacity(capacity),
            last_weight: G::Scalar::ONE,
        }
    }

    /// Adds the statement that the sum of products is the identity.
    ///
    /// # Panics
    ///
    /// If the generator is stuck: it gives 0, 1, −1 or the last weight, or minus that, again and again.
    pub fn queue<R: RngCore + CryptoRng, I: IntoIterator<Item = (G::Scalar, G)>>(
        &mut self,
        rng: &mut R,
        id: Id,
        pairs: I,
    ) {
        let weight = self.weight(rng);
        // What an iterator gave that then panicked belongs to no statement.
        self.products.truncate(self.end(self.statements.len()));
        let pairs = pairs.into_iter();
        let weighted = pairs.map(|(scalar, point)| (scalar * weight, point));
        self.products.extend(weighted);
        self.statements.push((id, self.products.len()));
    }

    /// Adds the statements of another verifier.
    ///
    /// Its first one has no weight, so all get one more, or the first statements of both could cancel each other.
    ///
    /// # Panics
    ///
    /// As [`queue`](Self::queue).
    pub fn append<R: RngCore + CryptoRng>(&mut self, rng: &mut R, other: Self) {
        if self.statements.is_empty() {
            self.last_weight = other.last_weight;
        }
        let (weight, start) = (self.weight(rng), self.end(self.statements.len()));
        self.products.truncate(start);
        let products = other.products(0..other.statements.len()).iter();
        let weighted = products.map(|(scalar, point)| (*scalar * weight, *point));
        self.products.extend(weighted);
        let statements = other.statements.iter();
        self.statements
            .extend(statements.map(|(id, end)| (*id, start + end)));
    }

    /// What the next statement is multiplied by: 1 for the first, or neither ±1 nor ± the last weight.
    fn weight<R: RngCore + CryptoRng>(&mut self, rng: &mut R) -> G::Scalar {
        if self.statements.is_empty() {
            return G::Scalar::ONE;
        }
        self.last_weight = random_weight(rng, &[G::Scalar::ONE, self.last_weight.square()]);
        self.last_weight
    }

    /// Where the products of so many statements end.
    fn end(&self, statements: usize) -> usize {
        let last = statements.checked_sub(1);
        last.map_or(0, |last| self.statements[last].1)
    }

    fn products(&self, statements: Range<usize>) -> &[(G::Scalar, G)] {
        &self.products[self.end(statements.start)..self.end(statements.end)]
    }

    fn hold_vartime(&self, statements: Range<usize>) -> bool {
        multiexp_vartime(self.products(statements))
            .is_identity()
            .into()
    }

    /// Whether all statements are true, in constant time.
    #[must_use]
    pub fn verify(&self) -> bool {
        multiexp(self.products(0..self.statements.len()))
            .is_identity()
            .into()
    }

    /// Whether all statements are true, in variable time.
    #[must_use]
    pub fn verify_vartime(&self) -> bool {
        self.hold_vartime(0..self.statements.len())
    }

    /// One of the statements that are false, if any is, in variable time.
    pub fn blame_vartime(&self) -> Option<Id> {
        let mut suspects = 0..self.statements.len();
        while suspects.len() > 1 {
            let middle = suspects.start + suspects.len() / 2;
            suspects = if self.hold_vartime(suspects.start..middle) {
                middle..suspects.end
            } else {
                suspects.start..middle
            };
        }
        let (id, _) = self.statements.get(suspects.start)?;
        (!self.hold_vartime(suspects)).then_some(*id)
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
