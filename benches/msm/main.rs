//! Multi-scalar multiplication and batches, beside what others offer for the same curves.
//!
//! ```sh
//! cargo bench --bench msm -- --quick
//! cargo bench --bench msm -- --svg msm.svg       # ns a point against n
//! cargo bench --bench msm -- --calibrate         # rows of the cost model, for src/backend/tuning.rs
//! cargo bench --bench msm -- --tables            # fixed points by the size of their tables
//! ```
//!
//! Peers: `multiexp` 0.4 over the contest's reference types, and arkworks 0.5. Scalars are uniform
//! and full-size, unless a row says otherwise; points are affine.

mod calibrate;
mod inputs;
mod options;
mod rows;
mod tables;

use std::process::ExitCode;

use helioselene_bench_support::arkworks;
use helioselene_bench_support::command_line;
use helioselene_bench_support::measure::{self, Machine};
use helioselene_bench_support::plot::{Curve, Plot};
use helioselene_bench_support::reference::{self, Current};
use helioselene_simd::{Backend, Helios, Selene};

use inputs::Inputs;
use options::Options;
use rows::Row;

fn main() -> ExitCode {
    command_line::main(run)
}

fn run(options: &Options) -> Result<(), String> {
    if !measure::pin_to_one_core() {
        eprintln!("this process could not be kept on one core, so expect some noise");
    }
    let backends: Vec<Backend> = Backend::available()
        .filter(|backend| {
            options
                .backend
                .as_deref()
                .is_none_or(|name| name == backend.name())
        })
        .collect();
    if backends.is_empty() {
        return Err("no such backend on this machine".into());
    }
    if options.calibrate {
        for backend in &backends {
            backend.select().expect("it is available");
            calibrate::run::<Helios>("Helios");
            calibrate::run::<Selene>("Selene");
        }
        return Ok(());
    }
    let machine = Machine::detect();
    println!("{}, {:.2} GHz\n", machine.processor, machine.gigahertz);
    if options.tables {
        for backend in &backends {
            backend.select().expect("it is available");
            tables::run::<Helios>("Helios", options.quick);
            tables::run::<Selene>("Selene", options.quick);
        }
        return Ok(());
    }
    let largest = options.sizes().into_iter().max().unwrap_or(1).max(1025);
    let helios = Inputs::<Helios, reference::HeliosPoint<Current>, arkworks::Helios>::new(largest);
    let helios = rows::all("Helios", &helios, &backends, options);
    let selene = Inputs::<Selene, reference::SelenePoint<Current>, arkworks::Selene>::new(largest);
    let selene = rows::all("Selene", &selene, &backends, options);
    for (curve, rows) in [("Helios", &helios), ("Selene", &selene)] {
        println!("\n## {curve}\n\n{}", rows::markdown(rows, &backends));
    }
    if let Some(path) = &options.svg {
        for (curve, rows) in [("helios", &helios), ("selene", &selene)] {
            let path = path.replace(".svg", &format!("-{curve}.svg"));
            std::fs::write(&path, plot(curve, rows, &backends).svg())
                .map_err(|error| format!("{path}: {error}"))?;
        }
    }
    Ok(())
}

/// ns a point against n, of the rows of variable-time sums.
fn plot(curve: &str, rows: &[Row], backends: &[Backend]) -> Plot {
    let names = ["multiexp 0.4", "arkworks 0.5"].into_iter();
    let names = names.chain(backends.iter().map(|backend| backend.name()));
    let curves = names.enumerate().map(|(i, name)| Curve {
        name: name.into(),
        points: rows
            .iter()
            .filter_map(|row| Some((row.plotted? as f64, row.times[i]?)))
            .map(|(n, time)| (n, time / n))
            .collect(),
    });
    Plot {
        title: format!("Variable-time multi-scalar multiplication, {curve}"),
        x: "points".into(),
        y: "ns a point".into(),
        curves: curves.filter(|curve| !curve.points.is_empty()).collect(),
    }
}
