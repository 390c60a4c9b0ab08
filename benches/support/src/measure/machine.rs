//! Where and how a figure was measured, so that it can be compared with others.

use std::collections::HashMap;
use std::process::Command;

use helioselene_judge::make::Make;

/// Where and how figures are measured, in one line: the processor and its clock; the core, or none if all are used; the
/// compiler and its flags; the commit, with a mark if files were changed since; how much is measured.
pub fn conditions(core: Option<usize>, effort: &str) -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let description = first_processor(&text);
    let get = |key: &str| description.get(key).copied();
    let processor = get("model name").unwrap_or(std::env::consts::ARCH);
    // Virtual machines hide names, not makes.
    let number = |key: &str| get(key)?.parse().ok();
    let make = (|| Make::of(get("vendor_id")?, number("cpu family")?, number("model")?))();
    let make = make.map_or_else(String::new, |make| format!(" ({})", make.name()));
    let mut frequencies = [(); 101].map(|()| super::gigahertz());
    frequencies.sort_by(f64::total_cmp);
    let core = core.map_or_else(|| "any core".to_owned(), |core| format!("core {core}"));
    let (compiler, flags) = (env!("BENCH_COMPILER"), env!("BENCH_FLAGS"));
    let describe = "describe --always --dirty --exclude=*".split(' ');
    let mut git = Command::new("git");
    let commit = git.args(["-C", env!("CARGO_MANIFEST_DIR")]).args(describe);
    let commit = commit
        .output()
        .map(|output| output.stdout)
        .unwrap_or_default();
    format!(
        "{processor}{make}, {:.2} GHz, {core}; {compiler}, {}; commit {}; {effort}",
        frequencies[50],
        format!("-O{} {flags}", env!("BENCH_OPTIMISATION")).trim(),
        String::from_utf8_lossy(&commit).trim(),
    )
}

/// The keys and values of Linux's first processor.
fn first_processor(text: &str) -> HashMap<&str, &str> {
    let lines = text.lines().take_while(|line| !line.is_empty());
    lines
        .filter_map(|line| line.split_once(':'))
        .map(|(key, value)| (key.trim(), value.trim()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn makes_are_told_apart() {
        let text = "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 17\n\nmodel\t: 1\n";
        let description = first_processor(text);
        assert_eq!(description["model"], "17");
        assert_eq!(Make::of(description["vendor_id"], 25, 17), Some(Make::Zen4));
        assert_eq!(Make::of("AuthenticAMD", 25, 1), Some(Make::Zen3));
        assert_eq!(Make::of("GenuineIntel", 6, 143), Some(Make::GoldenCove));
        assert_eq!(Make::of("GenuineIntel", 6, 106), None);
    }
}
