//! Curves over two logarithmic axes.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{GRID, INK, MUTED};

/// One curve.
pub struct Curve {
    pub name: String,
    pub colour: RGBColor,
    /// Points, x ascending; all coordinates are positive.
    pub points: Vec<(f64, f64)>,
}

/// The chart.
pub struct Curves {
    pub title: String,
    /// Where and how it was measured.
    pub footer: String,
    pub x: String,
    pub y: String,
    pub curves: Vec<Curve>,
}

const SIZE: (u32, u32) = (1000, 560);
/// The names of the curves, at their ends.
const RIGHT: u32 = 110;
/// So many numbers at an axis at most, or powers of ten alone.
const LABELS: usize = 30;
/// Pixels from name to name at least.
const NAME: i32 = 15;

impl Curves {
    /// The chart as SVG.
    pub fn svg(&self) -> String {
        let mut svg = String::new();
        {
            let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
            // A string takes all that is drawn.
            self.draw(&root).expect("charts are drawn into memory");
        }
        svg
    }

    fn draw<DB: DrawingBackend>(
        &self,
        root: &DrawingArea<DB, plotters::coord::Shift>,
    ) -> Result<(), DrawingAreaErrorKind<DB::ErrorType>> {
        let font = |size: i32, colour: RGBColor| ("sans-serif", size).into_font().color(&colour);
        let range = |of: fn(&(f64, f64)) -> f64| {
            let values = || self.curves.iter().flat_map(|curve| &curve.points).map(of);
            values().fold(f64::MAX, f64::min)..values().fold(f64::MIN_POSITIVE, f64::max)
        };
        let (x, y) = (range(|point| point.0), range(|point| point.1));
        root.fill(&WHITE)?;
        root.draw(&Text::new(self.title.clone(), (16, 14), font(18, INK)))?;
        let bottom = SIZE.1 as i32 - 20;
        root.draw(&Text::new(
            self.footer.clone(),
            (16, bottom),
            font(11, MUTED),
        ))?;
        let mut chart = ChartBuilder::on(root)
            .margin_top(50)
            .margin_bottom(30)
            .margin_left(10)
            .margin_right(RIGHT)
            .x_label_area_size(44)
            .y_label_area_size(70)
            .build_cartesian_2d(x.log_scale(), (y.start / 1.2..y.end * 1.2).log_scale())?;
        chart
            .configure_mesh()
            .light_line_style(WHITE.mix(0.0))
            .bold_line_style(GRID)
            .axis_style(GRID)
            .x_desc(self.x.clone())
            .y_desc(self.y.clone())
            .x_labels(LABELS)
            .y_labels(LABELS)
            .x_label_formatter(&|x| format!("{x}"))
            .y_label_formatter(&|y| format!("{y}"))
            .label_style(font(12, MUTED))
            .draw()?;
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
            let style = font(12, curve.colour).pos(Pos::new(HPos::Left, VPos::Center));
            root.draw(&Text::new(curve.name.clone(), (x + 8, lowest), style))?;
        }
        root.present()
    }
}
