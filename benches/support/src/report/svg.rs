//! The report as a bar chart: how many times as fast as the baseline each contender is.

use core::fmt::{Error, Write};

use super::{Report, Row, Section, duration, percent};

const WIDTH: f64 = 1000.0;
const MARGIN: f64 = 40.0;
/// Where the bars start; the names of the operations are on the left of it.
const AXIS: f64 = 250.0;
/// The longest bar; the figures at its end take the rest of the width.
const LONGEST: f64 = 540.0;
/// The height of a bar when there are one, two, or more contenders.
const BAR_HEIGHTS: [f64; 3] = [20.0, 17.0, 15.0];
const ROW_GAP: f64 = 14.0;
const SECTION_HEADER: f64 = 58.0;

const INK: &str = "#1e293b";
const MUTED: &str = "#64748b";
const GRID: &str = "#e2e8f0";
const COLOURS: [&str; 6] = [
    "#3b82f6", "#14b8a6", "#8b5cf6", "#f59e0b", "#ec4899", "#84cc16",
];

impl Report {
    /// The report as an SVG image.
    pub fn svg(&self) -> String {
        let mut chart = Chart {
            report: self,
            scale: 1.0,
            bar_height: BAR_HEIGHTS[self.contenders.len().clamp(1, 3) - 1],
            y: MARGIN,
            body: String::new(),
        };
        chart.draw().expect("writing to a string cannot fail");
        chart.document()
    }
}

struct Chart<'a> {
    report: &'a Report,
    /// Pixels for one time the baseline's speed, in the present section.
    scale: f64,
    bar_height: f64,
    /// Where the next thing goes.
    y: f64,
    body: String,
}

impl Chart<'_> {
    fn document(&self) -> String {
        let height = self.y;
        format!(
            concat!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height:.0}" "#,
                r#"width="{width}" height="{height:.0}" font-size="13" fill="{ink}" "#,
                r#"font-family="Inter, 'Segoe UI', 'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif">"#,
                "\n<title>{title}</title>\n",
                r##"<rect width="{width}" height="{height:.0}" fill="#ffffff"/>"##,
                "\n{body}</svg>\n"
            ),
            width = WIDTH,
            height = height,
            ink = INK,
            title = escape(&self.report.title),
            body = self.body,
        )
    }

    fn draw(&mut self) -> Result<(), Error> {
        self.heading()?;
        self.legend()?;
        for section in &self.report.sections {
            self.section(section)?;
        }
        self.footer()
    }

    fn heading(&mut self) -> Result<(), Error> {
        let (title, subtitle) = (&self.report.title, &self.report.subtitle);
        self.y += 14.0;
        self.text(MARGIN, r#"font-size="24" font-weight="700""#, title)?;
        self.y += 26.0;
        self.text(
            MARGIN,
            &format!(r#"font-size="14" fill="{MUTED}""#),
            subtitle,
        )?;
        self.y += 26.0;
        Ok(())
    }

    /// One entry for each contender: its colour, its name, and its overall improvement.
    fn legend(&mut self) -> Result<(), Error> {
        let mut x = MARGIN;
        for (i, name) in self.report.contenders.iter().enumerate() {
            let colour = colour(i);
            let y = self.y;
            writeln!(
                self.body,
                r#"<rect x="{x}" y="{y:.1}" width="6" height="46" rx="3" fill="{colour}"/>"#
            )?;
            let (large, small) = match self.report.overall(i) {
                Some(overall) => (percent(overall), format!("{name} · overall improvement")),
                None => (name.clone(), String::new()),
            };
            self.y = y + 23.0;
            let style = format!(r#"font-size="26" font-weight="700" fill="{colour}""#);
            self.text(x + 18.0, &style, &large)?;
            self.y = y + 43.0;
            self.text(x + 18.0, &format!(r#"fill="{MUTED}""#), &small)?;
            self.y = y;
            x += 230.0;
        }
        self.y += 64.0;
        Ok(())
    }

    fn section(&mut self, section: &Section) -> Result<(), Error> {
        self.y += 18.0;
        self.text(
            MARGIN,
            r#"font-size="16" font-weight="600""#,
            &section.heading,
        )?;
        self.y += SECTION_HEADER - 18.0;
        let largest = largest_speed_up(&section.rows);
        self.scale = LONGEST / largest;
        let bars = self.bar_height * self.report.contenders.len() as f64;
        let height = section.rows.len() as f64 * (bars + ROW_GAP);
        // At most a dozen lines.
        let step = [1, 2, 5, 10, 20, 50, 100]
            .into_iter()
            .find(|&step| largest / f64::from(step) <= 12.0)
            .unwrap_or(200);
        for times in (1..)
            .map(|k| k * step)
            .take_while(|&k| f64::from(k) <= largest)
        {
            if times > 1 {
                let line = format!(r#"stroke="{GRID}""#);
                self.grid_line(f64::from(times), height, &line, &format!("{times}×"))?;
            }
        }
        let top = self.y;
        for row in &section.rows {
            self.y += ROW_GAP / 2.0;
            self.row(row, bars)?;
            self.y += bars + ROW_GAP / 2.0;
        }
        let bottom = self.y;
        self.y = top;
        let line = format!(r#"stroke="{INK}" stroke-dasharray="4 3""#);
        self.grid_line(1.0, height, &line, &self.report.baseline)?;
        self.y = bottom + 22.0;
        Ok(())
    }

    /// A vertical line where bars of a speed end, from here down, labelled on top.
    fn grid_line(&mut self, speed: f64, height: f64, line: &str, label: &str) -> Result<(), Error> {
        let (x, top) = (AXIS + speed * self.scale, self.y);
        let bottom = top + height;
        writeln!(
            self.body,
            r#"<line x1="{x:.1}" y1="{top:.1}" x2="{x:.1}" y2="{bottom:.1}" {line}/>"#
        )?;
        self.y = top - 8.0;
        let style = format!(r#"font-size="12" fill="{MUTED}" text-anchor="middle""#);
        self.text(x, &style, label)?;
        self.y = top;
        Ok(())
    }

    fn row(&mut self, row: &Row, bars: f64) -> Result<(), Error> {
        let top = self.y;
        self.y = top + bars / 2.0 + 5.0;
        let name = r#"font-size="14" text-anchor="end""#;
        match row.weight {
            None => self.text(AXIS - 14.0, name, &row.operation)?,
            Some(weight) => {
                self.text(AXIS - 66.0, name, &row.operation)?;
                let style = format!(r#"fill="{MUTED}" text-anchor="end""#);
                self.text(AXIS - 14.0, &style, &percent(weight))?;
            }
        }
        for (i, measurement) in row.contenders.iter().enumerate() {
            let speed_up = row.speed_up(i);
            let (y, height) = (top + i as f64 * self.bar_height, self.bar_height - 1.5);
            let (length, colour) = (speed_up * self.scale, colour(i));
            writeln!(
                self.body,
                r#"<rect x="{AXIS}" y="{y:.1}" width="{length:.1}" height="{height}" rx="2" fill="{colour}"/>"#
            )?;
            let times = format!("{speed_up:.2}×");
            let from = duration(row.baseline.nanoseconds);
            let to = duration(measurement.nanoseconds);
            let (x, y) = (AXIS + length + 7.0, y + height / 2.0 + 4.5);
            writeln!(
                self.body,
                r#"<text x="{x:.1}" y="{y:.1}"><tspan font-weight="600">{times}</tspan><tspan dx="8" font-size="11" fill="{MUTED}">{from} → {to}</tspan></text>"#
            )?;
        }
        self.y = top;
        Ok(())
    }

    fn footer(&mut self) -> Result<(), Error> {
        let machine = &self.report.machine;
        let lines = [
            format!("{}, {:.2} GHz.", machine.processor, machine.gigahertz),
            self.report.names.clone(),
            format!(
                "Bars: how many times as fast as the {}. Improvement: the share of its time that is saved.",
                self.report.baseline
            ),
        ];
        for line in lines {
            self.text(MARGIN, &format!(r#"font-size="12" fill="{MUTED}""#), &line)?;
            self.y += 18.0;
        }
        self.y += MARGIN - 18.0;
        Ok(())
    }

    fn text(&mut self, x: f64, style: &str, text: &str) -> Result<(), Error> {
        let (y, text) = (self.y, escape(text));
        writeln!(
            self.body,
            r#"<text x="{x:.1}" y="{y:.1}" {style}>{text}</text>"#
        )
    }
}

fn largest_speed_up(rows: &[Row]) -> f64 {
    rows.iter()
        .flat_map(|row| (0..row.contenders.len()).map(|i| row.speed_up(i)))
        .fold(2.0, f64::max)
}

fn colour(contender: usize) -> &'static str {
    COLOURS[contender % COLOURS.len()]
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
