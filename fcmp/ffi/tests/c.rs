//! Compiles C programs against the header and the archive, and runs them.

#[path = "c/bulletproofs.rs"]
mod bulletproofs;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use helioselene_leaves::{
    HashToPoint, Output as MoneroOutput, OutputPoint, Refusal, Refused, Root, vartime_from_outputs,
    vartime_hash_to_point,
};
use helioselene_simd::group::GroupEncoding;
use helioselene_simd::group::ff::PrimeField;
use helioselene_simd::{Backend, Curve, Field25519, FieldElement, HeliosPoint, Point, SelenePoint};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
/// System libraries that Rust's standard library needs, by `rustc --print native-static-libs`.
const SYSTEM: &[&str] = &["-lpthread", "-ldl", "-lm"];

/// The archive, which cargo builds together with the rlib that this test links to: the newest one, because there may be
/// one for each set of features.
fn archive() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let deps = test.parent().unwrap();
    let is_archive = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with("libhelioselene_ffi") && name.ends_with(".a")
    };
    let files = deps.read_dir().unwrap().map(|entry| entry.unwrap().path());
    files
        .filter(is_archive)
        .max_by_key(|path| path.metadata().unwrap().modified().unwrap())
        .unwrap_or_else(|| panic!("no libhelioselene_ffi.a in {}", deps.display()))
}

fn run(command: &mut Command) -> Output {
    let output = command
        .output()
        .unwrap_or_else(|e| panic!("{command:?}: {e}"));
    assert!(
        output.status.success(),
        "{command:?}: {}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

fn compiler(variable: &str, default: &str) -> Command {
    Command::new(std::env::var_os(variable).unwrap_or_else(|| default.into()))
}

/// The example's archive, which cargo builds with all targets, but not for this test alone.
fn example() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let path = test
        .ancestors()
        .nth(2)
        .unwrap()
        .join("examples/libarchive.a");
    assert!(
        path.exists(),
        "no {}: cargo build --manifest-path fcmp/Cargo.toml --package helioselene-ffi --example archive, in the same profile",
        path.display()
    );
    path
}

/// A shared object of cargo's exports the header's functions and its own, and nothing of Rust's libraries.
#[test]
fn shared_objects_export_functions_of_c_only() {
    let header = include_str!("../include/helioselene.h");
    let before = |text: &'static str| text.rsplit([' ', '*', '`', '\n']).next();
    let names = header.split('(').filter_map(before);
    let names = names.filter(|name| name.starts_with("helioselene_"));
    let mut expected: BTreeSet<&str> = names.collect();
    expected.extend(["helios_generators", "selene_generators"]);
    expected.extend(["are_x_of_helios", "are_x_of_selene"]);
    let shared = example().with_file_name("libarchive.so");
    let symbols = run(Command::new("nm")
        .args(["-D", "--defined-only", "-P"])
        .arg(shared))
    .stdout;
    let symbols = String::from_utf8(symbols).unwrap();
    let exported = symbols.lines().filter_map(|line| line.split(' ').next());
    assert_eq!(exported.collect::<BTreeSet<_>>(), expected);
}

/// A program from one file of C11.
fn compile(source: &str, archive: &Path) -> PathBuf {
    compile_with(compiler("CC", "cc"), "-std=c11", source, archive)
}

fn compile_with(mut compiler: Command, standard: &str, source: &str, archive: &Path) -> PathBuf {
    let name = Path::new(source).file_stem().unwrap();
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    run(compiler
        .current_dir(ROOT)
        .args([standard, "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1"])
        .args(["-I", "include", source, "-o"])
        .arg(&program)
        .arg(archive)
        .args(SYSTEM));
    program
}

/// Runs a program on each backend, and compares what it prints.
fn prints(program: &Path, expected: impl Fn(&str) -> String) {
    for backend in Backend::available().map(Backend::name) {
        let output = run(Command::new(program).env("HELIOSELENE_BACKEND", backend));
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected(backend));
        println!("{}: ran on {backend}", program.display());
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A small integer's encoding.
fn encoded(x: u8) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[0] = x;
    bytes
}

/// The points with x from 1 to 64 and an even y.
fn points<C: Curve>() -> Vec<Point<C>> {
    let points = (1..=64).map(|x| Point::from_bytes(&encoded(x)));
    points.filter_map(Option::from).collect()
}

/// A layer's nodes of so many children, by one scalar multiplication after another: what the next layer has as children, or
/// the encoding of the only node. A node is the first of the points plus the products of the others.
fn layer<C: Curve>(
    points: &[Point<C>],
    width: usize,
    children: &[FieldElement<C::Scalar>],
) -> Result<Vec<FieldElement<C::Base>>, [u8; 32]> {
    let nodes = children.chunks(width).map(|children| {
        let terms = children.iter().zip(&points[1..]);
        terms.fold(points[0], |sum, (scalar, point)| sum + *point * scalar)
    });
    match nodes.collect::<Vec<_>>()[..] {
        [root] => Err(root.to_bytes()),
        ref nodes => Ok(nodes.iter().map(|node| node.to_xy().unwrap()[0]).collect()),
    }
}

/// The number of layers and the root of a whole tree whose nodes have so many children, those of the lowest layer so many leaves.
fn root(leaves: &[[Field25519; 6]], of_selene: usize, of_helios: usize) -> (usize, String) {
    let (selene, helios): (Vec<SelenePoint>, Vec<HeliosPoint>) = (points(), points());
    let mut scalars = leaves.as_flattened().to_vec();
    let (mut width, mut layers) = (6 * of_selene, 0);
    let mut two_layers = || -> Result<(), [u8; 32]> {
        layers += 1;
        let children = layer(&selene, width, &scalars)?;
        layers += 1;
        scalars = layer(&helios, of_helios, &children)?;
        width = of_selene;
        Ok(())
    };
    let root = loop {
        if let Err(root) = two_layers() {
            break root;
        }
    };
    (layers, hex(&root))
}

/// The expected output of `examples/tree.c`.
fn expected_tree() -> String {
    let outputs = (1..=12).map(|i| MoneroOutput::legacy(encoded(i), encoded(4)));
    let leaves = vartime_from_outputs(&outputs.collect::<Vec<_>>(), Root::SINCE_31C26D9);
    let leaves: Vec<_> = leaves.into_iter().flatten().collect();
    assert!(leaves.len() > 4 && leaves[0][0].to_repr() != [0; 32]);
    let (layers, root) = root(&leaves, 2, 12);
    assert_eq!(layers, 2);
    format!("{} leaves, root {root}\n", leaves.len())
}

#[test]
fn tree() {
    let program = compile("examples/tree.c", &archive());
    prints(&program, |_| expected_tree());
}

/// The outputs of `examples/grow.cpp` and `tests/monero.cpp`.
fn outputs(count: u16) -> Vec<MoneroOutput> {
    let numbers: Vec<[u8; 32]> = (0..2 * count)
        .map(|i| core::array::from_fn(|byte| *i.to_le_bytes().get(byte).unwrap_or(&0)))
        .collect();
    let points = vartime_hash_to_point(&numbers, HashToPoint::Biased);
    let output = |(i, points): (usize, &[[u8; 32]])| {
        let identity = encoded(1);
        let key = points[0];
        let commitment = if i % 7 == 6 { identity } else { points[1] };
        if i % 3 == 0 {
            MoneroOutput::legacy(key, commitment)
        } else {
            MoneroOutput::carrot(key, commitment)
        }
    };
    points.chunks_exact(2).enumerate().map(output).collect()
}

/// The expected output of `examples/grow.cpp`, each tree made from scratch.
fn expected_growth() -> String {
    let sizes = [2, 1, 1, 3, 1, 9, 0, 20, 1, 60];
    let outputs = outputs(sizes.iter().sum());
    let results = vartime_from_outputs(&outputs, Root::SINCE_31C26D9);
    let (mut printed, mut first) = (String::new(), 0);
    for size in sizes.map(usize::from) {
        for (i, result) in results[first..][..size].iter().enumerate() {
            let refused = Refused {
                point: OutputPoint::Commitment,
                reason: Refusal::NoCoordinates,
            };
            if let Err(error) = result {
                assert_eq!(*error, refused);
                printed += &format!("  output {i}: {error}\n");
            }
        }
        first += size;
        let leaves: Vec<_> = results[..first]
            .iter()
            .filter_map(|leaf| leaf.ok())
            .collect();
        let ((layers, root), count) = (root(&leaves, 3, 2), leaves.len());
        printed += &format!("{count} leaves, {layers} layers, root {root}\n");
    }
    assert!(printed.contains("5 layers"));
    printed
}

#[test]
fn growth() {
    let program = compile_with(
        compiler("CXX", "c++"),
        "-std=c++17",
        "examples/grow.cpp",
        &archive(),
    );
    let expected = expected_growth();
    prints(&program, |_| expected.clone());
}

/// The lines for Monero make the leaves of a tree with the even root, without those that are refused.
#[cfg(target_endian = "little")]
#[test]
fn lines_for_monero() {
    let program = compile_with(
        compiler("CXX", "c++"),
        "-std=c++17",
        "tests/monero.cpp",
        &archive(),
    );
    let leaves = vartime_from_outputs(&outputs(150), Root::OF_0E438AE);
    let valid = leaves
        .iter()
        .enumerate()
        .filter_map(|(i, leaf)| Some((i, leaf.ok()?)));
    let expected: String = valid
        .map(|(i, leaf)| {
            let scalars = leaf.map(|scalar| hex(&scalar.to_repr()));
            format!("{i} {}\n", scalars.concat())
        })
        .collect();
    assert_eq!(expected.lines().count(), 129);
    prints(&program, |_| expected.clone());
}

#[test]
fn refused() {
    let program = compile("tests/refused.c", &archive());
    prints(&program, |backend| format!("all refused on {backend}\n"));
    let panics = Command::new(&program)
        .arg("panics")
        .env("HELIOSELENE_BACKEND", "none such")
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&panics.stderr);
    assert!(
        panics.status.success() && stderr.contains("none such"),
        "{stderr}"
    );
}

#[test]
fn ed25519() {
    let program = compile("tests/ed25519.c", &archive());
    prints(&program, |backend| {
        format!("sums and torsion on {backend}\n")
    });
}

/// A program's own archive exports the functions, and has the same points and scalars in memory.
#[cfg(target_endian = "little")]
#[test]
fn archive_of_a_program() {
    let program = compile("tests/archive.c", &example());
    prints(&program, |backend| format!("cast on {backend}\n"));
}

/// The header is also C++, and works with every version of both; the oldest have no assertions.
#[test]
fn other_languages() {
    let cxx = ["c++98", "c++11", "c++17"].map(|standard| (compiler("CXX", "c++"), "c++", standard));
    let c = ["c89", "c99", "c17"].map(|standard| (compiler("CC", "cc"), "c", standard));
    for (compiler, language, standard) in cxx.into_iter().chain(c) {
        let mut compiler = compiler;
        run(compiler
            .current_dir(ROOT)
            .args(["-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Werror"])
            .arg(format!("-std={standard}"))
            .args(["-x", language, "include/helioselene.h"]));
    }
}

/// What pages show are the tested programs.
#[test]
fn pages() {
    let read = |file| std::fs::read_to_string(Path::new(ROOT).join(file)).unwrap();
    let example = format!("```c\n{}```", read("examples/tree.c"));
    assert!(read("README.md").contains(&example));

    let growing = block(&read("tests/monero.cpp"), "begin");
    assert!(
        read("../notes/growing.md").contains(&growing),
        "fcmp/notes/growing.md should show:\n{growing}"
    );
    let transaction = read("tests/transaction.cpp");
    let names = ["generators", "points", "sum", "torsion"];
    let blocks: Vec<_> = names.map(|name| block(&transaction, name)).into();
    let monero = read("../notes/monero.md");
    let shown = monero.split("```cpp\n").skip(1);
    let shown: Vec<_> = shown
        .filter_map(|text| text.split_inclusive("```").next())
        .map(|text| format!("```cpp\n{text}"))
        .collect();
    assert_eq!(shown, blocks, "fcmp/notes/monero.md");
}

/// A page's block: the program's lines of that name, without the indentation of the first line of each part.
fn block(program: &str, name: &str) -> String {
    let begin = format!("// page: {name}\n");
    let parts = program.split(&begin).skip(1);
    let lines: Vec<_> = parts
        .flat_map(|part| {
            let (lines, _) = part.split_once("// page: end\n").unwrap();
            let indentation = lines.len() - lines.trim_start_matches(' ').len();
            lines
                .lines()
                .map(move |line| line.get(indentation..).unwrap_or(line))
        })
        .collect();
    assert!(!lines.is_empty(), "no lines of {name}");
    format!("```cpp\n{}\n```", lines.join("\n"))
}
