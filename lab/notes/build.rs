//! The notes as pages of rustdoc, adapted where GitHub and rustdoc differ.
//!
//! Links between pages become links between modules, which rustdoc checks, and `.ci/links.py` their headings; links to files
//! outside the notes become text. Images are embedded. Mathematics, which GitHub renders itself, becomes MathML, so that a browser needs neither
//! a script nor the network. Everything else is copied.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};
use std::{env, fs};

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use pulldown_latex::config::{DisplayMode, RenderConfig};
use pulldown_latex::{Parser as Latex, Storage, push_mathml};

/// The texts of pages by their paths from the root of the repository, with `/`.
type Pages = BTreeMap<String, String>;

/// Writes each page to OUT_DIR, and the modules that include them to `notes.rs` there.
fn main() {
    env::set_current_dir("../..").expect("the root of the repository");
    let mut pages = Pages::new();
    for folder in ["notes", "fcmp/notes"] {
        // The folder with everything in it, including figures.
        println!("cargo::rerun-if-changed=../../{folder}");
        read_folder(folder, &mut pages);
    }

    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    for (path, text) in &pages {
        let to = out.join(path);
        fs::create_dir_all(to.parent().expect("a file")).expect("a writable OUT_DIR");
        fs::write(to, rewritten(path, text)).expect("a writable OUT_DIR");
    }
    let modules = modules("notes/", &pages) + &module_of_folder("fcmp", "fcmp/notes/", &pages);
    fs::write(out.join("notes.rs"), modules).expect("a writable OUT_DIR");
}

/// Reads the pages of a folder and its subfolders.
fn read_folder(folder: &str, pages: &mut Pages) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder}: {error}"));
    for entry in entries {
        let entry = entry.expect("an entry that can be read");
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            read_folder(&path, pages);
        } else if path.ends_with(".md") {
            let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
            pages.insert(path, text);
        }
    }
}

/// The modules of a folder's pages and subfolders. A page `README.md` documents the module around them.
fn modules(folder: &str, pages: &Pages) -> String {
    let mut text = String::new();
    let mut subfolders = BTreeSet::new();
    for path in pages.keys() {
        let Some(name) = path
            .strip_prefix(folder)
            .and_then(|name| name.strip_suffix(".md"))
        else {
            continue;
        };
        if let Some((subfolder, _)) = name.split_once('/') {
            subfolders.insert(subfolder);
        } else if name != "README" {
            let name = name.replace('-', "_");
            writeln!(text, "#[doc = include_str!({path:?})]\npub mod {name} {{}}")
                .expect("a string");
        }
    }
    for name in subfolders {
        text += &module_of_folder(name, &format!("{folder}{name}/"), pages);
    }
    text
}

/// The module of a folder.
fn module_of_folder(name: &str, folder: &str, pages: &Pages) -> String {
    let page = format!("{folder}README.md");
    let doc = match pages.contains_key(&page) {
        true => format!("#[doc = include_str!({page:?})]\n"),
        false => String::new(),
    };
    format!("{doc}pub mod {name} {{\n{}}}\n", modules(folder, pages))
}

/// The module of a page.
fn module(path: &str) -> String {
    let name = path.strip_suffix(".md").expect("a page");
    let name = name.strip_suffix("README").unwrap_or(name);
    // The crate itself is `notes`.
    let parts = name.split('/');
    let parts = parts.filter(|part| !part.is_empty() && *part != "notes");
    parts.fold("crate".into(), |module, part| {
        module + "::" + &part.replace('-', "_")
    })
}

fn parse(text: &str) -> impl Iterator<Item = (Event<'_>, Range<usize>)> {
    Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_MATH).into_offset_iter()
}

/// The page as rustdoc needs it.
fn rewritten(path: &str, page: &str) -> String {
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut formula: Option<String> = None;
    for (event, range) in parse(page) {
        let at = || {
            let line = page[..range.start].lines().count();
            format!("{path}, line {line}")
        };
        match event {
            Event::Start(Tag::Link { dest_url, .. }) if !dest_url.contains("://") => {
                let end = destination(page, &range);
                match target(path, &dest_url) {
                    Some(target) => edits.push((end, format!("]({target})"))),
                    None => {
                        edits.push((range.start..range.start + 1, String::new()));
                        edits.push((end, String::new()));
                    }
                }
            }
            Event::Start(Tag::Image { dest_url, .. }) => {
                let file = resolved(path, &dest_url);
                let image = fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", at()));
                edits.push((destination(page, &range), format!("]({})", data(&image))));
            }
            Event::InlineMath(tex) => {
                // GitHub allows backticks inside the dollars, which hide the formula from Markdown.
                let formula = mathml(tex.trim_matches('`'), DisplayMode::Inline, at);
                edits.push((range, formula));
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language)))
                if !language.is_empty() =>
            {
                formula = (&*language == "math").then(String::new);
            }
            Event::Start(Tag::CodeBlock(_)) => {
                panic!(
                    "{}: rustdoc takes a block without a language for Rust",
                    at()
                )
            }
            Event::Text(text) => {
                if let Some(formula) = &mut formula {
                    *formula += &text;
                }
            }
            Event::End(TagEnd::CodeBlock) => {
                if let Some(formula) = formula.take() {
                    edits.push((range.clone(), mathml(&formula, DisplayMode::Block, at)));
                }
            }
            _ => {}
        }
    }
    let mut text = page.to_owned();
    edits.sort_by_key(|(range, _)| range.start);
    for (range, new) in edits.into_iter().rev() {
        text.replace_range(range, &new);
    }
    text
}

/// Where a link or image has `](…)`.
fn destination(page: &str, link: &Range<usize>) -> Range<usize> {
    let start = page[link.clone()].rfind("](").expect("an inline link");
    link.start + start..link.end
}

/// The target of a link in the documentation. Other files than pages exist only in a checkout.
fn target(from: &str, link: &str) -> Option<String> {
    let (file, heading) = link.split_at(link.find('#').unwrap_or(link.len()));
    if file.is_empty() {
        return Some(heading.into());
    }
    let path = resolved(from, file);
    let is_page =
        (path.starts_with("notes/") || path.starts_with("fcmp/notes/")) && path.ends_with(".md");
    is_page.then(|| module(&path) + heading)
}

/// The path from the root of the repository, for a path relative to a page.
fn resolved(page: &str, link: &str) -> String {
    let mut parts = Vec::new();
    let folder = Path::new(page).parent().expect("a file");
    for part in folder.join(link).components() {
        match part {
            Component::ParentDir => drop(parts.pop()),
            Component::Normal(part) => parts.push(part.to_string_lossy().into_owned()),
            _ => {}
        }
    }
    parts.join("/")
}

/// An SVG as a data address.
fn data(image: &[u8]) -> String {
    let mut text = String::from("data:image/svg+xml,");
    for byte in image {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(byte) {
            text.push(char::from(*byte));
        } else {
            write!(text, "%{byte:02X}").expect("a string");
        }
    }
    text
}

/// A formula as one line of HTML without characters that Markdown would interpret.
fn mathml(tex: &str, display_mode: DisplayMode, at: impl Fn() -> String) -> String {
    let storage = Storage::new();
    let events: Vec<_> = Latex::new(tex, &storage)
        .map(|event| event.map_err(|error| panic!("{}: {error}", at())))
        .collect();
    let config = RenderConfig {
        display_mode,
        ..RenderConfig::default()
    };
    let mut html = String::new();
    push_mathml(&mut html, events.into_iter(), config).expect("a string");

    let mut line = String::new();
    let mut in_tag = false;
    for c in html.chars() {
        match c {
            '<' => in_tag = true,
            '>' => in_tag = false,
            _ => {}
        }
        match c {
            '\n' => line.push(' '),
            '*' | '_' | '[' | ']' | '`' | '|' | '\\' | '~' | '$' if !in_tag => {
                write!(line, "&#{};", u32::from(c)).expect("a string");
            }
            _ => line.push(c),
        }
    }
    line
}
