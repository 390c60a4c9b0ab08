//! Verifies many statements as one. Each says that a sum of products is the identity.

use core::ops::Range;

use ff::{Field, PrimeFieldBits};
use group::Group;
use rand_core::{CryptoRng, RngCore};
use zeroize::Zeroize;

use crate::wiped::Wiped;
use crate::{multiexp, multiexp_vartime};

/// Statements that sums of products are the identity, verified together.
///
/// Every statement but the first is multiplied by a random scalar. False ones then cancel only with negligible
/// probability, if nobody who made one could predict the random generator.
#[derive(Clone, Zeroize)]
pub struct BatchVerifier<Id: Copy + Zeroize, G: Zeroize + Group<Scalar: Zeroize + PrimeFieldBits>> {
    /// The weighted products of all statements, in order.
    products: Wiped<(G::Scalar, G)>,
    /// Each statement's name, and where its products end.
    statements: Wiped<(Id, usize)>,
    /// The last weight that was drawn.
    last_weight: G::Scalar,
}

/// Draws a random weight for a statement. It is not 0, which would pass any statement, and its square is not in
/// `taken`: with equal or opposite weights, two false statements can cancel whatever the weights are.
///
/// # Panics
///
/// If the generator gives nothing else 64 times in a row. A cryptographic one gives an unusable number less than once
/// in 2^240 draws.
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
    /// A verifier with room for this many statements. It grows if there are more.
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
    /// If the generator is stuck: it keeps giving 0, ±1, or ± the last weight.
    pub fn queue<R: RngCore + CryptoRng, I: IntoIterator<Item = (G::Scalar, G)>>(
        &mut self,
        rng: &mut R,
        id: Id,
        pairs: I,
    ) {
        let weight = self.weight(rng);
        // Products left by an iterator that panicked belong to no statement.
        self.products.truncate(self.end(self.statements.len()));
        let pairs = pairs.into_iter();
        let weighted = pairs.map(|(scalar, point)| (scalar * weight, point));
        self.products.extend(weighted);
        self.statements.push((id, self.products.len()));
    }

    /// Adds the statements of another verifier.
    ///
    /// All of them get one more weight: the other's first statement has none, and could cancel this one's first.
    ///
    /// # Panics
    ///
    /// See [`queue`](Self::queue).
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

    /// The weight of the next statement: 1 for the first; for others, neither ±1 nor ± the last weight.
    fn weight<R: RngCore + CryptoRng>(&mut self, rng: &mut R) -> G::Scalar {
        if self.statements.is_empty() {
            return G::Scalar::ONE;
        }
        self.last_weight = random_weight(rng, &[G::Scalar::ONE, self.last_weight.square()]);
        self.last_weight
    }

    /// Where the products of the first `statements` statements end.
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

    /// One of the false statements, if there are any, in variable time.
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
    /// One of the false statements, found in variable time.
    pub fn verify_with_vartime_blame(&self) -> Result<(), Id> {
        self.blame_unless(self.verify())
    }

    /// Verifies in variable time.
    ///
    /// # Errors
    ///
    /// One of the false statements, found in variable time.
    pub fn verify_vartime_with_vartime_blame(&self) -> Result<(), Id> {
        self.blame_unless(self.verify_vartime())
    }

    fn blame_unless(&self, all_hold: bool) -> Result<(), Id> {
        if all_hold {
            return Ok(());
        }
        // If false statements cancel in one half of the batch, the other half still fails.
        Err(self
            .blame_vartime()
            .expect("a batch that does not hold has a statement that does not"))
    }
}
