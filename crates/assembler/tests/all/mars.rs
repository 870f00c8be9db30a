//! The front end of the MARS dialect: expansion, lines, and what people read about them.

use assembler::{Assembly, MARS, MainFile, MemoryLoader, Options, assemble, dump};

use crate::common::report;

fn run_with(text: &str, mut loader: MemoryLoader) -> Assembly {
    let options = Options::new(&rv32::DESC, &MARS);
    let main = MainFile::Text {
        name: "main.asm".to_owned(),
        text: text.as_bytes().to_vec(),
    };
    assemble(main, &[], &options, &mut loader)
}

fn messages(text: &str) -> String {
    report(&run_with(text, MemoryLoader::default()))
}

fn items(text: &str) -> String {
    dump::items(text, &rv32::DESC, &MARS)
}

#[test]
fn macros_are_expanded() {
    insta::assert_snapshot!(items(
        ".macro twice %reg, %n
loop: addi %reg %reg %n
  bnez %reg loop
.end_macro
.macro done
  ecall
.end_macro
.text
x: twice(t0, -5)
twice t1 4+3
done"
    ));
}

#[test]
fn errors_show_the_line_of_the_macro_and_the_calls() {
    insta::assert_snapshot!(messages(
        ".macro inner %n
  addi t0, t0, %n
.end_macro
.macro outer %a
  inner %a
.end_macro
main:
  outer 100000
  outer 5"
    ));
}
