//! `pagepack MODULE FOLDER`: makes a module that pages can call of what the compiler writes, and the
//! script that calls it.
//!
//! What does the work is a library, of the same version as the crate that the module is built with:
//! nothing has to be installed, and the two always fit.

use anyhow::{Context, Result};
use std::fs;
use std::path::PathBuf;

fn main() -> Result<()> {
    let mut words = std::env::args_os().skip(1).map(PathBuf::from);
    let (wasm, folder) = words
        .next()
        .zip(words.next())
        .context("usage: pagepack MODULE FOLDER")?;
    fs::create_dir_all(&folder)?;
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    bindgen.input_path(wasm).out_name("jal_web");
    // Who loads it says where it is.
    bindgen
        .web(true)?
        .typescript(true)
        .omit_default_module_path(true);
    bindgen
        .remove_name_section(true)
        .remove_producers_section(true);
    bindgen.generate(folder)
}
