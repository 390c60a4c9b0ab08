//! Generators, and the sum over them that verifies many proofs.

use alloc::borrow::Cow;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::{fmt, iter, slice};

use ciphersuite::Ciphersuite;
use ciphersuite::group::ff::Field;
use ciphersuite::group::{Group, GroupEncoding};
use helioselene_multiexp::{
    Declared, Fixed, Tables, combine_rows_vartime, multiexp_vartime, multiexp_vartime_of, slices,
};
use zeroize::Zeroizing;

use crate::revision::Revision;

/// Why points are refused as generators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GeneratorsError {
    /// There is no bold `g`.
    GBoldEmpty,
    /// The numbers of bold `g` and bold `h` differ.
    DifferingGhBoldLengths,
    /// The number of bold `g` is not a power of two.
    NotPowerOfTwo,
    /// One of them is the identity.
    IdentityPoint,
    /// Two of them are equal.
    DuplicatedGenerator,
}

/// Generators: `g` and `h` of Pedersen commitments, bold `g` and bold `h` of vectors.
#[derive(Clone)]
pub struct Generators<C: Ciphersuite, R: Revision> {
    g: C::G,
    h: C::G,
    /// Shared by clones, since programs clone generators of megabytes.
    g_bold: Arc<Vec<C::G>>,
    h_bold: Arc<Vec<C::G>>,
    /// The sums of the first 1, 2, 4, … bold `h`.
    h_sum: Vec<C::G>,
    /// Tables of `g`, `h` and the first bold ones, alternating.
    fixed: Arc<Fixed<C::G>>,
    /// A prover's vector commitments are sums over the first bold `g`, followed by `h`.
    _declared: Arc<Declared>,
    revision: PhantomData<R>,
}

/// The most generators of each bold kind with tables: enough for one input. 0.4 to 1 MB per curve.
pub(crate) const TABLED: usize = 256;

/// The points that are encoded together.
const ENCODED: usize = 1024;

/// The place of the first encoding that repeats an earlier one.
fn first_repeated(encodings: &[impl AsRef<[u8]>]) -> Option<usize> {
    // Sorts mostly by the first bytes: few encodings share them, and no other memory is read.
    let first_bytes = |encoding: &[u8]| {
        let mut first = [0; 8];
        first.iter_mut().zip(encoding).for_each(|(a, b)| *a = *b);
        u64::from_be_bytes(first)
    };
    let encoding = |i: usize| encodings[i].as_ref();
    let mut sorted: Vec<(u64, usize)> = (0..encodings.len())
        .map(|i| (first_bytes(encoding(i)), i))
        .collect();
    sorted.sort_unstable_by(|(a, i), (b, j)| {
        let rest = || encoding(*i).cmp(encoding(*j)).then(i.cmp(j));
        a.cmp(b).then_with(rest)
    });
    let neighbours = sorted.windows(2).map(|pair| [pair[0].1, pair[1].1]);
    let repeated = neighbours.filter(|[i, j]| encoding(*i) == encoding(*j));
    repeated.map(|[_, j]| j).min()
}

/// The sum of a power of two of points, in variable time.
fn vartime_total<G: Group>(points: &[G]) -> G {
    const ROWS: usize = 64;
    let rows = || combine_rows_vartime(&[G::Scalar::ONE; ROWS], points);
    match (points.len() > ROWS).then(rows).flatten() {
        Some(sums) => vartime_total(&sums),
        None => points.iter().sum(),
    }
}

/// The place of a bold generator in the tables: after `g` and `h`, each bold `g` followed by the `h` of the same
/// number.
fn place(i: usize, is_h: bool) -> usize {
    2 + 2 * i + usize::from(is_h)
}

/// Proofs waiting to be verified together: a sum of products, which is the identity if all of them are right.
///
/// If you edit it by hand, keep `h_bold` as long as `g_bold`, and `h_sum` longer than the logarithm of that length, or
/// verifying panics.
#[must_use]
#[derive(Clone)]
pub struct BatchVerifier<C: Ciphersuite> {
    /// The scalar of `g`.
    pub g: C::F,
    /// The scalar of `h`.
    pub h: C::F,
    /// The scalars of the bold `g`.
    pub g_bold: Vec<C::F>,
    /// The scalars of the bold `h`.
    pub h_bold: Vec<C::F>,
    /// At index i, the scalar of the sum of the first 2^i bold `h`.
    pub h_sum: Vec<C::F>,
    /// The proofs' own points, with their scalars.
    pub additional: Vec<(C::F, C::G)>,
    /// The points of merged verifiers, left in their lists.
    #[doc(hidden)]
    pub merged: Vec<Vec<(C::F, C::G)>>,
}

/// The generators of one proof: as many as it needs, rounded up to a power of two.
#[derive(Clone, Copy)]
pub struct ProofGenerators<'a, C: Ciphersuite, R: Revision> {
    pub(crate) g: &'a C::G,
    pub(crate) h: &'a C::G,
    pub(crate) g_bold: &'a [C::G],
    pub(crate) h_bold: &'a [C::G],
    all: &'a Generators<C, R>,
}

impl<C: Ciphersuite, R: Revision> Generators<C, R> {
    /// Takes a power of two of generators of each bold kind. None may be the identity or equal to another.
    ///
    /// As in the original at 0e438ae, `g` takes part in these comparisons only with debug assertions on; since 31c26d9,
    /// always.
    pub fn new(
        g: C::G,
        h: C::G,
        g_bold: Vec<C::G>,
        h_bold: Vec<C::G>,
    ) -> Result<Self, GeneratorsError> {
        if g_bold.is_empty() {
            return Err(GeneratorsError::GBoldEmpty);
        }
        if g_bold.len() != h_bold.len() {
            return Err(GeneratorsError::DifferingGhBoldLengths);
        }
        if !g_bold.len().is_power_of_two() {
            return Err(GeneratorsError::NotPowerOfTwo);
        }

        let g_compared = (R::COMPARES_G || cfg!(debug_assertions)).then_some(&g);
        let compared = [
            g_compared.map_or(&[][..], slice::from_ref),
            &[h],
            &g_bold,
            &h_bold,
        ];
        let mut points = compared.iter().copied().flatten();
        let identity = points.position(|point| point.is_identity().into());
        // Parts of one list: whole lists of megabytes would be new memory, which the system clears first.
        let mut encodings = Vec::with_capacity(compared.iter().map(|points| points.len()).sum());
        for part in compared.iter().flat_map(|points| points.chunks(ENCODED)) {
            encodings.extend(slices::encode_vartime(part));
        }
        let repeated = first_repeated(&encodings);
        drop(encodings);
        // The first faulty point determines the error.
        match (identity, repeated) {
            (Some(identity), Some(repeated)) if repeated < identity => {
                return Err(GeneratorsError::DuplicatedGenerator);
            }
            (Some(_), _) => return Err(GeneratorsError::IdentityPoint),
            (None, Some(_)) => return Err(GeneratorsError::DuplicatedGenerator),
            (None, None) => (),
        }

        // The sums of the first 2^i bold h: each adds as many further points to the one before.
        let mut h_sum = vec![h_bold[0]];
        for i in 0..h_bold.len().ilog2() {
            let others = &h_bold[1 << i..2 << i];
            h_sum.push(h_sum[i as usize] + vartime_total(others));
        }
        Ok(Self {
            _declared: Arc::new(Declared::new(&g_bold, &h)),
            g,
            h,
            g_bold: Arc::new(g_bold),
            h_bold: Arc::new(h_bold),
            h_sum,
            fixed: Arc::default(),
            revision: PhantomData,
        })
    }

    /// The tables, if they exist and cover this many bold generators of each kind.
    fn tables(&self, bold: usize) -> Option<&dyn Tables<C::G>> {
        let most = self.g_bold.len().min(TABLED);
        let bold_points = || self.g_bold.iter().zip(&*self.h_bold).take(most);
        (bold <= most).then(|| {
            self.fixed.tables(|| {
                let mut points = vec![self.g, self.h];
                points.extend(bold_points().flat_map(|(g, h)| [*g, *h]));
                points
            })
        })?
    }

    /// An empty verifier, for proofs over one set of generators.
    pub fn batch_verifier() -> BatchVerifier<C> {
        BatchVerifier {
            g: C::F::ZERO,
            h: C::F::ZERO,
            g_bold: Vec::new(),
            h_bold: Vec::new(),
            h_sum: Vec::new(),
            additional: Vec::with_capacity(128),
            merged: Vec::new(),
        }
    }

    /// Whether all proofs in a verifier are right, in variable time.
    #[must_use]
    pub fn verify(&self, verifier: BatchVerifier<C>) -> bool {
        self.hold_together(&[&verifier])
    }

    /// Whether all proofs in these verifiers are right, by one sum that copies no points, in variable time.
    pub(crate) fn hold_together(&self, verifiers: &[&BatchVerifier<C>]) -> bool {
        let total = |scalars: fn(&BatchVerifier<C>) -> &Vec<C::F>| match verifiers {
            [verifier] => Cow::Borrowed(scalars(verifier)),
            _ => Cow::Owned(verifiers.iter().fold(Vec::new(), |mut sums, verifier| {
                add_each(&mut sums, scalars(verifier));
                sums
            })),
        };
        let [g, h]: [C::F; 2] = [
            verifiers.iter().map(|verifier| verifier.g).sum(),
            verifiers.iter().map(|verifier| verifier.h).sum(),
        ];
        let g_bold = total(|verifier| &verifier.g_bold);
        let h_bold = total(|verifier| &verifier.h_bold);
        let h_sum = total(|verifier| &verifier.h_sum);

        let lists = verifiers.iter().flat_map(|verifier| {
            let merged = verifier.merged.iter();
            iter::once(&verifier.additional).chain(merged)
        });
        let others = (lists
            .clone()
            .flatten()
            .map(|(scalar, point)| (scalar, point)))
        .chain(h_sum.iter().zip(&self.h_sum));
        let bold = g_bold.len().max(h_bold.len());
        // With many other points, one sum takes less time than two.
        let few = lists.map(Vec::len).sum::<usize>() <= bold;
        if let Some(tables) = few.then(|| self.tables(bold)).flatten() {
            let mut scalars = vec![C::F::ZERO; place(bold, false)];
            (scalars[0], scalars[1]) = (g, h);
            for (bold, is_h) in [(&g_bold, false), (&h_bold, true)] {
                for (i, scalar) in bold.iter().enumerate() {
                    scalars[place(i, is_h)] = *scalar;
                }
            }
            let sum = tables.sum(&scalars, &others.collect::<Vec<_>>());
            return sum.is_identity().into();
        }
        let terms = others
            .chain([(&g, &self.g), (&h, &self.h)])
            .chain(g_bold.iter().zip(&*self.g_bold))
            .chain(h_bold.iter().zip(&*self.h_bold));
        multiexp_vartime_of(terms).is_identity().into()
    }

    /// The generator `g`.
    pub fn g(&self) -> C::G {
        self.g
    }

    /// The generator `h`.
    pub fn h(&self) -> C::G {
        self.h
    }

    /// The bold `g`.
    pub fn g_bold_slice(&self) -> &[C::G] {
        &self.g_bold
    }

    /// The bold `h`.
    pub fn h_bold_slice(&self) -> &[C::G] {
        &self.h_bold
    }

    /// The generators for this many products or vector-commitment values. `None` for zero or for more than exist.
    pub fn reduce(&self, generators: usize) -> Option<ProofGenerators<'_, C, R>> {
        let len = generators.checked_next_power_of_two()?;
        if generators == 0 {
            return None;
        }
        Some(ProofGenerators {
            g: &self.g,
            h: &self.h,
            g_bold: self.g_bold.get(..len)?,
            h_bold: self.h_bold.get(..len)?,
            all: self,
        })
    }
}

/// The most proof points kept before they are summed. Longer lists are copied to new memory as they grow, and save no
/// time per point.
const MOST_POINTS: usize = 4096;

/// Adds each scalar to its sum. Sums that do not exist yet are zero.
fn add_each<F: Field>(sums: &mut Vec<F>, scalars: &[F]) {
    if sums.len() < scalars.len() {
        sums.resize(scalars.len(), F::ZERO);
    }
    for (sum, scalar) in sums.iter_mut().zip(scalars) {
        *sum += scalar;
    }
}

impl<C: Ciphersuite> BatchVerifier<C> {
    /// Adds the proofs of another verifier.
    pub(crate) fn append(&mut self, other: Self) {
        self.g += other.g;
        self.h += other.h;
        add_each(&mut self.g_bold, &other.g_bold);
        add_each(&mut self.h_bold, &other.h_bold);
        add_each(&mut self.h_sum, &other.h_sum);
        self.merged.push(other.additional);
        self.merged.extend(other.merged);
    }

    /// Makes room for a proof's points. If there are many already, their sum replaces them.
    pub(crate) fn make_room(&mut self, points: usize) {
        let all = &mut self.additional;
        if all.len() > 1 && all.len() + points > MOST_POINTS {
            let sum = multiexp_vartime(all);
            all.clear();
            all.push((C::F::ONE, sum));
        }
        if all.capacity() - all.len() < points {
            all.reserve(points.max(3 * all.len()));
        }
    }
}

impl<C: Ciphersuite, R: Revision> ProofGenerators<'_, C, R> {
    /// The number of bold `g`, and of bold `h`: a power of two.
    pub(crate) fn len(&self) -> usize {
        self.g_bold.len()
    }

    /// Linear combinations of the blocks of bold `g` and of bold `h`, with one factor for each block, in variable time.
    /// `None` in groups other than Helios and Selene.
    pub(crate) fn vartime_combined(&self, [of_g, of_h]: [Vec<C::F>; 2]) -> Option<[Vec<C::G>; 2]> {
        let of_g = combine_rows_vartime(&of_g, self.g_bold)?;
        Some([of_g, combine_rows_vartime(&of_h, self.h_bold)?])
    }

    /// scalar·g + Σ scalar·(bold generator), in variable time. `bold` has each generator's number, whether it is an h,
    /// and its scalar. If `others` are given, they replace the bold generators.
    pub(crate) fn vartime_sum(
        &self,
        others: Option<&[Vec<C::G>; 2]>,
        scalar: &C::F,
        bold: &[(usize, bool, C::F)],
    ) -> C::G {
        let all = match others {
            Some([g, h]) => [&g[..], &h[..]],
            None => [self.g_bold, self.h_bold],
        };
        let tables = others.is_none().then(|| self.all.tables(self.len()));
        if let Some(tables) = tables.flatten() {
            let mut scalars = Zeroizing::new(vec![C::F::ZERO; place(self.len(), false)]);
            scalars[0] = *scalar;
            for (i, is_h, scalar) in bold {
                scalars[place(*i, *is_h)] = *scalar;
            }
            return tables.sum(&scalars, &[]);
        }
        let bold = bold
            .iter()
            .map(|(i, is_h, scalar)| (scalar, &all[usize::from(*is_h)][*i]));
        multiexp_vartime_of(bold.chain(iter::once((scalar, self.g))))
    }
}

fn fmt_pair<G: GroupEncoding>(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    [g, h]: [&G; 2],
) -> fmt::Result {
    f.debug_struct(name)
        .field("g", &g.to_bytes().as_ref())
        .field("h", &h.to_bytes().as_ref())
        .finish_non_exhaustive()
}

impl<C: Ciphersuite, R: Revision> fmt::Debug for Generators<C, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_pair(f, "Generators", [&self.g, &self.h])
    }
}

impl<C: Ciphersuite, R: Revision> fmt::Debug for ProofGenerators<'_, C, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_pair(f, "ProofGenerators", [self.g, self.h])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Encodings of three numbers, the most significant first.
    #[test]
    fn the_first_repeated_encoding_is_found() {
        let mut state = 1_u64;
        let mut below = |limit: u64| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (state >> 33) % limit
        };
        let mut found = [0; 2];
        for round in 0..2000 {
            let len = below(40);
            // Few different first bytes, or few different others.
            let (first, rest) = [(2, 1 << 20), (1 << 8, 4), (1, 400)][round % 3];
            let encodings: Vec<[u8; 24]> = (0..len)
                .map(|_| {
                    let numbers = [below(first), below(2), below(rest)];
                    let mut encoding = [0; 24];
                    for (bytes, number) in encoding.chunks_mut(8).zip(numbers) {
                        bytes.copy_from_slice(&number.to_be_bytes());
                    }
                    encoding
                })
                .collect();
            let repeated = (0..encodings.len()).find(|i| encodings[..*i].contains(&encodings[*i]));
            assert_eq!(first_repeated(&encodings), repeated, "{encodings:?}");
            found[usize::from(repeated.is_some())] += 1;
        }
        assert!(found.iter().all(|count| *count > 200), "{found:?}");
        // Shorter than the bytes that are compared first.
        assert_eq!(first_repeated(&[[1, 2], [1, 3], [1, 2]]), Some(2));
    }

    /// Points of lists that are encoded in parts.
    #[test]
    fn repeated_generators_are_refused_among_many() {
        use crate::revision::Of0e438ae;
        use helioselene::Selene;

        let generator = Selene::generator();
        let multiples = iter::successors(Some(generator), |point| Some(generator + point));
        let multiples: Vec<_> = multiples.take(2 + 4 * ENCODED).collect();
        let (pair, bold) = multiples.split_at(2);
        let with = |change: fn(&mut [_], &mut [_])| {
            let (g_bold, h_bold) = bold.split_at(bold.len() / 2);
            let (mut g_bold, mut h_bold) = (g_bold.to_vec(), h_bold.to_vec());
            change(&mut g_bold, &mut h_bold);
            Generators::<Selene, Of0e438ae>::new(pair[0], pair[1], g_bold, h_bold).err()
        };
        assert_eq!(with(|_, _| ()), None);
        let repeated = Some(GeneratorsError::DuplicatedGenerator);
        assert_eq!(with(|_, h| h[h.len() - 1] = h[0]), repeated);
        assert_eq!(with(|g, h| h[h.len() - 1] = g[0]), repeated);
    }
}
