//! Implementations that are checked against each other, then measured side by side.

use crate::bench::Bench;
use crate::measure::{InTurn, Timed};

/// An implementation to measure beside others; `benches/examples/contender` has one from outside.
pub trait Contender<Inputs> {
    /// The name, at the head of its column.
    fn name(&self) -> &str;

    /// The operations it has, by their names in the table.
    fn operations(&self, inputs: &Inputs) -> Vec<Operation>;

    /// Called before each check of a result and before each sample.
    fn prepare(&self) {}

    /// Compares its results with the first contender's.
    ///
    /// # Errors
    ///
    /// If a result differs (both are given), or if there are more or fewer.
    fn check(&self, own: &Operation, first: &Operation) -> Result<(), String> {
        if own.inputs != first.inputs {
            return Err(format!(
                "{} inputs for {}, not {}",
                own.inputs, own.name, first.inputs
            ));
        }
        for i in 0..own.inputs {
            let expected = (first.result)(i);
            self.prepare();
            let result = (own.result)(i);
            if result != expected {
                return Err(format!(
                    "WRONG RESULT: {}, {}, input {i}: {result:02x?} instead of {expected:02x?}",
                    own.name,
                    self.name(),
                ));
            }
        }
        Ok(())
    }
}

/// One implementation's operation, on inputs common to all.
pub struct Operation {
    /// Its name.
    pub name: &'static str,
    /// How many inputs to check.
    pub inputs: usize,
    /// The encoded result for one input; `None` for a failure, such as the inverse of zero.
    pub result: Box<dyn Fn(usize) -> Option<[u8; 32]>>,
    /// Does the operation this many times, on inputs in turn.
    pub run: Box<dyn Fn(u64)>,
}

impl Operation {
    /// An operation checked on some inputs and timed on others.
    pub fn new<T: 'static, R: 'static>(
        name: &'static str,
        checked: Vec<T>,
        timed: Vec<T>,
        operation: impl Fn(&T) -> R + Clone + 'static,
        encode: impl Fn(R) -> Option<[u8; 32]> + 'static,
    ) -> Self {
        let timed = InTurn::new(timed);
        Self {
            name,
            inputs: checked.len(),
            result: Box::new({
                let operation = operation.clone();
                move |i| encode(operation(&checked[i]))
            }),
            run: Box::new(move |iterations| timed.throughput(iterations, &operation)),
        }
    }
}

/// Checks every contender against the first, which has all operations, then times all; `table` gives the table of one of the
/// first's operations.
///
/// # Errors
///
/// If a result differs from the first contender's, or the first lacks an operation.
pub fn measure<Inputs>(
    bench: &mut Bench<'_>,
    inputs: &Inputs,
    contenders: &[Box<dyn Contender<Inputs> + '_>],
    table: impl Fn(&Operation) -> &'static str,
) -> Result<(), String> {
    let mut all = contenders
        .iter()
        .map(|contender| contender.operations(inputs));
    let first = all.next().ok_or("there is nobody to compare with")?;
    let others: Vec<_> = contenders[1..].iter().zip(all).collect();
    for (contender, operations) in &others {
        for own in operations {
            let same = first.iter().find(|operation| operation.name == own.name);
            let same = same.ok_or_else(|| {
                let (name, first) = (contender.name(), contenders[0].name());
                format!("{name} has {}, which {first} has not", own.name)
            })?;
            if bench.wants(table(same), same.name) {
                contender.check(own, same)?;
            }
        }
    }
    eprintln!("all results are the same");
    let wanted = first.iter();
    let wanted = wanted.filter(|operation| bench.wants(table(operation), operation.name));
    bench.expect(wanted.count());
    for operation in &first {
        let mut timed = vec![(contenders[0].name().to_owned(), Timed::new(&operation.run))];
        for (contender, operations) in &others {
            if let Some(own) = operations.iter().find(|own| own.name == operation.name) {
                let run = Timed::new(&own.run).prepared_by(|| contender.prepare());
                timed.push((contender.name().to_owned(), run));
            }
        }
        bench.time(table(operation), operation.name, timed);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::Options;
    use crate::bench::tests::ABOUT;

    struct Adds(u8, &'static str);

    impl Contender<Vec<u8>> for Adds {
        fn name(&self) -> &str {
            "adds"
        }

        fn operations(&self, inputs: &Vec<u8>) -> Vec<Operation> {
            let Self(addend, name) = *self;
            let add = move |x: &u8| x + addend;
            vec![Operation::new(
                name,
                inputs.clone(),
                inputs.clone(),
                add,
                |x| Some([x; 32]),
            )]
        }
    }

    fn measured(second: Adds) -> Result<(), String> {
        let options = Options::default();
        let mut bench = Bench::new(ABOUT, &options);
        let contenders: [Box<dyn Contender<Vec<u8>>>; 2] =
            [Box::new(Adds(1, "add")), Box::new(second)];
        measure(&mut bench, &vec![1, 2], &contenders, |_| "table")
    }

    #[test]
    fn results_must_be_those_of_the_first() {
        assert_eq!(measured(Adds(1, "add")), Ok(()));
        let wrong = measured(Adds(2, "add")).unwrap_err();
        assert!(
            wrong.contains("WRONG RESULT: add, adds, input 0: Some([03"),
            "{wrong}"
        );
        assert!(measured(Adds(1, "other")).is_err());
    }
}
