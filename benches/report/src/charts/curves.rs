//! Curves over two logarithmic axes.

use plotters::prelude::*;

use super::canvas::{
    BELOW, Canvas, Drawing, GRID, LEFT_OF, MUTED, RIGHT_OF, Result, font, steps, text,
};

/// One curve.
pub struct Curve {
    pub name: String,
    pub colour: RGBColor,
    /// Points, x ascending; all coordinates are positive.
    pub points: Vec<(f64, f64)>,
}

/// The chart.
pub struct Curves {
    pub curves: Vec<Curve>,
}

/// The names of the curves, at their ends.
const RIGHT: u32 = 110;
/// Pixels from name to name at least.
const NAME: i32 = 15;

impl Drawing for Curves {
    fn size(&self) -> (u32, u32) {
        (1000, 560)
    }

    fn draw(&self, canvas: &Canvas<'_>) -> Result {
        let range = |of: fn(&(f64, f64)) -> f64| {
            let values = || self.curves.iter().flat_map(|curve| &curve.points).map(of);
            values().fold(f64::MAX, f64::min)..values().fold(f64::MIN_POSITIVE, f64::max)
        };
        let (x, y) = (range(|point| point.0), range(|point| point.1));
        let y = y.start / 1.2..y.end * 1.2;
        let mut chart = ChartBuilder::on(canvas)
            .margin_top(50)
            .margin_bottom(70)
            .margin_left(80)
            .margin_right(RIGHT)
            .build_cartesian_2d(x.clone().log_scale(), y.clone().log_scale())?;
        let line = |from, to| PathElement::new([from, to], GRID);
        for at in steps(&y) {
            chart.draw_series([line((x.start, at), (x.end, at))])?;
            let (left, middle) = chart.backend_coord(&(x.start, at));
            let style = font(12, MUTED).pos(LEFT_OF);
            text(canvas, &at.to_string(), (left - 8, middle), style)?;
        }
        // Sizes are powers of two, or near them.
        for at in (0..32).step_by(2).map(|bits| f64::from(1u32 << bits)) {
            if x.contains(&at) || at == x.end {
                chart.draw_series([line((at, y.start), (at, y.end))])?;
                let (middle, bottom) = chart.backend_coord(&(at, y.start));
                let style = font(12, MUTED).pos(BELOW);
                text(canvas, &at.to_string(), (middle, bottom + 8), style)?;
            }
        }
        // Names beside the curves' ends, pushed apart where they would overlap.
        let mut names = Vec::new();
        for curve in &self.curves {
            let points = || curve.points.iter().copied();
            chart.draw_series(LineSeries::new(points(), curve.colour.stroke_width(2)))?;
            chart
                .draw_series(points().map(|point| Circle::new(point, 3, curve.colour.filled())))?;
            names.extend(
                curve
                    .points
                    .last()
                    .map(|last| (chart.backend_coord(last), curve)),
            );
        }
        names.sort_by_key(|((_, y), _)| *y);
        let mut lowest = i32::MIN;
        for ((x, y), curve) in names {
            lowest = y.max(lowest.saturating_add(NAME));
            let style = font(12, curve.colour).pos(RIGHT_OF);
            text(canvas, &curve.name, (x + 8, lowest), style)?;
        }
        Ok(())
    }
}
