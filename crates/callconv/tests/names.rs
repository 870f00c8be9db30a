//! The checker sees an instruction set only through its descriptor.

use std::path::Path;

#[test]
fn no_file_spells_instructions() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let descs = [&rv32::DESC, &mips32::DESC];
    let found = testkit::names::spelled_instructions(&src, &descs, &[]);
    assert!(
        found.is_empty(),
        "use `desc.idioms` or `row.meaning`: {found:#?}"
    );
}
