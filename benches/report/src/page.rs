//! The report as Markdown, and as a page for browsers.

use helioselene_bench_support::report::Report;
use pulldown_cmark::{Options, Parser};

use crate::changes;
use crate::charts::Chart;

/// All runs, each with its charts before its tables, and what changed.
pub fn markdown(report: &Report, charts: &[Chart], baseline: Option<&Report>) -> String {
    let mut text = "# helioselene-simd, measured\n".to_owned();
    for run in &report.runs {
        let whole = run.markdown();
        // Charts come after the heading and the conditions.
        let (before, tables) = whole.split_at(whole.find("\n### ").unwrap_or(whole.len()));
        text += &format!("\n{before}");
        for chart in charts.iter().filter(|chart| chart.program == run.program) {
            text += &format!("\n![{}]({})\n", chart.title, chart.file);
        }
        text += tables;
    }
    if let Some(baseline) = baseline {
        text += &format!("\n{}", changes::markdown(report, baseline));
    }
    text
}

/// Markdown as a page, which needs nothing but the charts beside it.
pub fn html(markdown: &str) -> String {
    let mut body = String::new();
    pulldown_cmark::html::push_html(&mut body, Parser::new_ext(markdown, Options::ENABLE_TABLES));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>helioselene-simd, measured</title>\n\
         <style>\n{STYLE}</style>\n{body}</html>\n"
    )
}

const STYLE: &str = "\
body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem; font: 15px/1.5 sans-serif; color: #1e293b; }
h2 { margin-top: 3rem; border-top: 1px solid #e2e8f0; padding-top: 1.5rem; }
h2 + p { color: #64748b; }
img { max-width: 100%; }
table { display: block; overflow-x: auto; border-collapse: collapse; font-size: 13px; }
th, td { padding: 0.25rem 0.75rem; border-bottom: 1px solid #e2e8f0; white-space: nowrap; }
li { color: #64748b; }
";

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn committed_reports_are_shown_as_they_would_be_now() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../notes/results");
        let entries = std::fs::read_dir(Path::new(folder)).unwrap();
        let files = entries.map(|entry| entry.unwrap().path());
        let reports: Vec<_> = files
            .filter(|file| file.extension().is_some_and(|kind| kind == "json"))
            .collect();
        assert!(!reports.is_empty());
        for file in reports {
            let shown = markdown(&Report::read(&file).unwrap(), &[], None);
            let committed = std::fs::read_to_string(file.with_extension("md")).unwrap();
            assert!(
                shown == committed,
                "{}: --from shows it anew",
                file.display()
            );
        }
    }

    #[test]
    fn a_page_has_tables_and_charts() {
        let page = html("## a\n\n![chart](a.svg)\n\n| a |\n|---|\n| 1 < 2 |\n");
        for text in [
            "<h2>a</h2>",
            "<img src=\"a.svg\" alt=\"chart\" />",
            "<td>1 &lt; 2</td>",
        ] {
            assert!(page.contains(text), "{text} in {page}");
        }
    }
}
