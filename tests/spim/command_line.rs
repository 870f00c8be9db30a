//! The options.

use crate::{Case, LOADED};

const HELLO: &str =
    ".data\ns: .asciiz \"hello\\n\"\n.text\nmain: la $a0, s\nli $v0, 4\nsyscall\njr $ra\n";

#[test]
fn the_file_and_its_arguments() {
    Case::new("hello", HELLO).prints("hello\n");
    let source = "main: lw $a0, 4($a1)\nli $v0, 4\nsyscall\njr $ra\n";
    Case::new("argument", source)
        .arguments(["-quiet"])
        .prints("-quiet");
    let source = "main: lw $a0, 0($a1)\nli $v0, 4\nsyscall\njr $ra\n";
    Case::new("own_name", source).prints("main.s");
}

#[test]
fn an_unknown_option_is_ignored() {
    let ran = Case::new("unknown_option", HELLO).options("-foo").run();
    assert!(
        ran.stderr
            .starts_with("\nUnknown argument: -foo (ignored)\nUsage: spim\n\t-bare\t\t\t"),
        "{ran:?}"
    );
    assert_eq!((ran.stdout, ran.code), (format!("{LOADED}hello\n"), 0));
}

#[test]
fn the_handler_can_be_replaced() {
    let ran = Case::new("no_start", HELLO).options("-noexception").run();
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 0), "{ran:?}");
    let ran = Case::new(
        "own_start",
        "__start: li $a0, 3\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n",
    )
    .options("-ne")
    .run();
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("3", ""));
    let ran = Case::new("two_starts", "__start: nop\nmain: jr $ra\n").run();
    assert!(
        ran.stderr
            .contains("Label is defined for the second time on line 1 of file main.s"),
        "{ran:?}"
    );
}

#[test]
fn keyboard_and_display_in_memory() {
    let source = "main: lui $t0, 0xffff\nwait: lw $t1, 0($t0)\nandi $t1, $t1, 1\nbeqz $t1, wait\nlw $a0, 4($t0)\n\
        show: lw $t1, 8($t0)\nandi $t1, $t1, 1\nbeqz $t1, show\nsw $a0, 12($t0)\njr $ra\n";
    Case::new("mapped_io", source)
        .options("-mapped_io")
        .input("k")
        .prints("k");
    let source = "main: lw $a0, 0xffff0000\nli $v0, 1\nsyscall\njr $ra\n";
    Case::new("plain_memory", source).prints("0");
}

#[test]
fn without_pseudo_instructions() {
    let ran = Case::new("no_pseudo", "main: nop\nli $t0, 5\n")
        .options("-nopseudo")
        .run();
    assert!(ran.stderr.contains("syntax error on line "), "{ran:?}");
}

#[test]
fn a_program_can_be_written_to_files() {
    let ran = Case::new("dump", HELLO).options("-dump").run();
    assert_eq!((ran.stdout.as_str(), ran.code), (LOADED, 0));
    let dir = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("spim-cases/dump");
    let text = std::fs::read_to_string(dir.join("text.asm")).unwrap();
    assert!(text.starts_with("[0x00400000]\t0x8fa40000\n"), "{text}");
    assert!(dir.join("data.asm").exists() && !dir.join("ktext.asm").exists());
}
