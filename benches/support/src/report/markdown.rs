//! The report as Markdown.

use core::fmt::{Error, Write};

use super::{Report, Row, duration, percent};
use crate::measure::Measurement;

impl Report {
    /// The report as Markdown.
    pub fn markdown(&self) -> String {
        let mut text = String::new();
        self.write_markdown(&mut text)
            .expect("writing to a string cannot fail");
        text
    }

    fn write_markdown(&self, text: &mut String) -> Result<(), Error> {
        writeln!(text, "# {}\n\n{}\n", self.title, self.subtitle)?;
        writeln!(
            text,
            "{}, {:.2} GHz. {}",
            self.machine.processor, self.machine.gigahertz, self.names
        )?;
        for section in &self.sections {
            writeln!(text, "\n## {}\n", section.heading)?;
            self.write_table(text, &section.rows)?;
        }
        writeln!(text)?;
        for (i, name) in self.contenders.iter().enumerate() {
            if let Some(overall) = self.overall(i) {
                let overall = percent(overall);
                writeln!(text, "**Overall improvement, {name}: {overall}**\n")?;
            }
        }
        for note in &self.notes {
            writeln!(text, "- {note}")?;
        }
        Ok(())
    }

    fn write_table(&self, text: &mut String, rows: &[Row]) -> Result<(), Error> {
        let weighted = rows.iter().any(|row| row.weight.is_some());
        write!(text, "| operation |")?;
        if weighted {
            write!(text, " weight |")?;
        }
        write!(text, " {} | cycles |", self.baseline)?;
        for name in &self.contenders {
            write!(text, " {name} | cycles | speed-up | improvement |")?;
        }
        write!(text, "\n|---|")?;
        let numbers = 2 + usize::from(weighted) + 4 * self.contenders.len();
        writeln!(text, "{}", "--:|".repeat(numbers))?;
        for row in rows {
            write!(text, "| {} |", row.operation)?;
            if weighted {
                let weight = row.weight.map(percent).unwrap_or_default();
                write!(text, " {weight} |")?;
            }
            write_measurement(text, row.baseline)?;
            for (i, &measurement) in row.contenders.iter().enumerate() {
                write_measurement(text, measurement)?;
                let improvement = percent(row.improvement(i));
                write!(text, " {:.2}× | {improvement} |", row.speed_up(i))?;
            }
            writeln!(text)?;
        }
        Ok(())
    }
}

fn write_measurement(text: &mut String, measurement: Measurement) -> Result<(), Error> {
    let digits = usize::from(measurement.cycles < 100.0);
    let time = duration(measurement.nanoseconds);
    write!(text, " {time} | {:.digits$} |", measurement.cycles)
}
