//! The assembler sees an instruction set only through its descriptor.

use std::path::Path;

#[test]
fn only_the_dialects_spell_instructions() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let descs = [&rv32::DESC, &mips32::DESC];
    // A linker defines `end`, which is an instruction of mipsy, too.
    let allowed = ["/dialect/", "/objects/names.rs"];
    let found = testkit::names::spelled_instructions(&src, &descs, &allowed);
    assert!(
        found.is_empty(),
        "use `desc.idioms` or `row.meaning`: {found:#?}"
    );
}
