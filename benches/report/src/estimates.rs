//! What criterion estimated.

use std::collections::HashMap;
use std::path::Path;

use helioselene_bench_support::harness::IN_CYCLES;
use helioselene_bench_support::report::Row;
use serde_json::Value;

use crate::at;

/// The figures below criterion's folder, of an element each, by their names.
pub fn read(folder: &Path) -> Result<HashMap<String, Row>, String> {
    let mut found = HashMap::new();
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Ok(found);
    };
    for entry in entries.flatten().map(|entry| entry.path()) {
        if !entry.ends_with("new") {
            found.extend(read(&entry)?);
            continue;
        }
        let json = |name: &str| -> Result<Value, String> {
            let path = entry.join(name);
            let text = at(&path, std::fs::read_to_string(&path))?;
            at(&path, serde_json::from_str(&text))
        };
        let benchmark = json("benchmark.json")?;
        let (Some(name), Some(row)) = (
            benchmark["full_id"].as_str(),
            row(&benchmark, &json("estimates.json")?),
        ) else {
            return Err(format!("{} is not criterion's", entry.display()));
        };
        found.insert(name.to_owned(), row);
    }
    Ok(found)
}

/// A figure from criterion's two files. Its group is `layer/type/operation`.
fn row(benchmark: &Value, estimates: &Value) -> Option<Row> {
    let group = benchmark["group_id"].as_str()?;
    let (group, in_cycles) = match group.strip_suffix(IN_CYCLES) {
        Some(group) => (group, true),
        None => (group, false),
    };
    let (_, group) = group.split_once('/')?;
    let (table, operation) = group.split_once('/')?;
    let elements = benchmark["throughput"]["Elements"].as_f64()?;
    let estimate = |what: &str| estimates[what]["point_estimate"].as_f64();
    let median = estimate("median")?;
    let figure = Some(median / elements);
    Some(Row {
        table: table.into(),
        operation: operation.into(),
        n: benchmark["value_str"].as_str().and_then(|n| n.parse().ok()),
        contender: benchmark["function_id"].as_str()?.into(),
        nanoseconds: figure.filter(|_| !in_cycles),
        cycles: figure.filter(|_| in_cycles),
        // Criterion's deviation is scaled to be a normal distribution's standard deviation.
        spread: 2.0 * 0.6745 * estimate("median_abs_dev")? / median,
        ..Row::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_found_below_a_folder() {
        let folder = std::env::temp_dir().join(format!("estimates-{}", std::process::id()));
        let new = folder.join("group/ifma/604/new");
        std::fs::create_dir_all(&new).unwrap();
        let write = |name: &str, text: &str| std::fs::write(new.join(name), text).unwrap();
        write(
            "benchmark.json",
            r#"{"group_id":"msm/Helios/sums, cycles","function_id":"ifma","value_str":"604",
                "throughput":{"Elements":604},"full_id":"msm/Helios/sums, cycles/ifma/604"}"#,
        );
        write(
            "estimates.json",
            r#"{"median":{"point_estimate":1208.0},"median_abs_dev":{"point_estimate":12.08}}"#,
        );
        let found = read(&folder).unwrap();
        let row = &found["msm/Helios/sums, cycles/ifma/604"];
        assert_eq!(
            (row.table.as_str(), row.operation.as_str()),
            ("Helios", "sums")
        );
        assert_eq!(
            (row.n, row.cycles, row.nanoseconds),
            (Some(604), Some(2.0), None)
        );
        assert!((row.spread - 0.01349).abs() < 1e-9);
        write("benchmark.json", "{}");
        assert!(read(&folder).is_err());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
