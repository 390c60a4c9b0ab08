//! The report as JSON.

use serde_json::{Map, Value, json};

use super::{Report, Row};
use crate::measure::Measurement;

impl Report {
    /// The report as JSON: times in nanoseconds, weights and improvements as shares of one.
    pub fn json(&self) -> String {
        let rows: Vec<Value> = self.rows().map(|row| self.row(row)).collect();
        let overall: Map<String, Value> = (0..)
            .zip(&self.contenders)
            .filter_map(|(i, name)| Some((name.clone(), json!(self.overall(i)?))))
            .collect();
        let report = json!({
            "title": self.title,
            "subtitle": self.subtitle,
            "machine": {
                "processor": self.machine.processor,
                "gigahertz": self.machine.gigahertz,
            },
            "baseline": self.baseline,
            "rows": rows,
            "overall": overall,
            "notes": self.notes,
        });
        format!("{report:#}\n")
    }

    fn row(&self, row: &Row) -> Value {
        let contenders: Map<String, Value> = (0..)
            .zip(&self.contenders)
            .map(|(i, name)| {
                let mut figures = measurement(row.contenders[i]);
                figures["speed_up"] = json!(row.speed_up(i));
                figures["improvement"] = json!(row.improvement(i));
                (name.clone(), figures)
            })
            .collect();
        json!({
            "operation": row.operation,
            "weight": row.weight,
            "baseline": measurement(row.baseline),
            "contenders": contenders,
        })
    }
}

fn measurement(measurement: Measurement) -> Value {
    json!({
        "nanoseconds": measurement.nanoseconds,
        "cycles": measurement.cycles,
        "spread": measurement.spread,
    })
}
