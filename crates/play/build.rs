//! Compiles the crate anew when a bundled source is added, changed or taken away.

fn main() {
    println!("cargo::rerun-if-changed=../../asm");
}
