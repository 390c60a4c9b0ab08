//! The results as a table.

/// The instructions of one operation.
pub struct Row {
    pub name: String,
    /// The share in the contest's score, 0 if it has none.
    pub weight: f64,
    pub reference: f64,
    pub ours: f64,
}

impl Row {
    /// The share of the reference's instructions that is saved.
    fn improvement(&self) -> f64 {
        1.0 - self.ours / self.reference
    }
}

/// Prints Markdown: a row for each operation, and the contest's score, the weighted mean of the improvements.
pub fn print(rows: &[Row]) {
    println!("| operation | weight | reference | ours | improvement |");
    println!("|---|--:|--:|--:|--:|");
    for row in rows {
        let weight = if row.weight > 0.0 {
            format!("{} %", 100.0 * row.weight)
        } else {
            String::new()
        };
        println!(
            "| {} | {weight} | {:.0} | {:.0} | {:.1} % |",
            row.name,
            row.reference,
            row.ours,
            100.0 * row.improvement()
        );
    }
    let total: f64 = rows.iter().map(|row| row.weight).sum();
    let overall: f64 = rows.iter().map(|row| row.weight * row.improvement()).sum();
    println!(
        "| **contest score** | | | | **{:.1} %** |",
        100.0 * overall / total
    );
}
