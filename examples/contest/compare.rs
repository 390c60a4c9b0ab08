//! The comparison: every result first, then the times.

use std::time::Duration;

use helioselene_bench_support::{
    measure::{self, Contender, Effort, Machine},
    report::{Report, Row, Section},
};
use helioselene_simd::Backend;

use crate::{
    implementation::Implementation,
    inputs::AllInputs,
    operations::{Encoded, Operation, TIMED, TIMED_VARIABLE, operations},
    options::{Cycle, Options},
};

/// Compares an implementation, on every backend, with the reference.
pub fn compare<R: Implementation, O: Implementation>(
    inputs: &AllInputs,
    options: &Options,
) -> Result<Report, String> {
    let backends = backends(options)?;
    let operations: Vec<_> = operations::<R>(inputs)
        .into_iter()
        .zip(operations::<O>(inputs))
        .collect();
    for (reference, ours) in &operations {
        check(reference, ours, &backends)?;
    }
    eprintln!("every backend's results are those of the reference");

    let effort = effort(options);
    let mut rows = Vec::new();
    for (done, (reference, ours)) in operations.iter().enumerate() {
        eprint!("[{:2}/{}] {}", done + 1, operations.len(), reference.name);
        let row = time(reference, ours, &backends, effort);
        for (i, backend) in backends.iter().enumerate() {
            eprint!("  {} {:.2}×", backend.name(), row.speed_up(i));
        }
        eprintln!();
        rows.push(row);
    }

    let contenders: Vec<String> = backends.iter().map(|b| b.name().into()).collect();
    let notes = notes(&rows, &contenders, effort);
    let (weighted, others) = rows.into_iter().partition(|row| row.weight.is_some());
    let section = |heading: &str, rows| Section {
        heading: heading.into(),
        rows,
    };
    Ok(Report {
        title: "Helios and Selene, faster".into(),
        subtitle: format!(
            "helioselene-simd against the reference of the July 2025 optimisation contest, {} cycle",
            match options.cycle {
                Cycle::Current => "current",
                Cycle::Of2025 => "2025",
            }
        ),
        machine: Machine::detect(),
        baseline: "reference".into(),
        contenders,
        names: "p = 2²⁵⁵ − 19; q = 2²⁵⁵ − γ is the other prime of the cycle. Helios is over p, Selene over q.".into(),
        sections: vec![section("The contest's ten operations", weighted), section("Beyond the contest", others)],
        notes,
    })
}

fn backends(options: &Options) -> Result<Vec<Backend>, String> {
    let available: Vec<Backend> = Backend::available().collect();
    let Some(name) = &options.backend else {
        return Ok(available);
    };
    let names: Vec<&str> = available.iter().map(|backend| backend.name()).collect();
    match available.iter().find(|backend| backend.name() == name) {
        Some(&backend) => Ok(vec![backend]),
        None => Err(format!(
            "no backend {name} here; there are: {}",
            names.join(", ")
        )),
    }
}

fn select(backend: Backend) {
    if let Err(error) = backend.select() {
        panic!("a backend that is available can be selected, but: {error}");
    }
}

/// Compares the results on all inputs with the reference's.
fn check(reference: &Operation, ours: &Operation, backends: &[Backend]) -> Result<(), String> {
    assert_eq!(reference.inputs, ours.inputs, "the same inputs");
    let expected: Vec<Encoded> = (0..reference.inputs).map(&reference.result).collect();
    for &backend in backends {
        select(backend);
        for (i, expected) in expected.iter().enumerate() {
            let result = (ours.result)(i);
            if result != *expected {
                return Err(format!(
                    "WRONG RESULT: {}, backend {}, input {i}: {result:02x?} instead of {expected:02x?}",
                    ours.name,
                    backend.name(),
                ));
            }
        }
    }
    Ok(())
}

fn time(reference: &Operation, ours: &Operation, backends: &[Backend], effort: Effort) -> Row {
    let mut contenders = vec![Contender::new(&reference.run)];
    for &backend in backends {
        contenders.push(Contender::new(&ours.run).prepared_by(move || select(backend)));
    }
    let mut measurements = measure::compare(&mut contenders, effort);
    Row {
        operation: reference.name.into(),
        weight: reference.weight,
        baseline: measurements.remove(0),
        contenders: measurements,
    }
}

fn effort(options: &Options) -> Effort {
    let (rounds, microseconds) = if options.quick { (31, 60) } else { (201, 200) };
    Effort {
        rounds,
        sample: Duration::from_micros(microseconds),
    }
}

fn notes(rows: &[Row], contenders: &[String], effort: Effort) -> Vec<String> {
    let mut notes = vec![
        format!(
            "Each figure is the median of {} samples of about {} µs; the contenders take turns in one process.",
            effort.rounds,
            effort.sample.as_micros()
        ),
        format!(
            "Timed operands are random, from a seeded generator, and asserted to be no edge case: {TIMED} \
             in turn, {TIMED_VARIABLE} where the time depends on them (double base), each sample going \
             on where the one before it stopped. Edge cases are checked, not timed."
        ),
        "Rows named latency time a chain in which each result is the next input; all others time \
         independent operations, one after another, as the contest did."
            .into(),
        "mul_base is compared with the reference's only scalar multiplication, and the vartime \
         double base a·A + b·G with two of those and an addition."
            .into(),
    ];
    let time = |name: &str, i: usize| {
        let row = rows.iter().find(|row| row.operation == name)?;
        Some(row.contenders[i].nanoseconds)
    };
    for (i, contender) in contenders.iter().enumerate() {
        for curve in ["Selene", "Helios"] {
            let base = time(&format!("{curve} mul_base"), i);
            let variable = time(&format!("{curve} mul"), i);
            if let (Some(base), Some(variable)) = (base, variable) {
                notes.push(format!(
                    "{curve} mul_base on {contender} is {:.2}× as fast as {curve} mul on {contender}.",
                    variable / base
                ));
            }
        }
    }
    notes
}
