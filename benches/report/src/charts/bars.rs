//! Bars from left to right, in groups.

use std::ops::Range;

use plotters::coord::ranged1d::AsRangedCoord;
use plotters::prelude::*;

use super::canvas::{
    BELOW, Canvas, Drawing, GRID, INK, LEFT_OF, MUTED, RIGHT_OF, Result, font, steps, text,
};

/// One bar.
pub struct Bar {
    /// Neighbours of one group have its name once.
    pub group: String,
    pub value: f64,
    pub colour: RGBColor,
    /// The text after its end.
    pub label: String,
}

/// The chart.
pub struct Bars {
    pub axis: String,
    pub range: Range<f64>,
    /// Whether the axis is logarithmic, and bars begin at 1.
    pub logarithmic: bool,
    pub legend: Vec<(String, RGBColor)>,
    pub bars: Vec<Bar>,
}

const WIDTH: u32 = 1000;
/// The names of the groups.
const LEFT: u32 = 270;
/// What the labels of the longest bars need.
const RIGHT: u32 = 170;
const HEADER: u32 = 70;
const FOOTER: u32 = 70;
const BAR: u32 = 16;
/// Between groups, in bars.
const GAP: f64 = 0.8;

impl Drawing for Bars {
    fn size(&self) -> (u32, u32) {
        let (_, rows) = self.places();
        (WIDTH, HEADER + FOOTER + (rows * f64::from(BAR)) as u32)
    }

    fn draw(&self, canvas: &Canvas<'_>) -> Result {
        if self.logarithmic {
            self.draw_on(canvas, self.range.clone().log_scale(), 1.0)
        } else {
            self.draw_on(canvas, self.range.clone(), 0.0)
        }
    }
}

impl Bars {
    /// Where each bar begins from above, and where the last ends.
    fn places(&self) -> (Vec<f64>, f64) {
        let mut at = GAP / 2.0;
        let mut tops = Vec::new();
        for (i, bar) in self.bars.iter().enumerate() {
            if i > 0 && self.bars[i - 1].group != bar.group {
                at += GAP;
            }
            tops.push(at);
            at += 1.0;
        }
        (tops, at + GAP / 2.0)
    }

    /// Draws all on an axis; bars begin at the origin.
    fn draw_on<X>(&self, canvas: &Canvas<'_>, x: X, origin: f64) -> Result
    where
        X: AsRangedCoord<Value = f64>,
    {
        let (tops, rows) = self.places();
        let height = canvas.dim_in_pixel().1 as i32;
        let mut at = 16;
        for (name, colour) in &self.legend {
            canvas.draw(&Rectangle::new([(at, 44), (at + 12, 56)], colour.filled()))?;
            text(canvas, name, (at + 18, 50), font(13, INK).pos(RIGHT_OF))?;
            at += 40 + 8 * name.chars().count() as i32;
        }
        let mut chart = ChartBuilder::on(canvas)
            .margin_top(HEADER)
            .margin_bottom(FOOTER)
            .margin_right(RIGHT)
            .margin_left(LEFT)
            .build_cartesian_2d(x, rows..0.0)?;
        let lines = if self.logarithmic {
            steps(&self.range)
        } else {
            (0..=5)
                .map(|i| self.range.end / 5.0 * f64::from(i))
                .collect()
        };
        for at in lines {
            let line = [(at, 0.0), (at, rows)];
            chart.draw_series([PathElement::new(line, GRID)])?;
            let (x, bottom) = chart.backend_coord(&(at, rows));
            let style = font(12, MUTED).pos(BELOW);
            text(canvas, &at.to_string(), (x, bottom + 6), style)?;
        }
        let below = (LEFT as i32, height - 44);
        text(canvas, &self.axis, below, font(12, MUTED))?;
        for (bar, top) in self.bars.iter().zip(&tops) {
            let body = [(origin, top + 0.06), (bar.value, top + 0.94)];
            chart.draw_series([Rectangle::new(body, bar.colour.filled())])?;
            let (x, y) = chart.backend_coord(&(bar.value.max(origin), top + 0.5));
            text(canvas, &bar.label, (x + 6, y), font(11, INK).pos(RIGHT_OF))?;
        }
        for (group, middle) in self.groups(&tops) {
            let (_, y) = chart.backend_coord(&(origin, middle));
            let at = (LEFT as i32 - 8, y);
            text(canvas, group, at, font(13, INK).pos(LEFT_OF))?;
        }
        Ok(())
    }

    /// The names of the groups and where their middles are.
    fn groups(&self, tops: &[f64]) -> Vec<(&str, f64)> {
        let bars: Vec<(&Bar, &f64)> = self.bars.iter().zip(tops).collect();
        let groups = bars.chunk_by(|a, b| a.0.group == b.0.group);
        groups
            .map(|group| {
                let (first, last) = (group[0].1, group[group.len() - 1].1);
                (group[0].0.group.as_str(), (first + last + 1.0) / 2.0)
            })
            .collect()
    }
}
