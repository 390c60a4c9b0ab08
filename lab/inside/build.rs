//! The library's build script, and the name by which `src/lib.rs` knows this package.

#[path = "../../build.rs"]
mod library;

fn main() {
    library::main();
    println!("cargo::rustc-cfg=helioselene_inside");
}
