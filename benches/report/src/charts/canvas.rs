//! What all charts have in common: the page, its title and its footer, colours and fonts.

use std::io;
use std::ops::Range;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

pub const INK: RGBColor = RGBColor(0x1e, 0x29, 0x3b);
pub const MUTED: RGBColor = RGBColor(0x64, 0x74, 0x8b);
pub const GRID: RGBColor = RGBColor(0xe2, 0xe8, 0xf0);

/// Text to the right of its place, to the left of it, and below it.
pub const RIGHT_OF: Pos = at(HPos::Left, VPos::Center);
pub const LEFT_OF: Pos = at(HPos::Right, VPos::Center);
pub const BELOW: Pos = at(HPos::Center, VPos::Top);

const fn at(h_pos: HPos, v_pos: VPos) -> Pos {
    Pos { h_pos, v_pos }
}

pub type Canvas<'a> = DrawingArea<SVGBackend<'a>, Shift>;
pub type Result = std::result::Result<(), DrawingAreaErrorKind<io::Error>>;

/// What is drawn between the title and the footer.
pub trait Drawing {
    /// The width and the height of the whole.
    fn size(&self) -> (u32, u32);

    fn draw(&self, canvas: &Canvas<'_>) -> Result;
}

/// A drawing with its title and a footer, which says where and how it was measured.
pub fn svg(title: &str, footer: &str, drawing: &dyn Drawing) -> String {
    let mut svg = String::new();
    let (width, height) = drawing.size();
    let canvas = SVGBackend::with_string(&mut svg, (width, height)).into_drawing_area();
    let draw = || {
        canvas.fill(&WHITE)?;
        text(&canvas, title, (16, 14), font(18, INK))?;
        text(&canvas, footer, (16, height as i32 - 20), font(11, MUTED))?;
        drawing.draw(&canvas)?;
        canvas.present()
    };
    draw().expect("a string takes all that is drawn");
    drop(canvas);
    svg
}

pub fn font(size: i32, colour: RGBColor) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&colour)
}

pub fn text(canvas: &Canvas<'_>, text: &str, at: (i32, i32), style: TextStyle<'_>) -> Result {
    canvas.draw(&Text::new(text, at, style))
}

/// Where a logarithmic axis has its lines: 1, 2 and 5, and their multiples by powers of ten.
pub fn steps(range: &Range<f64>) -> Vec<f64> {
    let powers = (-2..10).map(|exponent| 10f64.powi(exponent));
    let all = powers.flat_map(|power| [power, 2.0 * power, 5.0 * power]);
    all.filter(|step| range.contains(step)).collect()
}
