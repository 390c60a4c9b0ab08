//! Circuits made by gadgets, as data.

use serde::{Deserialize, Serialize};

use crate::circuit::Variable;
use crate::element::Element;

/// Weights and their variables.
pub type Terms = Vec<(Element, Variable)>;

/// A call of a gadget.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Gadget {
    /// A product, whose factors may be combinations.
    Multiply(Option<Terms>, Option<Terms>),
    /// A combination with a constant equals another.
    Equality(Terms, Element, Terms),
    /// A product with the inverse of a combination, or of a value if there is none.
    Inverse(Option<Terms>),
    /// Two combinations are not equal.
    Inequality(Terms, Terms),
    /// A combination with a constant is zero.
    Zero(Terms, Element),
    /// Two variables are the coordinates of a point on the curve.
    OnCurve(Variable, Variable),
    /// A fixed point plus a point of variables is another point of variables.
    IncompleteAdd {
        /// The fixed point.
        fixed: (Element, Element),
        /// The other.
        other: (Variable, Variable),
        /// The sum.
        sum: (Variable, Variable),
    },
    /// A point's logarithm to a generator, in these variables: the coordinates, the digits, the divisor's coefficients.
    /// If there are too few variables, they repeat from the first.
    DiscreteLog(usize, Vec<Variable>),
}

/// A circuit made by gadgets, and a prover's openings.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GadgetCircuit {
    /// The number of generators it gets.
    pub rows: usize,
    /// The number of digits of logarithms, one of [`DIGITS`].
    pub digits: usize,
    /// The curve's a and b.
    pub curve: (Element, Element),
    /// Generators of logarithms.
    pub generators: Vec<(Element, Element)>,
    /// The calls, in order.
    pub gadgets: Vec<Gadget>,
    /// The values and the mask of each vector commitment.
    pub vectors: Vec<(Vec<Element>, Element)>,
    /// The value and the mask of each commitment.
    pub values: Vec<(Element, Element)>,
}

/// The numbers of digits that circuits may have.
pub const DIGITS: [usize; 3] = [13, 64, 255];
