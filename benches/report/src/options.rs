//! The command line.

use std::path::PathBuf;

use helioselene_bench_support::{bench, command_line, usage};

/// What to do.
#[derive(Default)]
pub struct Options {
    /// What every benchmark is told.
    pub common: bench::Options,
    pub baseline: Option<PathBuf>,
    pub from: Option<PathBuf>,
    out: Option<PathBuf>,
}

impl command_line::Options for Options {
    const USAGE: &str = usage!(
        "Runs the benchmarks of helioselene-simd and writes one report: report.json, report.csv, report.md, charts, and\n\
         index.html, which a browser opens from the disk.",
        "  --out DIR        where it goes [default: target/report]\n",
        "  --baseline FILE  say what changed since an earlier report.json\n",
        "  --from FILE      measure nothing, and show an earlier report.json\n",
    );

    fn set(&mut self, name: &str, values: &mut lexopt::Parser) -> Result<bool, lexopt::Error> {
        match name {
            "out" => self.out = Some(values.value()?.into()),
            "baseline" => self.baseline = Some(values.value()?.into()),
            "from" => self.from = Some(values.value()?.into()),
            // There it goes anyway.
            "json" => return Ok(false),
            _ => return self.common.set(name, values),
        }
        Ok(true)
    }
}

impl Options {
    /// Where the report goes.
    pub fn out(&self) -> PathBuf {
        self.out.clone().unwrap_or_else(|| "target/report".into())
    }

    /// What the benchmarks are told on their command lines.
    pub fn arguments(&self) -> Vec<String> {
        let bench::Options {
            quick,
            filter,
            sizes,
            backend,
            ..
        } = &self.common;
        let mut arguments = Vec::new();
        if *quick {
            arguments.push("--quick".to_owned());
        }
        if !filter.is_empty() {
            arguments.push(format!("--filter={filter}"));
        }
        if let Some(sizes) = sizes {
            let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
            arguments.push(format!("--sizes={}", sizes.join(",")));
        }
        if let Some(backend) = backend {
            arguments.push(format!("--backend={backend}"));
        }
        arguments
    }
}
