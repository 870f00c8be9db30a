//! docs/isa/rv32.md is what the tables say. `UPDATE_DOCS=1` writes it anew.

#[test]
fn the_page_is_current() {
    testkit::page::check_page(&rv32::DESC);
}
