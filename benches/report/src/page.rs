//! The report as Markdown, and as a page for browsers.

use helioselene_bench_support::report::{Report, Run};
use pulldown_cmark::{Options, Parser};

use crate::programs::CRITERION;

const TITLE: &str = "helioselene-simd, measured";

/// All runs.
pub fn markdown(report: &Report) -> String {
    let runs: Vec<String> = report.runs.iter().map(Run::markdown).collect();
    format!("# {TITLE}\n\n{}", runs.join("\n"))
}

/// The same as a page, with a table of contents; it needs no other file.
pub fn html(report: &Report, has_criterion: bool) -> String {
    let contents = report.runs.iter().map(|run| {
        let Run { program, title, .. } = run;
        format!("<li><a href=\"#{program}\">{program}</a>: {title}</li>\n")
    });
    let contents: String = contents.collect();
    let criterion = if has_criterion {
        format!(
            "<p><a href=\"{CRITERION}/report/index.html\">Criterion's pages</a>: distributions and charts.</p>\n"
        )
    } else {
        String::new()
    };
    let sections = report.runs.iter().map(|run| {
        let mut body = String::new();
        let text = run.markdown();
        pulldown_cmark::html::push_html(&mut body, Parser::new_ext(&text, Options::ENABLE_TABLES));
        // Wide tables scroll, and the page does not.
        let body = body.replace("<table>", "<div class=\"wide\"><table>");
        let body = body.replace("</table>", "</table></div>");
        format!("<section id=\"{}\">\n{body}</section>\n", run.program)
    });
    let sections: String = sections.collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{TITLE}</title>\n\
         <style>\n{STYLE}</style>\n<h1>{TITLE}</h1>\n<nav><ul>\n{contents}</ul></nav>\n{criterion}{sections}</html>\n"
    )
}

const STYLE: &str = "\
body { max-width: 72rem; margin: 1.5rem auto; padding: 0 1rem; font: 16px/1.5 sans-serif; color: #1e293b; }
section { margin-top: 2.5rem; border-top: 1px solid #e2e8f0; }
h2 + p, li { color: #475569; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 14px; font-variant-numeric: tabular-nums; }
th, td { padding: 0.25rem 0.75rem; border-bottom: 1px solid #e2e8f0; white-space: nowrap; }
tr:hover { background: #f1f5f9; }
th:first-child, td:first-child { position: sticky; left: 0; background: white; padding-left: 0; }
@media (max-width: 40rem) { th:first-child, td:first-child { white-space: normal; min-width: 7rem; } }
";

#[cfg(test)]
mod tests {
    use std::path::Path;

    use helioselene_bench_support::report::Row;

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
            let shown = markdown(&Report::read(&file).unwrap());
            let committed = std::fs::read_to_string(file.with_extension("md")).unwrap();
            assert!(
                shown == committed,
                "{}: --from shows it anew",
                file.display()
            );
        }
    }

    #[test]
    fn a_page_has_contents_and_tables() {
        let row = Row {
            table: "p".into(),
            operation: "1 < 2".into(),
            contender: "serial".into(),
            nanoseconds: Some(2.0),
            ..Row::default()
        };
        let run = Run {
            program: "field".into(),
            title: "Fields".into(),
            rows: vec![row],
            ..Run::default()
        };
        let page = html(&Report { runs: vec![run] }, true);
        for text in [
            "<a href=\"#field\">field</a>: Fields",
            "<section id=\"field\">",
            "<td>1 &lt; 2</td><td style=\"text-align: right\">2.00 ns</td>",
            "criterion/report/index.html",
        ] {
            assert!(page.contains(text), "{text} in {page}");
        }
    }
}
