//! Counts the WebAssembly instructions of the contest's operations, this library's against the reference's.
//!
//! Builds the module, runs it on wasmi, and counts by wasmi's fuel: one for each operator, none for structure (`block`, `loop`,
//! `end`, `else`, `return`, `nop`, `drop`). A block is charged when it is entered, even if a branch skips part of it. Every
//! result is compared first.

mod build;
mod runtime;
mod table;

use std::error::Error;

use clap::Parser;
use runtime::Runtime;
use table::Row;

/// The inputs on which an operation is counted.
const COUNTED: u32 = 4;

/// Counts the WebAssembly instructions of the contest's operations.
#[derive(Parser)]
struct Options {
    /// Build the module with these target features: simd128, wide-arithmetic
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    features: Vec<String>,
    /// Test the committed vectors instead
    #[arg(long)]
    vectors: bool,
    /// Only the ten operations of the contest's score
    #[arg(long)]
    scored: bool,
    /// Do not compare the results first
    #[arg(long)]
    unchecked: bool,
}

fn main() -> std::process::ExitCode {
    match run(&Options::parse()) {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            std::process::ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let module = build::module(&options.features)?;
    let bytes = std::fs::read(&module).map_err(|error| format!("{}: {error}", module.display()))?;
    if options.vectors {
        Runtime::new(&bytes)?.call::<_, ()>("vectors", ())?;
        println!("the committed vectors agree");
        return Ok(());
    }
    for cycle in ["current", "2025"] {
        println!("\n## The cycle of {cycle}\n");
        table::print(&count(&bytes, cycle == "2025", options)?);
    }
    Ok(())
}

/// Compares and counts the operations of one cycle.
fn count(module: &[u8], of_2025: bool, options: &Options) -> Result<Vec<Row>, Box<dyn Error>> {
    let mut guest = Runtime::new(module)?;
    let operations: u32 = guest.call("prepare", u32::from(of_2025))?;
    let mut rows = Vec::new();
    for i in 0..operations {
        guest.call::<_, ()>("name", i)?;
        let name = guest.printed();
        let weight: f64 = guest.call("weight", i)?;
        if options.scored && weight == 0.0 {
            continue;
        }
        if !options.unchecked {
            guest.call::<_, ()>("compare", i)?;
        }
        let reference = instructions(&mut guest, i, false, &name)?;
        let ours = instructions(&mut guest, i, true, &name)?;
        rows.push(Row {
            name,
            weight,
            reference,
            ours,
        });
    }
    Ok(rows)
}

/// The instructions of one operation: the difference of two runs, one operation apart.
///
/// An error if an operation that should be constant time depends on the input.
fn instructions(
    guest: &mut Runtime,
    operation: u32,
    ours: bool,
    name: &str,
) -> Result<f64, String> {
    let mut run = |times: u32| guest.fuel_of("run", (operation, u32::from(ours), times));
    let one = run(1)?;
    let many = run(1 + COUNTED)?;
    if ours && !name.contains("vartime") {
        for _ in 0..COUNTED {
            let again = run(1)?;
            if again != one {
                return Err(format!(
                    "{name} takes {one} instructions on one input, {again} on another"
                ));
            }
        }
    }
    Ok((many - one) as f64 / f64::from(COUNTED))
}
