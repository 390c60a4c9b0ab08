//! Curves over a logarithmic axis, as SVG.

use std::fmt::Write;

/// A chart with a logarithmic axis each way.
pub struct Plot {
    /// What it shows.
    pub title: String,
    /// What is on the horizontal axis.
    pub x: String,
    /// What is on the vertical axis.
    pub y: String,
    /// The curves.
    pub curves: Vec<Curve>,
}

/// One curve.
pub struct Curve {
    /// Its name.
    pub name: String,
    /// Points, x ascending; all coordinates are positive.
    pub points: Vec<(f64, f64)>,
}

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 520.0;
const LEFT: f64 = 76.0;
const RIGHT: f64 = 150.0;
const TOP: f64 = 56.0;
const BOTTOM: f64 = 58.0;
const COLOURS: [&str; 6] = [
    "#64748b", "#f59e0b", "#3b82f6", "#14b8a6", "#8b5cf6", "#ec4899",
];

impl Plot {
    /// The chart.
    pub fn svg(&self) -> String {
        let all = || self.curves.iter().flat_map(|curve| &curve.points);
        let range = |of: fn(&(f64, f64)) -> f64| {
            let values = || all().map(of);
            let (low, high) = (
                values().fold(f64::MAX, f64::min),
                values().fold(f64::MIN_POSITIVE, f64::max),
            );
            (low.log10(), high.log10().max(low.log10() + 0.1))
        };
        let ((x0, x1), (y0, y1)) = (range(|p| p.0), range(|p| p.1));
        let (y0, y1) = (y0.floor(), y1.ceil());
        let x = |v: f64| LEFT + (v.log10() - x0) / (x1 - x0) * (WIDTH - LEFT - RIGHT);
        let y = |v: f64| HEIGHT - BOTTOM - (v.log10() - y0) / (y1 - y0) * (HEIGHT - TOP - BOTTOM);
        let mut svg = format!(
            concat!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" "#,
                r#"font-family="Inter, 'Segoe UI', Helvetica, Arial, sans-serif" font-size="12" fill="{ink}">"#,
                "\n<title>{title}</title>\n",
                r#"<rect width="{w}" height="{h}" fill="{paper}"/>"#,
                "\n",
                r#"<text x="{left}" y="30" font-size="18" font-weight="700">{title}</text>"#,
                "\n"
            ),
            w = WIDTH,
            h = HEIGHT,
            ink = "#1e293b",
            paper = "#ffffff",
            title = escape(&self.title),
            left = LEFT,
        );
        let line = |svg: &mut String, a: (f64, f64), b: (f64, f64)| {
            let _ = writeln!(
                svg,
                r##"<line x1="{:.1}" y1="{:.1}" x2="{:.1}" y2="{:.1}" stroke="#e2e8f0"/>"##,
                a.0, a.1, b.0, b.1
            );
        };
        let text = |svg: &mut String, x: f64, y: f64, anchor: &str, fill: &str, text: &str| {
            let _ = writeln!(
                svg,
                r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}" fill="{fill}">{}</text>"#,
                escape(text)
            );
        };
        for decade in y0 as i32..=y1 as i32 {
            for step in [1.0, 2.0, 5.0] {
                let value = step * 10f64.powi(decade);
                if value.log10() > y1 + 1e-9 {
                    continue;
                }
                line(&mut svg, (LEFT, y(value)), (WIDTH - RIGHT, y(value)));
                text(
                    &mut svg,
                    LEFT - 8.0,
                    y(value) + 4.0,
                    "end",
                    "#64748b",
                    &format!("{value}"),
                );
            }
        }
        let mut power = 1.0f64;
        while power.log10() <= x1 + 1e-9 {
            if power.log10() >= x0 - 1e-9 {
                line(&mut svg, (x(power), TOP), (x(power), HEIGHT - BOTTOM));
                text(
                    &mut svg,
                    x(power),
                    HEIGHT - BOTTOM + 18.0,
                    "middle",
                    "#64748b",
                    &format!("{power}"),
                );
            }
            power *= 4.0;
        }
        text(
            &mut svg,
            (LEFT + WIDTH - RIGHT) / 2.0,
            HEIGHT - 16.0,
            "middle",
            "#1e293b",
            &self.x,
        );
        text(&mut svg, LEFT, TOP - 10.0, "start", "#1e293b", &self.y);
        // Names beside the curves' ends, pushed apart where they would overlap.
        let mut names: Vec<(usize, f64)> = self
            .curves
            .iter()
            .enumerate()
            .filter_map(|(i, curve)| Some((i, y(curve.points.last()?.1))))
            .collect();
        names.sort_by(|a, b| a.1.total_cmp(&b.1));
        let mut last = f64::MIN;
        for (i, at) in names {
            let (curve, colour) = (&self.curves[i], COLOURS[i % COLOURS.len()]);
            let path: Vec<String> = curve
                .points
                .iter()
                .map(|p| format!("{:.1},{:.1}", x(p.0), y(p.1)))
                .collect();
            let _ = writeln!(
                svg,
                r#"<polyline points="{}" fill="none" stroke="{colour}" stroke-width="2"/>"#,
                path.join(" ")
            );
            for p in &curve.points {
                let _ = writeln!(
                    svg,
                    r#"<circle cx="{:.1}" cy="{:.1}" r="2.5" fill="{colour}"/>"#,
                    x(p.0),
                    y(p.1)
                );
            }
            last = at.max(last + 15.0);
            let end = curve.points.last().map_or(LEFT, |p| x(p.0));
            text(
                &mut svg,
                end + 8.0,
                last + 4.0,
                "start",
                colour,
                &curve.name,
            );
        }
        svg + "</svg>\n"
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_and_names_are_drawn() {
        let plot = Plot {
            title: "a < b".into(),
            x: "n".into(),
            y: "ns".into(),
            curves: vec![Curve {
                name: "one".into(),
                points: vec![(1.0, 10.0), (16.0, 100.0)],
            }],
        };
        let svg = plot.svg();
        for text in ["a &lt; b", "polyline", ">one<", "</svg>"] {
            assert!(svg.contains(text), "{text} in {svg}");
        }
    }
}
