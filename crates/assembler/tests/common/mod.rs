//! What the integration tests share.

use assembler::{Assembly, MainFile, MemoryLoader, Options, VENUS, assemble};

/// Assembles one text.
pub fn run(text: &str) -> Assembly {
    run_with(text, MemoryLoader::default())
}

/// Assembles one text with these further files.
pub fn run_with(text: &str, mut loader: MemoryLoader) -> Assembly {
    let options = Options::new(&rv32::DESC, &VENUS);
    let main = MainFile::Text {
        name: "main.s".to_owned(),
        text: text.as_bytes().to_vec(),
    };
    assemble(main, &[], &options, &mut loader)
}
